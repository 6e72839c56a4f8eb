/** Asks the queue's store, and knows whether it has answered lately. */
export interface StoreAsked {
  /** Rejects if there is no answer within `ms`. The request may still be carried out later, which does no harm. */
  ask<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer>
  /** Whether the latest request failed or got no answer, a moment ago: a caller that can do without the store shouldn't wait. */
  isAway(): boolean
  /** Whether it answers now, within a second. If it is known to be away, it isn't asked. */
  isThere(): Promise<boolean>
  /** Wait until something is closed, unless the store is away. */
  end(closing: Promise<void>): Promise<void>
}

/** How long a failure counts. A worker asks again with each sweep (5 s), or at the latest after its deadline. */
const rememberedMs = 10_000
const pingMs = 1_000
const closeMs = 3_000

/**
 * BullMQ waits forever for a Redis that is away. Here, every wait ends (docs/design.md, rule 13).
 *
 * @param ping a request without effect; without it, `isThere` returns what the last answer showed
 */
export function askStore(ping?: () => Promise<unknown>): StoreAsked {
  let failedMs: number | undefined
  const isAway = () => failedMs !== undefined && performance.now() - failedMs < rememberedMs
  const answered = () => {
    failedMs = undefined
  }
  const ask: StoreAsked['ask'] = async (ms, asked) => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`the queue did not answer within ${ms / 1000} s`)), ms)
    // An answer that comes after its deadline shows that the store is there again.
    asked.then(answered, () => undefined)
    try {
      return await Promise.race([asked, late.promise])
    } catch (error) {
      failedMs = performance.now()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  const isThere = async () => {
    if (ping && !isAway()) await ask(pingMs, ping()).catch(() => undefined)
    return !isAway()
  }
  const end: StoreAsked['end'] = async (closing) => {
    if (isAway()) closing.catch(() => undefined)
    else await ask(closeMs, closing)
  }
  return { ask, isAway, isThere, end }
}
