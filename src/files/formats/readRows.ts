import { unguardFormula } from '../../payout/report.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type ColumnMap, type Columns, noColumns } from '../payroll/header/columns.ts'
import { askAboutColumns } from '../payroll/header/doubtfulColumns.ts'
import {
  createHeaderSearch,
  type Header,
  reportedIn,
  type TableRecord,
  unnamedNumber,
  valueWithoutName,
} from '../payroll/header/header.ts'
import { markingOf } from '../payroll/marks/markColumns.ts'
import { judgeColumns } from '../payroll/marks/wholeColumns.ts'
import { type PayoutFile, textChunks } from '../payroll/payoutFile.ts'
import {
  defaultLimits,
  type Limits,
  type Malformed,
  type Refused,
  type Row,
  type RowBatches,
  recordTooLong,
  refused,
  tooManyRows,
} from '../payroll/row.ts'
import { setAsideTail } from '../payroll/tail/tail.ts'
import { findStatementColumns, type StatementMap } from '../statement/statementColumns.ts'
import { delimiterOf, isBlank, type ParseFailure, readRecords } from './csv/records.ts'

export interface Rows {
  /** Complete with the first batch of CSV, but only at the end of JSON. */
  columns: Columns
  batches: RowBatches
}

/**
 * Reads an opened file's rows in batches, with bounded memory. The generator returns why the file is refused, or null at its end.
 * `for await` loses that value; `yield*` returns it.
 */
export function readRows(file: PayoutFile, map: ColumnMap = {}, limits: Limits = defaultLimits): Rows {
  const columns = noColumns('payouts', map)
  const batches = readers[file.format](file, columns, limits)
  const isTable = file.format === 'csv' || file.format === 'xlsx'
  const rows = isTable ? setAsideTail(batches, columns) : batches
  return { columns, batches: askAboutColumns(judgeColumns(rows, columns, file.format === 'xlsx'), columns) }
}

/** The same for a provider's statement. */
export function readStatementRows(file: PayoutFile, map: StatementMap): Rows {
  const columns = { ...noColumns('statement'), statementMap: map }
  return { columns, batches: readers[file.format](file, columns, defaultLimits) }
}

const readers = { csv: readCsv, json: readJson, ndjson: readNdjson, xlsx: readXlsx, xml: readXml }

// The readers of rarer formats are loaded only for such files: every command pays for what it loads.

async function* readJson(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  return yield* (await import('./json/jsonRows.ts')).readJson(file, columns, limits)
}

async function* readNdjson(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  return yield* (await import('./json/jsonRows.ts')).readNdjson(file, columns, limits)
}

async function* readXlsx(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  return yield* (await import('./xlsx/xlsxRows.ts')).readXlsx(file, columns, limits)
}

/** An ISO 20022 message. */
async function* readXml(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  if (columns.of === 'statement')
    return yield* (await import('./xml/readCamt053.ts')).readCamt053(file, columns, limits)
  return yield* (await import('./xml/readPain001.ts')).readPain001(file, columns, limits)
}

const quote = 0x22
const cr = 0x0d
const equals = 0x3d
const lf = 0x0a

/**
 * Reads a CSV file (RFC 4180; LF, CRLF or CR; blank lines don't count) a few rows at a time, so that memory stays small. Fills
 * `columns` from the header before the first batch.
 *
 * @returns why the file is refused, or null at its end
 */
async function* readCsv(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  const delimiter = delimiterOf(file)
  const search = createHeaderSearch(columns, limits)
  let header: Header | null = null
  let rows = 0
  const records = readRecords(file, delimiter, limits)
  for (;;) {
    const next = await records.next()
    const broken = next.done && next.value ? await explain(next.value, file, limits) : null
    let rowsRead = next.done ? [] : next.value
    if (!header) {
      const found = search(withoutHint(rowsRead), next.done === true)
      if (found.kind === 'refused') return broken ?? found
      if (found.kind === 'found') header = found.header
      rowsRead = found.kind === 'found' ? found.rows : []
    }
    const batch: Row[] = []
    if (header) for (const record of rowsRead) batch.push(toRow(record, header, columns, delimiter))
    rows += batch.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (batch.length > 0) yield batch
    if (!next.done) continue
    if (broken) return { ...broken, breaksOff: true }
    return rows === 0 ? noRows(header !== null, columns) : null
  }
}

function noRows(hasHeader: boolean, columns: Columns): Refused {
  if (columns.of === 'statement') {
    // A single line may not be a header.
    const unnamed = hasHeader ? findStatementColumns(columns.names, columns.statementMap) : null
    if (unnamed && 'kind' in unnamed) return unnamed
    return hasHeader
      ? refused(say('files.file_header_no_rows_nothing_compare'))
      : refused(say('files.file_no_rows_nothing_compare'))
  }
  return hasHeader
    ? refused(say('files.file_header_no_rows_nothing_pay'))
    : refused(say('files.file_no_rows_nothing_pay'))
}

const withoutHint = (records: TableRecord[]): TableRecord[] =>
  records[0] && isExcelHint(records[0]) ? records.slice(1) : records

/** Excel's `sep=;` on the first line is not a record. */
const isExcelHint = ({ line, cells }: TableRecord): boolean =>
  line === 1 && /^sep=/i.test(cells[0] ?? '') && cells.every((cell, at) => at === 0 || cell === '')

function toRow(record: TableRecord, header: Header, columns: Columns, delimiter: string): Row {
  const row: Row = { line: record.line, cells: [], ...reportedIn(record, header, columns) }
  const { width, cells } = header
  const extra = record.cells.length > width ? record.cells.slice(width) : []
  // Extra cells don't matter in a statement: it pays nothing, and providers end their lines as they like.
  const most = columns.of === 'statement' ? Number.POSITIVE_INFINITY : cells
  if (record.cells.length < width || record.cells.length > most || !extra.every(isBlank)) {
    row.malformed = wrongWidth(record, header)
    row.beyond = extra.join(' ').trim()
  } else {
    const malformed =
      beforeReasons(record.cells, columns) ??
      unnamedNumber(record.cells, header.unnamed) ??
      nulProblem(record, header, columns) ??
      (delimiter === ',' ? splitAmount(record, columns) : null)
    if (malformed) row.malformed = malformed
  }
  for (let index = 0; index < width; index++) {
    if (header.kept[index] === -1) continue
    const cell = record.cells[index]
    row.cells.push(cell === undefined ? null : restore(cell, columns.isReport))
  }
  return row
}

/** Removes what a report adds to cells that a spreadsheet would run or change, and replaces NUL, which a database can't store. */
function restore(cell: string, isReport: boolean): string {
  const text = isReport ? unguardFormula(cell) : cell
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

/**
 * A row with more cells than the header, even empty ones, may be shifted: `1,250` without quotes is two cells. If the header itself
 * ends with delimiters, rows may, too.
 */
function wrongWidth({ cells }: TableRecord, { width, cells: most }: Header): Malformed {
  const message = say('payout.row_cells_header_add_remove_delimiters', {
    cells: cells.length,
    width: cells.length > most ? most : width,
  })
  return { column: '', value: cells.join(' | '), message }
}

/**
 * Finds `1,250` without quotes in a row that lacks its last cell: it has as many cells as the header, but the rest of the amount is
 * where a name or a note should be.
 */
function splitAmount({ cells }: TableRecord, { index, names, nameAt, places }: Columns): Malformed | null {
  const at = index.amount ?? -1
  const place = places[at]
  const next = names[at + 1]
  if (place === undefined || next === undefined || places[at + 1] !== place + 1) return null
  const [amount = '', rest = ''] = cells.slice(place, place + 2)
  if (!/^\D{0,5}[1-9]\d{0,2}$/.test(amount.trim()) || !/^\d{3}(?:\.\d{2})?$/.test(rest.trim())) return null
  if (!nameAt.includes(at + 1) && markingOf(next) !== 'remark') return null
  const written = `${amount.trim()},${rest.trim()}`
  return { column: names[at] ?? '', value: amount, message: say('payout.amount_maybe_split', { written, next }) }
}

function nulProblem({ cells }: TableRecord, header: Header, columns: Columns): Malformed | null {
  const broken = cells.findIndex((cell) => cell.includes('\0'))
  if (broken === -1) return null
  const kept = header.kept[broken] ?? -1
  const column = kept === -1 ? '' : (columns.names[kept] ?? '')
  return { column, value: (cells[broken] ?? '').replaceAll('\0', '\ufffd'), message: nulMessage() }
}

/** In a copy with marked problems: a value beyond the named columns, which is now before the reasons. */
function beforeReasons(cells: readonly string[], { problemsFrom = 0, problemsAt = 0 }: Columns): Malformed | null {
  const at = cells.findIndex((cell, place) => place >= problemsFrom && place < problemsAt && !isBlank(cell))
  return at === -1 ? null : valueWithoutName(at, cells[at] ?? '')
}

const nulMessage = (): Sentence => say('payout.cell_nul_character_type_cell_again')

const quoteSentences = {
  not_closed: (line: number) => say('files.quote_line_opens_never_closed_swallows', { line }),
  text_after: (line: number) => say('files.quote_line_closes_but_more_text', { line }),
  inside: (line: number) => say('files.quote_line_stands_middle_cell_no', { line }),
}

/** Finds the line where the problem began; csv-parse only knows the byte. */
async function explain(why: Refused | ParseFailure, file: PayoutFile, limits: Limits): Promise<Refused> {
  if (why.kind === 'refused') return why
  if (why.kind === 'too_long') return tooLong(why.record, file, limits)
  const { line, isQuote, isFormula } = await findText(textChunks(file), why.cell)
  switch (why.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return refused(quoteSentences.not_closed(line), line)
    case 'CSV_INVALID_CLOSING_QUOTE':
      return refused(quoteSentences.text_after(line), line)
    case 'INVALID_OPENING_QUOTE':
      return refused(isFormula ? say('payout.formula_keeps_zero', { line }) : quoteSentences.inside(line), line)
    case 'CSV_MAX_RECORD_SIZE':
      return isQuote ? refused(quoteSentences.not_closed(line), line) : tooLong(why.record, file, limits)
    default:
      return refused(say('files.file_cant_read_csv_save_again', { code: why.code }))
  }
}

async function tooLong(record: number, file: PayoutFile, limits: Limits): Promise<Refused> {
  return recordTooLong(limits, (await findText(textChunks(file), record)).line)
}

interface Found {
  line: number
  isQuote: boolean
  /** It begins with `=`. */
  isFormula: boolean
}

/** The line of the first text at or after a byte, past blank lines, and whether it begins with a quote. */
async function findText(chunks: AsyncIterable<Buffer>, from: number): Promise<Found> {
  let line = 1
  let at = 0
  let previous = 0
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      const isBreak = byte === cr || byte === lf
      if (at >= from && !isBreak) return { line, isQuote: byte === quote, isFormula: byte === equals }
      if (isBreak && !(byte === lf && previous === cr)) line++
      previous = byte
      at++
    }
  }
  return { line, isQuote: false, isFormula: false }
}
