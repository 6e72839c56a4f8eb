import { t } from '../words/t.ts'
import { createRedis, type RedisClient } from './createRedis.ts'

export type ConnectedRedis = { ok: true; redis: RedisClient } | { ok: false; message: string }

/** A connection that fails fast: to ring with, where the sweep rings again, and to look around. */
export async function connectRedis(url: string): Promise<ConnectedRedis> {
  const redis = createRedis(url, { maxRetriesPerRequest: 1, connectTimeout: 5_000, lazyConnect: true })
  // What went wrong is told by the event; connect() says only that the connection was closed.
  let trouble: unknown
  redis.on('error', (error) => {
    trouble = error
  })
  try {
    await redis.connect()
    return { ok: true, redis }
  } catch (error) {
    redis.disconnect()
    return {
      ok: false,
      message: t`REDIS_URL: cannot reach Redis (${shortReason(trouble ?? error)}). Start it, or unset REDIS_URL to keep the queue on Postgres.`,
    }
  }
}

/** The system's word for what went wrong, without the URL, which may hold a password. */
const shortReason = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return error instanceof Error && /WRONGPASS|NOAUTH/.test(error.message) ? t`it wants another password` : t`no answer`
}
