import { CsvError, Parser } from 'csv-parse'
import { unguardFormula } from '../payout/formulaCell.ts'
import { t } from '../words/t.ts'
import { findBrokenQuote } from './brokenQuote.ts'
import type { Columns } from './columns.ts'
import { type Delimiter, delimiterOf } from './delimiter.ts'
import { createHeaderSearch, type Header, type TableRecord } from './header.ts'
import type { PayoutFile } from './payoutFile.ts'
import { type Limits, type Malformed, type Refused, type Row, recordTooLong, refused, tooManyRows } from './row.ts'
import { textChunks } from './textChunks.ts'

/**
 * Reads a CSV file (RFC 4180; LF, CRLF or CR; blank lines do not count) in batches of rows, one per chunk of the file,
 * so that memory stays small. Fills `columns` from the header before the first batch.
 *
 * @returns why the file is refused, null when it was read to its end.
 */
export async function* readCsv(
  file: PayoutFile,
  columns: Columns,
  limits: Limits,
): AsyncGenerator<Row[], Refused | null> {
  const delimiter = delimiterOf(file)
  const parser = createRecordParser(delimiter, limits)
  const search = createHeaderSearch(columns, limits)
  let header: Header | null = null
  let rows = 0
  const chunks = textChunks(file)
  for (;;) {
    const next = await chunks.next()
    const records = next.done ? await parser.end() : await parser.write(next.value)
    if (next.done && next.value) return next.value
    if (records instanceof CsvError) return explain(records, file, delimiter, limits)
    if (!Array.isArray(records)) return recordTooLong(limits, records.tooLongLine)
    let rowsRead = records
    if (!header) {
      const found = search(withoutHint(records), next.done === true)
      if (found.kind === 'refused') return found
      if (found.kind === 'found') header = found.header
      rowsRead = found.kind === 'found' ? found.rows : []
    }
    const batch: Row[] = []
    if (header) for (const record of rowsRead) batch.push(toRow(record, header, columns))
    rows += batch.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (batch.length > 0) yield batch
    if (!next.done) continue
    return rows === 0 ? noRows(header !== null, columns) : null
  }
}

function noRows(hasHeader: boolean, columns: Columns): Refused {
  if (columns.of === 'statement') {
    return hasHeader
      ? refused(t`The file has a header and no rows: there is nothing to compare with.`)
      : refused(t`The file has no rows: there is nothing to compare with.`)
  }
  return hasHeader
    ? refused(t`The file has a header and no rows: there is nothing to pay.`)
    : refused(t`The file has no rows: there is nothing to pay.`)
}

/** csv-parse, fed by hand: records are gathered per chunk instead of one event each, which halves the time. */
function createRecordParser(delimiter: Delimiter, limits: Limits) {
  let records: TableRecord[] = []
  /** csv-parse counts a CRLF inside quotes as two lines. */
  let linesTooMany = 0
  let bytesSinceRecord = 0
  let emptyLines = 0
  let nextLine = 1
  const parser = new Parser({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: limits.recordBytes,
    on_record(cells: string[], info) {
      let breaks = 0
      for (const cell of cells) {
        if (!cell.includes('\n') && !cell.includes('\r')) continue
        const pairs = cell.split('\r\n').length - 1
        linesTooMany += pairs
        breaks += cell.split(/\r\n|\n|\r/).length - 1
      }
      const endLine = info.lines - linesTooMany
      nextLine = endLine + 1
      if (!cells.every(isBlank)) records.push({ line: endLine - breaks, cells })
      return null
    },
  })
  // Failures come back from write and end; without a listener they would end the process.
  parser.on('error', () => {})
  const taken = (error: Error | null | undefined): TableRecord[] | CsvError | { tooLongLine: number } => {
    if (error instanceof CsvError) return error
    if (error) throw error
    const batch = records
    records = []
    if (bytesSinceRecord > 2 * limits.recordBytes) return { tooLongLine: nextLine }
    return batch
  }
  return {
    async write(chunk: Buffer) {
      const before = nextLine
      const error = await new Promise<Error | null | undefined>((resolve) => {
        parser.write(chunk, resolve)
      })
      // A record of nothing but delimiters grows without ever reaching csv-parse's own limit.
      const isMoving = nextLine !== before || parser.info.empty_lines !== emptyLines
      emptyLines = parser.info.empty_lines
      bytesSinceRecord = isMoving ? 0 : bytesSinceRecord + chunk.length
      return taken(error)
    },
    async end() {
      const error = await new Promise<Error | null | undefined>((resolve) => {
        parser.once('error', resolve)
        parser.once('finish', () => resolve(null))
        parser.end()
      })
      return taken(error)
    },
  }
}

const withoutHint = (records: TableRecord[]): TableRecord[] =>
  records[0] && isExcelHint(records[0]) ? records.slice(1) : records

/** Excel's `sep=;` on the first line is no record. */
const isExcelHint = ({ line, cells }: TableRecord): boolean =>
  line === 1 && /^sep=/i.test(cells[0] ?? '') && cells.every((cell, at) => at === 0 || cell === '')

const isBlank = (cell: string): boolean => cell === '' || cell.trim() === ''

function toRow(record: TableRecord, header: Header, columns: Columns): Row {
  const row: Row = { line: record.line, cells: [] }
  const malformed = formProblem(record, header, columns)
  if (malformed) row.malformed = malformed
  for (let index = 0; index < header.width; index++) {
    if (header.kept[index] === -1) continue
    const cell = record.cells[index]
    row.cells.push(cell === undefined ? null : restore(cell, columns.isReport))
  }
  return row
}

/** Undoes what a report does to cells that a spreadsheet would run, and what a database can't keep. */
function restore(cell: string, isReport: boolean): string {
  const text = isReport ? unguardFormula(cell) : cell
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

function formProblem({ cells }: TableRecord, header: Header, columns: Columns): Malformed | null {
  const extra = cells.slice(header.width)
  if (cells.length < header.width || !extra.every(isBlank)) {
    const message = t`The row has ${cells.length} cells and the header ${header.width}: add or remove delimiters, or quote the cell that has one in it.`
    return { column: '', value: cells.join(' | '), message }
  }
  const broken = cells.findIndex((cell) => cell.includes('\0'))
  if (broken === -1) return null
  const kept = header.kept[broken] ?? -1
  const column = kept === -1 ? '' : (columns.names[kept] ?? '')
  return { column, value: (cells[broken] ?? '').replaceAll('\0', '\ufffd'), message: nulMessage() }
}

const nulMessage = (): string => t`The cell has a NUL character in it: type the cell again.`

const quoteSentences = {
  not_closed: (line: number) =>
    t`A quote on line ${line} opens and is never closed, so it swallows the rows that follow: correct the line, or write "" for a quote inside quotes.`,
  text_after: (line: number) =>
    t`A quote on line ${line} closes, but more text follows in the same cell: correct the line, or write "" for a quote inside quotes.`,
  inside: (line: number) =>
    t`A quote on line ${line} stands in the middle of a cell that has no quotes around it: correct the line, or write "" for a quote inside quotes.`,
}

/** Says where the trouble began, by reading the file again: csv-parse notices it lines later. */
async function explain(error: CsvError, file: PayoutFile, delimiter: Delimiter, limits: Limits): Promise<Refused> {
  const found = await findBrokenQuote(textChunks(file), delimiter, limits)
  if (found === null) return refused(t`The file can't be read as CSV (${error.code}): save it again as CSV.`)
  const { line, kind } = found
  if (kind === 'too_long') return recordTooLong(limits, line)
  return refused(quoteSentences[kind](line), line)
}
