-- A ledger that went back in time (docs/design.md, rule 12): what is done with answers to questions
-- that it has forgotten, and how a person ends it.

-- Payments that no row is known for: an answer about a row that the ledger has forgotten, or a line
-- of the statement that was loaded after a recovery. Numbers and amounts only as a hash.
create table payrun.payments_without_row (
  payment_no bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  source     text not null check (source in ('answer', 'statement')),
  -- of an answer: the attempt that it belongs to, and what it says
  batch_no   integer,
  line       integer,
  attempt    integer,
  worker_no  integer,
  state      payrun.payout_state,
  -- of a statement: what it is known by, and its line
  statement  text,
  statement_line integer,
  reference  text,                      -- the provider's
  -- of a statement: payrun.payment_hash of each number that its line may mean
  hashes     bytea[],
  -- a person has looked into it: it bars nothing any more
  set_aside  boolean not null default false
);
create unique index payments_without_row_answer
  on payrun.payments_without_row (batch_no, line, attempt, worker_no, state)
  where source = 'answer';
create unique index payments_without_row_statement
  on payrun.payments_without_row (statement, statement_line)
  where source = 'statement';

create constraint trigger payments_without_row_linked
  after insert or update on payrun.payments_without_row
  deferrable initially deferred for each row
  execute function payrun.link_record('{payment_no}', '{}');

-- Of a number and an amount in hundredths of the currency's unit, with the ledger's own name so that
-- it can't be looked up in a list made elsewhere.
create function payrun.payment_hash(phone text, hundredths numeric) returns bytea
  language sql stable parallel safe
  return sha256(convert_to(
    concat((select id from payrun.installation), '|', phone, '|', hundredths), 'UTF8'));

-- An answer came, and no row is sending under its attempt. If the ledger knows the attempt, it has
-- moved on ('known'). If not, the claim was lost when the ledger went back in time, and the answer
-- is the only trace of it:
--
-- - the row is pending, with fewer attempts: the forgotten claim is recorded, and the answer settles
--   it like any ('recalled');
-- - the row is unknown, with fewer attempts, and the answer says that it is paid ('settled');
-- - anything else: kept as evidence ('kept'), which bars the row where money may have moved;
-- - there is no row ('no_row'): kept as a payment without one.
create function payrun.recall_attempt(
  the_batch     integer,
  the_line      integer,
  the_worker    integer,
  the_attempt   integer,
  the_state     payrun.payout_state,
  the_reference text
) returns text language plpgsql as $$
declare
  p payrun.payouts;
  held_elsewhere boolean;
  why jsonb := payrun.sentence(
    'stored.ledger_forgot_claim', jsonb_build_object('attempt', the_attempt));
begin
  select * into p
    from payrun.payouts
   where batch_no = the_batch
     and line = the_line
     for update;
  if not found then
    insert into payrun.payments_without_row
      (source, batch_no, line, attempt, worker_no, state, reference)
    values ('answer', the_batch, the_line, the_attempt, the_worker, the_state, the_reference)
    on conflict do nothing;
    return 'no_row';
  end if;
  if exists (
    select from payrun.events e
     where e.batch_no = the_batch
       and e.line = the_line
       and e.attempt = the_attempt
       and e.worker_no = the_worker
       and e.to_state = 'sending'
  ) then
    return 'known';
  end if;
  -- So that the sweep finds the row if this process dies before the answer is settled.
  insert into payrun.workers (worker_no, host, boot_id, pid, process_start, ended_at)
  values (the_worker, '', '', 0, '', now())
  on conflict do nothing;
  if p.state = 'pending' and p.attempts < the_attempt then
    while p.attempts + 1 < the_attempt loop
      p.attempts := p.attempts + 1;
      perform payrun.move_rows(array[payrun.a_move(
        the_batch, array[the_line], 'pending', 'sending', worker_no => the_worker, note => why)]);
      perform payrun.move_rows(array[payrun.a_move(
        the_batch, array[the_line], 'sending', 'pending', worker_no => the_worker,
        note => payrun.sentence('stored.ledger_forgot_return'))]);
    end loop;
    perform payrun.move_rows(array[payrun.a_move(
      the_batch, array[the_line], 'pending', 'sending', worker_no => the_worker, note => why)]);
    return 'recalled';
  end if;
  if the_reference is not null and the_state in ('paid', 'accepted') then
    insert into payrun.provider_references (reference, batch_no, line)
    values (the_reference, the_batch, the_line)
    on conflict do nothing;
  end if;
  held_elsewhere := exists (
    select from payrun.provider_references r
     where r.reference = the_reference
       and (r.batch_no, r.line) <> (the_batch, the_line));
  if p.state = 'unknown' and p.attempts < the_attempt and the_state = 'paid'
     and not held_elsewhere then
    perform payrun.move_rows(array[payrun.a_move(
      the_batch, array[the_line], 'unknown', 'paid', reference => the_reference, note => why)]);
    return 'settled';
  end if;
  perform payrun.keep_answer(p, the_attempt, the_state, the_reference, true);
  -- Pending again, after an attempt of the same number. (keep_late_answer settles it by what says
  -- more.)
  if the_state = 'unknown' then
    perform payrun.withhold(the_batch, the_line);
  end if;
  return 'kept';
end $$;

-- What people said of it. Append-only.
create table payrun.recoveries (
  recovery_no bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  kind      text not null check (kind in ('nothing_lost', 'since', 'statement', 'set_aside')),
  since     timestamptz,
  rows      integer not null default 0,  -- put in doubt, or payments without a row
  statement text,                        -- what it is known by
  -- a payment without a row that bars nothing any more
  payment_no bigint references payrun.payments_without_row,
  fenced_at timestamptz,
  why       jsonb,                       -- a sentence (payrun.sentence)
  actor     text not null,
  note      text,
  check ((kind = 'since') = (since is not null)),
  check ((kind = 'statement') = (statement is not null)),
  check ((kind = 'set_aside') = (payment_no is not null))
);
create trigger recoveries_append_only before update or delete on payrun.recoveries for each row
  execute function payrun.refuse('append-only');
create trigger recoveries_not_emptied before truncate on payrun.recoveries
  execute function payrun.refuse('append-only');
create constraint trigger recoveries_linked after insert on payrun.recoveries
  deferrable initially deferred for each row
  execute function payrun.link_record('{recovery_no}', '{}');

-- End the fence, by a person's word. With `since`, the ledger lacks what happened after that moment:
-- each row that may have been sent after it becomes unknown, whatever it looks like, and new files
-- wait for a statement of the provider's. These moves are legal here only (payrun.follow_move).
--
-- A row whose key another payout holds by now stays, with evidence that bars it.
create function payrun.recover(the_since timestamptz, the_actor text, the_note text)
  returns integer language plpgsql
  set enable_seqscan = on  -- all rows are looked at
as $$
declare
  s payrun.server;
  in_doubt integer := 0;
  why jsonb;
begin
  select * into s from payrun.server for update;
  if the_since is not null then
    why := payrun.sentence(
      'stored.may_have_been_sent_since',
      jsonb_build_object('since', jsonb_build_object('date', to_char(
        the_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'shows', 'second')));
    update payrun.server set recovering = true;
    create temporary table doubtful on commit drop as
    select p.batch_no, p.line, p.state, p.worker_no, p.attempts,
           not p.holds_key and exists (
             select from payrun.payouts o
              where o.payout_key = p.payout_key
                and o.holds_key
           )
           or not p.holds_key and row_number() over (
             partition by p.payout_key, p.holds_key order by p.batch_no desc, p.line) > 1
           as key_is_gone
      from payrun.payouts p
      join payrun.batches b on b.batch_no = p.batch_no
     where b.purged_at is null
       and (
            p.state in ('pending', 'sending')
         or p.state = 'failed' and b.state <> 'cancelled'
         or p.state in ('failed', 'cancelled') and p.settled_at >= the_since
       );
    insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
    select d.batch_no, d.line, d.attempts, 'may_have_been_sent', true, why
      from doubtful d
     where d.key_is_gone
    on conflict do nothing;
    select count(*) into in_doubt
      from payrun.move_rows(array(
        select payrun.a_move(
                 d.batch_no, array_agg(d.line order by d.line), d.state, 'unknown',
                 worker_no => case when d.state = 'sending' then d.worker_no end,
                 code => 'worker_lost',
                 message => why,
                 actor => the_actor,
                 note => to_jsonb(the_note))
          from doubtful d
         where not d.key_is_gone
         group by d.batch_no, d.state, case when d.state = 'sending' then d.worker_no end
      ));
    -- Since when it may have been: a statement is matched by that.
    update payrun.payouts p
       set sent_at = the_since
      from doubtful d
     where p.batch_no = d.batch_no
       and p.line = d.line
       and p.state = 'unknown'
       and d.state <> 'sending';
  end if;
  insert into payrun.recoveries (kind, since, rows, fenced_at, why, actor, note)
  values (case when the_since is null then 'nothing_lost' else 'since' end,
          the_since, in_doubt, s.fenced_at, s.fenced_why, the_actor, the_note);
  update payrun.server
     set fenced_at = null,
         fenced_why = null,
         moved_at = null,
         system_id = null,
         timeline = null,
         epoch = greatest(
           epoch + 1,
           extract(epoch from clock_timestamp() - timestamptz '2020-01-01 00:00+00')::integer),
         recovering = false,
         awaiting_statement_since = case
           when the_since is null then awaiting_statement_since
           else least(awaiting_statement_since, the_since)
         end;
  return in_doubt;
end $$;
