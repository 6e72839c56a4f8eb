import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { columnLetters } from '../spreadsheet/columnLetters.ts'
import type { SheetFailure, SheetRow } from '../spreadsheet/readSheet.ts'
import type { SheetCell } from '../spreadsheet/sheetCell.ts'
import { t } from '../words/t.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'
import type { Columns } from './columns.ts'
import { createHeaderSearch, type Header, type TableRecord } from './header.ts'
import { openSheet, type SheetOpened, sheetSha256 } from './openSheet.ts'
import type { PayoutFile } from './payoutFile.ts'
import { canonicalHeadings } from './reportHeadings.ts'
import { fileChanged, type Limits, type Refused, type Row, recordTooLong, refused, tooManyRows } from './row.ts'
import { hasFormula, sheetDoubts } from './sheetDoubts.ts'

/**
 * Reads a sheet of an .xlsx workbook in batches of rows, as it is unpacked. Lines are the sheet's own row numbers. Hidden
 * rows are rows like the others, and a note says how many there are.
 *
 * @returns why the file is refused, null when it was read to its end.
 */
export async function* readXlsx(
  file: PayoutFile,
  columns: Columns,
  limits: Limits,
): AsyncGenerator<Row[], Refused | null> {
  const opened = await openSheet(file.path, file.sheet)
  if (opened.kind === 'unreadable') return refused(opened.message)
  if (opened.kind === 'refused') return opened
  try {
    const failure = yield* readOpened(opened, columns, limits)
    return failure ?? ((await digestOf(file, opened)) === file.sha256 ? null : fileChanged())
  } finally {
    opened.workbook.zip.close()
  }
}

type Opened = Extract<SheetOpened, { kind: 'sheet' }>

async function* readOpened(
  { workbook, sheet }: Opened,
  columns: Columns,
  limits: Limits,
): AsyncGenerator<Row[], Refused | null> {
  const { readSheet } = await import('../spreadsheet/readSheet.ts')
  const table = createTable(columns, limits)
  const sheetRows = readSheet(workbook, sheet, limits.recordBytes)
  let rows = 0
  let hidden = 0
  let uncertain = 0
  for (;;) {
    const next = await sheetRows.next()
    if (next.done && next.value) return explain(next.value, limits)
    const found = table.add(next.done ? [] : next.value, next.done === true)
    if ('kind' in found) return found
    rows += found.length
    if (rows > limits.rows) return tooManyRows(limits)
    for (const { source, kept } of found) {
      if (source.isHidden) hidden++
      if (workbook.isToBeCalculated && hasFormula(source, kept, columns)) uncertain++
    }
    if (found.length > 0) yield found.map(({ row }) => row)
    if (!next.done) continue
    if (rows === 0) return noRows(sheet.name, columns)
    noteSheet(columns, workbook.sheets.filter(({ isHidden }) => !isHidden).length, sheet.name)
    if (hidden > 0) columns.notes.push(hiddenRows(hidden))
    if (uncertain > 0) columns.notes.push(toBeCalculated(uncertain))
    return null
  }
}

interface Found {
  row: Row
  source: SheetRow
  kept: readonly number[]
}

/** Rows of the sheet as rows of a payout file: nothing until the header has been found. */
function createTable(columns: Columns, limits: Limits) {
  const search = createHeaderSearch(columns, limits, false)
  const sources = new Map<TableRecord, SheetRow>()
  let header: Header | null = null
  const rowOf = (source: SheetRow, record: TableRecord, { width, kept }: Header): Found => ({
    row: toRow(source, record, width, kept, columns),
    source,
    kept,
  })
  return {
    add(sheetRows: readonly SheetRow[], isLast: boolean): Found[] | Refused {
      const filled = sheetRows.filter(({ cells }) => cells.some(isFilled))
      if (header) {
        const known = header
        return filled.map((source) => rowOf(source, toRecord(source), known))
      }
      const records = filled.map((source) => {
        const record = canonicalHeadings(toRecord(source))
        sources.set(record, source)
        return record
      })
      const found = search(records, isLast)
      if (found.kind === 'refused') return found
      if (found.kind === 'searching') return []
      header = found.header
      const rows = found.rows.flatMap((record) => {
        const source = sources.get(record)
        return source ? [rowOf(source, record, found.header)] : []
      })
      sources.clear()
      return rows
    },
  }
}

const isFilled = ({ text, kind }: SheetCell): boolean => kind === 'no_value' || text.trim() !== ''

function toRecord({ line, cells }: SheetRow): TableRecord {
  const texts: string[] = []
  for (const { column, text } of cells) {
    while (texts.length < column) texts.push('')
    texts.push(text)
  }
  return { line, cells: texts }
}

function toRow(source: SheetRow, record: TableRecord, width: number, kept: readonly number[], columns: Columns): Row {
  const row: Row = { line: record.line, cells: [] }
  const outside = source.cells.find((cell) => cell.column >= width && isFilled(cell))
  if (outside) row.malformed = beyondNames(outside)
  for (let index = 0; index < width; index++) {
    if (kept[index] === -1) continue
    const text = record.cells[index] ?? ''
    row.cells.push(text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text)
  }
  const doubts = sheetDoubts(source, kept, columns)
  if (doubts.length > 0) row.doubts = doubts
  return row
}

function beyondNames({ column, text }: SheetCell) {
  const letters = columnLetters(column)
  const message = t`There is something in column ${letters}, which has no name above it: name the column, or empty the cell.`
  return { column: letters, value: text, message }
}

function explain(failure: SheetFailure, limits: Limits): Refused {
  if (failure.kind === 'broken') return refused(brokenWorkbook(failure))
  return recordTooLong(limits, failure.line, 'sheet_row')
}

const noRows = (sheet: string, columns: Columns): Refused =>
  columns.of === 'statement'
    ? refused(t`The sheet "${sheet}" has no rows: there is nothing to compare with.`)
    : refused(
        t`The sheet "${sheet}" has no rows: there is nothing to pay. --sheet reads another sheet of the workbook.`,
      )

function noteSheet(columns: Columns, visible: number, name: string): void {
  if (visible < 2) return
  columns.notes.push(
    t`The workbook has ${visible} sheets. "${name}" was read, and the others were not: --sheet names another.`,
  )
}

const hiddenRows = (count: number): string =>
  count === 1
    ? t`One row of the sheet is hidden. It counts like the others.`
    : t`${count} rows of the sheet are hidden. They count like the others.`

const toBeCalculated = (count: number): string =>
  count === 1
    ? t`The workbook asks for its formulas to be calculated again when it is opened, and one row was read as it was calculated before. To be sure of its values: open it in Excel, save it, and give it again.`
    : t`The workbook asks for its formulas to be calculated again when it is opened, and ${count} rows were read as they were calculated before. To be sure of their values: open it in Excel, save it, and give it again.`

/** The workbook is read in several places, not from end to end: its bytes are looked at once more instead. */
async function digestOf(file: PayoutFile, { sheet, isFirst }: Opened): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  return sheetSha256(hash.digest('hex'), sheet, isFirst)
}
