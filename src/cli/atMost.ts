import { setTimeout as delay } from 'node:timers/promises'

/** Wait for something on the way out, but not for ever: it may hang or fail, and we leave all the same. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })])
}
