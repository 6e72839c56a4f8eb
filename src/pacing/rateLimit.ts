import type { OperatorCode } from '../payout/operators/operator.ts'

/** Payouts a second over all processes of one ledger. */
export interface RateLimit {
  /** How long a window lasts. */
  windowMs: number
  /**
   * Take up to `wanted` payouts' worth. Fewer, or none, when this window's are used up: then `waitMs` says when to ask
   * again. While the ledger is away nothing is handed out.
   */
  take(wanted: number): Promise<{ tokens: number; waitMs: number }>
}

/** Takes from a window that all processes share, by its owner's clock (src/ledger/policy/takeRate.ts). */
export type TakeRate = (
  window: { key: string; points: number; durationMs: number },
  wanted: number,
) => Promise<{ tokens: number; endsInMs: number }>

/**
 * Whole payouts in a window of a tenth of a second, or in a longer one where the rate is below ten: 100 is 10 in 100 ms, 15 is one in 67 ms,
 * 0.5 is one in 2 s. Never more than the rate, and at most 2 % less. A window may be emptied at its end and the next one at
 * its beginning, so within any second there is one window more than the rate says, which a short window keeps small.
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
        // The ledger is away.
        return { tokens: 0, waitMs: 1_000 }
      }
    },
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

interface TokensOptions {
  /** How many payouts to these operators could go now if there were tokens. */
  ready(counts: (operator: OperatorCode) => boolean): number
  /** Ask again now (0), or in so many milliseconds. */
  onChange(inMs: number): void
}

interface Bucket {
  rate: RateLimit
  tokens: number
  /** When the tokens were fetched, on the monotonic clock. They are given up when their window, or a second, is over. */
  fetchedMs: number
  fetching: boolean
  /** The window is used up until then, on the monotonic clock. */
  emptyUntilMs: number
}

/**
 * Tokens are fetched for payouts that could go at once, never hoarded: what is fetched and not used is lost to every other
 * process, and is given up soon (a sender that is paused for minutes must not begin with a burst).
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
        fetchInto(
          ownBucket,
          ready((each) => each === operator),
          onChange,
        )
        return 'none_for_operator'
      }
      if (all && tokensIn(all) === 0) {
        fetchInto(all, ready(hasOwn), onChange)
        return 'none'
      }
      if (ownBucket) ownBucket.tokens -= 1
      if (all) all.tokens -= 1
      return 'taken'
    },
  }
}

const bucketOf = (rate: RateLimit): Bucket => ({ rate, tokens: 0, fetchedMs: 0, fetching: false, emptyUntilMs: 0 })

/** Where two rates hold, the tokens of one are fetched after the other's: a slow ledger must not make these too old meanwhile. */
const leastGoodMs = 1_000

function tokensIn(bucket: Bucket): number {
  const goodMs = Math.max(bucket.rate.windowMs, leastGoodMs)
  if (bucket.tokens > 0 && performance.now() - bucket.fetchedMs > goodMs) bucket.tokens = 0
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
