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
/** A live process writes its mark at each heartbeat. One that was written within this time is kept, however many there are. */
const keptSeconds = 3_600
const stampEverySeconds = 60

const keyOf = (prefix: string): string => `${prefix}:marks`

export function openSharedMarks(redis: RedisClient, prefix: string): SharedMarks {
  let stamped: { field: string; atMs: number } | undefined
  return {
    read: () => readMarks(redis, prefix),
    write: async (workerNo, mark) => {
      const field = fieldOf(workerNo)
      const added = await redis.hset(keyOf(prefix), field, mark)
      const isStamped = stamped?.field === field && performance.now() - stamped.atMs < stampEverySeconds * 1_000
      if (isStamped && added === 0) return
      stamped = { field, atMs: performance.now() }
      // By Redis's own clock, which all hosts share.
      const now = Number((await redis.time())[0])
      await redis.hset(keyOf(prefix), stampOf(field), now)
      if (added > 0) await removeOldest(redis, prefix, now)
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

/** When the mark was last known to be written, in seconds; in the same hash, since a cluster keeps that in one place. */
const stampOf = (field: string): string => `${field}:at`

const readMarks = async (redis: RedisClient, prefix: string): Promise<string[]> =>
  Object.entries(await redis.hgetall(keyOf(prefix))).flatMap(([field, kept]) => (field.endsWith(':at') ? [] : [kept]))

/**
 * Crash window: a mark is written before its stamp, so that marks keep their order. One without a stamp counts as written just now: its
 * process may be about to send what rests on it.
 */
async function removeOldest(redis: RedisClient, prefix: string, now: number): Promise<void> {
  const kept = await redis.hgetall(keyOf(prefix))
  const marks = Object.keys(kept)
    .filter((field) => /^\d+$/.test(field))
    .map((field) => ({ field, at: Number(kept[stampOf(field)] ?? now) }))
    .sort((one, other) => other.at - one.at || Number(other.field) - Number(one.field))
  const old = marks.slice(mostMarks).filter(({ at }) => at < now - keptSeconds)
  if (old.length > 0) await redis.hdel(keyOf(prefix), ...old.flatMap(({ field }) => [field, stampOf(field)]))
}
