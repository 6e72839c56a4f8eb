import { meansCurrency } from '../../../payout/money/writtenAmount.ts'
import {
  type Country,
  countryOfOperator,
  findCountry,
  findOperator,
  type Operator,
  suggestOperator,
} from '../../../payout/operators/operator.ts'
import { type PhoneMistake, parsePhone, suggestPhone } from '../../../payout/phone/phone.ts'
import { isInUse, type Problem, withoutAdvice } from '../../../payout/problem.ts'
import { directionProblem } from '../../../payout/typedText.ts'
import type { CellEdit, RowEdit } from '../../formats/xlsx/editSheet.ts'
import type { CheckedRow, FileCheck } from '../checkFile.ts'
import type { Columns, Field } from '../header/columns.ts'
import { cellOf, columnName } from '../header/columns.ts'
import type { Row } from '../row.ts'

/** One cell that `validate --fix` changes. */
export interface Fix {
  line: number
  /** The file's name for the column. */
  column: string
  /** The cell as it was. */
  before: string
  after: string
  /** Why it is certain. */
  reason: FixReason
  /** The cell's index among the kept columns. */
  index: number
}

/** A lost digit may have been any, so it is only suggested. */
export type FixReason = 'operator_words' | Exclude<PhoneMistake, 'lost_zero'>

/**
 * The certain fixes of a row, about which nobody has to decide: an operator named by its brand and country, and a number whose digits
 * are all in the cell, or a number of Benin from before the renumbering of 30 November 2024. Only these two cells are ever fixed: the
 * amount, currency and reference stay as they were. A number is read in the country of the row's operator, so nothing is fixed if the
 * row's country or currency contradicts that.
 */
function fixRow(row: Pick<Row, 'line' | 'cells'>, columns: Columns): Fix[] {
  const text = (field: Field): string => cellOf(row, columns, field).trim()
  // The cell may show another operator than it contains.
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
 * The cells with a certain fix, row by row in the order of their lines.
 *
 * @param onFix called for each fix when it is written
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

/** The texts of a copy with marked problems, in the language of the person who requested it. */
export interface CopyTexts {
  /** The heading of the column of reasons. */
  heading: string
  /** The reason for all problems of a row. */
  reason(problems: readonly Problem[]): string
  /** What a ledger knows about the rows, by line; absent if none was asked. */
  known?: ReadonlyMap<number, Problem>
}

/**
 * Marks the wrong cells of each row, and puts the reason into a column of its own. A column of an earlier copy is used again, and
 * emptied for rows that are now right.
 *
 * @param end the place of that column if the file has none yet
 */
export async function* marks(check: FileCheck, told: CopyTexts, end: number): AsyncGenerator<RowEdit, void> {
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

/** If a row's payout already exists, that problem comes first, and the others have no advice. */
function withKnown({ line, problems }: CheckedRow, known: CopyTexts['known']): readonly Problem[] {
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
