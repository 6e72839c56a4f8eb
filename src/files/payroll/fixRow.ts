import { meansCurrency } from '../../payout/money/currencySigns.ts'
import {
  type Country,
  countryOf,
  countryOfOperator,
  findCountry,
  findOperator,
  type Operator,
  suggestOperator,
} from '../../payout/operators/operator.ts'
import { type PhoneMistake, parsePhone, suggestPhone } from '../../payout/phone/phone.ts'
import { cellOf, columnName } from './checkRow.ts'
import type { Columns, Field } from './columns.ts'
import type { Row } from './row.ts'

/** One cell that `validate --fix` writes anew. */
export interface Fix {
  line: number
  /** The column as the file names it. */
  column: string
  /** The cell as it was. */
  before: string
  after: string
  /** Why it is certain. */
  reason: FixReason
  /** Index of the cell among the kept columns. */
  index: number
}

/** A digit that was lost may have been any: it is only suggested. */
export type FixReason = 'operator_words' | Exclude<PhoneMistake, 'lost_zero'>

/**
 * The fixes of a row that are certain, so that nobody has to decide: an operator named by its brand and its country, and a
 * number whose digits all stand in the cell, or Benin's of before the renumbering of 30 November 2024. Only these two
 * cells are ever fixed: what is paid, in which currency and for what stays as it was written. A number is read in the
 * country of the row's operator, so nothing is fixed in a row whose country or currency says otherwise.
 */
export function fixRow(row: Pick<Row, 'line' | 'cells'>, columns: Columns): Fix[] {
  const text = (field: Field): string => cellOf(row, columns, field).trim()
  const known = findOperator(text('operator'))
  const operator = known ?? operatorInWords(text('operator'))
  if (!operator || !agrees(operator, text('country'), text('currency'))) return []
  const fixes = known ? [] : [fixOf(row, columns, 'operator', operator.code, 'operator_words')]
  const home = countryOf(operator.country)
  const phone = suggestion(text('phone_number'), home)
  if (phone?.isCertain && phone.why !== 'lost_zero')
    fixes.push(fixOf(row, columns, 'phone_number', `+${phone.digits}`, phone.why))
  return fixes.filter((fix) => fix !== null)
}

function operatorInWords(text: string): Operator | null {
  const found = suggestOperator(text, null)
  return found?.isCertain ? found.operators[0] : null
}

function agrees(operator: Operator, country: string, currency: string): boolean {
  const home = countryOfOperator(operator)
  if (country !== '' && findCountry(country)?.code !== home.code) return false
  return currency === '' || currency.toUpperCase() === home.currency || meansCurrency(currency, home.currency)
}

function suggestion(text: string, home: Country) {
  const parsed = parsePhone(text, home.code)
  return parsed.ok || parsed.code !== 'invalid_phone' ? null : suggestPhone(text, home.code)
}

function fixOf(
  row: Pick<Row, 'line' | 'cells'>,
  columns: Columns,
  field: Field,
  after: string,
  reason: FixReason,
): Fix | null {
  const index = columns.index[field]
  if (index === undefined) return null
  return {
    line: row.line,
    column: columnName(columns, field),
    before: cellOf(row, columns, field),
    after,
    reason,
    index,
  }
}
