import { type Currency, currencyDecimals, isCurrency } from '../payout/country.ts'
import { parseAmount } from '../payout/money.ts'
import type { ProblemCode } from '../payout/problem.ts'
import type { LineMeaning, StatementLine } from '../payout/statement.ts'
import { t } from '../words/t.ts'
import type { Row } from './row.ts'
import type { StatementColumns, StatementField } from './statementColumns.ts'
import { type DateOrder, type DateReading, readStatementDate } from './statementDate.ts'
import { readStatementPhones } from './statementPhones.ts'

/** What is wrong with a line of a statement. */
export interface StatementProblem {
  line: number
  /** As the file names it; '' for the whole line. */
  column: string
  value: string
  code: ProblemCode | 'invalid_date'
  message: string
}

/** A line whose date may still have two readings: the file as a whole shows which one is meant. */
export interface DraftLine {
  line: Omit<StatementLine, 'at'>
  /** How its amount's sign reads; null without an amount, and for a line that names no payout. */
  sign: 'minus' | 'plain' | null
  date: DateReading | null
  order: DateOrder | undefined
}

type Report = (field: StatementField, code: StatementProblem['code'], message: string) => void

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
    report('amount', 'missing_amount', t`The line has no reference and no amount: remove it, or write one.`)
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
  report(
    'reference',
    'malformed',
    t`The reference is longer than 200 characters, or has a control character in it: type it again.`,
  )
  return null
}

function readPhones(text: string, report: Report): string[] | null {
  if (text === '') return null
  const read = readStatementPhones(text)
  if (read.ok) return read.phones
  report('phone', 'invalid_phone', t`"${shorten(text)}" is not a phone number: write digits, with the country code.`)
  return null
}

/** The franc by its everyday names may be either of the two. */
const francs = new Set(['CFA', 'FCFA', 'F CFA', 'F'])

function readCurrency(text: string, report: Report): Currency | null {
  const upper = text.toUpperCase()
  if (text === '' || francs.has(upper)) return null
  if (isCurrency(upper)) return upper
  const known = Object.keys(currencyDecimals).join(', ')
  report('currency', 'unknown_currency', t`"${shorten(text)}" is no currency that payrun pays in: use one of ${known}.`)
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
  report('date', 'invalid_date', t`"${shorten(text)}" is not a date: write it as 2026-11-21 or 2026-11-21 05:36.`)
  return null
}

const shorten = (value: string): string => (value.length > 80 ? `${value.slice(0, 79)}…`.toWellFormed() : value)
