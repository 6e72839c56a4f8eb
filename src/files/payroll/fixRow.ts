import { meansCurrency } from '../../payout/money/writtenAmount.ts'
import {
  type Country,
  countryOfOperator,
  findCountry,
  findOperator,
  type Operator,
  suggestOperator,
} from '../../payout/operators/operator.ts'
import { type PhoneMistake, parsePhone, suggestPhone } from '../../payout/phone/phone.ts'
import { isInUse, type Problem, withoutAdvice } from '../../payout/problem.ts'
import { directionProblem } from '../../payout/typedText.ts'
import type { CellEdit, RowEdit } from '../formats/xlsx/editSheet.ts'
import type { CheckedRow, FileCheck } from './checkFile.ts'
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
function fixRow(row: Pick<Row, 'line' | 'cells'>, columns: Columns): Fix[] {
  const text = (field: Field): string => cellOf(row, columns, field).trim()
  // What is shown there may be another operator.
  if (directionProblem(text('operator'))) return []
  const known = findOperator(text('operator'))
  const operator = known ?? operatorInWords(text('operator'))
  if (!operator || !agrees(operator, text('country'), text('currency'))) return []
  const fixes = known ? [] : [fixOf(row, columns, 'operator', operator.code, 'operator_words')]
  const home = countryOfOperator(operator)
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

/**
 * The cells that are certain to be fixed (fixRow.ts), row by row in the order of their lines.
 *
 * @param onFix called for each when it is written
 */
export async function* fixedCells(check: FileCheck, onFix: (fix: Fix) => void): AsyncGenerator<RowEdit, void> {
  for await (const rows of check.batches) {
    for (const row of rows) {
      const fixes = isFixable(row) ? fixRow(row, check.layout) : []
      if (fixes.length === 0) continue
      const cells = fixes.map((fix): [number, CellEdit] => [
        check.layout.places[fix.index] ?? -1,
        { text: fix.after, done: () => onFix(fix) },
      ])
      yield { line: row.line, cells: new Map(cells) }
    }
  }
}

const isFixable = ({ problems }: CheckedRow): boolean =>
  problems.length > 0 && !problems.some(({ code }) => code === 'malformed')

/** What a copy with its problems says, in the language of whoever asked for it. */
export interface Told {
  /** Of the column that says what is wrong. */
  heading: string
  /** Of all problems of a row. */
  reason(problems: readonly Problem[]): string
  /** What a ledger knows of the rows, by their lines; left out: none was asked. */
  known?: ReadonlyMap<number, Problem>
}

/**
 * The wrong cells of each row, and the reason in a column of its own. A column of an earlier copy is used again: what it says
 * of rows that are right now is taken out.
 *
 * @param end where that column is, when the file has none yet
 */
export async function* marks(check: FileCheck, told: Told, end: number): AsyncGenerator<RowEdit, void> {
  let isBegun = false
  for await (const rows of check.batches) {
    const { headerLine, problemsAt } = check.layout
    const at = problemsAt ?? end
    if (!isBegun) yield { line: headerLine, cells: new Map([[at, { text: told.heading, isMarked: true }]]) }
    isBegun = true
    for (const row of rows) {
      const problems = withKnown(row, told.known)
      if (problems.length === 0 && problemsAt === undefined) continue
      const cells = new Map<number, CellEdit>(wrongCells(problems, check).map((place) => [place, { isMarked: true }]))
      cells.set(at, { text: problems.length === 0 ? '' : told.reason(problems) })
      const isRagged = problems.some(({ code }) => code === 'malformed')
      yield { line: row.line, cells, isCleared: problemsAt !== undefined, isRagged }
    }
  }
}

/** Of a row that is in use, that comes first, and how to correct it is not told. */
function withKnown({ line, problems }: CheckedRow, known: Told['known']): readonly Problem[] {
  const of = known?.get(line)
  if (!of) return problems
  if (isInUse(of)) return [of, ...problems.filter((each) => !isInUse(each)).map(withoutAdvice)]
  return problems.some(({ code, column }) => code === of.code && column === of.column) ? problems : [of, ...problems]
}

function wrongCells(problems: readonly Problem[], { layout }: FileCheck): number[] {
  return problems.flatMap(({ column }) => {
    const place = layout.places[layout.names.indexOf(column)]
    return column === '' || place === undefined ? [] : [place]
  })
}
