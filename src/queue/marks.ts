import { connectRedis, type RedisClient } from './redis.ts'

/**
 * Marks of how far a ledger has come (src/ledger/past/), kept beside the queue if that is on Redis, which every paying process can
 * reach. Here, a mark is just text.
 */
interface SharedMarks {
  read(): Promise<string[]>
  write(workerNo: number | null, mark: string): Promise<void>
}

/** Marks of processes that are gone are kept, too, but only the newest. */
const mostMarks = 256

const keyOf = (prefix: string): string => `${prefix}:marks`

export function openSharedMarks(redis: RedisClient, prefix: string): SharedMarks {
  return {
    read: () => readMarks(redis, prefix),
    write: async (workerNo, mark) => {
      const added = await redis.hset(keyOf(prefix), fieldOf(workerNo), mark)
      if (added > 0) await removeOldest(redis, prefix)
    },
  }
}

/** The marks, for a process that doesn't use the queue. Null when Redis can't be reached. */
export async function readSharedMarks(url: string, prefix: string): Promise<string[] | null> {
  const connected = await connectRedis(url)
  if (!connected.ok) return null
  try {
    return await readMarks(connected.redis, prefix)
  } catch {
    return null
  } finally {
    connected.redis.disconnect()
  }
}

const fieldOf = (workerNo: number | null): string => (workerNo === null ? 'commands' : String(workerNo))

const readMarks = async (redis: RedisClient, prefix: string): Promise<string[]> =>
  Object.values(await redis.hgetall(keyOf(prefix)))

/** The oldest are those with the lowest numbers: worker numbers grow. */
async function removeOldest(redis: RedisClient, prefix: string): Promise<void> {
  const numbers = (await redis.hkeys(keyOf(prefix))).map(Number).filter((each) => !Number.isNaN(each))
  const old = numbers.sort((one, other) => other - one).slice(mostMarks)
  if (old.length > 0) await redis.hdel(keyOf(prefix), ...old.map(String))
}
