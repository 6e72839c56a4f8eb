import { isCurrency } from '../payout/country.ts'
import { formatWireAmount, parseAmount } from '../payout/money.ts'
import { columnLetters } from '../spreadsheet/columnLetters.ts'
import type { WrittenCell } from '../spreadsheet/sheetXml.ts'
import { writeWorkbook } from '../spreadsheet/writeWorkbook.ts'
import { amountCell } from './amountCell.ts'
import { type KeptColumn, keptColumns } from './columns.ts'
import { maxXlsxRows, type ReportContent, type ReportRow } from './row.ts'
import { statusColours } from './statusColours.ts'
import { summaryRows, summaryWidths } from './xlsxSummary.ts'
import { type XlsxWords, xlsxWords } from './xlsxWords.ts'

/**
 * A report as an .xlsx workbook: the rows, and a summary, which is what is seen first. The sheet of rows comes first in the
 * workbook, so that the report can go in again as a payout file. Amounts are numbers, to their last digit; everything else
 * is text, which no spreadsheet runs as a formula.
 */
export async function* xlsxReport(content: ReportContent): AsyncGenerator<Buffer> {
  const words = xlsxWords()
  const kept = keptColumns(content.columns)
  const headings = [...kept.map(({ name }) => name), ...words.headings]
  const count = rowCount(content)
  yield* writeWorkbook([
    {
      name: words.rows,
      widths: [...kept.map(({ name }) => widthOf(name)), ...resultWidths],
      isHeaderFrozen: true,
      filter: `A1:${columnLetters(headings.length - 1)}${count + 1}`,
      rows: rowsOf(content, kept, headings, words),
    },
    {
      name: words.summary,
      widths: summaryWidths,
      isShown: true,
      rows: summaryRows(content, words),
    },
  ])
}

/** line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at */
const resultWidths = [8, 12, 24, 20, 60, 10, 26, 26]

const widthOf = (name: string): number => Math.min(40, Math.max(14, name.length + 4))

function rowCount({ batch }: ReportContent): number {
  const file = typeof batch === 'object' && batch !== null && 'file' in batch ? batch.file : null
  const rows = typeof file === 'object' && file !== null && 'rows' in file ? file.rows : null
  return typeof rows === 'number' ? Math.min(rows, maxXlsxRows) : maxXlsxRows
}

async function* rowsOf(
  { rows, amountColumn }: ReportContent,
  kept: readonly KeptColumn[],
  headings: readonly string[],
  words: XlsxWords,
): AsyncGenerator<WrittenCell[]> {
  yield headings.map((text) => ({ kind: 'text', text, style: 'heading' }))
  let amountAt = amountColumn ?? null
  for await (const group of rows) {
    // A column that --map names has any name: it is the one whose cells are the amounts.
    amountAt ??= columnOfAmounts(kept, group)
    for (const row of group) yield cellsOf(row, kept, amountAt, words)
  }
}

const columnOfAmounts = (kept: readonly KeptColumn[], group: readonly ReportRow[]): number | null => {
  const payable = group.filter(({ amountMinor }) => amountMinor != null)
  if (payable.length === 0) return null
  return kept.find(({ index }) => payable.every((row) => amountDigits(row, row.cells[index]) !== null))?.index ?? null
}

function cellsOf(
  row: ReportRow,
  kept: readonly KeptColumn[],
  amountAt: number | null,
  words: XlsxWords,
): WrittenCell[] {
  const cells = kept.map(({ index }): WrittenCell => {
    const digits = index === amountAt ? amountDigits(row, row.cells[index]) : null
    return digits === null ? textCell(row.cells[index]) : amountCell(digits, row.currency ?? '')
  })
  cells.push(
    { kind: 'number', digits: String(row.line) },
    { kind: 'text', text: words.status[row.status], style: statusColours[row.status] },
    textCell(row.providerReference),
    textCell(row.errorCode),
    textCell(row.errorMessage),
    { kind: 'number', digits: String(row.attempts) },
    textCell(row.sentAt?.toISOString()),
    textCell(row.settledAt?.toISOString()),
  )
  return cells
}

const textCell = (text: string | null | undefined): WrittenCell =>
  text == null || text === '' ? null : { kind: 'text', text, style: 'text' }

/** The amount that was read from this very cell, as plain digits; null where the cell is not it. */
function amountDigits({ amountMinor, currency }: ReportRow, cell: string | null | undefined): string | null {
  if (amountMinor == null || currency == null || cell == null || !isCurrency(currency)) return null
  const read = parseAmount(cell.trim(), currency)
  return read.ok && String(read.amountMinor) === amountMinor ? formatWireAmount(read.amountMinor, currency) : null
}
