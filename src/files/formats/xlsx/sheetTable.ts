import { reportColumnOf } from '../../../payout/report.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import {
  createHeaderSearch,
  type Header,
  reportedIn,
  type TableRecord,
  unnamedNumber,
  valueWithoutName,
} from '../../payroll/header/header.ts'
import {
  type Hidden,
  type Limits,
  type Refused,
  type Row,
  type RowBatches,
  recordTooLong,
  refused,
  tooManyRows,
} from '../../payroll/row.ts'
import { type Aside, markedBeside, notesBeside, readAsides, refusedBeside } from './asides.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'
import { createHiddenFinder, refuseConditionalFormats, refuseMergedCells } from './hiddenParts.ts'
import { formulasAmong, hasResult, judgeCells, unreadMarks } from './judgeCells.ts'
import { readSheet, type SheetFailure, type SheetRow, type SheetSource } from './readSheet.ts'
import type { SheetCell } from './sheetCell.ts'

/**
 * Reads a sheet in batches of rows while it is unpacked. Lines are the sheet's own row numbers.
 *
 * @param columns filled from the header; notes come at the end
 * @param choice how hidden columns and rows are treated
 * @returns why the sheet is refused, or null at its end
 */
export async function* readTable(source: SheetSource, columns: Columns, limits: Limits, choice: Hidden): RowBatches {
  const asides = columns.of === 'payouts' ? await readAsides(source.workbook, source.sheet) : []
  if ('kind' in asides) return refused(brokenWorkbook(asides))
  const { batches, shape, conditional, pageText } = readSheet(source, limits.recordBytes)
  const hidden = createHiddenFinder(columns.of === 'statement' ? 'pay' : choice, shape)
  if (hidden.skips) columns.isLeftOut = shape.isColumnHidden
  const table = createTable(columns, limits, asides)
  let rows = 0
  let uncertain = 0
  try {
    for (;;) {
      const next = await batches.next()
      if (next.done && next.value) return explain(next.value, limits)
      const found = table.add(next.done ? [] : hidden.keep(next.value), next.done === true)
      if ('kind' in found) return found
      rows += found.length
      if (rows > limits.rows) return tooManyRows(limits)
      for (const { source: row, header } of found) {
        if (row.isHidden) hidden.saw(row)
        if (source.workbook.isToBeCalculated && hasResult(row, header, columns)) uncertain++
      }
      if (found.length > 0) yield found.map(({ row }) => row)
      if (next.done) break
    }
  } finally {
    await batches.return(null)
  }
  const named = table.named()
  if (named?.isHidden) hidden.saw(named)
  const refusal = hidden.refusal(columns, source.sheet.name)
  if (refusal) return refusal
  if (rows === 0) return noRows(source, columns)
  columns.notes.push(...hidden.notes(columns))
  if (uncertain > 0) columns.notes.push(toBeCalculated(uncertain))
  if (columns.of === 'statement') return null
  const beside = refusedBeside(asides, pageText(), columns)
  if (beside) return beside
  columns.notes.push(...notesBeside(asides, pageText()))
  const isRead = ({ isHidden }: SheetRow) => !(isHidden && hidden.skips)
  const which = { header: named?.line ?? 1, isRead, limits }
  columns.isMerged = (place, line, last) =>
    shape.merges.some(
      ({ top, bottom, left, right }) => top <= line && bottom >= last && left <= place && right >= place,
    )
  return (
    (await refuseMergedCells(source, shape, columns, which)) ??
    (await refuseConditionalFormats(source, conditional, columns, which))
  )
}

interface Found {
  row: Row
  source: SheetRow
  header: Header
}

/** Turns rows of the sheet into rows of a payout file, once the header has been found. */
function createTable(columns: Columns, limits: Limits, asides: readonly Aside[]) {
  const comments = Map.groupBy(
    asides.filter(({ kind }) => kind === 'comment'),
    ({ line }) => line,
  )
  const search = createHeaderSearch(columns, limits, false)
  const sources = new Map<TableRecord, SheetRow>()
  let header: Header | null = null
  let named: SheetRow | undefined
  const rowOf = (whole: SheetRow, header: Header): Found => {
    const source = withoutLeftOut(whole, columns, (_, at) => header.reported?.[at] != null)
    const record = toRecord(source)
    const row = { ...toRow(source, record, header, columns), ...reportedIn(record, header, columns) }
    const marked = markedBeside(comments.get(row.line) ?? [], row, header, columns)
    if (marked.length > 0) row.otherMarks = [...(row.otherMarks ?? []), ...marked]
    return { row, source, header }
  }
  return {
    /** The row that names the columns, once it has been found. */
    named: () => named,
    add(sheetRows: readonly SheetRow[], isLast: boolean): Found[] | Refused {
      const filled = sheetRows.filter(({ cells }) => cells.some(isFilled))
      if (header) {
        const known = header
        return filled.map((source) => rowOf(source, known))
      }
      const records = filled.map((source) => {
        const record = toRecord(withoutLeftOut(source, columns, (text) => reportColumnOf(text) !== null))
        sources.set(record, source)
        return record
      })
      const found = search(records, isLast)
      if (found.kind === 'refused') return found
      if (found.kind === 'searching') return []
      header = found.header
      named = [...sources.values()].find(({ line }) => line === columns.headerLine)
      const rows = found.rows.flatMap((record) => {
        const source = sources.get(record)
        return source ? [rowOf(source, found.header)] : []
      })
      sources.clear()
      return rows
    },
  }
}

/** A report's columns count even if they are hidden and left out, so that nobody is paid twice. */
function withoutLeftOut(
  row: SheetRow,
  { isLeftOut }: Columns,
  isReported: (text: string, column: number) => boolean,
): SheetRow {
  if (!isLeftOut) return row
  return { ...row, cells: row.cells.filter(({ column, text }) => !isLeftOut(column) || isReported(text, column)) }
}

export const isFilled = ({ text, kind }: SheetCell): boolean => kind === 'no_value' || text.trim() !== ''

export function toRecord({ line, cells, isHidden }: SheetRow): TableRecord {
  const texts: string[] = []
  for (const { column, text } of cells) {
    while (texts.length < column) texts.push('')
    texts.push(text)
  }
  return { line, cells: texts, ...(isHidden && { isHidden }) }
}

function toRow(source: SheetRow, record: TableRecord, header: Header, columns: Columns): Row {
  const { width, kept } = header
  const row: Row = { line: record.line, cells: [], ...(source.isHidden && { isHidden: true }) }
  const outside = source.cells.find(
    (cell) => cell.column >= width && cell.column !== columns.problemsAt && isFilled(cell),
  )
  if (outside) {
    row.malformed = valueWithoutName(outside.column, outside.text)
    row.beyond = record.cells
      .filter((_, at) => at >= width && at !== columns.problemsAt)
      .join(' ')
      .trim()
  } else {
    const malformed = unnamedNumber(record.cells, header.unnamed)
    if (malformed) row.malformed = malformed
  }
  for (let index = 0; index < width; index++) {
    if (kept[index] === -1) continue
    const text = record.cells[index] ?? ''
    row.cells.push(text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text)
  }
  const formulas = formulasAmong(source, kept)
  if (formulas.length > 0) row.formulas = formulas
  const { doubts, texts, currency } = judgeCells(source, kept, columns)
  for (const { index, text } of texts) row.cells[index] = text
  if (doubts.length > 0) row.doubts = doubts
  const unread = unreadMarks(source, header)
  if (unread.length > 0) row.otherMarks = unread
  if (currency) row.shownCurrency = currency
  return row
}

function explain(failure: SheetFailure, limits: Limits): Refused {
  if (failure.kind === 'broken') return refused(brokenWorkbook(failure))
  return recordTooLong(limits, failure.line, 'sheet_row')
}

function noRows({ workbook: { sheets }, sheet }: SheetSource, columns: Columns): Refused {
  if (columns.of === 'statement') return refused(say('files.sheet_no_rows_nothing_compare', { sheet: sheet.name }))
  return sheets.some((each) => each !== sheet && !each.isHidden)
    ? refused(say('files.sheet_no_rows_nothing_pay_sheet', { sheet: sheet.name }))
    : refused(say('files.file_no_rows_nothing_pay'))
}

const toBeCalculated = (count: number): Sentence =>
  count === 1
    ? say('files.workbook_asks_formulas_calculated_again_when')
    : say('files.workbook_asks_formulas_calculated_again_when_opened_rows', { count })
