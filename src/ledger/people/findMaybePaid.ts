import type { PoolClient } from 'pg'
import type { PayoutState } from '../../payout/state.ts'
import { type Found, first } from './found.ts'

/** A payout to the number of a staged row that is called unpaid, and of which somebody says that it was paid. */
export interface MaybePaid {
  line: number
  phone: string
  amountMinor: string
  currency: string
  batchId: string
  heldLine: number
  heldState: PayoutState
  /** Who says so. */
  by: 'statement' | 'notification' | 'answer' | 'evidence'
}

/** So long a new payout to the number of such a row is warned of; until then the number is kept. */
export const maybePaidFor = `interval '31 days'`

/**
 * Payable staged rows to whose number a payout failed, or was cancelled, though evidence of the last 31 days says that it was paid, and
 * nobody has looked into that: under another reference it would be paid a second time. Whatever its amount: people split what they owe.
 * Of evidence there is little, and each piece leads to its row by its key.
 *
 * @param again the batch whose rows are staged; none of them speaks against itself
 */
export const findMaybePaid = (client: PoolClient, sandbox: boolean, again: number | null): Promise<Found<MaybePaid>> =>
  first<MaybePaid>(client, maybePaidSql, [sandbox, again])

const maybePaidSql = `
select distinct on (s.line) s.line, s.phone, p.amount_minor::text as "amountMinor", p.currency,
       b.id as "batchId", k.line as "heldLine", p.state::text as "heldState",
       case k.kind
         when 'failed_but_carried_out' then 'statement'
         when 'notification' then 'notification'
         when 'late_answer' then 'answer'
         else 'evidence'
       end as by
  from (
    select distinct on (batch_no, line) batch_no, line, kind
      from payrun.discrepancies
     where says_paid
       and not set_aside
       and at > now() - ${maybePaidFor}
     order by batch_no, line, discrepancy_no desc
  ) k
 cross join lateral (
   select phone, amount_minor, currency, state
     from payrun.payouts
    where batch_no = k.batch_no
      and line = k.line
   offset 0
 ) p
  join payrun.batches b on b.batch_no = k.batch_no and b.sandbox = $1
  join staging s on s.phone = p.phone and s.state = 'pending'
 where p.state in ('failed', 'cancelled')
   and (k.batch_no = $2 and k.line = s.line) is not true
 order by s.line, k.batch_no desc, k.line`
