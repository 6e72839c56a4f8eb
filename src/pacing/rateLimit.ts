import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { OperatorCode } from '../payout/operators/operator.ts'

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

/** Where the windows are counted, by that store's own clock: the ledger (see src/ledger/policy/takeRate.ts) or Redis. */
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

/** The limits that hold over all processes: on all payouts (PAYRUN_RATE), and on single operators (PAYRUN_OPERATOR_RATES). */
export interface Rates {
  all: RateLimit | undefined
  of: ReadonlyMap<OperatorCode, RateLimit>
}

/** What this process has fetched of the limits, for payouts that could go now. */
export interface Tokens {
  /**
   * Take one payout's worth for an operator. Without a limit there is always one. Otherwise more are fetched, and
   * `onChange` is called when it is worth asking again.
   */
  take(operator: OperatorCode): 'taken' | 'none_for_operator' | 'none'
}

export interface TokensOptions {
  /** How many payouts could go now if there were tokens: of one operator, or of all that `mayGo` lets through. */
  ready(operators: { only: OperatorCode } | { mayGo: (operator: OperatorCode) => boolean }): number
  /** Ask again now (0), or in so many milliseconds. */
  onChange(inMs: number): void
}

interface Bucket {
  rate: RateLimit
  tokens: number
  /** When the tokens were fetched, on the monotonic clock. They are of that window, and not kept for another one. */
  fetchedMs: number
  fetching: boolean
  /** The window is used up until then, on the monotonic clock. */
  emptyUntilMs: number
}

/**
 * Tokens are fetched for payouts that could go at once, never hoarded: what is fetched and not used is lost to every other
 * process, and is given up when its window is over (a sender that is paused for minutes must not begin with a burst).
 */
export function createTokens(rates: Rates, { ready, onChange }: TokensOptions): Tokens {
  const all = rates.all && bucketOf(rates.all)
  const own = new Map([...rates.of].map(([operator, rate]) => [operator, bucketOf(rate)]))
  const hasOwn = (operator: OperatorCode): boolean => {
    const bucket = own.get(operator)
    return bucket === undefined || tokensIn(bucket) > 0
  }

  return {
    take: (operator) => {
      const ownBucket = own.get(operator)
      // The operator's own first: what is fetched of the common ones is then for payouts that can go.
      if (ownBucket && tokensIn(ownBucket) === 0) {
        fetchInto(ownBucket, ready({ only: operator }), onChange)
        return 'none_for_operator'
      }
      if (all && tokensIn(all) === 0) {
        fetchInto(all, ready({ mayGo: hasOwn }), onChange)
        return 'none'
      }
      if (ownBucket) ownBucket.tokens -= 1
      if (all) all.tokens -= 1
      return 'taken'
    },
  }
}

const bucketOf = (rate: RateLimit): Bucket => ({ rate, tokens: 0, fetchedMs: 0, fetching: false, emptyUntilMs: 0 })

function tokensIn(bucket: Bucket): number {
  if (bucket.tokens > 0 && performance.now() - bucket.fetchedMs > bucket.rate.windowMs) bucket.tokens = 0
  return bucket.tokens
}

function fetchInto(bucket: Bucket, wanted: number, onChange: TokensOptions['onChange']): void {
  if (bucket.fetching) return
  const emptyMs = bucket.emptyUntilMs - performance.now()
  if (emptyMs >= 1) {
    onChange(emptyMs)
    return
  }
  bucket.fetching = true
  void bucket.rate.take(wanted).then(({ tokens, waitMs }) => {
    bucket.fetching = false
    bucket.tokens += tokens
    bucket.fetchedMs = performance.now()
    if (tokens === 0) bucket.emptyUntilMs = performance.now() + waitMs
    onChange(tokens > 0 ? 0 : waitMs)
  })
}
