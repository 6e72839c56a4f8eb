/** Asks the queue's store, and knows whether it has answered of late. */
export interface StoreAsked {
  /** Rejects where no answer comes within `ms`. What was asked for may still be done later, which harms nothing. */
  ask<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer>
  /** It gave no answer a moment ago, or failed, and none has come since: whoever can do without it need not wait. */
  isAway(): boolean
  /** Whether it answers at this moment, within a second. One that is known to be away isn't asked. */
  isThere(): Promise<boolean>
  /** Wait until something is closed, which takes a store that answers. */
  end(closing: Promise<void>): Promise<void>
}

/** A worker asks anew with each sweep (5 s), at the latest after its deadline. */
const rememberedMs = 10_000
const pingMs = 1_000
const closeMs = 3_000

/**
 * BullMQ waits for a Redis that is away as long as that takes: every wait has an end here (docs/design.md, rule 13).
 *
 * @param ping asks for nothing; left out: who asks whether it is there is told of the last answer
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
