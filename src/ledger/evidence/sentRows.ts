import type { PoolClient } from 'pg'
import type { SentRow } from '../../payout/reconciliation.ts'
import type { PayoutState } from '../../payout/state.ts'

interface FoundRow extends Omit<SentRow, 'amountMinor' | 'state' | 'sentUntilMs' | 'sharedReference'> {
  state: PayoutState
  amountMinor: string
  sentUntilMs: number | null
  sharedReference: string | null
}

/**
 * Rows that were sent. A reference that another payout holds is not the row's own, and a row that has been `failed` was retried. A row that a
 * recovery put in doubt, and that was not sent since, may have been sent at any time between what the recovery was told, or the creation of its
 * batch, and the recovery.
 *
 * @param which a condition on payouts `p` of batches `b`, with `values`
 */
export async function readSentRows(client: PoolClient, which: string, values: unknown[]): Promise<SentRow[]> {
  const { rows } = await client.query<FoundRow>(
    `select p.batch_no as "batchNo", p.line, p.state, p.operator, p.phone, p.amount_minor as "amountMinor", p.currency,
            date_part('epoch', case when u.until is null then p.sent_at else greatest(p.sent_at, b.created_at) end) * 1000
              as "sentAtMs",
            date_part('epoch', u.until) * 1000 as "sentUntilMs",
            case
              when r.reference is null or (r.batch_no = p.batch_no and r.line = p.line)
                then p.provider_reference
            end as reference,
            case
              when r.batch_no <> p.batch_no or r.line <> p.line
                then p.provider_reference
            end as "sharedReference",
            p.seq >= 3
            and exists (
              select from payrun.events e
               where e.batch_no = p.batch_no
                 and e.line = p.line
                 and e.from_state = 'failed'
            ) as retried
       from payrun.payouts p
       join payrun.batches b on b.batch_no = p.batch_no
       left join payrun.provider_references r on r.reference = p.provider_reference
      cross join lateral (
            -- A recovery's moves have its own time.
            select max(v.at) as until
              from payrun.recoveries v
             where v.kind = 'since'
               and v.at >= p.sent_at
               and exists (
                 select from payrun.events e
                  where e.batch_no = p.batch_no
                    and e.line = p.line
                    and e.to_state = 'unknown'
                    and e.at = v.at
               )
       ) u
      where (p.attempts > 0 or p.state in ('unknown', 'paid'))
        and ${which}
      order by p.batch_no, p.line`,
    values,
  )
  return rows.map(({ sentUntilMs, sharedReference, ...row }) => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    ...(sentUntilMs === null ? {} : { sentUntilMs }),
    ...(sharedReference === null ? {} : { sharedReference }),
  }))
}
