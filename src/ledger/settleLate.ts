import type { ClientBase } from 'pg'
import type { PayoutState } from '../payout/state.ts'
import { type Settlement, storedOutcome } from './exchangeStatement.ts'

/**
 * The answer of an attempt that is no longer `sending`.
 *
 * - Its worker had been taken for dead and the sweep made the row `unknown`: the answer of that same attempt is better
 *   knowledge and settles it (architecture, fault 5). One that decides nothing (accepted, unknown)
 *   moves nothing, but a reference that it brought is kept for the person who looks into it.
 * - It was settled already, by this very attempt (a flush repeated after a lost connection): nothing to do.
 * - The row has moved on to another attempt, or a person settled it: the answer moves nothing, except that a row which a
 *   retry has made pending again becomes what it says; else a late `paid` or `accepted` is kept as a case (see payrun.keep_late_answer).
 */
export async function settleLate(
  client: ClientBase,
  { attempt, outcome }: Settlement,
): Promise<{ state: PayoutState; own: boolean }> {
  const stored = storedOutcome(outcome)
  const token = [attempt.batchNo, attempt.line, attempt.workerNo, attempt.attempt]
  if (stored.state === 'paid' || stored.state === 'failed') {
    const { rows } = await client.query<{ state: PayoutState }>(lateSql, [
      ...token,
      stored.state,
      stored.reference,
      stored.code,
      stored.message,
    ])
    if (rows[0]) return { state: rows[0].state, own: true }
  }
  // Called not paid in the meantime, and perhaps on its way again: what the provider says must not be lost.
  if (stored.state === 'paid' || stored.state === 'accepted') {
    const { state, reference, code, message } = stored
    await client.query(keepLateSql, [...token, state, reference, code, message])
  }
  const { rows } = await client.query<{ state: PayoutState; own: boolean }>(
    `with kept as (
       update payrun.payouts set provider_reference = $5
        where batch_no = $1 and line = $2 and state = 'unknown' and worker_no = $3 and attempts = $4
          and provider_reference is null and $5::text is not null)
     select state, (worker_no = $3 and attempts = $4 and not exists (
              select from payrun.events e where e.batch_no = $1 and e.line = $2 and e.seq = p.seq and e.actor is not null)) as own
       from payrun.payouts p where batch_no = $1 and line = $2`,
    [...token, stored.reference],
  )
  return rows[0] ?? { state: 'unknown', own: false }
}

const keepLateSql = 'select payrun.keep_late_answer($1, $2, $3, $4, $5, $6, $7, $8)'

const lateSql = `
with held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select $6, $1, $2 where $6::text is not null and $5::payrun.payout_state = 'paid'
     and exists (select from payrun.payouts where batch_no = $1 and line = $2 and state = 'unknown' and worker_no = $3 and attempts = $4)
  on conflict (reference) do nothing returning reference
), settled as (
  update payrun.payouts set state = $5, holds_key = ($5::payrun.payout_state <> 'failed'), seq = seq + 1, settled_at = now(),
         provider_reference = $6, error_code = $7, error_message = $8,
         head = payrun.next_head(head, seq + 1, attempts, worker_no, now(), 'unknown', $5, $7, null, 'late answer of the same attempt')
   where batch_no = $1 and line = $2 and state = 'unknown' and worker_no = $3 and attempts = $4
     and ($6::text is null or $5::payrun.payout_state = 'failed' or exists (select from held)
          or exists (select from payrun.provider_references r where r.reference = $6 and r.batch_no = $1 and r.line = $2))
  returning batch_no, line, seq, attempts, worker_no, state, error_code
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code, note)
  select batch_no, line, seq, attempts, worker_no, 'unknown', state, error_code, 'late answer of the same attempt' from settled
)
select state from settled`
