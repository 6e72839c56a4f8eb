import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Payouts a second over all processes of one ledger, or of one Redis. */
export interface RateLimit {
  /** How long what was taken is good for. */
  windowMs: number
  /**
   * Take up to `wanted` payouts' worth. Fewer, or none, when this second's are used up: then `waitMs` says when to ask
   * again. While the store is away nothing is handed out.
   */
  take(wanted: number): Promise<{ tokens: number; waitMs: number }>
}

/** Where the windows are counted, by that store's own clock: the ledger (see src/ledger/takeRate.ts) or Redis. */
export type RateStore =
  | {
      kind: 'ledger'
      take(
        window: { key: string; points: number; durationMs: number },
        wanted: number,
      ): Promise<{ tokens: number; endsInMs: number }>
    }
  | { kind: 'redis'; client: object; prefix: string }

/**
 * Whole payouts in a whole number of seconds, never more than the rate: 0.5 is one in 2 s, 2.5 is 5 in 2 s, 100 is 100
 * in 1 s. A rate that needs more than a minute to come out even is met to 95% at least.
 */
export function rateWindow(ratePerSecond: number): { points: number; durationSeconds: number } {
  const pointsIn = (seconds: number) => Math.floor(ratePerSecond * seconds + 1e-9)
  for (let durationSeconds = 1; durationSeconds <= 60; durationSeconds += 1) {
    const points = pointsIn(durationSeconds)
    if (points >= 1 && ratePerSecond * durationSeconds - points < 1e-6) return { points, durationSeconds }
  }
  let durationSeconds = 1
  while (pointsIn(durationSeconds) < Math.max(1, 0.95 * ratePerSecond * durationSeconds)) durationSeconds += 1
  return { points: pointsIn(durationSeconds), durationSeconds }
}

/** @param key what the limit is on: processes with the same key share it */
export function createRateLimit(store: RateStore, key: string, ratePerSecond: number): RateLimit {
  const { points, durationSeconds } = rateWindow(ratePerSecond)
  const take = store.kind === 'redis' ? takeFromRedis(store, key, points, durationSeconds) : store.take
  const window = { key, points, durationMs: durationSeconds * 1_000 }
  return {
    windowMs: window.durationMs,
    take: async (wanted) => {
      try {
        const { tokens, endsInMs } = await take(window, Math.min(Math.max(1, wanted), points))
        return tokens > 0 ? { tokens, waitMs: 0 } : { tokens, waitMs: Math.max(1, endsInMs) }
      } catch {
        // The store is away.
        return { tokens: 0, waitMs: 1_000 }
      }
    },
  }
}

function takeFromRedis(
  { client, prefix }: { client: object; prefix: string },
  key: string,
  points: number,
  duration: number,
): Extract<RateStore, { kind: 'ledger' }>['take'] {
  const limiter = new RateLimiterRedis({ storeClient: client, points, duration, keyPrefix: `${prefix}:rate` })
  return async (_window, wanted) => {
    try {
      await limiter.consume(key, wanted)
      return { tokens: wanted, endsInMs: 0 }
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      // All that was wanted is counted, though only some of it may have fitted. What fitted is ours: nobody else gets it.
      const before = refused.consumedPoints - wanted
      return { tokens: Math.max(0, points - before), endsInMs: refused.msBeforeNext }
    }
  }
}
