const minWaitMs = 1000
const longestPayoutWaitMs = 5 * 60 * 1000

/**
 * A Retry-After header (RFC 9110, 10.2.3: whole seconds or an HTTP date) as milliseconds from `now`, never under 1 s or
 * over `longestMs` (5 min for payouts: rows are waiting). Undefined when there is none or it can't be read: the caller has
 * its own pause then.
 */
export function retryAfterMs(header: string | null, now: Date, longestMs = longestPayoutWaitMs): number | undefined {
  const clamp = (waitMs: number): number => Math.min(Math.max(waitMs, minWaitMs), longestMs)
  const text = header?.trim() ?? ''
  if (/^\d{1,15}$/.test(text)) return clamp(Number(text) * 1000)
  // Date.parse also takes "-1" and "1e9" for years: only what begins with a weekday is an HTTP date.
  if (!/^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /.test(text)) return undefined
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : clamp(atMs - now.getTime())
}
