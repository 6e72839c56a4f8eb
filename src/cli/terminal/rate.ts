import { t } from '../../words/t.ts'
import { formatCount, withPoint } from './money.ts'

/** How fast rows are being done, smoothed. Start with `startRate`, and give each observation to `observe`. */
export interface Rate {
  /** Rows per second; null until there is something to tell from. */
  perSecond: number | null
  done: number
  atMs: number
  /** When the observing began. */
  sinceMs: number
}

/** An observation weighs less the older it is: after this long, about a third of its weight is left. */
const memoryMs = 5_000
/** Over a shorter time, one batch of rows more or less would throw the figure about. */
const shortestMs = 200

/** @param done what was done already, so that a resumed batch does not begin with a leap */
export const startRate = (done: number, atMs: number): Rate => ({ perSecond: null, done, atMs, sinceMs: atMs })

export function observe(rate: Rate, done: number, atMs: number): Rate {
  const passedMs = atMs - rate.atMs
  if (passedMs < shortestMs) return rate
  const now = (Math.max(0, done - rate.done) * 1000) / passedMs
  const { sinceMs } = rate
  if (rate.perSecond === null) return { perSecond: now === 0 ? null : now, done, atMs, sinceMs }
  // In the beginning a plain average: the first observations are of a slow start and must not stick.
  const weight = Math.max(1 - Math.exp(-passedMs / memoryMs), passedMs / (atMs - sinceMs))
  return { perSecond: rate.perSecond + weight * (now - rate.perSecond), done, atMs, sinceMs }
}

/** `about 2 s left`, or null where nobody can tell. */
export function timeLeft(rate: Rate, total: number, done: number): string | null {
  const left = total - done
  if (left <= 0 || rate.perSecond === null || rate.perSecond < 0.05) return null
  return t`about ${formatDuration(left / rate.perSecond)} left`
}

/** `1 s`, `45 s`, `3 min`, `1 h 20 min`, `4 days`. Rounded up: less time than promised is no let-down. */
export function formatDuration(seconds: number): string {
  if (seconds <= 90) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
  return t`${Math.ceil(minutes / (24 * 60))} days`
}

/** `120/s`, `1 200/s`, `0.4/s`. */
export const formatRate = (perSecond: number): string => `${formatPerSecond(perSecond)}/s`

/** `120`, `1 200`, `0.4`. */
export function formatPerSecond(perSecond: number): string {
  if (perSecond >= 10) return formatCount(Math.round(perSecond))
  return withPoint(perSecond.toFixed(1).replace(/\.0$/, ''))
}
