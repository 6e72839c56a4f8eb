import type { ProblemCode } from '../payout/problem.ts'
import type { SheetRow } from '../spreadsheet/readSheet.ts'
import type { SheetCell } from '../spreadsheet/sheetCell.ts'
import { t } from '../words/t.ts'
import type { Columns, Field } from './columns.ts'
import type { CellDoubt } from './row.ts'

/**
 * What can't be trusted in a row of a sheet, cell by cell: only cells that a payout is made of. In other columns an error
 * stays as it is shown.
 */
export function sheetDoubts(source: SheetRow, kept: readonly number[], columns: Columns): CellDoubt[] {
  if (source.cells.every(isPlain)) return []
  const fields = fieldsByIndex(columns)
  return source.cells.flatMap((cell) => {
    const index = kept[cell.column] ?? -1
    const field = fields.get(index)
    const message = field === undefined ? null : doubtOf(cell, field)
    if (message === null || field === undefined) return []
    return [{ field, code: field === 'amount' && isTooFine(cell) ? 'too_many_decimals' : codeOf(field), message }]
  })
}

/** Whether a cell that a payout is made of is the result of a formula. */
export function hasFormula(source: SheetRow, kept: readonly number[], columns: Columns): boolean {
  if (!source.cells.some(({ isFormula }) => isFormula)) return false
  const fields = fieldsByIndex(columns)
  return source.cells.some(({ isFormula, column }) => isFormula && fields.has(kept[column] ?? -1))
}

function fieldsByIndex(columns: Columns): Map<number, Field> {
  const fields = new Map<number, Field>()
  for (const [field, index] of Object.entries(columns.index)) fields.set(index, field as Field)
  return fields
}

const isPlain = (cell: SheetCell): boolean =>
  cell.kind === 'number' ? isWhole(cell) : cell.kind === 'text' && !cell.text.includes('\0')

const isWhole = ({ text }: SheetCell): boolean => /^\d+$/.test(text)

/** As text, `1.125` could be read in two ways; as a number it can't, and no currency has three decimals. */
const isTooFine = ({ kind, text }: SheetCell): boolean => kind === 'number' && /\.\d{3}/.test(text)

function codeOf(field: Field): ProblemCode {
  if (field === 'amount') return 'invalid_amount'
  return field === 'phone_number' ? 'invalid_phone' : 'malformed'
}

function doubtOf(cell: SheetCell, field: Field): string | null {
  const { kind, text } = cell
  switch (kind) {
    case 'error':
      return t`The sheet shows the error ${text} here: correct the formula, or type the value.`
    case 'no_value':
      return t`The formula in this cell has never been calculated: open the workbook in Excel, save it, and give it again.`
    case 'digits_lost':
      return t`A spreadsheet keeps only 15 digits of a number, so the last digits of ${text} are lost: format the column as text and type it again.`
    case 'remainder':
      return field === 'amount'
        ? t`The sheet shows less than it holds: the amount is ${text}, left over from a calculation. Round it in the sheet, as in =ROUND(…, 2), or type it.`
        : t`The sheet holds ${text}, left over from a calculation: type the value.`
    case 'date':
      return field === 'amount' || field === 'phone_number'
        ? t`The sheet has a date here (${text}): type the value again.`
        : null
    case 'text':
      return text.includes('\0') ? t`The cell has a NUL character in it: type the cell again.` : null
    case 'number':
      if (field === 'phone_number' && !isWhole(cell))
        return t`The sheet holds ${text}, left over from a calculation: type the value.`
      return field === 'amount' && isTooFine(cell)
        ? t`The amount is ${text}, and no currency has so many decimals: round it in the sheet, as in =ROUND(…, 2), or type it.`
        : null
    case 'boolean':
      return null
  }
}
