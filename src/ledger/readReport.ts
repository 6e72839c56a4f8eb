import Cursor from 'pg-cursor'
import type { PayoutState } from '../payout/state.ts'
import type { Ledger } from './ledger.ts'

/** One row of a batch as the report needs it, in the file's order. */
export interface LedgerReportRow {
  cells: (string | null)[]
  line: number
  status: PayoutState
  providerReference: string | null
  errorCode: string | null
  errorMessage: string | null
  operator: string | null
  /** Minor units, as digits; null for a row that is not payable. */
  amountMinor: string | null
  currency: string | null
  attempts: number
  sentAt: Date | null
  settledAt: Date | null
}

/** Every row of a batch in the file's order, in groups, as one snapshot: a row is never seen twice or missed. */
export async function* readReportRows(ledger: Ledger, batchNo: number): AsyncGenerator<LedgerReportRow[]> {
  const client = await ledger.pool.connect()
  try {
    const cursor = client.query(new Cursor<LedgerReportRow>(reportSql, [batchNo]))
    // The next group is on its way while one is made use of.
    for (let next = readGroup(cursor); ; ) {
      const rows = await next
      if (rows.length === 0) return
      next = readGroup(cursor)
      yield rows
    }
  } finally {
    // A reader that stopped early leaves a cursor open: that connection is not used again.
    client.release(true)
  }
}

/** Its trouble is told to whoever waits for it: that may be nobody any more. */
function readGroup(cursor: Cursor<LedgerReportRow>): Promise<LedgerReportRow[]> {
  const rows = cursor.read(1000)
  rows.catch(() => undefined)
  return rows
}

export const errorCodeSql = "coalesce(error_code, problems->0->>'code')"

/** `case` and not `coalesce`, which would go through the problems of every row: a third of what Postgres does here. */
export const errorMessageSql = `case when error_message is null and problems is not null
  then (select string_agg(problem->>'message', ' ') from jsonb_array_elements(problems) as problem)
  else error_message end`

const reportSql = `
select cells, line, state as status, provider_reference as "providerReference",
       ${errorCodeSql} as "errorCode", ${errorMessageSql} as "errorMessage",
       operator, amount_minor as "amountMinor", currency, attempts, sent_at as "sentAt", settled_at as "settledAt"
  from payrun.payouts where batch_no = $1 order by line`
