import { parseAmount } from '../../payout/money/money.ts'
import { type Currency, countries, currencyDecimals, isCurrency } from '../../payout/operators/operator.ts'
import { parsePhone } from '../../payout/phone/phone.ts'
import type { ProblemCode } from '../../payout/problem.ts'
import type { LineMeaning, Moment, StatementLine } from '../../payout/reconciliation.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Row } from '../payroll/row.ts'
import type { StatementColumns, StatementField } from './statementColumns.ts'

/** What is wrong with a line of a statement. */
export interface StatementProblem {
  line: number
  /** As the file names it; '' for the whole line. */
  column: string
  value: string
  code: ProblemCode | 'invalid_date'
  message: Sentence
}

/** A line whose date may still have two readings: the file as a whole shows which one is meant. */
export interface DraftLine {
  line: Omit<StatementLine, 'at'>
  /** How its amount's sign reads; null without an amount, and for a line that names no payout. */
  sign: 'minus' | 'plain' | null
  date: DateReading | null
  order: DateOrder | undefined
}

type Report = (field: StatementField, code: StatementProblem['code'], message: Sentence) => void

/**
 * Checks one row of a statement, and finds all its problems. A row that names neither a reference nor a number (a total, a
 * fee) has none: it says nothing of a payout, and what can't be read of it is left out.
 *
 * @param meaningOf what a status says
 */
export function checkStatementRow(
  row: Row,
  { index, names }: StatementColumns,
  meaningOf: (status: string) => LineMeaning,
): { ok: true; draft: DraftLine } | { ok: false; problems: StatementProblem[] } {
  if (row.malformed) {
    const { column, value, message } = row.malformed
    return { ok: false, problems: [{ line: row.line, column, value: shorten(value), code: 'malformed', message }] }
  }
  const problems: StatementProblem[] = []
  const text = (field: StatementField): string =>
    plain(index[field] === undefined ? '' : (row.cells[index[field]] ?? ''))
  const report: Report = (field, code, message) => {
    const column = index[field] === undefined ? field : (names[index[field]] ?? field)
    problems.push({ line: row.line, column, value: shorten(text(field)), code, message })
  }
  const reference = readReference(text('reference'), report)
  const phones = readPhones(text('phone'), report)
  const currency = readCurrency(text('currency'), report)
  const amountHundredths = readAmount(text('amount'), currency, report)
  const date = readDate(text('date'), report)
  const status = index.status === undefined ? null : text('status')
  const isNameless = text('reference') === '' && text('phone') === ''
  if (reference === null && !isNameless && amountHundredths === null && problems.length === 0)
    report('amount', 'missing_amount', say('payout.line_no_reference_no_amount_remove'))
  if (problems.length > 0 && !isNameless) return { ok: false, problems }
  const meaning = status === null ? 'carried_out' : meaningOf(status)
  const line = { line: row.line, reference, phones: phones ?? [], amountHundredths, currency, status, meaning }
  const { order, ...reading } = date ?? { order: undefined }
  const sign = isNameless || amountHundredths === null ? null : minus.test(text('amount')) ? 'minus' : 'plain'
  return { ok: true, draft: { line, sign, date: 'kind' in reading ? reading : null, order } }
}

/** A cell as it is meant: our own reports, and spreadsheets, put a ' before what would be run as a formula. */
const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

const control = /\p{Cc}/u

function readReference(text: string, report: Report): string | null {
  if (text === '') return null
  if (text.length <= 200 && !control.test(text)) return text
  report('reference', 'malformed', say('payout.reference_longer_200_characters_control_character'))
  return null
}

function readPhones(text: string, report: Report): string[] | null {
  if (text === '') return null
  const read = readStatementPhones(text)
  if (read.ok) return read.phones
  report('phone', 'invalid_phone', say('payout.not_phone_number_write_digits_country', { text: shorten(text) }))
  return null
}

/** The franc by its everyday names may be either of the two. */
const francs = new Set(['CFA', 'FCFA', 'F CFA', 'F'])

function readCurrency(text: string, report: Report): Currency | null {
  const upper = text.toUpperCase()
  if (text === '' || francs.has(upper)) return null
  if (isCurrency(upper)) return upper
  const known = Object.keys(currencyDecimals)
  report('currency', 'unknown_currency', say('payout.no_currency_payrun_pays_use_one', { text: shorten(text), known }))
  return null
}

const minus = /^[-\u2212]\s*(?=\d)/

/**
 * In hundredths: without a currency, two decimals at most are let through, and the row's own currency decides later. Many
 * statements write outgoing money with a minus: a payout is as much of it (readStatement sees to those that have both).
 */
function readAmount(text: string, currency: Currency | null, report: Report): bigint | null {
  if (text === '') return null
  const read = parseAmount(text.replace(minus, ''), currency ?? 'KES')
  if (!read.ok) {
    report('amount', read.code, read.message)
    return null
  }
  return currency !== null && currencyDecimals[currency] === 0 ? read.amountMinor * 100n : read.amountMinor
}

function readDate(text: string, report: Report): (DateReading & { order?: DateOrder }) | null {
  if (text === '') return null
  const read = readStatementDate(text)
  if (read.kind !== 'not_a_date') return read
  report('date', 'invalid_date', say('payout.not_date_write_2026_11_21', { text: shorten(text) }))
  return null
}

const shorten = (value: string): string => (value.length > 80 ? `${value.slice(0, 79)}…`.toWellFormed() : value)

export type PhonesResult = { ok: true; phones: string[] } | { ok: false }

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const punctuation = /[\s.()\u2010-\u2015-]/g
/** Providers may hide part of a number: `229******12`. Such a line names nobody. */
const masked = /^\+?[\dx*•#]*[x*•#]{2,}[\dx*•#]*$/i

/** No mobile pattern of the 13 countries looks at the last four digits (see phone.ts): one look settles a block. */
const blocks = new Map<string, string[]>()
const blockDigits = 4
const maxBlocks = 20_000

/**
 * The numbers that a statement's line may mean, as digits with the country code: one for a number written with its
 * country's code, every reading for one written nationally, its new form for an old one of Benin. None when it is masked;
 * its digits as they are when it is a number of no country that payrun pays to.
 */
function readStatementPhones(text: string): PhonesResult {
  const written = text.trim().replace(/^'/, '').replace(invisible, '').replace(punctuation, '').replace(/^00/, '+')
  if (masked.test(written)) return { ok: true, phones: [] }
  if (!/^\+?\d{6,20}$/.test(written)) return { ok: false }
  const block = `${written.length} ${written.slice(0, -blockDigits)}`
  const last = written.slice(-blockDigits)
  let starts = blocks.get(block)
  if (!starts) {
    starts = readings(written).map((digits) => digits.slice(0, -blockDigits))
    if (blocks.size >= maxBlocks) blocks.clear()
    blocks.set(block, starts)
  }
  return { ok: true, phones: starts.map((start) => start + last) }
}

function readings(written: string): string[] {
  const found = new Set<string>()
  for (const { code } of countries) {
    const read = parsePhone(written, code)
    if (read.ok) found.add(read.digits)
  }
  const digits = written.replace('+', '')
  // Benin's numbers got a 01 in front in 2024, and systems still write the eight digits of before.
  const oldBenin = /^229(\d{8})$/.exec(digits)
  if (oldBenin) {
    const read = parsePhone(`+22901${oldBenin[1]}`, 'BJ')
    if (read.ok) found.add(read.digits)
  }
  return found.size > 0 ? [...found] : [digits]
}

/** Which of the first two numbers of `03/04/2026` is the day. */
export type DateOrder = 'day_first' | 'month_first'

/** A date as read: certain, or (days and months up to 12, with slashes, dots or dashes) in either order. */
type DateReading = { kind: 'read'; at: Moment } | { kind: 'either'; dayFirst: Moment; monthFirst: Moment }

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
