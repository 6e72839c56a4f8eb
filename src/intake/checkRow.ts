import { type Country, type Currency, countryName, findCountry, isCurrency } from '../payout/country.ts'
import { formatAmount, parseAmount, parseLimit } from '../payout/money.ts'
import { countryOfOperator, findOperator, type Operator } from '../payout/operator.ts'
import type { Payable } from '../payout/payable.ts'
import { parsePhone } from '../payout/phone.ts'
import type { Problem, ProblemCode } from '../payout/problem.ts'
import { t } from '../words/t.ts'
import {
  type Advice,
  adviseAmount,
  adviseCountry,
  adviseCurrency,
  adviseOperator,
  advisePhone,
  operatorsSentence,
} from './advice.ts'
import type { Columns, Field } from './columns.ts'
import type { CellDoubt, Row } from './row.ts'

export interface CheckRowOptions {
  /** `--max-amount`: compared in each row's own currency. Null: no limit. */
  maxAmount?: string | null
}

/** A row with no problem of its own; `reference` is trimmed, null when there is none. */
export type RowCheck =
  | { ok: true; payable: Payable; reference: string | null }
  | { ok: false; problems: Problem[]; reference: string | null }

type Report = (field: Field | null, code: ProblemCode, advice: string | Advice) => void

const maxNameLength = 100
const maxReferenceLength = 200
const control = /\p{Cc}/u
const lostCharacter = '\ufffd'

/**
 * Checks one row against the contract ("Payout files") and finds all its problems, not just the first. What depends on a
 * cell that is missing or wrong is not judged: a phone number needs a country, decimals need a currency.
 */
export function checkRow(row: Row, columns: Columns, options: CheckRowOptions): RowCheck {
  const problems: Problem[] = []
  if (row.malformed) {
    const { column, value, message } = row.malformed
    problems.push({ line: row.line, column, value: shorten(value), code: 'malformed', message })
    return { ok: false, problems, reference: null }
  }
  const text = (field: Field): string => cellOf(row, columns, field).trim()
  const reportPlain: Report = (field, code, advice) => {
    const value = field === null ? '' : shorten(cellOf(row, columns, field))
    const said = typeof advice === 'string' ? { message: advice } : advice
    problems.push({ line: row.line, column: columnName(columns, field), value, code, ...said })
  }
  const { doubts } = row
  const report: Report = doubts ? reportDoubts(doubts, reportPlain) : reportPlain
  const operator = checkOperator(text, report)
  const home = checkCountry(text('country'), operator, report)
  const currency = checkCurrency(text('currency'), home, report)
  const phone = checkPhone(text('phone_number'), home, report)
  const amountMinor = checkAmount(text('amount'), currency, options, report)
  const name = checkName(text('name'), report)
  const reference = checkReference(text('reference'), report)
  if (problems.length > 0 || !operator || !currency || phone === null || amountMinor === null) {
    return { ok: false, problems, reference }
  }
  return { ok: true, payable: { operator: operator.code, phone, amountMinor, currency, name }, reference }
}

/** Tells what the sheet doesn't vouch for, and nothing else of those cells: their value is none. */
function reportDoubts(doubts: readonly CellDoubt[], report: Report): Report {
  for (const { field, code, message } of doubts) report(field, code, message)
  return (field, code, message) => {
    if (!doubts.some((doubt) => doubt.field === field)) report(field, code, message)
  }
}

/** The cell of a field as it was, '' when absent. */
export function cellOf(row: Row, columns: Columns, field: Field): string {
  const index = columns.index[field]
  return index === undefined ? '' : (row.cells[index] ?? '')
}

/** The column as the file names it; the canonical name where the file has none. */
export function columnName(columns: Columns, field: Field | null): string {
  if (field === null) return ''
  const index = columns.index[field]
  return index === undefined ? field : (columns.names[index] ?? field)
}

export const shorten = (value: string): string => (value.length > 80 ? `${value.slice(0, 79)}…`.toWellFormed() : value)

function checkOperator(cell: (field: Field) => string, report: Report): Operator | null {
  const text = cell('operator')
  if (text === '') {
    report('operator', 'missing_operator', t`The operator is missing: write its code, as in mtn-benin.`)
    return null
  }
  const operator = findOperator(text)
  if (operator) return operator
  report('operator', 'unknown_operator', adviseOperator(shorten(text), cell('country'), cell('phone_number')))
  return null
}

/** The country that the row pays to: the operator's; without an operator, the one that the row names. */
function checkCountry(text: string, operator: Operator | null, report: Report): Country | null {
  const home = operator && countryOfOperator(operator)
  if (text === '') return home
  const country = findCountry(text)
  if (!country) {
    report('country', 'unknown_country', adviseCountry(shorten(text)))
    return home
  }
  if (operator && home && home.code !== country.code) {
    const message = t`${operator.code} is an operator of ${countryName(home)}, not of ${countryName(country)}: correct one of the two.`
    report('country', 'operator_country_mismatch', `${message} ${operatorsSentence(country)}`)
  }
  return home ?? country
}

function checkCurrency(text: string, home: Country | null, report: Report): Currency | null {
  if (text === '') return home?.currency ?? null
  const currency = text.toUpperCase()
  if (!isCurrency(currency)) {
    report('currency', 'unknown_currency', adviseCurrency(shorten(text), home))
    return home?.currency ?? null
  }
  if (home && home.currency !== currency) {
    const message = t`Payouts in ${countryName(home)} are in ${home.currency}, not in ${currency}: correct the currency and the amount.`
    report('currency', 'currency_mismatch', message)
  }
  return home?.currency ?? currency
}

function checkPhone(text: string, home: Country | null, report: Report): string | null {
  if (text === '') {
    report('phone_number', 'missing_phone', t`The phone number is missing: write the number that is to be paid.`)
    return null
  }
  if (!home) return null
  const phone = parsePhone(text, home.code)
  if (phone.ok) return phone.digits
  report('phone_number', phone.code, advisePhone(text, home, phone))
  return null
}

function checkAmount(text: string, currency: Currency | null, options: CheckRowOptions, report: Report): bigint | null {
  if (text === '') {
    report('amount', 'missing_amount', t`The amount is missing: write how much is to be paid.`)
    return null
  }
  // Without a currency, decimals can't be judged; the writing can.
  const amount = parseAmount(text, currency ?? 'KES')
  if (!amount.ok) {
    if (currency || amount.code !== 'too_many_decimals')
      report('amount', amount.code, adviseAmount(text, currency, amount))
    return null
  }
  if (!currency) return null
  const limit = options.maxAmount == null ? null : parseLimit(options.maxAmount, currency)
  if (limit?.ok && amount.amountMinor > limit.amountMinor) {
    const most = formatAmount(limit.amountMinor, currency)
    const message = t`${formatAmount(amount.amountMinor, currency)} is over the limit of ${most}: correct the amount, or raise --max-amount.`
    report('amount', 'amount_over_limit', message)
  }
  return amount.amountMinor
}

function checkName(text: string, report: Report): string | null {
  if (text === '') return null
  if (isLonger(text, maxNameLength)) {
    report('name', 'invalid_name', t`The name is longer than ${maxNameLength} characters: shorten it.`)
  } else if (control.test(text)) {
    report('name', 'invalid_name', t`The name has a line break or another control character in it: type it again.`)
  } else if (text.includes(lostCharacter)) {
    report(
      'name',
      'invalid_name',
      t`The name has a character that was lost in saving (${lostCharacter}): type it again.`,
    )
  }
  return text
}

function checkReference(text: string, report: Report): string | null {
  if (text === '') return null
  if (isLonger(text, maxReferenceLength)) {
    report('reference', 'malformed', t`The reference is longer than ${maxReferenceLength} characters: shorten it.`)
    return null
  }
  if (control.test(text)) {
    report(
      'reference',
      'malformed',
      t`The reference has a line break or another control character in it: type it again.`,
    )
    return null
  }
  return text
}

/** In characters, which may be two code units each. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most
