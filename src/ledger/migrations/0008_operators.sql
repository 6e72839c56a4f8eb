-- An operator that nothing is sent to for the time being.
create table payrun.operator_holds (
  operator text not null,
  -- the sandbox's operators and the provider's have nothing to do with each other
  sandbox  boolean not null,
  manual   boolean not null,
  reason   jsonb not null,         -- a sentence (payrun.sentence)
  since    timestamptz not null default now(),
  -- when an automatic hold is probed again; null: until a person releases it
  until    timestamptz,
  actor    text,                  -- who holds it by hand
  note     text,                  -- and why
  -- once `until` is over: who has a row on its way to it, and until when the others wait for that
  probe_worker_no integer,
  probe_until     timestamptz,
  primary key (operator, sandbox),
  check (manual = (until is null))  -- what a person holds, only a person releases
);

create trigger operator_holds_by_hand before update on payrun.operator_holds for each row
  when (old.manual or new.manual) execute function payrun.refuse_machine();
create trigger operator_holds_made_by_hand before insert on payrun.operator_holds for each row
  when (new.manual) execute function payrun.refuse_machine();
create trigger operator_holds_released_by_hand before delete on payrun.operator_holds for each row
  when (old.manual) execute function payrun.refuse_machine();

-- What people did about operators. Append-only.
create table payrun.operator_events (
  event_no bigint generated always as identity primary key,
  operator text not null,
  sandbox  boolean not null,
  at       timestamptz not null default now(),
  action   text not null check (action in ('held', 'released')),
  actor    text not null,
  note     text
);

create trigger operator_events_append_only before update or delete on payrun.operator_events
  for each row execute function payrun.refuse('append-only');
create trigger operator_events_not_emptied before truncate on payrun.operator_events
  execute function payrun.refuse('append-only');
create constraint trigger operator_events_linked after insert on payrun.operator_events
  deferrable initially deferred for each row
  execute function payrun.link_record('{event_no}', '{}');

-- The window of each rate (PAYRUN_RATE, and operators' own): how many payouts were taken from it,
-- and when it ends (ms since 1970, by this server's clock).
create table payrun.rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Refusals of a batch that are alike in their words, one after the other, over all processes; of an
-- operator, or of all ('').
create table payrun.refusals_in_a_row (
  batch_no integer not null,
  operator text not null,
  words    text not null,          -- as they are compared: src/pacing/refusals.ts
  rows     integer not null,
  primary key (batch_no, operator)
);

-- Add to them. Where a process begins anew, or finds other words, the rows before don't count.
create function payrun.count_refusals(
  the_batch integer,
  operators text[],
  words     text[],
  added     integer[],
  anew      boolean[]
) returns table (operator text, rows integer) language sql as $$
insert into payrun.refusals_in_a_row as r (batch_no, operator, words, rows)
select the_batch, a.operator, a.words, a.rows
  from unnest(operators, words, added) as a(operator, words, rows)
 order by a.operator
on conflict (batch_no, operator) do update
   set words = excluded.words,
       rows = excluded.rows + case
         when r.words = excluded.words
          and not anew[array_position(operators, excluded.operator)]
           then r.rows
         else 0
       end
returning r.operator, r.rows
$$;
