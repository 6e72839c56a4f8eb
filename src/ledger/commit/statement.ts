import type { Outcome } from '../../payout/outcome.ts'
import { taking, weighing } from './weighing.ts'

/** Names one attempt to pay one row. With the worker's number it is the attempt token: only its holder may settle it. */
export interface Attempt {
  batchNo: number
  line: number
  /** 1 for the row's first claim. */
  attempt: number
  workerNo: number
}

export interface Settlement {
  attempt: Attempt
  outcome: Outcome
}

export interface ClaimWish {
  batchNo: number
  line: number
  workerNo: number
}

/** What the answers come to: who holds a reference, and where evidence speaks against them. */
const judging = (where: string): string => `limits as materialized (
  select exists (select from payrun.floats f where f.is_limit)
         or exists (
           select from payrun.operator_windows o
            where o.removed_at is null
              -- the clocks may be turned back within it
              and (o.every is not null
                or o.ends > (now() at time zone o.time_zone) - interval '1 day')
         ) as is_limited
), wanted as materialized (
  select *
    from unnest(
      $1::int[], $2::int[], $3::int[], $4::int[], $5::payrun.payout_state[], $6::text[], $7::text[],
      $8::jsonb[]
    ) with ordinality as w(batch_no, line, attempt, worker_no, state, reference, code, message, n)
   ${where}
), held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select w.reference, w.batch_no, w.line
    from wanted w
    -- with the row that moves only: that of a late answer may stay another's
    join payrun.payouts p
      on p.batch_no = w.batch_no
     and p.line = w.line
     and p.state = 'sending'
     and p.worker_no = w.worker_no
     and p.attempts = w.attempt
   where w.reference is not null
     and w.state in ('paid', 'accepted')
   order by w.reference
  on conflict (reference) do nothing
  returning batch_no, line
), doubted as materialized (
  select w.*,
         (
           w.reference is not null
           and w.state in ('paid', 'accepted')
           and (w.batch_no, w.line) not in (select h.batch_no, h.line from held h)
           -- its own already: of an answer that came before its claim was recorded anew
           and not exists (
             select from payrun.provider_references r
              where r.reference = w.reference
                and (r.batch_no, r.line) = (w.batch_no, w.line)
           )
         ) as taken,
         (
           w.state = 'pending'
           and exists (
             select from payrun.discrepancies k
              where k.batch_no = w.batch_no
                and k.line = w.line
                and k.says_paid
                and not k.set_aside
           )
         ) as withheld
    from wanted w
), judged as materialized (
  select d.n, d.batch_no, d.line, d.attempt, d.worker_no, d.reference,
         d.taken or d.withheld as contradicted,
         case when d.taken or d.withheld then 'unknown' else d.state end as state,
         case when d.taken or d.withheld then 'contradictory_answer' else d.code end as code,
         case
           when d.taken then payrun.sentence('stored.reference_of_another_payout')
           when d.withheld then payrun.sentence('stored.earlier_attempt_paid')
           else d.message
         end as message
    from doubted d
)`

const wishing = (where: string): string => `standbys as (
  -- In the commit that they confirm, so that a failover can be judged by it: after one it stays as
  -- it was, until the ledger is found to be whole.
  update payrun.server
     set synchronous_standbys = current_setting('synchronous_standby_names')
   where synchronous_standbys is distinct from current_setting('synchronous_standby_names')
     and moved_at is null
     and fenced_at is null
), counted as materialized (
  -- Locked by this, too: an end of the lease waits for this commit, so that no claim can appear
  -- under a worker that was swept.
  update payrun.workers
     set commits = commits + 1
   where worker_no = any($4::int[] || $11::int[])
  returning worker_no, commits, ended_at
), alive as (
  select worker_no
    from counted
   where ended_at is null
     and exists (select from payrun.server s where s.fenced_at is null and s.moved_at is null)
), wished as materialized (
  select j.n, j.batch_no, j.line, j.worker_no, j.attempt, 0 as claims,
         'sending'::payrun.payout_state as from_state, j.state as to_state, j.reference, j.code,
         j.message, j.contradicted, null::boolean as sandbox
    from judged j
   -- The worker first, as a sweep takes it: with a row in hand, each could wait for the other.
   where (select count(*) from counted) >= 0
  union all
  select c.n, c.batch_no, c.line, c.worker_no, null, 1, 'pending', 'sending', null, null, null,
         false, b.sandbox
    from unnest($9::int[], $10::int[], $11::int[])
         with ordinality as c (batch_no, line, worker_no, n)
    join payrun.batches b on b.batch_no = c.batch_no and b.state = 'running'
     and (b.pay_from is null or payrun.may_claim(b.pay_from, b.pay_until, b.pay_zone))
    join alive a on a.worker_no = c.worker_no
   ${where}
)`

const moving = (and: string): string => `moved as (
  update payrun.payouts p
     set state = w.to_state,
         holds_key = w.to_state <> 'failed',
         seq = p.seq + 1,
         attempts = p.attempts + w.claims,
         worker_no = w.worker_no,
         sent_at = case
           when w.claims = 1 then now()
           when w.to_state = 'pending' then null
           else p.sent_at
         end,
         settled_at = case when w.to_state in ('pending', 'sending') then null else now() end,
         provider_reference = w.reference,
         chain_hash = payrun.next_chain_hash(
           p.chain_hash, p.seq + 1, p.attempts + w.claims, w.worker_no, now(), w.from_state, w.to_state,
           w.code, null, null,
           case when w.to_state not in ('pending', 'sending') then
             payrun.answer_hash(w.reference, w.code, case when w.message is not null then
               payrun.message_hash(
                 (select b.salt from payrun.batches b where b.batch_no = p.batch_no),
                 p.line, w.message)
             end)
           end
         ),
         error_code = w.code,
         error_message = w.message
    from wished w
   where p.batch_no = w.batch_no
     and p.line = w.line
     and p.state = w.from_state
     and (w.claims = 1 or (p.worker_no = w.worker_no and p.attempts = w.attempt))
     ${and}
  returning w.n, w.claims, w.contradicted, w.from_state, p.batch_no, p.line, p.seq, p.attempts,
            p.worker_no, p.state, p.error_code, w.sandbox, p.currency, p.amount_minor
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code)
  select batch_no, line, seq, attempts, worker_no, from_state, state, error_code
    from moved
)`

/**
 * Settle some attempts and claim some rows, all in one statement and so in one commit:
 * - A settle matches only the very attempt that is still `sending`; a reference that another payout holds turns `paid`
 *   or `accepted` into `unknown`; so does evidence that the row was paid, where it would be pending again.
 * - A claim matches only a `pending` row of a running batch within its hours (0021_hours.sql), for a worker whose lease has not ended, in a ledger that is
 *   not fenced. What it does not return is not ours to send.
 * - A claim that would pass what may be spent is not made, and is written down as waiting. What is claimed is taken from
 *   the float in here, and what was refused or not sent is given back (0018_float.sql).
 * - It counts itself with the worker, so that a mark outside of the ledger can say how far the ledger had come.
 *
 * Most ledgers have neither a float nor a window, and being ready for them took a third of each commit: `plain` is without. Where there
 * is something to weigh it moves nothing, and says `limited`.
 */
export const groupCommitSql = { plain: statement(false), weighing: statement(true) }

function statement(weighs: boolean): string {
  const where = weighs ? '' : 'where not (select l.is_limited from limits l)'
  const and = weighs ? 'and not (w.claims = 1 and w.n = any(array(select t.n from barred t)))' : ''
  return `
with ${judging(where)}, ${wishing(where)}${weighs ? weighing : ''}, ${moving(and)}${weighs ? taking : ''}
select array_agg(n) filter (where claims = 0)::text as settled,
       array_agg(n) filter (where contradicted)::text as contradicted,
       array_agg(n) filter (where claims = 1)::text as claimed,
       array_agg(attempts) filter (where claims = 1)::text as attempts,
       (select array_agg(c.worker_no order by c.worker_no)::text from counted c) as workers,
       (select array_agg(c.commits order by c.worker_no)::text from counted c) as commits,
       (select l.is_limited from limits l) as limited
  from moved`
}
