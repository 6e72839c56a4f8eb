import { readUnit } from '../../../payout/money/writtenAmount.ts'
import type { ProblemCode } from '../../../payout/problem.ts'
import { clipped } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import type { Columns, Field } from '../../payroll/header/columns.ts'
import { fieldPlaces } from '../../payroll/header/columns.ts'
import type { Header } from '../../payroll/header/header.ts'
import type { CellDoubt, Malformed, ShownCurrency } from '../../payroll/row.ts'
import type { Shown } from '../xlsxStyles/numberFormat.ts'
import type { SheetRow } from './readSheet.ts'
import { stroke } from './sharedStrings.ts'
import type { SheetCell } from './sheetCell.ts'

export interface Judged {
  /** The cells that can't be trusted. */
  doubts: readonly CellDoubt[]
  /** Cells that are read as they are shown, by their index among the kept columns. */
  texts: readonly { index: number; text: string }[]
  /** The currency beside the amount. */
  currency: ShownCurrency | null
}

const asTheyAre: Judged = { doubts: [], texts: [], currency: null }

/**
 * Compares what a row's cells contain with what the sheet shows, for the columns that payouts use. In other columns an error stays
 * as it is shown.
 */
export function judgeCells(source: SheetRow, kept: readonly number[], columns: Columns): Judged {
  if (source.cells.every(isPlain)) return asTheyAre
  const fields = fieldsByIndex(columns)
  const doubts: CellDoubt[] = []
  const texts: { index: number; text: string }[] = []
  let currency: ShownCurrency | null = null
  for (const cell of source.cells) {
    const index = kept[cell.column] ?? -1
    const field = fields.get(index)
    if (field === undefined) continue
    const message = doubtOf(cell, field)
    if (message) {
      const code = field === 'amount' && isTooFine(cell) ? 'too_many_decimals' : codeOf(field)
      doubts.push({ field, at: index, code, message })
      continue
    }
    const reading = readAs(cell, field)
    if (reading === null) continue
    if (!reading.ok) doubts.push({ field, at: index, code: codeOf(field), message: reading.message })
    else {
      texts.push({ index, text: reading.text })
      if (reading.currency) currency = reading.currency
    }
  }
  return { doubts, texts, currency }
}

/** How a cell is read, or why it can't be trusted. */
export function judgeCell(cell: SheetCell, field: Field): Reading {
  const message = doubtOf(cell, field)
  if (message) return { ok: false, message }
  return readAs(cell, field) ?? { ok: true, text: cell.text }
}

/** Whether a cell that a payout uses, or that may mark its row, is the result of a formula. */
export function hasResult(source: SheetRow, { kept, marks }: Header, columns: Columns): boolean {
  if (!source.cells.some(isResult)) return false
  const fields = fieldsByIndex(columns)
  const isUsed = (column: number) =>
    fields.has(kept[column] ?? -1) || marks.some(({ at, marking }) => at === column && marking !== 'any')
  return source.cells.some((cell) => isResult(cell) && isUsed(cell.column))
}

const isResult = ({ isFormula, kind }: SheetCell): boolean => isFormula === true && kind !== 'no_value'

/**
 * The cells that may mark the row, but can't be read: an error, or a formula that was never calculated. `#N/A` is also what a lookup
 * answers that finds no remark.
 */
export function unreadMarks({ cells }: SheetRow, { marks }: Header): Malformed[] {
  if (cells.every(({ kind }) => kind !== 'error' && kind !== 'no_value')) return []
  return marks.flatMap(({ name, at, marking }) => {
    const cell = marking === 'name' || marking === 'any' ? undefined : cells.find(({ column }) => column === at)
    if (!cell || (marking === 'remark' && cell.text === '#N/A')) return []
    const { kind, text } = cell
    const message = kind === 'error' || kind === 'no_value' ? withoutValue(kind, text) : null
    return message ? [{ column: name, value: clipped(text), message }] : []
  })
}

const withoutValue = (kind: 'error' | 'no_value', text: string): Sentence =>
  kind === 'error'
    ? say('payout.sheet_shows_error_here_correct_formula', { text })
    : say('payout.formula_cell_never_calculated_open_workbook')

const none: readonly number[] = []

/** Which of the kept cells are results of formulas. */
export function formulasAmong({ cells }: SheetRow, kept: readonly number[]): readonly number[] {
  if (!cells.some(({ isFormula }) => isFormula)) return none
  return cells.flatMap(({ isFormula, column }) => (isFormula ? [kept[column] ?? -1] : [])).filter((index) => index >= 0)
}

const fieldsByIndex = (columns: Columns): Map<number, Field> =>
  new Map(fieldPlaces(columns).map(([field, index]) => [index, field]))

const isPlain = (cell: SheetCell): boolean => {
  if (cell.format !== undefined || isStruck(cell) || cell.isUnseen) return false
  return cell.kind === 'number' ? isWhole(cell) : cell.kind === 'text' && !cell.text.includes('\0')
}

/** Whether all of it, or a part, is struck through. */
const isStruck = (cell: SheetCell): boolean => cell.isStruck === true || cell.text.includes(stroke)

const isWhole = ({ text }: SheetCell): boolean => /^\d+$/.test(text)

/** A number like `1.125`: no currency has three decimals. (As text it could be read in two ways.) */
const isTooFine = ({ kind, text }: SheetCell): boolean => kind === 'number' && /\.\d{3}/.test(text)

function codeOf(field: Field): ProblemCode {
  if (field === 'amount') return 'invalid_amount'
  return field === 'phone_number' ? 'invalid_phone' : 'malformed'
}

/** Why a cell can't be trusted because of what it contains. */
function doubtOf(cell: SheetCell, field: Field): Sentence | null {
  const { kind, text } = cell
  if (isStruck(cell)) return say('payout.sheet_strikes_value_through')
  if (cell.isUnseen) return say('payout.sheet_hides_value_by_color', { value: text })
  switch (kind) {
    case 'error':
    case 'no_value':
      return withoutValue(kind, text)
    case 'digits_lost':
      return say('payout.spreadsheet_keeps_only_15_digits_number', { text })
    case 'remainder':
      return field === 'amount'
        ? say('payout.sheet_shows_less_holds_amount_left', { text })
        : say('payout.sheet_holds_left_over_calculation_type', { text })
    case 'date':
      return field === 'amount' || field === 'phone_number'
        ? say('payout.sheet_date_here_type_value_again', { text })
        : null
    case 'text':
      return text.includes('\0') ? say('payout.cell_nul_character_type_cell_again') : null
    case 'number':
      if (field === 'phone_number' && !isWhole(cell))
        return say('payout.sheet_holds_left_over_calculation_type', { text })
      return field === 'amount' && isTooFine(cell)
        ? say('payout.amount_no_currency_many_decimals_round', { text })
        : null
    case 'boolean':
      return null
  }
}

/** How a cell is read if its format may show something else than it contains. Null if it is read as it is. */
function readAs({ kind, text, format }: SheetCell, field: Field): Reading | null {
  if (format === undefined) return null
  if (kind === 'text') {
    const shown = format.showText(text)
    if (shown === text.trim()) return null
    return { ok: false, message: differs(shown, text, field) }
  }
  if (kind !== 'number') return null
  const shown = format.show(text)
  const reading = { amount: readShownAmount, phone_number: readShownPhone }
  const read = field === 'amount' || field === 'phone_number' ? reading[field](shown, text) : readShownWord(shown, text)
  if (read) return read
  if (field === 'amount' && shown.kind === 'number' && isRounded(shown, text)) {
    const decimals = (shown.fraction ?? '').length
    return { ok: false, message: say('payout.sheet_shows_rounded', { shown: shown.text, value: text, decimals }) }
  }
  return { ok: false, message: differs(shown.kind === 'unknown' ? null : shown.text, text, field) }
}

function differs(shown: string | null, value: string, field: Field): Sentence {
  if (shown === null) return say('payout.sheet_format_cant_be_read', { value })
  if (shown === '') return say('payout.sheet_shows_nothing_but_contains', { value })
  if (field === 'amount') return say('payout.sheet_shows_other_amount', { shown, value })
  return say('payout.sheet_shows_other_value', { shown, value })
}

/** A cell as it is shown, if that agrees with what it contains. */
export type Reading = { ok: true; text: string; currency?: ShownCurrency | null } | { ok: false; message: Sentence }

/** Null if what is shown is not the value. */
type Read = (shown: Shown, value: string) => Reading | null

/** The digits of an amount, as people group them. */
const grouped = /^\d+(?:[ \u00a0\u2009\u202f'’]\d{3})*$/
/** After a decimal point without decimals: `1 500.--`. */
const dashes = /^[-–—]{1,2}$/

/** A negative amount is shown with a sign on either side, or in brackets. */
const signs = /[-−–()]/g

/**
 * An amount of zero or less is not a payout. If the sheet shows it as such, it is read as it is, and its row reports why it isn't
 * paid. Accountants write zero as a dash.
 */
const readUnpayable: Read = (shown, value) => {
  if (shown.kind === 'other') return value === '0' && dashes.test(shown.text) ? { ok: true, text: value } : null
  if (shown.kind !== 'number') return null
  const { before, after, isNegative } = shown
  if (!isNegative && (before + after).search(signs) === -1) return null
  const [unsignedBefore = '', unsignedAfter = ''] = [before, after].map((beside) => beside.replace(signs, ''))
  const unsigned = { ...shown, before: unsignedBefore, after: unsignedAfter, isNegative: false }
  const reading = readShownAmount(unsigned, value.slice(1))
  return reading?.ok ? { ok: true, text: value } : reading
}

/** An amount is read as the cell contains it, if every digit is shown, with nothing but its currency beside it. */
const readShownAmount: Read = (shown, value) => {
  if (value.startsWith('-') || (value === '0' && shown.kind === 'other')) return readUnpayable(shown, value)
  if (shown.kind !== 'number' || shown.isNegative || !grouped.test(shown.whole)) return null
  if (!isValue(shown, value)) return null
  const { fraction, text } = shown
  // 150.000 and 1.500 mean other amounts where a point or a comma groups thousands.
  if (fraction?.length === 3 && value.replace(/\..*/, '').length <= 3)
    return { ok: false, message: say('payout.sheet_shows_three_decimals', { text }) }
  const after = fraction === '' && dashes.test(shown.after.trim()) ? '' : shown.after
  const before = shown.before.trim()
  const units = [before, after.trim()]
    .filter((beside) => beside !== '')
    .map((beside) => currencyOf(beside, beside === before))
  if (units.includes(null)) return null
  const currencies = units.reduce((all, unit) => all?.filter((each) => unit?.includes(each)) ?? unit, null)
  return { ok: true, text: value, currency: currencies && { text, currencies } }
}

/** After a number, `K` means thousands as often as kwacha. A bracket or a sign beside an amount may make it negative; `/-` doesn't. */
function currencyOf(beside: string, isBefore: boolean): ShownCurrency['currencies'] | null {
  if (/[()[\]{}+−–]|(?<!\/)-/.test(beside)) return null
  const unit = isBefore || beside !== 'K' ? readUnit(beside) : null
  if (unit === null || unit.kind === 'scale') return null
  return unit.kind === 'foreign' ? [] : unit.currencies
}

/** What people write between the digits of a phone number, and before it. */
const punctuated = /^[\d \u00a0\u202f()./-]+$/
const prefix = /^(?:\+|00)?[\d \u00a0\u202f()./-]*$/

/**
 * A phone number is read as it is shown, with leading zeros, if its digits are those of the cell. A dialling code with `+` or `00`
 * that the format adds is part of it.
 */
const readShownPhone: Read = (shown, value) => {
  if (shown.kind !== 'number' || shown.isNegative || shown.fraction !== null || shown.after.trim() !== '') return null
  const before = shown.before.trim()
  if (!punctuated.test(shown.whole) || !prefix.test(before) || before.startsWith('-')) return null
  const text = before + shown.whole
  const digits = digitsOf(text)
  const isSame = digits.replace(/^0+/, '') === value
  const isInternational = /^(?:\+|00)\s*\d/.test(before) && digits.endsWith(value)
  return isSame || isInternational ? { ok: true, text } : null
}

/** A reference or a name: `EMP-0012` if the format is `"EMP-"0000`, and the value itself if only separators or decimals differ. */
const readShownWord: Read = (shown, value) => {
  if (shown.kind !== 'number' || shown.isNegative) return null
  if (!isValue(shown, value)) return null
  const isBare = (shown.before + shown.after).trim() === '' && grouped.test(shown.whole)
  if (!isBare) return { ok: true, text: shown.text }
  return { ok: true, text: shown.isGrouped || shown.fraction !== null ? value : shown.whole }
}

/** Whether the shown digits are those of the value, apart from zeros at either end. */
function isValue({ whole, fraction }: Extract<Shown, { kind: 'number' }>, value: string): boolean {
  const digits = digitsOf(whole).replace(/^0+(?=\d)/, '')
  const decimals = (fraction ?? '').replace(/0+$/, '')
  return (decimals === '' ? digits : `${digits}.${decimals}`) === value
}

/** Whether the number is shown with fewer decimals than it has. */
function isRounded({ whole, fraction }: Extract<Shown, { kind: 'number' }>, value: string): boolean {
  const [units = '', decimals = ''] = value.split('.')
  if (decimals.length <= (fraction ?? '').length || !/^\d+$/.test(units)) return false
  const more = BigInt(digitsOf(whole)) - BigInt(units)
  return more === 0n || more === 1n
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
