import type { Moment } from '../../payout/reconciliation.ts'

/** Which of the first two numbers of `03/04/2026` is the day. */
export type DateOrder = 'day_first' | 'month_first'

/** A date as read: certain, or (days and months up to 12, with slashes, dots or dashes) in either order. */
export type DateReading = { kind: 'read'; at: Moment } | { kind: 'either'; dayFirst: Moment; monthFirst: Moment }

export type DateResult = (DateReading & { order?: DateOrder }) | { kind: 'not_a_date' }

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,]+(.+))?$/i
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T\s,]+(?:à\s+)?(.+))?$/i
const clock = /^(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i

/**
 * Reads the date of a statement's line: ISO 8601, `21/11/2026 05:36`, `2026-11-21`, or seconds or milliseconds since 1970.
 * A time without a zone is taken for UTC. A day alone is all of that day.
 *
 * @returns `order` where the date itself shows which of its numbers is the day
 */
export function readStatementDate(text: string): DateResult {
  const trimmed = text.trim()
  if (/^\d{10}$/.test(trimmed))
    return { kind: 'read', at: { fromMs: Number(trimmed) * 1000, toMs: Number(trimmed) * 1000 + 999 } }
  if (/^\d{13}$/.test(trimmed)) return { kind: 'read', at: { fromMs: Number(trimmed), toMs: Number(trimmed) } }
  const iso = yearFirst.exec(trimmed)
  if (iso) {
    const at = momentOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[4])
    return at ? { kind: 'read', at } : { kind: 'not_a_date' }
  }
  const written = yearLast.exec(trimmed)
  if (!written) return { kind: 'not_a_date' }
  const [one, other, year] = [Number(written[1]), Number(written[2]), Number(written[3])]
  const dayFirst = momentOf(year, other, one, written[4])
  const monthFirst = momentOf(year, one, other, written[4])
  if (dayFirst && monthFirst && one !== other) return { kind: 'either', dayFirst, monthFirst }
  if (dayFirst) return { kind: 'read', at: dayFirst, ...(one === other ? {} : { order: 'day_first' }) }
  return monthFirst ? { kind: 'read', at: monthFirst, order: 'month_first' } : { kind: 'not_a_date' }
}

function momentOf(year: number, month: number, day: number, time: string | undefined): Moment | null {
  const midnightMs = Date.UTC(year, month - 1, day)
  const back = new Date(midnightMs)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || year < 2000) return null
  if (time === undefined) return { fromMs: midnightMs, toMs: midnightMs + 86_399_999 }
  const read = clock.exec(time.trim())
  if (!read) return null
  const [, hourText, minutes, seconds, fraction, half, zone] = read
  const hour = hourOf(Number(hourText), half?.toLowerCase())
  if (hour === null || Number(minutes) > 59 || Number(seconds ?? 0) > 60) return null
  const ms = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  const fromMs = midnightMs + ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000 + ms - offsetMs(zone)
  const spanMs = seconds === undefined ? 59_999 : fraction === undefined ? 999 : 0
  return { fromMs, toMs: fromMs + spanMs }
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 24 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

function offsetMs(zone: string | undefined): number {
  const digits = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!digits) return 0
  const minutes = Number(digits[2]) * 60 + Number(digits[3])
  return (digits[1] === '-' ? -minutes : minutes) * 60_000
}
