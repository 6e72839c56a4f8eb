-- The rows of the files, and each one's trail.

create table payrun.chunks (
  batch_no integer not null references payrun.batches,
  chunk_no integer not null,
  operator text not null,
  rows     integer not null,
  first_line integer not null,
  last_line  integer not null,
  open     boolean not null default true,  -- a row of it is pending or sending
  -- What its rows add up to, so that a batch of a million rows is counted by its chunks:
  -- src/ledger/batches/status.ts. Kept at intake, and whenever it is closed; null once a row has moved
  -- since. Of an open chunk it holds as long as its rows have no event.
  totals   payrun.total[],
  -- Its checkpoint when it was closed last: the hash of its rows' chain hashes, in the file's
  -- order, and how many events of each it covers. Later events (a late answer, a person's word) go
  -- on from there.
  checkpoint bytea,
  seqs     integer[],
  primary key (batch_no, chunk_no)
);
create index chunks_open on payrun.chunks (batch_no, chunk_no) where open;

-- A chunk in one number, by which its rows are found. By two columns they would be found by the
-- primary key as well, as long as the statistics do not know the batch: the planner takes it for
-- empty, and each chunk would read every row of it. An index of some rows has no statistics: a
-- chunk is always thought to have a 200th of the table, which is steady, if wrong.
create function payrun.chunk_key(batch_no integer, chunk_no integer) returns bigint
  language sql immutable parallel safe
  return batch_no::bigint << 32 | chunk_no;

-- A payout: one row of a file. State changes stay off the indexes (heap-only updates): holds_key
-- moves only when a payout gives its key up or takes it back, and no other indexed column ever
-- changes.
create table payrun.payouts (
  batch_no           integer not null references payrun.batches,
  line               integer not null,
  chunk_no           integer,              -- null for an invalid row
  worker_no          integer,              -- with attempts: the attempt token
  amount_minor       bigint,
  -- when the latest claim was committed; the request left at once after
  sent_at            timestamptz,
  settled_at         timestamptz,
  -- the idempotency key: the reference (or file and line), within the period; its first half is
  -- the reference's form (src/payout/keys.ts), so that one index finds both
  payout_key         uuid,
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
  -- why it is not paid: a sentence, or the provider's own words (payrun.sentence)
  error_message      jsonb,
  problems           jsonb,                -- why an invalid row is invalid; each message likewise
  -- the input's cells as they were; json, since jsonb is longer
  cells              json not null,
  -- of a purged batch: what payrun.person_hash and message_hash made of the row before
  person             bytea,
  message_hash       bytea,
  chain_hash         bytea not null,       -- the end of its chain of events: see payrun.next_chain_hash
  primary key (batch_no, line)
-- room on the page for the claim and the settle, which then touch no index
) with (fillfactor = 45);
create unique index payouts_key on payrun.payouts (payout_key) where holds_key;

-- All keys of one form of a reference lie between these two: leading zeros, capital letters and the
-- like make another key of the same form.
create function payrun.first_key_of_form(key uuid) returns uuid
  language sql immutable parallel safe
  return (left(key::text, 18) || '-0000-000000000000')::uuid;
create function payrun.last_key_of_form(key uuid) returns uuid
  language sql immutable parallel safe
  return (left(key::text, 18) || '-ffff-ffffffffffff')::uuid;

create index payouts_chunk on payrun.payouts (payrun.chunk_key(batch_no, chunk_no))
  where chunk_no is not null;
-- The rows that were left out, of which a batch of a million may have three.
create index payouts_invalid on payrun.payouts (batch_no, line) where chunk_no is null;
-- Finds rows by a number and an amount, and people by a number or how it ends: it is typed with the
-- country code or without it. Of all rows, since the planner takes no statistics from an index of
-- some.
create index payouts_phone on payrun.payouts ((reverse(phone) collate "C"), amount_minor);

-- What every row must be. Triggers and no checks: Postgres reads a check's text, and a trigger's
-- `when`, anew in each statement, and claims and settles are many small statements. They set none
-- of these columns; their states are judged by payouts_moved (0005_evidence.sql), which also holds
-- holds_key to the state.
create trigger payouts_born before insert on payrun.payouts for each row
  when (new.state not in ('invalid', 'pending')) execute function payrun.refuse();
create function payrun.refuse_unsound() returns trigger language plpgsql as $$
begin
  raise exception
    'payrun: payout % of batch % lacks what is to be paid, or holds its key though it may not, or does not',
    new.line,
    new.batch_no
    using errcode = 'check_violation';
end $$;
create trigger payouts_sound
  before insert or update of chunk_no, amount_minor, payout_key, operator, phone, currency
  on payrun.payouts for each row
  when (
       new.holds_key <> (new.state in ('pending', 'sending', 'accepted', 'unknown', 'paid'))
    or new.state <> 'invalid' and (
            new.chunk_no is null
         or coalesce(new.amount_minor, 0) <= 0
         or new.payout_key is null
         or new.operator is null
         or new.phone is null
         or new.currency is null)
  ) execute function payrun.refuse_unsound();

-- A batch has all its rows and chunks before its first event. None is added later, which nobody would
-- have seen or approved, but by the owner of the tables, whose intake calls no function for it.
create function payrun.refuse_added() returns trigger language plpgsql as $$
begin
  if exists (select from payrun.batch_events e where e.batch_no = new.batch_no) then
    raise exception 'payrun: % has no right to add % to batch %, which was submitted without them',
      current_user, tg_table_name, new.batch_no
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger chunks_added before insert on payrun.chunks for each row
  when (not has_table_privilege('payrun.payouts'::regclass, 'delete'))
  execute function payrun.refuse_added();
create trigger payouts_added before insert on payrun.payouts for each row
  when (not has_table_privilege('payrun.payouts'::regclass, 'delete'))
  execute function payrun.refuse_added();

-- The functions of the chain are stable and no more, as concat is: Postgres puts them into the
-- statement that calls them then, which takes half as long as a call.

-- The audit trail's chain, one for each payout, so that nobody waits for anybody. It begins with
-- what is to be paid to whom (nothing of that stands in the events), and each transition adds its
-- event and the provider's answer, in the statement that moves the row. src/ledger/audit/auditChain.ts
-- reckons the same again from the rows; a test compares the two. Who is paid goes in as a hash of
-- its own, with the cells of the file, the batch's salt and the line, so that the rest can be
-- verified after a purge has blanked it, and nobody can guess who it was, or see that it was the
-- same one twice.
create function payrun.person_hash(
  salt     uuid,
  line     integer,
  phone    text,
  name     text,
  cells    json,
  problems jsonb
) returns bytea language sql stable parallel safe
  return sha256(
    coalesce(uuid_send(salt), '')
    || int4send(line)
    || convert_to(
      concat(phone, '|', length(name), ':', name, '|', length(cells::text), ':', cells, problems),
      'UTF8'));

create function payrun.first_chain_hash(
  batch_id     text,
  line         integer,
  chunk_no     integer,
  operator     text,
  person       bytea,
  currency     text,
  amount_minor bigint,
  reference    text,
  payout_key   uuid
) returns bytea language sql stable parallel safe
  return sha256(
    convert_to(
      concat(
        batch_id, '|', line, '|', chunk_no, '|', operator, '|', currency, '|', amount_minor, '|',
        length(reference), ':', reference, '|', payout_key, '|'),
      'UTF8')
    || person);

-- What the provider, or a person, said of a row that is neither pending nor sending. Its message may
-- name somebody: it goes in by a hash with the salt, like the person.
create function payrun.message_hash(salt uuid, line integer, message jsonb) returns bytea
  language sql immutable parallel safe
  return sha256(
    coalesce(uuid_send(salt), '') || int4send(line) || convert_to(message::text, 'UTF8'));

create function payrun.answer_hash(reference text, code text, message_hash bytea) returns bytea
  language sql stable parallel safe
  return substr(
    sha256(
      convert_to(concat(length(reference), ':', reference, '|', code, '|'), 'UTF8')
      || coalesce(message_hash, '')),
    1, 16);

create function payrun.next_chain_hash(
  chain_hash bytea,
  seq        integer,
  attempt    integer,
  worker_no  integer,
  at         timestamptz,
  from_state payrun.payout_state,
  to_state   payrun.payout_state,
  code       text,
  actor      text,
  note       jsonb,
  answer     bytea                      -- payrun.answer_hash of what the row says from now on
) returns bytea language sql stable parallel safe
  return sha256(
    chain_hash
    || int4send(seq)
    || int4send(attempt)
    || int4send(coalesce(worker_no, 0))
    || timestamptz_send(at)
    || coalesce(answer, '')
    || enum_send(from_state) || '>' || enum_send(to_state)
    || case
         when code is null and actor is null and note is null then ''
         else convert_to(
           concat(
             '|', code, '|', length(actor), ':', actor, '|', length(note::text), ':', note::text),
           'UTF8')
       end);

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
  note       jsonb,                     -- a sentence, or a person's own words (payrun.sentence)
  -- payrun.answer_hash of what the row said before, where it did: it is in the chain, too
  replaced   bytea,
  primary key (batch_no, line, seq)
);

-- What people said, or a statement that they gave: among the events of machines, which are many.
create index events_by_people on payrun.events (at, batch_no, actor)
  where actor is not null and from_state in ('unknown', 'accepted');
create trigger events_append_only before update or delete on payrun.events for each row
  execute function payrun.refuse('append-only');
create trigger events_not_emptied before truncate on payrun.events
  execute function payrun.refuse('append-only');
