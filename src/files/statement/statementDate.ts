import type { Moment } from '../../payout/reconciliation.ts'
import { monthOf } from '../../payout/times/periods.ts'

/** Which of the first two numbers of `03/04/2026` is the day. */
export type DateOrder = 'day_first' | 'month_first'

/** A date: certain, or in either order (a day and a month up to 12, with slashes, dots or dashes). */
export type DateReading = { kind: 'read'; at: Moment } | { kind: 'either'; dayFirst: Moment; monthFirst: Moment }

type DateResult = (DateReading & { order?: DateOrder }) | { kind: 'not_a_date' }

const notADate: DateResult = { kind: 'not_a_date' }

const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T\s,]+(.+))?$/i
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:[T\s,]+(?:(?:à|at)\s+)?(.+))?$/i
/** `20261121`, `20261121053654`, `20261121 05:36`. */
const joined = /^(20\d{2})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?|[T\s,]+(.+))?$/
/** `21 nov. 2026`, `21-Nov-26`, `1er décembre 2026 à 05h36`. */
const dayAndWord =
  /^(\d{1,2})(?:er|st|nd|rd|th)?[-/. ]+(?:de\s+|of\s+)?(\p{L}+)\.?,?[-/. ]+(\d{4}|\d{2})(?:[T\s,]+(?:(?:à|at)\s+)?(.+))?$/iu
/** `Nov 21, 2026 5:36 PM`. */
const wordAndDay = /^(\p{L}+)\.?[-/. ]+(\d{1,2})(?:er|st|nd|rd|th)?,?[-/. ]+(\d{4})(?:[T\s,]+(?:(?:à|at)\s+)?(.+))?$/iu
const clock =
  /^(\d{1,2})\s?[:h]\s?(\d{2})(?:\s?[:m]\s?(\d{2})s?(?:[.,](\d{1,9}))?)?\s*(am|pm|a\.m\.|p\.m\.)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i
/** `samedi 21 novembre`, `Sat, 21 Nov`. */
const weekday =
  /^(?:lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\.?,?\s+(?=[\d\p{L}])/iu

/**
 * Reads the date of a statement's line: ISO 8601, `21/11/2026 05:36`, `21/11/26`, `21 nov. 2026`, `20261121`, a spreadsheet's number of
 * days, or seconds or milliseconds since 1970. A time without a zone is read as UTC. A day alone is the whole day. A year of two digits
 * is in this century, and comes last.
 *
 * @param hour from a column of its own, '' if there is none. It is used if the date has no time.
 * @returns `order` if the date itself shows which of its numbers is the day
 */
export function readStatementDate(text: string, hour = ''): DateResult {
  const day = text.trim()
  const whole = hour.trim() === '' || /\d[:h]\d{2}/i.test(day) ? day : `${day} ${hour.trim()}`
  const read = readWhole(whole)
  // `Mar 21` is in March, `mar. 21 nov.` is a Tuesday.
  return read.kind === 'not_a_date' && weekday.test(whole) ? readWhole(whole.replace(weekday, '')) : read
}

const readWhole = (text: string): DateResult =>
  readNumber(text) ?? readNamedMonth(text) ?? readYearFirst(text) ?? readYearLast(text)

function readNumber(text: string): DateResult | null {
  if (/^\d{10}$/.test(text))
    return { kind: 'read', at: { fromMs: Number(text) * 1000, toMs: Number(text) * 1000 + 999 } }
  if (/^\d{13}$/.test(text)) return { kind: 'read', at: { fromMs: Number(text), toMs: Number(text) } }
  const days = /^(\d{5})(?:[.,](\d{1,15}))?$/.exec(text)
  if (!days) return null
  // A spreadsheet's days since 30 December 1899, from 2000 to 2099. Any other number of five digits isn't a date.
  const [whole, part = ''] = [Number(days[1]), days[2]]
  if (whole < 36_526 || whole > 73_050) return notADate
  const midnightMs = (whole - 25_569) * 86_400_000
  if (/^0*$/.test(part))
    return { kind: 'read', at: { fromMs: midnightMs, toMs: midnightMs + 86_399_999, isLocal: true } }
  const fromMs = midnightMs + Math.round(Number(`0.${part}`) * 86_400) * 1000
  return { kind: 'read', at: { fromMs, toMs: fromMs + 999, isLocal: true } }
}

function readNamedMonth(text: string): DateResult | null {
  const dayFirst = dayAndWord.exec(text)
  const [, day, word = '', year, time] = dayFirst ?? reordered(wordAndDay.exec(text))
  const month = monthOf(word)
  if (month === null || day === undefined) return null
  const at = momentOf(yearOf(year ?? ''), month, Number(day), time)
  return at ? { kind: 'read', at } : notADate
}

const reordered = (found: RegExpExecArray | null): (string | undefined)[] =>
  found === null ? [] : [found[0], found[2], found[1], found[3], found[4]]

function readYearFirst(text: string): DateResult | null {
  const run = joined.exec(text)
  if (run) {
    const [, year, month, day, hours, minutes, seconds, rest] = run
    const time = hours === undefined ? rest : `${hours}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`
    const at = momentOf(Number(year), Number(month), Number(day), time)
    return at ? { kind: 'read', at } : notADate
  }
  const iso = yearFirst.exec(text)
  if (!iso) return null
  const at = momentOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[4])
  return at ? { kind: 'read', at } : notADate
}

function readYearLast(text: string): DateResult {
  const written = yearLast.exec(text)
  if (!written) return notADate
  const [one, other, year] = [Number(written[1]), Number(written[2]), yearOf(written[3] ?? '')]
  const dayFirst = momentOf(year, other, one, written[4])
  const monthFirst = momentOf(year, one, other, written[4])
  if (dayFirst && monthFirst && one !== other) return { kind: 'either', dayFirst, monthFirst }
  if (dayFirst) return { kind: 'read', at: dayFirst, ...(one === other ? {} : { order: 'day_first' }) }
  return monthFirst ? { kind: 'read', at: monthFirst, order: 'month_first' } : notADate
}

const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

function momentOf(year: number, month: number, day: number, time: string | undefined): Moment | null {
  const midnightMs = Date.UTC(year, month - 1, day)
  const back = new Date(midnightMs)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || year < 2000) return null
  if (time === undefined) return { fromMs: midnightMs, toMs: midnightMs + 86_399_999, isLocal: true }
  const read = clock.exec(time.trim())
  if (!read) return null
  const [, hourText, minutes, seconds, fraction, half, zone] = read
  const hour = hourOf(Number(hourText), half?.toLowerCase().replaceAll('.', ''))
  if (hour === null || Number(minutes) > 59 || Number(seconds ?? 0) > 60) return null
  const ms = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  const fromMs = midnightMs + ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000 + ms - offsetMs(zone)
  const spanMs = seconds === undefined ? 59_999 : fraction === undefined ? 999 : 0
  return { fromMs, toMs: fromMs + spanMs, ...(zone === undefined && { isLocal: true }) }
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
