-- The ledger: what was to be paid, what was tried, what became of it. Everything in schema payrun.
-- Here: what there is one of, and the processes that may pay.
-- States and moves are those of src/payout/state.ts; a test compares the two.

create type payrun.batch_state as enum
  ('awaiting_approval', 'running', 'paused', 'settled', 'cancelled');
create type payrun.payout_state as enum
  ('invalid', 'pending', 'sending', 'accepted', 'unknown', 'paid', 'failed', 'cancelled');

-- How many of some rows are in a state, and their sum in minor units (null with the currency: a row
-- that has no amount).
create type payrun.total as (state payrun.payout_state, currency text, rows integer, minor numeric);

-- What a person reads is kept as jsonb: an object is a sentence, its key in the catalogues and what
-- is put into it, which becomes text where somebody reads it, in their language; a string is
-- somebody's own words, the provider's or a person's. src/words/stored.ts reads and writes both.
create function payrun.sentence(key text, args jsonb default '{}') returns jsonb
  language sql immutable parallel safe
  return jsonb_build_object('key', key, 'args', args);

-- One row for ever: names this ledger, so that two ledgers on one Redis don't take each other's
-- jobs.
create table payrun.installation (
  only_row boolean primary key default true check (only_row),
  id       text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
);
insert into payrun.installation default values;

-- The number of a worker or a batch: the next one, and never below the seconds since 2020 by this
-- server's clock. So a ledger that went back in time (a restore, a failover) doesn't give out again
-- what was given out after that point, and no answer from then is taken for another payout's. An
-- advisory lock and no row's: an intake takes minutes, and others want numbers meanwhile.
create sequence payrun.worker_numbers as integer;
create sequence payrun.batch_numbers as integer;
create function payrun.next_number(numbers regclass) returns integer language plpgsql as $$
declare
  this integer;
  since_2020 integer := extract(epoch from clock_timestamp() - timestamptz '2020-01-01 00:00+00');
begin
  perform pg_advisory_lock(1885433201, numbers::oid::integer);
  this := nextval(numbers);
  if this < since_2020 then
    this := setval(numbers, since_2020);
  end if;
  perform pg_advisory_unlock(1885433201, numbers::oid::integer);
  return this;
end $$;

-- Which server the ledger was last admitted on, and whether it may be paid from: see
-- 0010_recovery.sql and src/ledger/past/. One row for ever.
create table payrun.server (
  only_row  boolean primary key default true check (only_row),
  -- pg_control_system(); null until a payrun has opened the ledger
  system_id text,
  timeline  integer,
  -- Raised by each recovery to a number that was never given before: marks of an earlier one say
  -- nothing against the ledger any more.
  epoch     integer not null default 0,
  -- synchronous_standby_names as of the last group commit
  synchronous_standbys text,
  -- It is on another server or timeline since, and its workers have still to say that they miss
  -- nothing: nothing is claimed meanwhile
  moved_at  timestamptz,
  -- nothing is claimed since: the ledger may have gone back in time
  fenced_at timestamptz,
  fenced_why jsonb,                     -- a sentence (payrun.sentence)
  -- payments since then are not all in the ledger until a statement of the provider's is loaded
  awaiting_statement_since timestamptz,
  -- recover() is at work: the only transaction that may put settled rows in doubt
  recovering boolean not null default false,
  check ((fenced_at is null) = (fenced_why is null))
);
insert into payrun.server default values;

-- A process that may claim rows holds a lease here, by the database's clock.
create table payrun.workers (
  worker_no     integer primary key default payrun.next_number('payrun.worker_numbers'),
  host          text not null,          -- host name and process-id namespace
  boot_id       text not null,          -- changes when the machine starts anew
  pid           integer not null,
  -- when that pid was born, by the kernel: pids come round again
  process_start text not null,
  started_at    timestamptz not null default now(),
  heartbeat_at  timestamptz not null default now(),
  ended_at      timestamptz,            -- left, or was found dead; it may claim nothing any more
  swept_at      timestamptz,            -- its rows that were still sending are unknown since
  -- Its group commits so far, each of which raises it. A mark outside of the ledger has the same
  -- figure: a ledger that has fewer went back in time.
  commits       bigint not null default 0,
  -- server and timeline on which it found the ledger whole
  confirmed     text
-- room for the new versions of a row that each commit changes
) with (fillfactor = 20);
create index workers_unswept on payrun.workers (worker_no) where swept_at is null;

-- The guards' word: a trigger's `when` says what is legal, and a legal move costs no function call.
create function payrun.refuse() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'append-only' then
    raise exception 'payrun: % is append-only', tg_table_name using errcode = 'P0001';
  end if;
  raise exception 'payrun: illegal transition of % from % to %',
    tg_table_name,
    case when tg_op = 'INSERT' then '(new)' else old.state::text end,
    new.state
    using errcode = 'P0001';
end $$;

-- What only people decide. The worker's role is the one that may not add a schedule.
create function payrun.refuse_machine() returns trigger language plpgsql as $$
begin
  if not has_table_privilege('payrun.schedules', 'insert') then
    raise exception 'payrun: % has no right to change this of %', current_user, tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;
create trigger server_fence_ended before update of fenced_at on payrun.server for each row
  when (old.fenced_at is not null and new.fenced_at is null)
  execute function payrun.refuse_machine();
