import { type Options, stringify } from 'csv-stringify/sync'
import { guardFormula } from '../payout/formulaCell.ts'
import { type KeptColumn, keptColumns, resultColumns } from './columns.ts'
import type { ReportContent, ReportRow } from './row.ts'

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
  yield stringify([[...kept.map(({ name }) => name), ...resultColumns]], options)
  for await (const batch of rows) {
    if (batch.length > 0) {
      yield stringify(
        batch.map((row) => record(kept, row)),
        options,
      )
    }
  }
}

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
