import type { PayoutState } from '../payout/state.ts'
import type { Ledger } from './ledger.ts'

/** Counts and sums of a batch, derived from its rows. Sums are minor units. */
export interface BatchTotals {
  counts: Partial<Record<PayoutState, number>>
  sums: Partial<Record<PayoutState, Record<string, bigint>>>
}

/** Counts and sums by state and currency, of several batches at once. A batch without rows is not in the map. */
export async function readTotals(ledger: Ledger, batchNos: readonly number[]): Promise<Map<number, BatchTotals>> {
  const { rows } = await ledger.pool.query<{
    batch_no: number
    state: PayoutState
    currency: string | null
    n: string
    sum: string | null
  }>(
    `select batch_no, state, currency, count(*) as n, sum(amount_minor)::text as sum
       from payrun.payouts where batch_no = any($1) group by 1, 2, 3 order by 1, 2, 3`,
    [batchNos],
  )
  const totals = new Map<number, BatchTotals>()
  for (const row of rows) {
    const batch = totals.get(row.batch_no) ?? { counts: {}, sums: {} }
    totals.set(row.batch_no, batch)
    batch.counts[row.state] = (batch.counts[row.state] ?? 0) + Number(row.n)
    if (row.currency === null || row.sum === null) continue
    const sums = batch.sums[row.state] ?? {}
    batch.sums[row.state] = sums
    sums[row.currency] = BigInt(row.sum)
  }
  return totals
}

/** Whether a batch has as many unknown rows as it may have. Looks no further than that many. */
export async function hasTooManyUnknown(ledger: Ledger, batchNo: number, maxUnknown: number): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ n: number }>(
    `select count(*)::int as n from (select from payrun.payouts where batch_no = $1 and state = 'unknown' limit $2) unknown`,
    [batchNo, maxUnknown],
  )
  return rows[0]!.n >= maxUnknown
}
