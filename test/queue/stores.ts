import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { openBackend } from '../../src/queue/backend.ts'
import type { Backend } from '../../src/queue/queues.ts'
import { queryOnce } from '../harness/ledger.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { type FoundRedis, findRedis } from '../harness/redis.ts'
import { english } from '../harness/words.ts'

/** A place for queues, fresh and empty. */
export interface Place {
  /** As another process would open it, where `url` is another way to the store's. */
  open(url?: string): Promise<Backend>
  url: string
  /** Everything that the place holds, as text. */
  raw(): Promise<string>
  drop(): Promise<void>
}

export interface Store {
  fresh(): Promise<Place>
  stop(): Promise<void>
}

export async function postgresStore(): Promise<Store> {
  const postgres: TestPostgres = await startTestPostgres()
  return {
    fresh: async () => {
      const { url, drop } = await postgres.createDatabase()
      const open = (to = url) => openBackend({ kind: 'postgres', connection: { connectionString: to } })
      return { ...places(open, drop), url, raw: () => rawPostgres(url) }
    },
    stop: () => postgres.stop(),
  }
}

export async function redisStore(url: string): Promise<Store> {
  return {
    fresh: async () => {
      const prefix = `{payrun-test-${randomBytes(6).toString('hex')}}`
      const place = places(
        (to = url) => openBackend({ kind: 'redis', url: to, prefix }),
        () => dropKeys(url, prefix),
      )
      return { ...place, url, raw: () => rawRedis(url, prefix) }
    },
    stop: async () => {},
  }
}

function places(open: (url?: string) => ReturnType<typeof openBackend>, drop: () => Promise<void>) {
  const backends: Backend[] = []
  return {
    open: async (url?: string) => {
      const opened = await open(url)
      if (!opened.ok) throw new Error(english(opened.message))
      backends.push(opened.backend)
      return opened.backend
    },
    drop: async () => {
      for (const backend of backends) await backend.close()
      await drop()
    },
  }
}

async function rawPostgres(url: string): Promise<string> {
  const tables = await queryOnce<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'payrun_queue'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => queryOnce<{ text: string }>(url, `select row_to_json(t)::text as text from ${name} t`)),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

async function rawRedis(url: string, prefix: string): Promise<string> {
  const redis = new Redis(url)
  try {
    const texts: string[] = []
    for (const key of await redis.keys(`${prefix}*`)) texts.push(key, JSON.stringify(await contents(redis, key)))
    return texts.join('\n')
  } finally {
    redis.disconnect()
  }
}

async function contents(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'set':
      return redis.smembers(key)
    case 'stream':
      return redis.xrange(key, '-', '+')
    default:
      return redis.get(key)
  }
}

async function dropKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  const keys = await redis.keys(`${prefix}*`)
  if (keys.length > 0) await redis.del(...keys)
  redis.disconnect()
}

/** The first file's of a process; a file that comes after it finds its own. */
let found: FoundRedis | undefined = await findRedis()
const skipped = 'skipped' in found ? found.skipped : undefined

async function startRedis(): Promise<Store> {
  const redis = found ?? (await findRedis())
  found = undefined
  if ('skipped' in redis) throw new Error(`CI must test on Redis, too: ${redis.skipped}`)
  return { ...(await redisStore(redis.url)), stop: () => redis.stop() }
}

/** Both stores. Without a Redis its suite is skipped with the reason, and fails where CI must have one. */
export const stores = [
  { name: 'Postgres', skip: false, start: postgresStore },
  {
    name: skipped === undefined ? 'Redis' : `Redis (${skipped})`,
    skip: skipped !== undefined && !process.env['CI'],
    start: startRedis,
  },
]
