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
    for (let rows = await cursor.read(1000); rows.length > 0; rows = await cursor.read(1000)) yield rows
  } finally {
    // A reader that stopped early leaves a cursor open: that connection is not used again.
    client.release(true)
  }
}

const reportSql = `
select cells, line, state as status, provider_reference as "providerReference",
       coalesce(error_code, problems->0->>'code') as "errorCode",
       coalesce(error_message, (select string_agg(problem->>'message', ' ') from jsonb_array_elements(problems) as problem)) as "errorMessage",
       operator, amount_minor as "amountMinor", currency, attempts, sent_at as "sentAt", settled_at as "settledAt"
  from payrun.payouts where batch_no = $1 order by line`
