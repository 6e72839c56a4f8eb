import { unguardFormula } from '../payout/formulaCell.ts'
import { t } from '../words/t.ts'
import { findBrokenQuote } from './brokenQuote.ts'
import type { Columns } from './columns.ts'
import { type Delimiter, delimiterOf } from './delimiter.ts'
import { createHeaderSearch, type Header, type TableRecord } from './header.ts'
import { isBlank, type ParseFailure } from './parseRecords.ts'
import type { PayoutFile } from './payoutFile.ts'
import { readRecords } from './readRecords.ts'
import { type Limits, type Malformed, type Refused, type Row, recordTooLong, refused, tooManyRows } from './row.ts'
import { textChunks } from './textChunks.ts'

/**
 * Reads a CSV file (RFC 4180; LF, CRLF or CR; blank lines do not count) some rows at a time, so that memory
 * stays small. Fills `columns` from the header before the first batch.
 *
 * @returns why the file is refused, null when it was read to its end.
 */
export async function* readCsv(
  file: PayoutFile,
  columns: Columns,
  limits: Limits,
): AsyncGenerator<Row[], Refused | null> {
  const delimiter = delimiterOf(file)
  const search = createHeaderSearch(columns, limits)
  let header: Header | null = null
  let rows = 0
  const records = readRecords(file, delimiter, limits)
  for (;;) {
    const next = await records.next()
    if (next.done && next.value) return explain(next.value, file, delimiter, limits)
    let rowsRead = next.done ? [] : next.value
    if (!header) {
      const found = search(withoutHint(rowsRead), next.done === true)
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

const withoutHint = (records: TableRecord[]): TableRecord[] =>
  records[0] && isExcelHint(records[0]) ? records.slice(1) : records

/** Excel's `sep=;` on the first line is no record. */
const isExcelHint = ({ line, cells }: TableRecord): boolean =>
  line === 1 && /^sep=/i.test(cells[0] ?? '') && cells.every((cell, at) => at === 0 || cell === '')

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
async function explain(
  why: Refused | ParseFailure,
  file: PayoutFile,
  delimiter: Delimiter,
  limits: Limits,
): Promise<Refused> {
  if (why.kind === 'refused') return why
  if (why.kind === 'too_long') return recordTooLong(limits, why.line)
  const found = await findBrokenQuote(textChunks(file), delimiter, limits)
  if (found === null) return refused(t`The file can't be read as CSV (${why.code}): save it again as CSV.`)
  const { line, kind } = found
  if (kind === 'too_long') return recordTooLong(limits, line)
  return refused(quoteSentences[kind](line), line)
}
