import type { App } from '../context.ts'

/** Whether the queue doesn't answer: nothing new is sent until it does. Takes at most a second or two. */
export async function isQueueAway({ opened, config }: App): Promise<boolean> {
  if (opened) return !(await opened.store.backend.asked.isThere())
  // The queue is in the ledger's own Postgres, which has answered.
  if (config.redisUrl === undefined) return false
  const { isRedisThere } = await import('../../queue/redis.ts')
  return !(await isRedisThere(config.redisUrl))
}
