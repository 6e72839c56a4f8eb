import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { formula } from '../payout/formulaCell.ts'
import type { Ledger } from './ledger.ts'
import { errorCodeSql, errorMessageSql } from './readReport.ts'

/**
 * Every row of a batch in the file's order as a record of the CSV report, which Postgres makes: in less than half the time, and
 * with none of the rows in this process. The input's cells at `kept` (indexes) come first, then what the report adds; quotes
 * as RFC 4180 has them, LF, UTF-8; what is absent or empty is nothing between two commas. One snapshot, as in readReportRows.
 */
export async function* readReportCsv(
  ledger: Ledger,
  batchNo: number,
  kept: readonly number[],
): AsyncGenerator<Buffer, void> {
  const client = await ledger.pool.connect()
  try {
    yield* client.query(copyTo(`copy (${recordsSql(batchNo, kept)}) to stdout with (format csv)`))
  } finally {
    // A reader that stopped early leaves the rest unread: that connection is not used again.
    client.release(true)
  }
}

/** Whether Postgres can tell what a formula begins with: it knows some of those signs only where text is UTF-8. */
export async function canReadReportCsv(ledger: Ledger): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ encoding: string }>('select getdatabaseencoding() as encoding')
  return rows[0]?.encoding === 'UTF8'
}

/** COPY takes no parameters. */
function recordsSql(batchNo: number, kept: readonly number[]): string {
  const columns = [
    ...kept.map((index) => guarded(`texts[${index + 1}]`)),
    'line',
    'state',
    ...['provider_reference', errorCodeSql, errorMessageSql].map(guarded),
    'attempts',
    ...['sent_at', 'settled_at'].map((column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  ]
  // The cells are taken apart once for each row, and not for each column (offset 0 keeps the two selects apart).
  return `select ${columns.join(', ')} from (
    select *, array(select json_array_elements_text(cells)) as texts from payrun.payouts where batch_no = ${batchNo} order by line offset 0) p
    order by line`
}

/** As `guardFormula` does it. Of an empty text, COPY would make a pair of quotes. */
const guarded = (cell: string): string =>
  `nullif(regexp_replace(${cell}, ${escapeLiteral(formula.source)}, ${escapeLiteral("'\\&")}), '')`
