import type { App } from '../context.ts'

/** Whether the queue gives no answer: nothing new is sent until it does. Nobody waits longer for it than a second or two. */
export async function isQueueAway({ opened, config }: App): Promise<boolean> {
  if (opened) return !(await opened.store.backend.asked.isThere())
  // On the ledger's own Postgres, which has answered.
  if (config.redisUrl === undefined) return false
  const { isRedisThere } = await import('../../queue/redis.ts')
  return !(await isRedisThere(config.redisUrl))
}
