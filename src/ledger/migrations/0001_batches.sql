-- The ledger: what was to be paid, what was tried, what became of it. Everything in schema payrun.
-- Here: who may pay, what was submitted, and what became of it as a whole.
-- States and moves are those of src/payout/state.ts; a test compares the two.

create type payrun.batch_state as enum
  ('awaiting_approval', 'running', 'paused', 'settled', 'cancelled');
create type payrun.payout_state as enum
  ('invalid', 'pending', 'sending', 'accepted', 'unknown', 'paid', 'failed', 'cancelled');

-- How many of some rows are in a state, and their sum in minor units (null with the currency: a row that has no amount).
create type payrun.total as (state payrun.payout_state, currency text, rows integer, minor numeric);

-- One row for ever: names this ledger, so that two ledgers on one Redis don't take each other's jobs.
create table payrun.installation (
  only_row boolean primary key default true check (only_row),
  id       text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
);
insert into payrun.installation default values;

-- A process that may claim rows holds a lease here, by the database's clock.
create table payrun.workers (
  worker_no     integer generated always as identity primary key,
  host          text not null,          -- host name and process-id namespace
  boot_id       text not null,          -- changes when the machine starts anew
  pid           integer not null,
  process_start text not null,          -- when that pid was born, by the kernel: pids come round again
  started_at    timestamptz not null default now(),
  heartbeat_at  timestamptz not null default now(),
  ended_at      timestamptz,            -- left, or was found dead; it may claim nothing any more
  swept_at      timestamptz             -- its rows that were still sending are unknown since
);
create index workers_unswept on payrun.workers (worker_no) where swept_at is null;

-- The guards' word: a trigger's `when` says what is legal, and a legal move costs no function call.
create function payrun.refuse() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'append-only' then
    raise exception 'payrun: % is append-only', tg_table_name using errcode = 'P0001';
  end if;
  raise exception 'payrun: illegal transition of % from % to %', tg_table_name,
    case when tg_op = 'INSERT' then '(new)' else old.state::text end, new.state using errcode = 'P0001';
end $$;

create table payrun.batches (
  batch_no      integer generated always as identity primary key,
  id            text not null unique,
  name          text not null,
  period        text,
  state         payrun.batch_state not null default 'running',
  reason        text,                   -- why it is paused: a pause reason of src/payout/outcome.ts
  sandbox       boolean not null,       -- a batch for the sandbox is never paid at the provider, nor the reverse
  file_name     text not null,
  file_sha256   text not null,
  file_rows     integer not null,
  file_columns  jsonb not null,         -- the input's column names, in order; payouts.cells follows it
  invalid_totals payrun.total[],        -- of its invalid rows, which stay as they are for good
  max_unknown   integer not null,
  report_path   text,                   -- where the report goes when the batch settles; null: PAYRUN_HOME/reports
  report_format text not null,
  foreground_no integer references payrun.workers,  -- the run, retry or resume that pays it; null: the workers do
  submitter     text,                   -- who submitted it, as they call themselves: somebody else has to approve it
  submitter_login text,                 -- and their login name
  approvals_needed integer not null default 1 check (approvals_needed in (1, 2)),  -- 2: a second person's (PAYRUN_APPROVALS)
  start_at      timestamptz,            -- not to be paid before (--at); until then paused, reason 'scheduled'
  ring_no       integer not null default 1,         -- part of the queue's job ids: a new ring is a new set of jobs
  salt          uuid default gen_random_uuid(),  -- so that who is paid can't be guessed from payouts.person; gone after a purge
  head          bytea,                  -- the end of its chain of batch_events: kept by their trigger
  created_at    timestamptz not null default now(),
  settled_at    timestamptz,
  purged_at     timestamptz             -- its names and phone numbers are blank since: nothing of it can be paid any more
);
create unique index batches_same_file on payrun.batches (file_sha256, coalesce(period, ''), sandbox) where state <> 'cancelled';

create trigger batches_born before insert on payrun.batches for each row
  when (new.state not in ('awaiting_approval', 'running') and not (new.state = 'paused' and new.start_at is not null)
     or new.approvals_needed > 1 and new.state <> 'awaiting_approval') execute function payrun.refuse();
create trigger batches_move after update on payrun.batches for each row
  when (old.state <> new.state and not (
       (old.state = 'awaiting_approval' and new.state in ('running', 'paused', 'cancelled'))
    or (old.state = 'running' and new.state in ('paused', 'settled', 'cancelled'))
    or (old.state = 'paused'  and new.state in ('running', 'settled', 'cancelled'))
    or (old.state = 'settled' and new.state = 'running')
  )) execute function payrun.refuse();
create trigger batches_purged before update on payrun.batches for each row
  when (old.purged_at is not null and (new.state <> old.state or new.purged_at is distinct from old.purged_at))
  execute function payrun.refuse();
create function payrun.refuse_other_facts() returns trigger language plpgsql as $$
begin
  raise exception 'payrun: who submitted batch %, its file and the approvals that it needs stay as they are', old.id using errcode = 'P0001';
end $$;
create trigger batches_facts before update of submitter, submitter_login, file_sha256, approvals_needed on payrun.batches for each row
  when ((old.submitter, old.submitter_login, old.file_sha256, old.approvals_needed)
    is distinct from (new.submitter, new.submitter_login, new.file_sha256, new.approvals_needed)) execute function payrun.refuse_other_facts();

-- One row per transition of a batch. Append-only.
create table payrun.batch_events (
  event_no   bigint generated always as identity primary key,
  batch_no   integer not null,
  at         timestamptz not null default now(),
  from_state payrun.batch_state,
  to_state   payrun.batch_state not null,
  reason     text,
  actor      text,
  seal       bytea                      -- when it settles: the hash of its chunks' seals
);
create index batch_events_batch on payrun.batch_events (batch_no, event_no);
create index batch_events_at on payrun.batch_events (at);

create trigger batch_events_append_only before update or delete on payrun.batch_events for each row
  execute function payrun.refuse('append-only');
create trigger batch_events_not_emptied before truncate on payrun.batch_events execute function payrun.refuse('append-only');

-- The chain of a batch's events begins with what the batch is. A batch has few of them, so a trigger may keep it.
create function payrun.chain_batch_event() returns trigger language plpgsql as $$
begin
  update payrun.batches b set head = sha256(
    coalesce(b.head, sha256(convert_to(concat(b.id, '|', b.file_sha256, '|', b.file_rows, '|', b.sandbox, '|', b.period), 'UTF8')))
    || convert_to(concat((date_part('epoch', new.at) * 1000000)::bigint, '|', new.from_state, '|', new.to_state, '|', new.reason,
       '|', length(new.actor), ':', new.actor, '|', encode(new.seal, 'hex')), 'UTF8'))
   where b.batch_no = new.batch_no;
  return null;
end $$;
create trigger batch_events_chain after insert on payrun.batch_events for each row execute function payrun.chain_batch_event();

-- Who was told of what by webhook and e-mail. What there is to tell stands in the events themselves.
create table payrun.alerts (
  subject  text not null,               -- 'event 12': a batch's event
  channel  text not null,               -- 'webhook', 'email'
  attempts integer not null,
  next_at  timestamptz not null,        -- when it may be tried again, if it isn't done
  done_at  timestamptz,                 -- told, or given up
  trouble  text,                        -- why it didn't get through at last
  primary key (subject, channel)
);
