import type { Ledger } from '../connection/ledger.ts'

/** Invalid rows of a batch that are payouts of other batches: how many, and in which, the first few. */
export interface Elsewhere {
  paid: number
  paidIn: string[]
  /** Failed there, not paid yet, or not known to be. */
  open: number
  openIn: string[]
}

export const nothingElsewhere: Elsewhere = { paid: 0, paidIn: [], open: 0, openIn: [] }

/** By the state that those payouts are in now. The first problem of such a row names its payout. Invalid rows have no chunk: an index has these. */
export async function readElsewhere(ledger: Ledger, batchNo: number): Promise<Elsewhere> {
  const { rows } = await ledger.pool.query<Elsewhere>(
    `select count(*) filter (where h.state = 'paid')::int as paid,
            coalesce((array_agg(distinct b.id) filter (where h.state = 'paid'))[1:3], '{}') as "paidIn",
            count(*) filter (where h.state <> 'paid')::int as open,
            coalesce((array_agg(distinct b.id) filter (where h.state <> 'paid'))[1:3], '{}') as "openIn"
       from payrun.payouts p
      cross join lateral (select p.problems->0->'message'->'args' as args) m
       join payrun.batches b on b.id = coalesce(args->>'takenBy', args->>'batchId')
       join payrun.payouts h
            on h.batch_no = b.batch_no
            and h.line = coalesce(args->>'takenLine', args->>'heldLine')::int
      where p.batch_no = $1
        and p.state = 'invalid'
        and p.chunk_no is null
        and p.problems->0->>'code' = 'reference_in_use'
        and h.state not in ('invalid', 'cancelled')`,
    [batchNo],
  )
  return rows[0]!
}
