-- What may be spent of each currency: the float, and budgets of a day and a month.

-- A row has its money from the moment of its claim until it is known that the provider refused it. In
-- these states it is taken; so what is taken follows from the rows, and each move that leads in or out
-- of them adds it here: claims and answers in the group commit (src/ledger/commit/statement.ts), with
-- the row of the float in hand, all other moves by a line in float_changes, which waits for nobody.
create function payrun.is_taken(state payrun.payout_state) returns boolean
  language sql immutable parallel safe
  return state in ('sending', 'accepted', 'unknown', 'paid');

create table payrun.floats (
  sandbox       boolean not null,
  currency      text not null,
  -- What may be spent from set_at on; null: as much as the budgets let.
  set_minor     bigint check (set_minor >= 0),
  set_at        timestamptz not null default now(),
  -- What is taken since, with the rows that were on their way, accepted or unknown at that moment.
  taken_minor   bigint not null default 0,
  daily_minor   bigint check (daily_minor >= 0),
  monthly_minor bigint check (monthly_minor >= 0),
  -- IANA's name: when a day begins
  time_zone     text not null default 'UTC',
  -- The day of the latest claim, and what is taken of its claims, and of its month's.
  day           date not null default current_date,
  day_minor     bigint not null default 0,
  month_minor   bigint not null default 0,
  -- Without one nothing is counted; setting one begins anew.
  is_limit      boolean not null
    generated always as (coalesce(set_minor, daily_minor, monthly_minor) is not null) stored,
  primary key (sandbox, currency)
);

-- What other moves than the group commit's take (or, below zero, give back).
create table payrun.float_changes (
  change_no  bigint generated always as identity primary key,
  sandbox    boolean not null,
  currency   text not null,
  minor      bigint not null,
  claimed_at timestamptz              -- of the attempt that takes it, or took what is given back
);

-- Rows of a batch and an operator that were not claimed, since they would pass the float. They wait
-- until as much is left as the least of them needs: of those that were tried, and once measured
-- (src/ledger/policy/floats.ts), of all that are pending. That holds until more is left than then.
create table payrun.float_waits (
  batch_no    integer not null references payrun.batches,
  operator    text not null,
  currency    text not null,
  needs_minor bigint not null,
  measured_minor bigint,              -- what was left when it was measured
  primary key (batch_no, operator)
);

-- The day that a float is at: of its latest claim, or today if that is later.
create function payrun.float_day(f payrun.floats) returns date language sql stable
  return greatest(f.day, (now() at time zone f.time_zone)::date);

-- What the lines of float_changes add up to: of claims of a 'day' or 'month', or of all (null).
create function payrun.float_changed(f payrun.floats, span text) returns bigint
  language sql stable
  return (
    select coalesce(sum(h.minor), 0)::bigint
      from payrun.float_changes h
     where h.sandbox = f.sandbox
       and h.currency = f.currency
       and (
            span is null
         or date_trunc(span, h.claimed_at at time zone f.time_zone)
            = date_trunc(span, payrun.float_day(f)::timestamp)
       )
  );

-- What this day's or month's claims have taken.
create function payrun.float_used(f payrun.floats, span text) returns bigint
  language sql stable
  return payrun.float_changed(f, span)
    + case
        when date_trunc(span, f.day::timestamp)
             <> date_trunc(span, payrun.float_day(f)::timestamp) then 0
        when span = 'day' then f.day_minor
        else f.month_minor
      end;

-- What is left to be taken at this moment; null: no limit.
create function payrun.float_room(f payrun.floats) returns bigint language sql stable
  return least(
    f.set_minor - f.taken_minor - payrun.float_changed(f, null),
    case when f.daily_minor is not null then f.daily_minor - payrun.float_used(f, 'day') end,
    case when f.monthly_minor is not null then f.monthly_minor - payrun.float_used(f, 'month') end);

-- Whether rows of a batch and an operator wait for the float.
create function payrun.waits_for_float(the_batch integer, the_operator text) returns boolean
  language sql stable
  return exists (
    select from payrun.float_waits w
      join payrun.batches b on b.batch_no = w.batch_no
      join payrun.floats f on f.sandbox = b.sandbox and f.currency = w.currency
     where w.batch_no = the_batch
       and w.operator = the_operator
       and payrun.float_room(f) < w.needs_minor);

-- Nobody claims or moves a row from here to the end of the transaction: every such statement writes
-- events. The lines of float_changes go into the float's own row. With the owner's rights, since
-- nobody else may lock events or take lines away.
--
-- @returns what is taken by rows of which it is not known whether their money has left
create function payrun.hold_float(the_sandbox boolean, the_currency text) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  lock table payrun.events in share mode;
  update payrun.floats f
     set taken_minor = f.taken_minor + payrun.float_changed(f, null),
         day = payrun.float_day(f),
         day_minor = payrun.float_used(f, 'day'),
         month_minor = payrun.float_used(f, 'month')
   where f.sandbox = the_sandbox
     and f.currency = the_currency;
  delete from payrun.float_changes h where h.sandbox = the_sandbox and h.currency = the_currency;
  return (
    select coalesce(sum(p.amount_minor), 0)
      from (
        select q.batch_no, q.line from payrun.unknown_rows q
        union all
        select q.batch_no, q.line from payrun.status_questions q
        union all
        select p.batch_no, p.line
          from payrun.batches b
          join payrun.chunks c on c.batch_no = b.batch_no and c.open
          join payrun.payouts p
            on payrun.chunk_key(p.batch_no, p.chunk_no) = payrun.chunk_key(c.batch_no, c.chunk_no)
         where b.state <> 'awaiting_approval'
           and p.state = 'sending'
      ) o
      join payrun.batches b on b.batch_no = o.batch_no and b.sandbox = the_sandbox
      join payrun.payouts p on p.batch_no = o.batch_no and p.line = o.line
     where p.currency = the_currency
  );
end $$;

-- As in 0004_moves.sql, and what the moves take from a float.
create or replace function payrun.move_rows(moves payrun.move[])
  returns table (batch_no integer, line integer, state payrun.payout_state)
  language sql
  set enable_seqscan = off  -- rows are found by batch and line, whatever the statistics say
as $$
with wanted as (
  select m.batch_no,
         l.line,
         m.from_state,
         m.to_state,
         m.worker_no,
         m.reference,
         m.code,
         m.message,
         m.actor,
         m.note,
         (m.to_state = 'sending')::int as claims,
         -- a row that is pending or sending has no answer; the others are in the caller's hand
         case when m.from_state not in ('pending', 'sending') then (
           select payrun.answer_hash(
                    p.provider_reference,
                    p.error_code,
                    case when p.error_message is not null
                      then payrun.message_hash(b.salt, p.line, p.error_message) end)
             from payrun.payouts p
             join payrun.batches b on b.batch_no = p.batch_no
            where p.batch_no = m.batch_no
              and p.line = l.line
         ) end as replaced
    from unnest(moves) m
   cross join unnest(m.lines) l (line)
), moved as (
  update payrun.payouts p
     set state = w.to_state,
         holds_key = w.to_state not in ('failed', 'cancelled'),
         seq = p.seq + 1,
         attempts = p.attempts + w.claims,
         worker_no = case when w.claims = 1 then w.worker_no else p.worker_no end,
         sent_at = case w.to_state
           when 'sending' then now()
           when 'pending' then null
           else p.sent_at
         end,
         settled_at = case when w.to_state not in ('pending', 'sending') then now() end,
         provider_reference = w.reference,
         error_code = case when w.to_state = 'cancelled' then p.error_code else w.code end,
         error_message = case when w.to_state = 'cancelled' then p.error_message else w.message end,
         chain_hash = payrun.next_chain_hash(
           p.chain_hash, p.seq + 1, p.attempts + w.claims, w.worker_no, now(),
           w.from_state, w.to_state, w.code, w.actor, w.note,
           case when w.to_state not in ('pending', 'sending') then
             payrun.answer_hash(
               w.reference,
               case when w.to_state = 'cancelled' then p.error_code else w.code end,
               case
                 when w.to_state = 'cancelled' and p.error_message is not null
                   then payrun.message_hash(
                     (select b.salt from payrun.batches b where b.batch_no = p.batch_no),
                     p.line, p.error_message)
                 when w.to_state <> 'cancelled' and w.message is not null
                   then payrun.message_hash(
                     (select b.salt from payrun.batches b where b.batch_no = p.batch_no),
                     p.line, w.message)
               end)
           end)
    from wanted w
   where p.batch_no = w.batch_no
     and p.line = w.line
     and p.state = w.from_state
     and (w.from_state <> 'sending' or p.worker_no is not distinct from w.worker_no)
  returning p.batch_no, p.line, p.seq, p.attempts, p.state,
            w.worker_no, w.from_state, w.code, w.actor, w.note, w.replaced,
            p.currency, p.amount_minor, p.sent_at
), floated as (
  -- What it takes from a float, or gives back. Without a float, nothing.
  insert into payrun.float_changes (sandbox, currency, minor, claimed_at)
  select f.sandbox, f.currency,
         sum(case when payrun.is_taken(d.state) then d.amount_minor else -d.amount_minor end),
         case when payrun.is_taken(d.state) then now() else d.sent_at end
    from moved d
    join payrun.batches b on b.batch_no = d.batch_no
    join payrun.floats f on f.sandbox = b.sandbox and f.currency = d.currency and f.is_limit
   where payrun.is_taken(d.state) <> payrun.is_taken(d.from_state)
   group by f.sandbox, f.currency, 4
), logged as (
  insert into payrun.events
    (batch_no, line, seq, attempt, worker_no, from_state, to_state, code, actor, note, replaced)
  select d.batch_no, d.line, d.seq, d.attempts, d.worker_no, d.from_state, d.state,
         d.code, d.actor, d.note, d.replaced
    from moved d
)
select d.batch_no, d.line, d.state
  from moved d
$$;
