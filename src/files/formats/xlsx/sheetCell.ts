import type { CellFormats } from '../xlsxStyles/cellFormats.ts'
import type { NumberFormat } from '../xlsxStyles/numberFormat.ts'
import { type SharedStrings, unescapeText } from './sharedStrings.ts'

/**
 * A cell as text, and its kind in the sheet. `error`: an error such as #N/A; `no_value`: a formula that no program has calculated;
 * `digits_lost` and `remainder`: see `SheetNumber`; `date`: the text is ISO 8601.
 */
export interface SheetCell {
  /** From 0: A is 0. */
  column: number
  text: string
  /** Its value is a formula's result when the workbook was last calculated. */
  isFormula?: true
  /** The cell's font draws a line through it. */
  isStruck?: true
  /** Its letters have the colour of the background. */
  isUnseen?: true
  /** Present if the sheet may show something else than `text`. */
  format?: NumberFormat
  /** Its element in the sheet, if requested. */
  raw?: RawCell
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

export interface CellContext extends CellFormats {
  strings: SharedStrings
  isFrom1904: boolean
  isToBeCalculated: boolean
}

/** Reads a cell (ECMA-376 part 1, 18.3.1.4 and 18.18.11). Null if it is empty. */
export function readSheetCell(raw: RawCell, context: CellContext): SheetCell | null {
  const { column, value, type } = raw
  if (isUncalculated(raw, context)) return { column, text: '', kind: 'no_value' }
  const textCell = (text: string): SheetCell | null => (text === '' ? null : asText(raw, text, context))
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

/**
 * A formula without a result, or with the 0 that some programs write for it when they leave the calculation to the program that opens
 * the workbook. An empty text is a result.
 */
function isUncalculated({ hasFormula, hasValue, type, value }: RawCell, { isToBeCalculated }: CellContext): boolean {
  if (!hasFormula) return false
  return value === '' ? !hasValue || type !== 'str' : value === '0' && type === 'n' && isToBeCalculated
}

function asText({ column, style }: RawCell, text: string, { formats }: CellContext): SheetCell {
  const format = formats[style]
  return format?.changesText ? { column, text, kind: 'text', format: format.other } : { column, text, kind: 'text' }
}

function numberCell({ column, value, style }: RawCell, { formats, isFrom1904 }: CellContext): SheetCell {
  const format = formats[style]
  if (format?.kind === 'date') {
    const date = sheetDate(value, isFrom1904)
    if (date !== null) return { column, text: date, kind: 'date' }
  }
  const number = readSheetNumber(value.trim())
  if (number === null) return { column, text: value, kind: 'text' }
  const { text, doubt } = number
  const kind = doubt ?? 'number'
  if (format === undefined || format.kind === 'general') return { column, text, kind }
  if (format.kind === 'other' || !/^\d+$/.test(text)) return { column, text, kind, format: format.other }
  return { column, text: format.kind === 'zeros' ? text.padStart(format.digits, '0') : text, kind }
}

const dayMs = 86_400_000
/** Day 0 of the two calendars of workbooks. Excel's 1900 has a 29 February that never was: day 60. */
const from1900 = Date.UTC(1899, 11, 30)
const from1904 = Date.UTC(1904, 0, 1)
const lastDay = 2_958_465

/**
 * A number with a date's format as ISO 8601: `2026-11-21`, `2026-11-21T05:36:00`, or `05:36:00` for a time without a day.
 * Null for a number that no spreadsheet shows as a date.
 */
function sheetDate(raw: string, isFrom1904: boolean): string | null {
  const days = Number(raw)
  if (!Number.isFinite(days) || days < 0 || days > lastDay + 1) return null
  const whole = Math.floor(days)
  const seconds = Math.round((days - whole) * 86_400)
  if (whole === 0 && seconds > 0) return new Date(seconds * 1000).toISOString().slice(11, 19)
  const before60 = !isFrom1904 && whole < 60 ? 1 : 0
  const at = (isFrom1904 ? from1904 : from1900) + (whole + before60) * dayMs + seconds * 1000
  const text = new Date(at).toISOString()
  return seconds === 0 ? text.slice(0, 10) : text.slice(0, 19)
}

/** Excel keeps this many digits of a number (IEEE 754 doubles), and shows no more. */
const keptDigits = 15
const written = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

interface SheetNumber {
  /** Plain decimal digits, no exponent: `229970000012`, `1500.5`. */
  text: string
  /**
   * `digits_lost`: it has more whole digits than a spreadsheet keeps, so the last ones are not what was typed.
   * `remainder`: a calculation left a tail (`1500.4999999999998`) that the sheet doesn't show.
   */
  doubt: 'digits_lost' | 'remainder' | null
}

/**
 * The exact number in a sheet. Up to 15 digits, the text in the file is the number. Excel itself writes 17, such as
 * `1.1000000000000001` for 1.1: then it is the shortest decimal of the same double, which is what Excel shows. If that still has more
 * than 15 digits, it was calculated, not typed. Null if it isn't a number.
 */
export function readSheetNumber(raw: string): SheetNumber | null {
  const plain = toPlain(raw)
  if (plain === null) return null
  const exact = significantDigits(plain) <= keptDigits ? plain : toPlain(String(Number(raw)))
  if (exact === null) return null
  if (wholeDigits(exact) > keptDigits) return { text: exact, doubt: 'digits_lost' }
  return { text: exact, doubt: significantDigits(exact) > keptDigits ? 'remainder' : null }
}

/** `1.5E+3` → `1500`. Null if it isn't a number, or is far from any real amount. */
function toPlain(raw: string): string | null {
  const parts = written.exec(raw)
  if (!parts) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = parts
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > 60) return null
  const digits = (whole + fraction).padEnd(whole.length + exponent, '0')
  const point = whole.length + exponent
  const padded = point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits
  const at = Math.max(point, 1)
  const wholePart = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const fractionPart = padded.slice(at).replace(/0+$/, '')
  const text = fractionPart === '' ? wholePart : `${wholePart}.${fractionPart}`
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text
}

const significantDigits = (plain: string): number =>
  plain.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '').length

const wholeDigits = (plain: string): number => plain.replace('-', '').split('.')[0]?.length ?? 0
