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

/** Whole payouts in a whole number of seconds: 0.5 is one in 2 s, 2.5 is 5 in 2 s, 100 is 100 in 1 s. */
export function rateWindow(ratePerSecond: number): { points: number; durationSeconds: number } {
  for (let durationSeconds = 1; durationSeconds <= 60; durationSeconds += 1) {
    const points = Math.floor(ratePerSecond * durationSeconds + 1e-9)
    if (points >= 1 && Math.abs(points - ratePerSecond * durationSeconds) < 1e-6) return { points, durationSeconds }
  }
  const durationSeconds = Math.max(10, Math.ceil(1 / ratePerSecond))
  return { points: Math.max(1, Math.floor(ratePerSecond * durationSeconds)), durationSeconds }
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
