import type { Outcome } from '../../payout/outcome.ts'

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

/**
 * Settle some attempts and claim some rows, all in one statement and so in one commit.
 *
 * - A settle matches only the very attempt that is still `sending`; a reference that another payout holds turns `paid`
 *   or `accepted` into `unknown`; so does evidence that the row was paid, where it would be pending again.
 * - A claim matches only a `pending` row of a running batch within its hours (0021_hours.sql), for a worker whose lease has not ended, in a ledger that is
 *   not fenced. What it does not return is not ours to send.
 * - A claim that would pass what may be spent is not made, and is written down as waiting. What is claimed is taken from
 *   the float in here, and what was refused or not sent is given back (0018_float.sql).
 * - It counts itself with the worker, so that a mark outside of the ledger can say how far the ledger had come.
 * - Each transition appends its event here, in the same statement.
 */
export const groupCommitSql = `
with wanted as materialized (
  select *
    from unnest(
      $1::int[], $2::int[], $3::int[], $4::int[], $5::payrun.payout_state[], $6::text[], $7::text[],
      $8::jsonb[]
    ) with ordinality as w(batch_no, line, attempt, worker_no, state, reference, code, message, n)
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
), standbys as (
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
), weighed as materialized (
  -- Rows that a float or an operator's window may concern. Without one, nothing is looked up.
  select w.n, w.claims, w.batch_no, p.operator, p.currency, p.amount_minor, p.sent_at,
         coalesce(
           w.sandbox,
           (select b.sandbox from payrun.batches b where b.batch_no = w.batch_no)
         ) as sandbox
    from wished w
    join payrun.payouts p on p.batch_no = w.batch_no and p.line = w.line
   where (exists (select from payrun.floats f where f.is_limit)
      or exists (select from payrun.operator_windows o where o.removed_at is null))
     and w.to_state in ('sending', 'failed', 'pending')
     and (w.claims = 0 or p.state = 'pending')
), closed as materialized (
  select * from payrun.closed_operators()
), purses as materialized (
  -- In hand until the commit: one process at a time takes from a float, and sees what is left.
  select f
    from payrun.floats f
   where f.is_limit
     and exists (
       select from weighed w
        where w.sandbox = f.sandbox
          and w.currency = f.currency
     )
   order by f.sandbox, f.currency
     for no key update
), rooms as materialized (
  select (r.f).sandbox, (r.f).currency, (r.f).time_zone, payrun.float_room(r.f) as room,
         (now() at time zone (r.f).time_zone)::date as today
    from purses r
), scarce as materialized (
  -- Where the claims together would pass it, and each has to be looked at.
  select r.sandbox, r.currency, r.room
    from rooms r
   where r.room < (
     select sum(w.amount_minor)
       from weighed w
      where w.claims = 1
        and w.sandbox = r.sandbox
        and w.currency = r.currency
   )
), fitting as materialized (
  select w.n, w.batch_no, w.operator, w.currency, w.amount_minor,
         w.amount_minor > r.room
           or sum(w.amount_minor) filter (where w.amount_minor <= r.room)
                over (partition by w.sandbox, w.currency order by w.n) > r.room as is_too_much
    from weighed w
    join scarce r on r.sandbox = w.sandbox and r.currency = w.currency
   where w.claims = 1
     and (w.sandbox, w.operator) not in (select c.sandbox, c.operator from closed c)
), barred as materialized (
  select t.n from fitting t where t.is_too_much
  union all
  -- Of claims: answers are numbered by themselves.
  select w.n from weighed w
   where w.claims = 1 and (w.sandbox, w.operator) in (select c.sandbox, c.operator from closed c)
), waiting as (
  insert into payrun.float_waits as h (batch_no, operator, currency, needs_minor)
  select t.batch_no, t.operator, t.currency, min(t.amount_minor)
    from fitting t
   where t.is_too_much
   group by t.batch_no, t.operator, t.currency
   order by t.batch_no, t.operator
  on conflict (batch_no, operator) do update
     set needs_minor = excluded.needs_minor, measured_minor = null
), moved as (
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
     and not (w.claims = 1 and w.n = any(array(select t.n from barred t)))
  returning w.n, w.claims, w.contradicted, w.from_state, p.batch_no, p.line, p.seq, p.attempts,
            p.worker_no, p.state, p.error_code, w.sandbox, p.currency, p.amount_minor
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code)
  select batch_no, line, seq, attempts, worker_no, from_state, state, error_code
    from moved
), given as (
  -- Of what has moved: a claim that somebody else was quicker with takes nothing.
  select m.sandbox, m.currency, sum(m.amount_minor) as minor, now() as claimed_at
    from moved m
   where m.claims = 1
   group by m.sandbox, m.currency
  union all
  select w.sandbox, w.currency, -w.amount_minor, w.sent_at
    from moved m
    join weighed w on w.n = m.n and w.claims = 0
   where m.claims = 0
     and m.state in ('failed', 'pending')
), taking as materialized (
  select r.sandbox, r.currency, r.today, sum(g.minor) as minor,
         coalesce(sum(g.minor) filter (
           where (g.claimed_at at time zone r.time_zone)::date = r.today), 0) as of_day,
         coalesce(sum(g.minor) filter (
           where date_trunc('month', g.claimed_at at time zone r.time_zone)
                 = date_trunc('month', r.today)), 0) as of_month
    from rooms r
    join given g on g.sandbox = r.sandbox and g.currency = r.currency
   group by r.sandbox, r.currency, r.today
), taken as (
  update payrun.floats f
     set taken_minor = f.taken_minor + t.minor,
         day = greatest(f.day, t.today),
         day_minor = t.of_day + case when f.day >= t.today then f.day_minor else 0 end,
         month_minor = t.of_month + case
           when date_trunc('month', f.day) >= date_trunc('month', t.today) then f.month_minor
           else 0
         end
    from taking t
   where f.sandbox = t.sandbox
     and f.currency = t.currency
)
select array_agg(n) filter (where claims = 0)::text as settled,
       array_agg(n) filter (where contradicted)::text as contradicted,
       array_agg(n) filter (where claims = 1)::text as claimed,
       array_agg(attempts) filter (where claims = 1)::text as attempts,
       (select array_agg(c.worker_no order by c.worker_no)::text from counted c) as workers,
       (select array_agg(c.commits order by c.worker_no)::text from counted c) as commits
  from moved`
