import type { CellFormat } from './cellFormats.ts'
import { type SharedStrings, unescapeText } from './sharedStrings.ts'
import { sheetDate } from './sheetDate.ts'
import { readSheetNumber } from './sheetNumber.ts'

/**
 * A cell as text, and what it was in the sheet:
 * `error`: an error such as #N/A; `no_value`: a formula that no program has reckoned; `digits_lost` and `remainder`: see
 * sheetNumber.ts; `date`: the text is ISO 8601.
 */
export interface SheetCell {
  /** From 0: A is 0. */
  column: number
  text: string
  /** Its value is what a formula came to when the workbook was last calculated. */
  isFormula?: true
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'no_value' | 'digits_lost' | 'remainder'
}

/** A `<c>` element, as far as it has been read. */
export interface RawCell {
  column: number
  type: string
  style: number
  hasFormula: boolean
  hasValue: boolean
  /** The text of `<v>`, or of `<is>`. */
  value: string
}

export interface CellContext {
  strings: SharedStrings
  formats: readonly CellFormat[]
  isFrom1904: boolean
}

/** What a cell says (ECMA-376 part 1, 18.3.1.4 and 18.18.11); null when it is empty. */
export function readSheetCell(raw: RawCell, context: CellContext): SheetCell | null {
  const { column, value, type } = raw
  if (raw.hasFormula && !raw.hasValue) return { column, text: '', kind: 'no_value' }
  const textCell = (text: string): SheetCell | null => (text === '' ? null : { column, text, kind: 'text' })
  switch (type) {
    case 's':
      return value === '' ? null : textCell(context.strings.at(Number(value)) ?? '')
    case 'str':
      return textCell(unescapeText(value))
    case 'inlineStr':
      return textCell(value)
    case 'b':
      return { column, text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE', kind: 'boolean' }
    case 'e':
      return { column, text: value === '' ? '#N/A' : value, kind: 'error' }
    case 'd':
      return value === '' ? null : { column, text: value, kind: 'date' }
    default:
      return value === '' ? null : numberCell(raw, context)
  }
}

function numberCell({ column, value, style }: RawCell, { formats, isFrom1904 }: CellContext): SheetCell {
  const format = formats[style]
  if (format?.kind === 'date') {
    const date = sheetDate(value, isFrom1904)
    if (date !== null) return { column, text: date, kind: 'date' }
  }
  const number = readSheetNumber(value.trim())
  if (number === null) return { column, text: value, kind: 'text' }
  const isPadded = format?.kind === 'zeros' && /^\d+$/.test(number.text)
  const text = isPadded ? number.text.padStart(format.digits, '0') : number.text
  return { column, text, kind: number.doubt ?? 'number' }
}
