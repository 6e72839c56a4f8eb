import { Redis } from 'ioredis'
import type { Scene } from './scene.ts'

/** All that the queue's store holds, as text: BullMQ's tables in Postgres, and every key of the Redis if there is one. */
export async function queueText(scene: Scene): Promise<string> {
  const tables = await scene.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'payrun_queue'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => scene.query<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`)),
  )
  const url = scene.env['REDIS_URL']
  const keys = url ? await redisText(url) : []
  return [...rows.flat().map(({ text }) => text), ...keys].join('\n')
}

async function redisText(url: string): Promise<string[]> {
  const redis = new Redis(url)
  try {
    const texts: string[] = []
    for (const key of await redis.keys('*')) texts.push(key, JSON.stringify(await contents(redis, key)))
    return texts
  } finally {
    redis.disconnect()
  }
}

async function contents(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, '0', '-1')
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
