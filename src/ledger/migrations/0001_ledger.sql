-- The ledger: what was to be paid, what was tried, what became of it. Everything in schema payrun.
-- States and moves are those of src/payout/state.ts; a test compares the two.

create type payrun.payout_state as enum
  ('invalid', 'pending', 'sending', 'accepted', 'unknown', 'paid', 'failed', 'cancelled');

create type payrun.batch_state as enum
  ('awaiting_approval', 'running', 'paused', 'settled', 'cancelled');

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
  max_unknown   integer not null,
  report_path   text,                   -- where the report goes when the batch settles; null: PAYRUN_HOME/reports
  report_format text not null,
  foreground_no integer references payrun.workers,  -- the run, retry or resume that pays it; null: the workers do
  submitter     text,                   -- who submitted it, as they call themselves: somebody else has to approve it
  submitter_login text,                 -- and their login name
  approvals_needed integer not null default 1 check (approvals_needed in (1, 2)),  -- 2: a second person's (PAYRUN_APPROVALS)
  start_at      timestamptz,            -- not to be paid before (--at); until then paused, reason 'scheduled'
  ring_no       integer not null default 1,         -- part of the queue's job ids: a new ring is a new set of jobs
  head          bytea,                  -- the end of its chain of batch_events: kept by their trigger
  created_at    timestamptz not null default now(),
  settled_at    timestamptz,
  purged_at     timestamptz             -- its names and phone numbers are blank since: nothing of it can be paid any more
);
create unique index batches_same_file on payrun.batches (file_sha256, coalesce(period, ''), sandbox) where state <> 'cancelled';

create table payrun.chunks (
  batch_no integer not null references payrun.batches,
  chunk_no integer not null,
  operator text not null,
  rows     integer not null,
  open     boolean not null default true,  -- a row of it is pending or sending
  -- The seal of its rows' chains when it was closed last: the hash of their heads, in the file's order, and how many events
  -- of each it covers. Later events (a late answer, a person's word) go on from there.
  seal     bytea,
  seqs     integer[],
  primary key (batch_no, chunk_no)
);
create index chunks_open on payrun.chunks (batch_no, chunk_no) where open;

-- A payout: one row of a file. State changes stay off the indexes (heap-only updates): holds_key moves only when a
-- payout gives its key up or takes it back, and no other indexed column ever changes.
create table payrun.payouts (
  batch_no           integer not null references payrun.batches,
  line               integer not null,
  chunk_no           integer,              -- null for an invalid row
  worker_no          integer,              -- with attempts: the attempt token
  amount_minor       bigint,
  sent_at            timestamptz,          -- when the latest claim was committed; the request left at once after
  settled_at         timestamptz,
  payout_key         uuid,                 -- the idempotency key: the reference (or file and line), within the period
  state              payrun.payout_state not null,
  attempts           integer not null default 0,
  seq                integer not null default 0,  -- transitions so far; its events carry 1 … seq
  holds_key          boolean not null,
  operator           text,
  phone              text,                 -- digits with the country code
  currency           text,
  name               text,
  reference          text,
  provider_reference text,
  error_code         text,
  error_message      text,
  problems           jsonb,                -- why an invalid row is invalid
  cells              jsonb not null,       -- the input's cells as they were
  salt               uuid,                 -- so that who is paid can't be guessed from person; blanked with phone and name
  person             bytea,                -- of a purged batch: what payrun.person_hash made of phone and name before
  head               bytea not null,       -- the end of its chain of events: see payrun.next_head
  primary key (batch_no, line),
  check (holds_key = (state in ('pending', 'sending', 'accepted', 'unknown', 'paid'))),
  check (state = 'invalid' or (chunk_no is not null and amount_minor > 0 and payout_key is not null
    and operator is not null and phone is not null and currency is not null))
) with (fillfactor = 45);  -- room on the page for the claim and the settle, which then touch no index
create unique index payouts_key on payrun.payouts (payout_key) where holds_key;
create index payouts_chunk on payrun.payouts (batch_no, chunk_no) where chunk_no is not null;
create index payouts_likeness on payrun.payouts (phone, amount_minor) where chunk_no is not null;

-- The audit trail's chain, one for each payout, so that nobody waits for anybody. It begins with what is to be paid to whom
-- (nothing of that stands in the events), and each transition adds its event, in the statement that moves the row.
-- src/ledger/auditChain.ts reckons the same again from the rows; a test compares the two.
-- Who is paid goes in as a salted hash of its own, so that the rest can be verified after a purge has blanked it.
create function payrun.person_hash(salt uuid, phone text, name text) returns bytea language sql immutable parallel safe
  return sha256(coalesce(uuid_send(salt), '') || convert_to(concat(phone, '|', length(name), ':', name), 'UTF8'));
create function payrun.first_head(batch_id text, line integer, operator text, person bytea, currency text, amount_minor bigint,
    reference text) returns bytea language sql stable parallel safe
  return sha256(convert_to(concat(batch_id, '|', line, '|', operator, '|', currency, '|', amount_minor, '|',
    length(reference), ':', reference, '|'), 'UTF8') || person);
create function payrun.next_head(head bytea, seq integer, attempt integer, worker_no integer, at timestamptz,
    from_state payrun.payout_state, to_state payrun.payout_state, code text, actor text, note text)
    returns bytea language sql stable parallel safe
  return sha256(head || int4send(seq) || int4send(attempt) || int4send(coalesce(worker_no, 0)) || timestamptz_send(at)
    || enum_send(from_state) || '>' || enum_send(to_state) || case when code is null and actor is null and note is null then ''
       else convert_to(concat('|', code, '|', length(actor), ':', actor, '|', length(note), ':', note), 'UTF8') end);

-- A reference of the provider's belongs to one payout. A second payout that is answered with it is unknown.
create table payrun.provider_references (
  reference text primary key,
  batch_no  integer not null,
  line      integer not null
);

-- One row per transition of a payout. Append-only.
create table payrun.events (
  batch_no   integer not null,
  line       integer not null,
  seq        integer not null,
  attempt    integer not null,
  worker_no  integer,
  at         timestamptz not null default now(),
  from_state payrun.payout_state not null,
  to_state   payrun.payout_state not null,
  code       text,
  actor      text,
  note       text,
  primary key (batch_no, line, seq)
);

-- Accepted payouts, and when the provider is asked about each (PAYRUN_STATUS_PATH). Kept by the trigger payouts_accepted:
-- a row comes when a payout becomes accepted and goes when the payout leaves that state, whoever settles it.
create table payrun.status_questions (
  batch_no    integer not null,
  line        integer not null,
  since       timestamptz not null default now(),  -- when the payout became accepted
  asked       integer not null default 0,
  next_at     timestamptz not null default now(),  -- before the first question: when its wait began; infinity: asked enough
  answer_kind text,                                -- a kind of src/provider/readStatus.ts that changes nothing
  answer      text,                                -- the provider's word, for people
  answered_at timestamptz,
  primary key (batch_no, line)
);
create index status_questions_due on payrun.status_questions (next_at);

-- Payouts that are unknown, so that they can be counted without reading all payouts. Kept by the trigger payouts_unknown.
create table payrun.unknown_rows (
  batch_no integer not null,
  line     integer not null,
  primary key (batch_no, line)
);

-- Evidence against what a row says: a late answer or a statement that calls a failed row paid, and the like. It changes no
-- state by itself; a row with evidence that it was paid is not retried unless a person insists.
create table payrun.cases (
  case_no   bigint generated always as identity primary key,
  batch_no  integer not null,
  line      integer not null,
  at        timestamptz not null default now(),
  attempt   integer not null,
  kind      text not null,              -- 'late_answer', 'notification', or a case of src/payout/reconciliation.ts
  says_paid boolean not null,           -- the evidence says that the money moved, or may yet
  set_aside boolean not null default false,  -- a person has looked into it: it stands in nobody's way any more
  reference text,                       -- the provider's, when the evidence names one
  note      text not null
);
create unique index cases_once on payrun.cases (batch_no, line, attempt, kind, coalesce(reference, ''));

-- A pending row gets what is known of it by way of sending, like any, as an attempt that needs no request: nothing is sent.
-- The row is locked by the caller. A function, so that it is one statement: connections are shared with claims.
create function payrun.settle_unsent(p payrun.payouts, the_worker integer, the_state payrun.payout_state, the_reference text,
    the_code text, the_message text, why text) returns void language plpgsql as $$
begin
  update payrun.payouts set state = 'sending', seq = seq + 1, attempts = attempts + 1, worker_no = the_worker, sent_at = now(),
         head = payrun.next_head(head, seq + 1, attempts + 1, the_worker, now(), 'pending', 'sending', null, null, why)
   where batch_no = p.batch_no and line = p.line;
  update payrun.payouts set state = the_state, seq = seq + 1, settled_at = now(), provider_reference = the_reference,
         error_code = the_code, error_message = the_message,
         head = payrun.next_head(head, seq + 1, attempts, the_worker, now(), 'sending', the_state, the_code, null, null)
   where batch_no = p.batch_no and line = p.line;
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code, note) values
    (p.batch_no, p.line, p.seq + 1, p.attempts + 1, the_worker, 'pending', 'sending', null, why),
    (p.batch_no, p.line, p.seq + 2, p.attempts + 1, the_worker, 'sending', the_state, the_code, null);
end $$;

-- The provider says late that an attempt was paid, or that it has it, and the row has moved on: a person or a statement had
-- called it not paid. Pending again, by a retry: it becomes what the provider says. Failed, or on its way as another attempt:
-- kept as a case.
create function payrun.keep_late_answer(the_batch integer, the_line integer, the_worker integer, the_attempt integer,
    the_state payrun.payout_state, the_reference text, the_code text, the_message text) returns void language plpgsql as $$
declare
  p payrun.payouts;
  why text := 'late answer of attempt ' || the_attempt || ': not sent again';
begin
  select * into p from payrun.payouts where batch_no = the_batch and line = the_line for update;
  if p.state = 'pending' and p.attempts >= the_attempt then
    insert into payrun.provider_references (reference, batch_no, line)
      select the_reference, the_batch, the_line where the_reference is not null on conflict (reference) do nothing;
    if exists (select from payrun.provider_references r where r.reference = the_reference and (r.batch_no, r.line) <> (the_batch, the_line)) then
      perform payrun.settle_unsent(p, the_worker, 'unknown', the_reference, 'contradictory_answer',
        'The provider answered with a reference that another payout holds.', why);
    else
      perform payrun.settle_unsent(p, the_worker, the_state, the_reference, the_code, the_message, why);
    end if;
  -- The same answer once more, after it has settled the row, says nothing new.
  elsif not (p.state in ('paid', 'accepted') and p.provider_reference is not distinct from the_reference)
    and (p.state in ('failed', 'cancelled') or p.attempts > the_attempt) then
    insert into payrun.cases (batch_no, line, attempt, kind, says_paid, reference, note)
      values (the_batch, the_line, the_attempt, 'late_answer', true, the_reference,
              'The provider answered late that attempt ' || the_attempt || ' was ' || the_state || '; the row was ' || p.state || ' by then.')
      on conflict do nothing;
  end if;
end $$;

-- Evidence says of a row that is to be tried again that it was paid: it is not sent, and a person looks into it.
create function payrun.withhold(the_batch integer, the_line integer) returns void language plpgsql as $$
declare
  p payrun.payouts;
begin
  select * into p from payrun.payouts where batch_no = the_batch and line = the_line for update;
  if p.state = 'pending' then
    perform payrun.settle_unsent(p, null, 'unknown', null, 'contradictory_answer',
      'Evidence says that an earlier attempt was paid: it was not sent again.', 'evidence of payment: not sent again');
  end if;
end $$;

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

-- A second person's word for a batch: for these bytes, this many payable rows, these totals. One for each batch; append-only.
create table payrun.approvals (
  batch_no    integer primary key references payrun.batches,
  at          timestamptz not null default now(),
  approver    text not null,
  login       text not null,            -- the login name that the approver gave it under
  note        text,
  file_sha256 text not null,
  rows        integer not null,
  totals      jsonb not null            -- minor units as text, by currency
);

-- A name as it counts for who is who: case, accents, spaces, signs and what nobody sees don't. Accents are taken off first: in
-- the C locale only plain letters have a lower case.
create function payrun.person(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(name, NFKD),
    '[[:punct:]\s\u00ad\u0300-\u036f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]', '', 'g'));

-- Nobody approves what they have submitted, and nobody approves what they haven't seen: other bytes, rows or totals.
create function payrun.judge_approval() returns trigger language plpgsql as $$
declare
  b payrun.batches;
  the_rows integer;
  the_totals jsonb;
begin
  select * into b from payrun.batches where batch_no = new.batch_no for no key update;
  if b.state <> 'awaiting_approval' or b.submitter is null then
    raise exception 'payrun: batch % does not wait for an approval', b.id using errcode = 'PA003';
  end if;
  if payrun.person(new.approver) in ('', payrun.person(b.submitter), payrun.person(b.submitter_login)) then
    raise exception 'payrun: batch % needs the approval of somebody other than its submitter', b.id using errcode = 'PA001';
  end if;
  select coalesce(sum(t.n), 0), coalesce(jsonb_object_agg(t.currency, t.total), '{}') into the_rows, the_totals
    from (select currency, count(*)::int as n, sum(amount_minor)::text as total
            from payrun.payouts where batch_no = new.batch_no and state = 'pending' group by currency) t;
  if (new.file_sha256, new.rows, new.totals) is distinct from (b.file_sha256, the_rows, the_totals) then
    raise exception 'payrun: what was approved is not what batch % holds', b.id using errcode = 'PA002';
  end if;
  return new;
end $$;

-- A file, or a folder of files, that is paid at planned times. The queue's Job Schedulers are made from these rows, and again
-- when the queue was lost; whoever is rung looks here what is due.
create table payrun.schedules (
  schedule_no   integer generated always as identity primary key,
  name          text not null,
  path          text not null,          -- absolute, on the machines of the workers
  cron          text not null,          -- five fields, on the clocks of zone
  zone          text not null,
  period_format text not null,          -- src/payout/periodFormat.ts
  sandbox       boolean not null,
  options       jsonb not null,         -- of submit
  approvals_needed integer not null check (approvals_needed in (1, 2)),
  submitter     text not null,          -- who added it: the submitter of its batches
  submitter_login text not null,
  created_at    timestamptz not null default now(),
  handled_until timestamptz not null default now(),  -- planned times up to this are done with, or were missed for good
  paused_at     timestamptz,
  removed_at    timestamptz
);
create unique index schedules_name on payrun.schedules (lower(name)) where removed_at is null;

-- What became of a planned time. One that made a batch was put in with it, in one transaction.
create table payrun.schedule_runs (
  run_no      bigint generated always as identity primary key,
  schedule_no integer not null references payrun.schedules,
  planned     text not null,            -- the planned minute, as the zone's clocks show it
  planned_at  timestamptz not null,
  period      text not null,
  file        text not null,            -- the schedule's file, or the name of one in its folder
  in_folder   boolean not null,
  at          timestamptz not null default now(),
  actor       text,                     -- who ran it by hand
  missed      integer not null default 0,  -- planned times before it that nobody ran
  batch_no    integer references payrun.batches,
  set_aside   boolean not null default false,  -- its batch was cancelled: the time may be run again
  code        text,                     -- why it failed: missing, refused, unexpected
  message     text,
  check ((batch_no is null) = (code is not null))
);
create index schedule_runs_schedule on payrun.schedule_runs (schedule_no, run_no);
-- Fired twice, by two schedulers, late, or by hand once more: a time is paid once, a period is paid once, a folder's file is
-- paid once.
create unique index schedule_runs_time on payrun.schedule_runs (schedule_no, planned, file) where batch_no is not null and not set_aside;
create unique index schedule_runs_period on payrun.schedule_runs (schedule_no, period) where batch_no is not null and not set_aside and not in_folder;
create unique index schedule_runs_file on payrun.schedule_runs (schedule_no, file) where batch_no is not null and not set_aside and in_folder;

-- An operator that nothing is sent to for the time being.
create table payrun.operator_holds (
  operator text not null,
  sandbox  boolean not null,         -- the sandbox's operators and the provider's have nothing to do with each other
  manual   boolean not null,
  reason   text not null,
  since    timestamptz not null default now(),
  until    timestamptz,           -- when an automatic hold is probed again; null: until a person releases it
  actor    text,                  -- who holds it by hand
  note     text,                  -- and why
  primary key (operator, sandbox),
  check (manual = (until is null))  -- what a person holds, only a person releases
);

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

-- The window of each rate (PAYRUN_RATE, and operators' own): how many payouts were taken from it, and when it ends (ms since
-- 1970, by this server's clock).
create table payrun.rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Online payments and mobile collections that were asked for: src/payout/payin.ts. Recorded before the request leaves, so that a
-- lost answer can be seen. No personal data.
create table payrun.payins (
  id           text primary key,
  kind         text not null check (kind in ('payment', 'collection')),
  reference    text unique,             -- the provider's, from its answer
  amount_minor bigint not null check (amount_minor > 0),
  currency     text not null,
  operator     text,                    -- of a collection
  state        text not null default 'asked'
    check (state in ('asked', 'under_way', 'refused', 'unknown', 'paid', 'failed', 'cancelled', 'expired')),
  code         text,                    -- why it is refused or unknown: an error code of src/payout/outcome.ts
  created_at   timestamptz not null default now(),
  answered_at  timestamptz,
  settled_at   timestamptz,
  check (state <> 'under_way' or reference is not null),
  check ((kind = 'collection') = (operator is not null))
);
create index payins_asked on payrun.payins (created_at) where state = 'asked';

-- Notifications of the provider's, each kept once however often it was sent, before it is answered. Evidence about a reference;
-- it makes no payment. Without personal data (src/notifications/withoutPersonalData.ts).
create table payrun.notifications (
  key         text primary key,         -- a hash of reference and status: the same for every sending
  reference   text not null,            -- the provider's
  status      text not null,            -- its word, as it came
  body        text not null,            -- the JSON that came
  signed      boolean not null,         -- its signature was checked
  received_at timestamptz not null default now(),
  last_at     timestamptz not null default now(),
  times       integer not null default 1,
  effect      text,                     -- what came of it: a kind of jobs/applyNotification.ts; null: not looked at yet
  handled_at  timestamptz
);
create index notifications_waiting on payrun.notifications (received_at) where handled_at is null;
create index notifications_unknown on payrun.notifications (reference) where effect = 'unknown_reference';

create function payrun.refuse() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'append-only' then
    raise exception 'payrun: % is append-only', tg_table_name using errcode = 'P0001';
  end if;
  raise exception 'payrun: illegal transition of % from % to %', tg_table_name,
    case when tg_op = 'INSERT' then '(new)' else old.state::text end, new.state using errcode = 'P0001';
end $$;

-- The transition guard. The `when` is the table of legal moves, so a legal move costs no function call; and it looks after
-- the update, since a guard before it locks each row once more.
create trigger payouts_born before insert on payrun.payouts for each row
  when (new.state not in ('invalid', 'pending')) execute function payrun.refuse();
create trigger payouts_move after update on payrun.payouts for each row
  when (old.state <> new.state and not (
       (old.state = 'pending'  and new.state in ('sending', 'cancelled'))
    or (old.state = 'sending'  and new.state in ('paid', 'failed', 'accepted', 'unknown', 'pending'))
    or (old.state = 'accepted' and new.state in ('paid', 'failed'))
    or (old.state = 'unknown'  and new.state in ('paid', 'failed'))
    or (old.state = 'failed'   and new.state = 'pending')
  )) execute function payrun.refuse();
create function payrun.follow_accepted() returns trigger language plpgsql as $$
begin
  if new.state = 'accepted' then
    insert into payrun.status_questions (batch_no, line) values (new.batch_no, new.line) on conflict do nothing;
  else
    delete from payrun.status_questions q where q.batch_no = new.batch_no and q.line = new.line;
  end if;
  return null;
end $$;
create trigger payouts_accepted after update on payrun.payouts for each row
  when (old.state <> new.state and (old.state = 'accepted' or new.state = 'accepted')) execute function payrun.follow_accepted();
create function payrun.follow_unknown() returns trigger language plpgsql as $$
begin
  if new.state = 'unknown' then
    insert into payrun.unknown_rows (batch_no, line) values (new.batch_no, new.line) on conflict do nothing;
  else
    delete from payrun.unknown_rows q where q.batch_no = new.batch_no and q.line = new.line;
  end if;
  return null;
end $$;
create trigger payouts_unknown after update on payrun.payouts for each row
  when (old.state <> new.state and (old.state = 'unknown' or new.state = 'unknown')) execute function payrun.follow_unknown();
-- A row that comes back as not taken, with evidence that an earlier attempt was paid. The settle has looked for it as its
-- statement began, and may then have waited for the row, while a late answer or a statement of the provider's brought it: here
-- the row is in hand, and what is committed is seen. Whoever comes after this finds the row pending, and does the same.
create function payrun.withhold_returned() returns trigger language plpgsql as $$
begin
  if exists (select from payrun.cases k where k.batch_no = new.batch_no and k.line = new.line and k.says_paid and not k.set_aside) then
    perform payrun.withhold(new.batch_no, new.line);
  end if;
  return null;
end $$;
create trigger payouts_returned after update on payrun.payouts for each row
  when (old.state = 'sending' and new.state = 'pending') execute function payrun.withhold_returned();
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
create trigger payins_born before insert on payrun.payins for each row
  when (new.state <> 'asked') execute function payrun.refuse();
create trigger payins_move after update on payrun.payins for each row
  when (old.state <> new.state and not (
       (old.state = 'asked'     and new.state in ('under_way', 'refused', 'unknown'))
    or (old.state = 'under_way' and new.state in ('paid', 'failed', 'cancelled', 'expired'))
    or (old.state = 'unknown'   and new.state in ('under_way', 'refused', 'paid', 'failed', 'cancelled', 'expired'))
  )) execute function payrun.refuse();
create function payrun.set_run_aside() returns trigger language plpgsql as $$
begin
  update payrun.schedule_runs set set_aside = true where batch_no = new.batch_no;
  return null;
end $$;
create trigger batches_cancelled after update on payrun.batches for each row
  when (old.state <> 'cancelled' and new.state = 'cancelled') execute function payrun.set_run_aside();
create function payrun.refuse_unapproved() returns trigger language plpgsql as $$
begin
  if not exists (select from payrun.approvals a where a.batch_no = new.batch_no) then
    raise exception 'payrun: batch % has not been approved', new.id using errcode = 'PA004';
  end if;
  return null;
end $$;
create trigger batches_approved after update on payrun.batches for each row
  when (old.state = 'awaiting_approval' and new.state <> 'awaiting_approval' and new.state <> 'cancelled')
  execute function payrun.refuse_unapproved();
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
create trigger approvals_judged before insert on payrun.approvals for each row execute function payrun.judge_approval();
create trigger approvals_append_only before update or delete on payrun.approvals for each row
  execute function payrun.refuse('append-only');
create trigger approvals_not_emptied before truncate on payrun.approvals execute function payrun.refuse('append-only');
create trigger events_append_only before update or delete on payrun.events for each row
  execute function payrun.refuse('append-only');
create trigger events_not_emptied before truncate on payrun.events execute function payrun.refuse('append-only');
create trigger batch_events_not_emptied before truncate on payrun.batch_events execute function payrun.refuse('append-only');
create trigger operator_events_append_only before update or delete on payrun.operator_events for each row
  execute function payrun.refuse('append-only');
create trigger operator_events_not_emptied before truncate on payrun.operator_events execute function payrun.refuse('append-only');

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
create trigger batch_events_append_only before update or delete on payrun.batch_events for each row
  execute function payrun.refuse('append-only');
