-- What was submitted, and what became of it as a whole.

create table payrun.batches (
  batch_no      integer primary key default payrun.next_number('payrun.batch_numbers'),
  id            text not null unique,
  name          text not null,
  period        text,
  state         payrun.batch_state not null default 'running',
  reason        text,                   -- why it is paused: a pause reason of src/payout/outcome.ts
  -- what the provider said that led to it, without anybody's number or name
  reason_says   text,
  -- a batch for the sandbox is never paid at the provider, nor the reverse
  sandbox       boolean not null,
  file_name     text not null,
  file_sha256   text,                   -- null once it is purged
  -- of a workbook's cells: a spreadsheet program changes the bytes whenever it saves
  cells_sha256  text,
  file_rows     integer not null,
  -- the input's column names, in order; payouts.cells follows it
  file_columns  jsonb not null,
  invalid_totals payrun.total[],        -- of its invalid rows, which stay as they are for good
  max_unknown   integer not null,
  -- refusals alike in a row that pause it: of one operator, and over all of them
  max_refused   integer not null default 10,
  max_refused_all integer not null default 20,
  -- where the report goes when the batch settles; null: PAYRUN_HOME/reports
  report_path   text,
  report_format text not null,
  -- the run, retry or resume that pays it; null: the workers do
  foreground_no integer references payrun.workers,
  -- who submitted it, by their account or as they call themselves: somebody else has to approve it
  submitter     text,
  -- and the login name that it was submitted under; null: an account vouches for who it was
  submitter_login text,
  -- how many people it needs, the submitter among them (payrun.people_needed, PAYRUN_APPROVALS)
  approvals_needed integer not null default 1 check (approvals_needed between 1 and 9),
  -- not to be paid before (--at); until then paused, reason 'scheduled'
  start_at      timestamptz,
  -- part of the queue's job ids: a new round is a new set of jobs
  round_no       integer not null default 1,
  -- so that who is paid can't be guessed from payouts.person; gone after a purge
  salt          uuid default gen_random_uuid(),
  -- the end of its chain of batch_events: kept by their trigger
  chain_hash    bytea,
  created_at    timestamptz not null default now(),
  settled_at    timestamptz,
  -- its names and phone numbers are blank since: nothing of it can be paid any more
  purged_at     timestamptz
);
create unique index batches_same_file
  on payrun.batches (file_sha256, coalesce(period, ''), sandbox)
  where state <> 'cancelled';
-- The same file, or the same cells, in whatever period, and of cancelled batches: a new file is
-- compared with all batches.
create index batches_file on payrun.batches (file_sha256);
create index batches_cells on payrun.batches (cells_sha256) where cells_sha256 is not null;

create trigger batches_born before insert on payrun.batches for each row
  when (
       new.state not in ('awaiting_approval', 'running')
         and not (new.state = 'paused' and new.start_at is not null)
    or new.approvals_needed > 1 and new.state <> 'awaiting_approval'
  ) execute function payrun.refuse();
create trigger batches_move after update on payrun.batches for each row
  when (old.state <> new.state and not (
       (old.state = 'awaiting_approval' and new.state in ('running', 'paused', 'cancelled'))
    or (old.state = 'running' and new.state in ('paused', 'settled', 'cancelled'))
    or (old.state = 'paused'  and new.state in ('running', 'settled', 'cancelled'))
    or (old.state = 'settled' and new.state = 'running')
  )) execute function payrun.refuse();
create trigger batches_purged before update on payrun.batches for each row
  when (
    old.purged_at is not null
    and (new.state <> old.state or new.purged_at is distinct from old.purged_at)
  ) execute function payrun.refuse();
create function payrun.refuse_other_facts() returns trigger language plpgsql as $$
begin
  raise exception
    'payrun: who submitted batch %, its file and the approvals that it needs stay as they are',
    old.id
    using errcode = 'P0001';
end $$;
create trigger batches_facts
  before update of submitter, submitter_login, file_sha256, approvals_needed on payrun.batches
  for each row
  when (
    (old.submitter, old.submitter_login, old.approvals_needed)
    is distinct from
    (new.submitter, new.submitter_login, new.approvals_needed)
    or old.file_sha256 is distinct from new.file_sha256
    and not (old.purged_at is null and new.purged_at is not null and new.file_sha256 is null)
  ) execute function payrun.refuse_other_facts();

-- One row per transition of a batch. Append-only.
create table payrun.batch_events (
  event_no   bigint generated always as identity primary key,
  batch_no   integer not null,
  at         timestamptz not null default now(),
  from_state payrun.batch_state,
  to_state   payrun.batch_state not null,
  reason     text,
  actor      text,
  -- when it settles: the hash of its chunks' checkpoints; when it is purged: of the cells it keeps
  checkpoint bytea,
  -- the hash of all that the batch's row says as of this event: kept by chain_batch_event
  contents   bytea
);
create index batch_events_batch on payrun.batch_events (batch_no, event_no);
create index batch_events_at on payrun.batch_events (at);

create trigger batch_events_append_only before update or delete on payrun.batch_events for each row
  execute function payrun.refuse('append-only');
create trigger batch_events_not_emptied before truncate on payrun.batch_events
  execute function payrun.refuse('append-only');

-- The chain of a batch's events. Each has the hash of the batch's whole row, as it is after it, but
-- for what changes without an event; a new column is in it by itself. With the salt, so that the file
-- can't be guessed from it after a purge. A batch has few events, so a
-- trigger may keep them, with the owner's rights: nobody else changes a chain hash.
create function payrun.chain_batch_event() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'  -- in which jsonb writes times
as $$
begin
  select sha256(
           coalesce(uuid_send(b.salt), '')
           || convert_to(jsonb_strip_nulls(
             to_jsonb(b) - '{chain_hash, foreground_no, round_no, salt}'::text[])::text, 'UTF8'))
    into new.contents
    from payrun.batches b
   where b.batch_no = new.batch_no;
  update payrun.batches b
     set chain_hash = sha256(
           coalesce(b.chain_hash, sha256(convert_to(b.id, 'UTF8')))
           || convert_to(
             concat(
               (date_part('epoch', new.at) * 1000000)::bigint,
               '|', new.from_state,
               '|', new.to_state,
               '|', new.reason,
               '|', length(new.actor), ':', new.actor,
               '|', encode(new.checkpoint, 'hex'),
               '|', encode(new.contents, 'hex')),
             'UTF8')
         )
   where b.batch_no = new.batch_no;
  return new;
end $$;
create trigger batch_events_chain before insert on payrun.batch_events
  for each row execute function payrun.chain_batch_event();

-- The ledger's own chain: what people decide, and each batch as it goes from state to state, in the
-- order of their commits and without gaps. So a record that was changed is found, and one that is
-- gone. Of a batch the hash is that of its own chain; src/ledger/audit/auditLedger.ts reckons all
-- of it again.
create table payrun.links (
  link_no    bigint primary key,
  subject    text not null,             -- the record's table
  key        text not null,             -- and its key there
  hash       bytea not null,            -- of all that it says as of this link
  chain_hash bytea not null             -- of this link and the one before
);
create trigger links_append_only before update or delete on payrun.links for each row
  execute function payrun.refuse('append-only');
create trigger links_not_emptied before truncate on payrun.links
  execute function payrun.refuse('append-only');

-- Link a record. The triggers are deferred: they come when the transaction commits, with every
-- other lock in hand, so that no transaction waits for more than another's commit, and none for
-- each other. Who dies before the commit leaves no link.
--
-- Arguments: the columns of the key, and those that are no part of the record.
create function payrun.link_record() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'
as $$
declare
  facts jsonb := to_jsonb(new);
  subject text := tg_table_name;
  contents bytea;
  the_key text;
  last payrun.links;
begin
  if tg_table_name = 'batch_events' then
    subject := 'batches';
    select b.id, b.chain_hash into the_key, contents
      from payrun.batches b
     where b.batch_no = new.batch_no;
  else
    select string_agg(facts ->> k, ',' order by n) into the_key
      from unnest(tg_argv[0]::text[]) with ordinality u(k, n);
    facts := jsonb_strip_nulls(facts - tg_argv[1]::text[]);
    if tg_op = 'UPDATE' and facts = jsonb_strip_nulls(to_jsonb(old) - tg_argv[1]::text[]) then
      return null;
    end if;
    contents := sha256(convert_to(facts::text, 'UTF8'));
  end if;
  perform pg_advisory_xact_lock(1885433201, 0);
  select * into last from payrun.links order by link_no desc limit 1;
  last.link_no := coalesce(last.link_no, 0) + 1;
  insert into payrun.links (link_no, subject, key, hash, chain_hash)
  values (
    last.link_no, subject, the_key, contents,
    sha256(
      coalesce(last.chain_hash, '')
      || convert_to(concat(last.link_no, '|', subject, '|', the_key, '|'), 'UTF8')
      || contents));
  return null;
end $$;
create constraint trigger batch_events_linked after insert on payrun.batch_events
  deferrable initially deferred for each row
  execute function payrun.link_record();

-- Move a batch, with its event, if it is in one of from_states. This is the one way. It settles
-- only when none of its chunks is open, and once it is to be paid it pauses only when one is: then
-- it has something left to do.
-- @returns the state that it was in, null when it was not moved: of two callers only one is told so
--
-- It is locked before its chunks are looked at: a retry that was first has opened some. It is not
-- locked against the look-ups of foreign keys: a late answer that holds a row makes one, and each
-- would wait for the other.
create function payrun.move_batch(
  the_batch   integer,
  from_states payrun.batch_state[],
  the_state   payrun.batch_state,
  the_reason  text default null,        -- why it is paused; in the event, too
  the_actor   text default null,
  the_note    text default null,        -- in the event, in place of the reason
  the_words   text default null         -- the provider's, that led to the pause
) returns payrun.batch_state language plpgsql as $$
declare
  before payrun.batch_state;
  has_work boolean;
begin
  select b.state into before
    from payrun.batches b
   where b.batch_no = the_batch
     and b.state = any (from_states)
     for no key update;
  has_work := exists (select from payrun.chunks c where c.batch_no = the_batch and c.open);
  if before is null
     or the_state = 'settled' and has_work
     or the_state = 'paused' and before <> 'awaiting_approval' and not has_work then
    return null;
  end if;
  update payrun.batches b
     set state = the_state,
         reason = the_reason,
         reason_says = the_words,
         settled_at = case when the_state = 'settled' then now() end
   where b.batch_no = the_batch;
  if the_state = 'running' then  -- a person has looked: it begins anew
    delete from payrun.refusals_in_a_row r
     where r.batch_no = the_batch;
  end if;
  insert into payrun.batch_events (batch_no, from_state, to_state, reason, actor, checkpoint)
  select the_batch, before, the_state, coalesce(the_note, the_reason), the_actor,
         case when the_state = 'settled' then (
           select sha256(string_agg(c.checkpoint, ''::bytea order by c.chunk_no))
             from payrun.chunks c
            where c.batch_no = the_batch
         ) end;
  return before;
end $$;

-- Who was told of what by webhook and e-mail. What there is to tell stands in the events.
create table payrun.alerts (
  subject  text not null,               -- 'event 12': a batch's event
  channel  text not null,               -- 'webhook', 'email'
  attempts integer not null,
  next_at  timestamptz not null,        -- when it may be tried again, if it isn't done
  done_at  timestamptz,                 -- told, or given up
  trouble  text,                        -- why it didn't get through at last
  primary key (subject, channel)
);
