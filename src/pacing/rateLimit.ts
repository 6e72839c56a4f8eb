import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** PAYRUN_RATE: payouts a second over all processes of one ledger. */
export interface RateLimit {
  /**
   * Take up to `wanted` payouts' worth. Fewer, or none, when this second's are used up: then `waitMs` says when to ask
   * again. While the store is away nothing is handed out.
   */
  take(wanted: number): Promise<{ tokens: number; waitMs: number }>
}

export type RateStore = { kind: 'postgres'; pool: Pool } | { kind: 'redis'; client: object; prefix: string }

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

export function createRateLimit(store: RateStore, ratePerSecond: number): RateLimit {
  const { points, durationSeconds } = rateWindow(ratePerSecond)
  const limiter = createLimiter(store, points, durationSeconds)
  return {
    take: async (wanted) => {
      const n = Math.min(Math.max(1, wanted), points)
      try {
        await limiter.consume('payouts', n)
        return { tokens: n, waitMs: 0 }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) return { tokens: 0, waitMs: 1_000 }
        // The store counted all n, though only some fitted. Those that fitted are ours: nobody else is given them.
        const before = refused.consumedPoints - n
        const tokens = Math.max(0, points - before)
        return { tokens, waitMs: Math.max(1, refused.msBeforeNext) }
      }
    },
  }
}

function createLimiter(store: RateStore, points: number, duration: number): RateLimiterAbstract {
  if (store.kind === 'redis') {
    return new RateLimiterRedis({ storeClient: store.client, points, duration, keyPrefix: `${store.prefix}:rate` })
  }
  return new RateLimiterPostgres({
    storeClient: store.pool,
    storeType: 'pool',
    schemaName: 'payrun',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    points,
    duration,
    keyPrefix: 'payrun',
  })
}
