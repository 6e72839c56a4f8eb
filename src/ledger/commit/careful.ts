// The parts of the group commit's statement (statement.ts) that only the careful form has.

/** Who holds a reference, and where evidence speaks against an answer. */
export const doubting = `held as (
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
           -- its own already: of an answer that came before its claim was recorded anew.
           -- A row by its key: a plan for "exists" may read all references.
           and (
             select (r.batch_no, r.line) is distinct from (w.batch_no, w.line)
               from payrun.provider_references r
              where r.reference = w.reference
           ) is not false
         ) as taken,
         (
           w.state = 'pending'
           and (
             select count(*)
               from payrun.discrepancies k
              where k.batch_no = w.batch_no
                and k.line = w.line
                and k.says_paid
                and not k.set_aside
           ) > 0
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

/** Which claims a float or an operator's window bars. */
export const weighing = `, weighed as materialized (
  -- Rows that a float or an operator's window may concern.
  select w.n, w.claims, w.batch_no, p.operator, p.currency, p.amount_minor, p.sent_at,
         coalesce(
           w.sandbox,
           (select b.sandbox from payrun.batches b where b.batch_no = w.batch_no)
         ) as sandbox
    from wished w
    join payrun.payouts p on p.batch_no = w.batch_no and p.line = w.line
   where (select l.is_limited from limits l)
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
)`

/** What is claimed is taken from the float, and given back where it was refused or not sent. */
export const taking = `, given as (
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
)`
