import type { OperatorCode } from '../payout/operators/operator.ts'

/** Payouts a second over all processes of one ledger. */
export interface RateLimit {
  /** How long a window lasts. */
  windowMs: number
  /**
   * Take up to `wanted` payouts' worth of tokens: fewer, or none, when the window is used up. Then `waitMs` says when to ask again. While
   * the ledger is away, there are none.
   */
  take(wanted: number): Promise<{ tokens: number; waitMs: number; away?: true }>
}

/** Takes tokens from a window that all processes share, by the ledger's clock (takeRate). */
export type TakeRate = (
  window: { key: string; points: number; durationMs: number },
  wanted: number,
) => Promise<{ tokens: number; endsInMs: number }>

/**
 * A rate as whole payouts in a window of a tenth of a second, or a longer one for rates below ten: 100 a second is 10 in 100 ms, 15 is one in
 * 67 ms, 0.5 is one in 2 s. Never more than the rate, and at most 2 % less. One window may be emptied at its end and the next one at its
 * beginning, so that within a second there may be one window more than the rate says: short windows keep that small.
 */
export function rateWindow(ratePerSecond: number): { points: number; durationMs: number } {
  const points = Math.max(1, Math.floor(ratePerSecond / 10))
  return { points, durationMs: Math.ceil((points * 1_000) / ratePerSecond - 1e-6) }
}

/** @param key what the limit is on: processes with the same key share it */
export function createRateLimit(take: TakeRate, key: string, ratePerSecond: number): RateLimit {
  const window = { key, ...rateWindow(ratePerSecond) }
  return {
    windowMs: window.durationMs,
    take: async (wanted) => {
      try {
        const { tokens, endsInMs } = await take(window, Math.min(Math.max(1, wanted), window.points))
        return tokens > 0 ? { tokens, waitMs: 0 } : { tokens, waitMs: Math.max(1, endsInMs) }
      } catch {
        return { tokens: 0, waitMs: 1_000, away: true }
      }
    },
  }
}

/** The limits that hold over all processes: on all payouts (PAYRUN_RATE), and on single operators (PAYRUN_OPERATOR_RATES). */
export interface Rates {
  all: RateLimit | undefined
  of: ReadonlyMap<OperatorCode, RateLimit>
}

/** The tokens that this process has fetched, for payouts that could go now. */
export interface Tokens {
  /**
   * Take one token for an operator. Without a limit there always is one. If there is none, more are fetched, and `onChange` is called when
   * it is worth asking again.
   */
  take(operator: OperatorCode): 'taken' | 'none_for_operator' | 'none'
}

interface TokensOptions {
  /** How many payouts to these operators could go now if there were tokens. */
  ready(counts: (operator: OperatorCode) => boolean): number
  /** Ask again now (0), or in so many milliseconds. */
  onChange(inMs: number): void
  /** Called once for each rate: somebody has waited for it long, or will. */
  onLongWait(): void
}

const longWaitMs = 5_000

interface Bucket {
  rate: RateLimit
  tokens: number
  /** When the tokens were fetched, on the monotonic clock. They expire with their window, or after a second. */
  fetchedMs: number
  fetching: boolean
  /** The window is used up until then, on the monotonic clock. */
  emptyUntilMs: number
  /** Since when there have been none, on the monotonic clock. */
  emptySinceMs: number | undefined
  isLongWaitTold: boolean
}

/**
 * Tokens are fetched for payouts that could go at once, and never hoarded: an unused token is lost to every other process. They expire soon,
 * so that a sender that was paused for minutes doesn't start with a burst.
 */
export function createTokens(rates: Rates, { ready, ...told }: TokensOptions): Tokens {
  const all = rates.all && bucketOf(rates.all)
  const own = new Map([...rates.of].map(([operator, rate]) => [operator, bucketOf(rate)]))
  const hasOwn = (operator: OperatorCode): boolean => {
    const bucket = own.get(operator)
    return bucket === undefined || tokensIn(bucket) > 0
  }

  return {
    take: (operator) => {
      const ownBucket = own.get(operator)
      // The operator's own tokens first, so that common ones are only fetched for payouts that can go.
      if (ownBucket && tokensIn(ownBucket) === 0) {
        fetchInto(
          ownBucket,
          ready((each) => each === operator),
          told,
        )
        return 'none_for_operator'
      }
      if (all && tokensIn(all) === 0) {
        fetchInto(all, ready(hasOwn), told)
        return 'none'
      }
      if (ownBucket) ownBucket.tokens -= 1
      if (all) all.tokens -= 1
      return 'taken'
    },
  }
}

const bucketOf = (rate: RateLimit): Bucket => ({
  rate,
  tokens: 0,
  fetchedMs: 0,
  fetching: false,
  emptyUntilMs: 0,
  emptySinceMs: undefined,
  isLongWaitTold: false,
})

/** Under two limits, one's tokens are fetched after the other's: with a slow ledger, the first ones must not expire meanwhile. */
const leastGoodMs = 1_000

function tokensIn(bucket: Bucket): number {
  const goodMs = Math.max(bucket.rate.windowMs, leastGoodMs)
  if (bucket.tokens > 0 && performance.now() - bucket.fetchedMs > goodMs) bucket.tokens = 0
  return bucket.tokens
}

function fetchInto(bucket: Bucket, wanted: number, told: Omit<TokensOptions, 'ready'>): void {
  if (bucket.fetching) return
  const emptyMs = bucket.emptyUntilMs - performance.now()
  if (emptyMs >= 1) {
    told.onChange(emptyMs)
    return
  }
  bucket.fetching = true
  void bucket.rate.take(wanted).then(({ tokens, waitMs, away }) => {
    bucket.fetching = false
    bucket.tokens += tokens
    bucket.fetchedMs = performance.now()
    if (tokens === 0) bucket.emptyUntilMs = performance.now() + waitMs
    bucket.emptySinceMs = tokens > 0 || away ? undefined : (bucket.emptySinceMs ?? performance.now())
    if (isLongWait(bucket)) {
      bucket.isLongWaitTold = true
      told.onLongWait()
    }
    told.onChange(tokens > 0 ? 0 : waitMs)
  })
}

const isLongWait = ({ emptySinceMs, emptyUntilMs, isLongWaitTold }: Bucket): boolean =>
  !isLongWaitTold && emptySinceMs !== undefined && emptyUntilMs - emptySinceMs >= longWaitMs
