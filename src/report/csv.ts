import { type Options, stringify } from 'csv-stringify/sync'
import { guardFormula } from '../payout/formulaCell.ts'
import { type KeptColumn, keptColumns, resultColumns } from './columns.ts'
import type { CsvRecords, ReportContent, ReportRow } from './row.ts'

/**
 * Every cell that a spreadsheet would run gets a `'` before it, `-5` and `+22997000001` among them: intake takes it off
 * again. csv-stringify's own `escape_formulas` can't be undone: it leaves a cell that has such a `'` already as it is.
 */
const options: Options = {
  cast: { string: guardFormula },
  record_delimiter: '\n',
  quote_record_delimiter: true,
}

/** A CSV report as pieces of text: UTF-8 without BOM, LF, RFC 4180 quotes; absent values are empty cells. */
export async function* csvReport({ columns, rows }: ReportContent): AsyncGenerator<string> {
  const kept = keptColumns(columns)
  yield header(kept)
  for await (const batch of rows) {
    if (batch.length > 0) {
      yield stringify(
        batch.map((row) => record(kept, row)),
        options,
      )
    }
  }
}

/** The same, of records that are CSV already. */
export async function* csvReportOf(records: CsvRecords, columns: readonly string[]): AsyncGenerator<string | Buffer> {
  const kept = keptColumns(columns)
  yield header(kept)
  yield* records(kept.map(({ index }) => index))
}

const header = (kept: readonly KeptColumn[]): string =>
  stringify([[...kept.map(({ name }) => name), ...resultColumns]], options)

function record(kept: readonly KeptColumn[], row: ReportRow): (string | null)[] {
  const cells: (string | null)[] = []
  for (const { index } of kept) cells.push(row.cells[index] ?? null)
  cells.push(
    String(row.line),
    row.status,
    row.providerReference,
    row.errorCode,
    row.errorMessage,
    String(row.attempts),
    row.sentAt === null ? null : row.sentAt.toISOString(),
    row.settledAt === null ? null : row.settledAt.toISOString(),
  )
  return cells
}
