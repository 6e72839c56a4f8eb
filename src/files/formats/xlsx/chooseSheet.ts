import { unitsIn } from '../../../payout/money/writtenAmount.ts'
import { clipped } from '../../../payout/typedText.ts'
import { moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { checkRow } from '../../payroll/checkRow.ts'
import { doubtOf } from '../../payroll/field.ts'
import { type ColumnMap, fieldIn, noColumns, requiredFields } from '../../payroll/header/columns.ts'
import { askAboutColumns } from '../../payroll/header/doubtfulColumns.ts'
import { likelyColumns } from '../../payroll/header/guessedColumns.ts'
import { looksLikePayout, mostAbove, readBy, type TableRecord } from '../../payroll/header/header.ts'
import { wordsOf } from '../../payroll/header/headingWords.ts'
import { defaultLimits, type Hidden, type Refused, refused } from '../../payroll/row.ts'
import { isDate } from '../../payroll/tail/lineBelow.ts'
import { setAsideTail } from '../../payroll/tail/tail.ts'
import {
  findStatementColumns,
  findStatementNames,
  readsAsLine,
  type StatementColumns,
  type StatementMap,
} from '../../statement/statementColumns.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'
import type { Sheet, Workbook } from './openWorkbook.ts'
import { readCellContext, readSheet, type SheetSource } from './readSheet.ts'
import type { SheetCell } from './sheetCell.ts'
import { isFilled, readTable, toRecord } from './sheetTable.ts'

/** How to read the file, whichever sheet is chosen. */
interface SheetWish {
  map: ColumnMap
  hidden: Hidden
}

/** What a sheet is searched for if nobody has named one. */
export type SheetSought = SheetWish | { statement: StatementMap }

/**
 * The sheet to pay if nobody has named one: the only visible one with the columns of payouts. If there are several, any of them may
 * be meant, so the file is refused with what each would pay. A sheet without the columns, such as a read-me, is skipped, and hidden
 * ones are never considered.
 */
export async function chooseSheet(workbook: Workbook, wish: SheetWish): Promise<Sheet | Refused> {
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const [first] = visible
  if (first && visible.length === 1) return first
  const context = await readCellContext(workbook)
  if ('kind' in context) return refused(brokenWorkbook(context))
  const looks = []
  for (const sheet of visible) {
    const source = { workbook, sheet, context }
    looks.push({ source, ...(await lookAt(source, wish)) })
  }
  const payrolls = looks.filter(({ mayBePaid }) => mayBePaid)
  if (payrolls.length > 1)
    return oneWithRows(
      payrolls.map(({ source }) => source),
      wish,
    )
  // If none has all columns, take the one with the most, to say what it lacks.
  const most = Math.max(...looks.map(({ fields }) => fields))
  const chosen = payrolls[0] ?? looks.find(({ fields }) => fields === most)
  return chosen?.source.sheet ?? refused(say('files.workbook_no_sheet_can_seen_show'))
}

interface Look {
  /** How many of the fields that a payout needs have a column. */
  fields: number
  /**
   * It has a column for numbers and another one that a payout needs, or rows that look like payouts: it may be a payroll.
   */
  mayBePaid: boolean
  /** In a summary by operator: the places of its columns of sums. */
  sums: ReadonlySet<number> | null
}

async function lookAt(source: SheetSource, { map, hidden }: SheetWish): Promise<Look> {
  const { batches, shape } = readSheet(source, defaultLimits.recordBytes)
  const look: Look = { fields: 0, mayBePaid: false, sums: null }
  let seen = 0
  try {
    for (;;) {
      const next = await batches.next()
      if (next.done) return look
      for (const row of next.value) {
        if (!row.cells.some(isFilled) || (hidden === 'skip' && row.isHidden)) continue
        const cells = hidden === 'skip' ? row.cells.filter(({ column }) => !shape.isColumnHidden(column)) : row.cells
        judge(look, toRecord({ ...row, cells }), map)
        if (look.fields === requiredFields.length || ++seen > mostAbove) return look
      }
    }
  } finally {
    await batches.return(null)
  }
}

function judge(look: Look, record: TableRecord, map: ColumnMap): void {
  const { map: whole } = readBy(map, record.cells)
  const found = new Set(record.cells.map((cell) => fieldIn(whole, cell)))
  const fields = requiredFields.filter((field) => found.has(field)).length
  look.fields = Math.max(look.fields, fields)
  look.mayBePaid ||= (fields > 1 && found.has('phone_number')) || looksLikePayout(shortSums(record, look.sums))
  look.sums ??= sumsOfSummary(record, whole)
}

/**
 * The columns of sums of a table that also names the operators, but no phone numbers, not even doubtfully: one line an operator. `MTN`
 * with a sum of eight digits looks like a payout.
 */
function sumsOfSummary(record: TableRecord, map: ColumnMap): Set<number> | null {
  const fields = record.cells.map(
    (cell) => fieldIn(map, cell) ?? likelyColumns(requiredFields, [cell])[0]?.field ?? doubtOf(cell)?.field,
  )
  if (!fields.includes('operator') || fields.includes('phone_number') || looksLikePayout(record)) return null
  const sums = fields.flatMap((field, at) => (field === 'amount' ? [at] : []))
  return sums.length > 0 ? new Set(sums) : null
}

/** The record with a short number for each sum, but not for what is written like a phone number. */
const shortSums = (record: TableRecord, sums: ReadonlySet<number> | null): TableRecord => ({
  ...record,
  cells: record.cells.map((cell, at) => (sums?.has(at) && /^\s*[1-9]/.test(cell) ? '1' : cell)),
})

/** Skips sheets that only name their columns, for example for next month, and directories. */
async function oneWithRows(sources: readonly SheetSource[], wish: SheetWish): Promise<Sheet | Refused> {
  const looks = []
  for (const source of sources) looks.push({ sheet: source.sheet, ...(await whatItPays(source, wish)) })
  const filled = looks.filter(({ isEmpty }) => !isEmpty)
  const [first] = filled.length > 0 ? filled : looks
  if (first && filled.length === 1) return first.sheet
  const sheets = (filled.length > 0 ? filled : looks).map(({ told }) => told)
  return refused(say('files.workbook_several_sheets', { sheets, option: `--sheet "${first?.sheet.name ?? ''}"` }))
}

/** The number of rows, and the sums of the payable ones. */
async function whatItPays(
  source: SheetSource,
  { map, hidden }: SheetWish,
): Promise<{ isEmpty: boolean; told: Sentence }> {
  const columns = noColumns('payouts', map)
  const rows = askAboutColumns(setAsideTail(readTable(source, columns, defaultLimits, hidden), columns), columns)
  const sums = new Map<string, bigint>()
  let count = 0
  let valid = 0
  let next = await rows.next()
  for (; !next.done; next = await rows.next()) {
    count += next.value.length
    for (const row of next.value) {
      const checked = checkRow(row, columns, {})
      if (!checked.ok) continue
      valid++
      const { currency, amountMinor } = checked.payable
      sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
    }
  }
  const { name } = source.sheet
  // A sheet that is refused for any other reason may be the one that is meant.
  const isEmpty =
    nothingToPay.has(next.value?.message.key ?? '') ||
    (next.value != null && (await isDirectory(source, next.value, map)))
  // Which of two columns is paid, only a person can tell.
  const isUnsure = next.value?.message.key === 'files.either_column'
  if (isUnsure || valid === 0)
    return { isEmpty, told: say('files.sheet_rows_none_payable', { name, rows: isUnsure ? 0 : count }) }
  const sum = { name, rows: count, sums: moneyOf(sums) }
  const isWhole = valid === count
  const told = isWhole ? say('files.sheet_rows_sums', sum) : say('files.sheet_rows_some_payable', { ...sum, valid })
  return { isEmpty, told }
}

const nothingToPay = new Set(['files.sheet_no_rows_nothing_pay_sheet', 'files.file_header_no_rows_nothing_pay'])

/** Words in the headings of numbers that are not paid out. */
const notPaid = new Set(
  'age badge bancaire bank banque base birth brut categorie category cin cni cnps cnss code compte account date dossier echelon embauche entree gross grade hire iban id ifu indice ipres naissance nif niveau no numero number nuit ordre piece rang rib serie'.split(
    ' ',
  ),
)

const isOther = (heading: string, map: ColumnMap): boolean =>
  fieldIn(map, heading) !== null ||
  doubtOf(heading)?.field === 'phone_number' ||
  wordsOf(heading).some((word) => notPaid.has(word))

/**
 * Whether a sheet that is refused only lists people and their numbers, for example for `VLOOKUP`: it has no column of amounts, nor any
 * number that could be one.
 */
async function isDirectory(source: SheetSource, { names = [], line = 0 }: Refused, map: ColumnMap): Promise<boolean> {
  const fields = names.map((name) => fieldIn(map, name))
  if (!fields.includes('phone_number') || fields.includes('amount')) return false
  const { batches } = readSheet(source, defaultLimits.recordBytes)
  const isAmount = (cell: SheetCell) => mayBeAmount(cell) && !isOther(names[cell.column] ?? '', map)
  try {
    let next = await batches.next()
    for (; !next.done; next = await batches.next()) {
      const below = next.value.filter((row) => row.line > line)
      if (below.some(({ cells }) => cells.some(isAmount))) return false
    }
    return next.value === null
  } finally {
    await batches.return(null)
  }
}

function mayBeAmount({ kind, text }: SheetCell): boolean {
  if (kind !== 'text') return kind !== 'date' && kind !== 'boolean'
  return /\d/.test(text) && !/\p{L}/u.test(unitsIn(text).rest) && !isDate(text)
}

/**
 * The sheet to read as a statement if nobody has named one: the only visible one with lines. Several may be the pages of one
 * statement, and payouts on a page that isn't read would count as not paid, so such a file is refused.
 */
export async function chooseStatementSheet(
  workbook: Workbook,
  map: StatementMap,
): Promise<Sheet | Refused | undefined> {
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  if (visible.length < 2) return visible[0]
  const context = await readCellContext(workbook)
  if ('kind' in context) return refused(brokenWorkbook(context))
  const looks: StatementLook[] = []
  for (const sheet of visible) looks.push(await statementIn({ workbook, sheet, context }, map))
  const named = looks.find(({ columns }) => columns !== null)
  const listed = looks.filter((look) => hasLines(look, named?.columns ?? null))
  if (listed.length < 2) return (listed[0] ?? named ?? looks[0])?.sheet
  const names = listed.map(({ sheet }) => `"${clipped(sheet.name)}"`)
  const sheets = names.length > mostNamed ? [...names.slice(0, mostNamed), '…'] : names
  return refused(say('titles.statement_several_sheets', { sheets }))
}

const mostNamed = 20

interface StatementLook {
  sheet: Sheet
  /** Null if nothing in it names the columns of a statement. */
  columns: StatementColumns | null
  /** Its first rows, below the names if there are any. */
  rows: readonly (readonly string[])[]
}

/** Enough rows for what is above the names, and for some lines. */
const mostLooked = 5 * mostAbove

async function statementIn(source: SheetSource, map: StatementMap): Promise<StatementLook> {
  const { batches } = readSheet(source, defaultLimits.recordBytes)
  const rows: { cells: string[] }[] = []
  try {
    for (let next = await batches.next(); !next.done && rows.length < mostLooked; next = await batches.next())
      rows.push(...next.value.filter(({ cells }) => cells.some(isFilled)).map(toRecord))
  } finally {
    await batches.return(null)
  }
  const at = findStatementNames(rows.slice(0, mostAbove + 1), map)
  const found = findStatementColumns(rows[at]?.cells ?? [], map)
  const below = rows.slice(at + 1, mostLooked).map(({ cells }) => cells)
  return { sheet: source.sheet, columns: 'ok' in found ? found.columns : null, rows: below }
}

/** A page may continue without the names: then its first line fits the columns of another page. */
function hasLines({ columns, rows }: StatementLook, others: StatementColumns | null): boolean {
  if (columns !== null) return rows.some((cells) => readsAsLine(cells, columns))
  const [first] = rows
  return first !== undefined && others !== null && hasMoney(others) && readsAsLine(first, others)
}

const hasMoney = ({ index: { amount, debit, credit } }: StatementColumns): boolean =>
  amount !== undefined || debit !== undefined || credit !== undefined
