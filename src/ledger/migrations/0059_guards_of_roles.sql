-- What a worker or the desk could do with SQL of its own, though it may not (docs/deployment.md).

-- Both may make functions in the queue's schema, which would answer in the place of those that a
-- trigger asks.
do $$ declare f regprocedure; begin
  for f in
    select p.oid
      from pg_proc p
     where p.pronamespace = 'payrun'::regnamespace
       and p.prorettype = 'trigger'::regtype
       and p.proconfig is null
  loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', f);
  end loop;
end $$;

-- As in 0012_policy.sql, and with all its rows: after the event, nobody but the owner adds one.
create or replace function payrun.judge_people() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not has_table_privilege('payrun.payouts', 'delete')
     and not exists (select from payrun.batch_events e where e.batch_no = new.batch_no) then
    raise exception 'payrun: batch % has no event', new.id using errcode = 'check_violation';
  end if;
  if new.approvals_needed < payrun.people_needed_by(new.batch_no) then
    raise exception 'payrun: batch % needs more people than it was submitted with', new.id
      using errcode = 'PA006';
  end if;
  return null;
end $$;

-- Whether a field of a plan has a value between its lowest and its highest. What is written in a way
-- that this doesn't read (the last Friday, the second Monday) is taken to have it.
create function payrun.is_in_field(
  field text, value integer, lowest integer, highest integer, names text[]
) returns boolean language sql immutable return (
  select bool_or(case
           when r.part = 'L' and names = '{}' then value = highest
           when r.m is null or r.till < r.since then true
           else value between r.since and r.till
             and (value - r.since) % greatest(coalesce(r.m[5]::int, 1), 1) = 0
         end)
    from (
      select p.part, p.m,
             coalesce(p.m[2]::int, lowest) as since,
             coalesce(p.m[4]::int, case when p.m[5] is null then p.m[2]::int end, highest) as till
        from (
          select part, regexp_match(part, '^([*?]|(\d+)(-(\d+))?)(?:/(\d+))?$') as m
            from string_to_table((
              select string_agg(
                       coalesce((array_position(names, w.word[1]) - 1 + lowest)::text, w.word[1]),
                       '' order by w.n)
                from regexp_matches(upper(field), '[A-Z]{3}|.', 'g') with ordinality w (word, n)
            ), ',') part
        ) p
    ) r);

-- Whether a plan of five fields has this minute of its clocks.
create function payrun.is_in_plan(cron text, wall timestamp) returns boolean language sql stable
return (
  select payrun.is_in_field(f[1], date_part('minute', wall)::int, 0, 59, '{}')
     and payrun.is_in_field(f[2], date_part('hour', wall)::int, 0, 23, '{}')
     and payrun.is_in_field(
           f[4], date_part('month', wall)::int, 1, 12,
           '{JAN,FEB,MAR,APR,MAY,JUN,JUL,AUG,SEP,OCT,NOV,DEC}')
     and case
           when f[3] in ('*', '?') or f[5] in ('*', '?') then d.of_month and d.of_week
           else d.of_month or d.of_week
         end
    from regexp_split_to_array(btrim(cron), '\s+') f
   cross join lateral (
     select payrun.is_in_field(
              f[3], date_part('day', wall)::int, 1,
              date_part('day', date_trunc('month', wall) + interval '1 month - 1 day')::int, '{}'
            ) as of_month,
            bool_or(
              payrun.is_in_field(f[5], day, 0, 7, '{SUN,MON,TUE,WED,THU,FRI,SAT}')
            ) as of_week
       -- Sunday is both 0 and 7
       from unnest(array[date_part('dow', wall), date_part('isodow', wall)]::int[]) day
   ) d);

-- Whether a plan has this time (src/payout/times/plannedTimes.ts). Clocks that were set forward since
-- yesterday may have skipped it. Those of Node.js may be an hour off, or in a zone unknown here.
create function payrun.is_planned(
  cron text, zone text, at timestamptz, wall timestamp
) returns boolean language plpgsql stable as $$
declare
  apart interval := '0';
  skipped interval := '0';
begin
  begin
    apart := wall - at at time zone zone;
    skipped := at at time zone zone - (at - interval '24 hours') at time zone zone
      - interval '24 hours';
  exception when invalid_parameter_value then
    null;
  end;
  return apart in ('-1 hour', '0', '1 hour')
     and (payrun.is_in_plan(cron, wall) or payrun.is_in_plan(cron, wall - skipped));
end $$;

-- A machine runs planned times that have come and are not done with, of schedules that stand.
create function payrun.judge_run() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  s payrun.schedules;
begin
  select * into s from payrun.schedules where schedule_no = new.schedule_no for share;
  if s.paused_at is not null
     or s.removed_at is not null
     or new.planned_at <= s.handled_until
     or new.planned_at > now()
     or not new.in_folder and new.file <> s.path
     or new.planned <> to_char(new.planned::timestamp, 'YYYY-MM-DD"T"HH24:MI')
     or not payrun.is_planned(s.cron, s.zone, new.planned_at, new.planned::timestamp) then
    raise exception 'payrun: % has no right to submit but what is scheduled', current_user
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger schedule_runs_judged before insert on payrun.schedule_runs for each row
  when (new.batch_no is not null and not has_table_privilege('payrun.schedules', 'insert'))
  execute function payrun.judge_run();

-- What a run says stays: only this sets it aside, for whoever cancels its batch.
alter function payrun.set_run_aside() security definer;

-- A machine moves rows as itself. It finishes what a person has cancelled, in that person's name.
create trigger events_by_people before insert on payrun.events for each row
  when (new.actor is not null and new.to_state <> 'cancelled')
  execute function payrun.refuse_machine();

-- Evidence may come to say that a payout was made, and then says so for good.
create trigger discrepancies_stand
  before update of says_paid, at, note on payrun.discrepancies for each row
  when (
    (old.says_paid, old.at, old.note) is distinct from (new.says_paid, new.at, new.note)
    and (old.says_paid or not new.says_paid)
    and not has_table_privilege('payrun.payouts', 'delete')
  )
  execute function payrun.refuse('append-only');

-- It is judged as it is decided (0012_policy.sql).
create function payrun.refuse_decided() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'payrun: a request for a retry begins undecided' using errcode = 'P0001';
end $$;
create trigger retry_requests_born before insert on payrun.retry_requests for each row
  when (num_nonnulls(new.decision, new.decided_by, new.decided_at, new.decided_in) > 0)
  execute function payrun.refuse_decided();
