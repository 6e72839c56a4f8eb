-- What is known of a payout beside its own state: the provider's references, what is to be asked,
-- what speaks against it.

-- A reference of the provider's belongs to one payout. A second payout that is answered with it is
-- unknown.
create table payrun.provider_references (
  reference text primary key,
  batch_no  integer not null,
  line      integer not null
);

-- Accepted payouts, and when the provider is asked about each (PAYRUN_STATUS_PATH). Kept by
-- payouts_moved: a row comes when a payout becomes accepted and goes when the payout leaves that
-- state, whoever settles it.
create table payrun.status_questions (
  batch_no    integer not null,
  line        integer not null,
  since       timestamptz not null default now(),  -- when the payout became accepted
  asked       integer not null default 0,
  -- before the first question: when its wait began; infinity: asked enough
  next_at     timestamptz not null default now(),
  -- a kind of src/provider/answers/status.ts that changes nothing
  answer_kind text,
  -- for people: a sentence, or the provider's own word (payrun.sentence)
  answer      jsonb,
  answered_at timestamptz,
  primary key (batch_no, line)
);
create index status_questions_due on payrun.status_questions (next_at);

-- Payouts that are unknown, so that they can be counted without reading all payouts. Kept by
-- payouts_moved.
create table payrun.unknown_rows (
  batch_no integer not null,
  line     integer not null,
  primary key (batch_no, line)
);

-- Evidence against what a row says: a late answer or a statement that calls a failed row paid, and
-- the like. It changes no state by itself; a row with evidence that it was paid is not retried
-- unless a person insists.
create table payrun.discrepancies (
  discrepancy_no bigint generated always as identity primary key,
  batch_no  integer not null,
  line      integer not null,
  at        timestamptz not null default now(),
  attempt   integer not null,
  -- 'late_answer', 'notification', or a DiscrepancyKind of src/payout/reconciliation.ts
  kind      text not null,
  says_paid boolean not null,           -- the evidence says that the money moved, or may yet
  -- a person has looked into it: it stands in nobody's way any more
  set_aside boolean not null default false,
  reference text,                       -- the provider's, when the evidence names one
  note      jsonb not null              -- a sentence (payrun.sentence)
);
create unique index discrepancies_once
  on payrun.discrepancies (batch_no, line, attempt, kind, coalesce(reference, ''));

create trigger discrepancies_set_aside before update of set_aside on payrun.discrepancies
  for each row when (new.set_aside and not old.set_aside)
  execute function payrun.refuse_machine();
create constraint trigger discrepancies_linked after insert or update on payrun.discrepancies
  deferrable initially deferred for each row
  execute function payrun.link_record('{discrepancy_no}', '{}');

-- A pending row gets what is known of it by way of sending, like any, as an attempt that needs no
-- request: nothing is sent. The row is locked by the caller. A function, so that it is one
-- statement: connections are shared with claims.
create function payrun.settle_unsent(
  p             payrun.payouts,
  the_worker    integer,
  the_state     payrun.payout_state,
  the_reference text,
  the_code      text,
  the_message   jsonb,
  why           jsonb
) returns void language plpgsql as $$
begin
  perform payrun.move_rows(array[payrun.a_move(
    p.batch_no, array[p.line], 'pending', 'sending', worker_no => the_worker, note => why)]);
  perform payrun.move_rows(array[payrun.a_move(
    p.batch_no, array[p.line], 'sending', the_state,
    worker_no => the_worker,
    reference => the_reference,
    code => the_code,
    message => the_message)]);
end $$;

-- Keep an answer that doesn't fit the row as it stands, as a discrepancy. There is one of an attempt's
-- number and reference: of attempts of the same number (the ledger has forgotten one of them) the one
-- that says that the row was paid counts.
create function payrun.keep_answer(
  p             payrun.payouts,
  the_attempt   integer,
  the_state     payrun.payout_state,
  the_reference text,
  forgotten     boolean                 -- the ledger has no memory of the attempt
) returns void language sql as $$
insert into payrun.discrepancies as k
  (batch_no, line, attempt, kind, says_paid, reference, note)
select p.batch_no, p.line, the_attempt, 'late_answer', the_state <> 'failed', the_reference,
       case
         when forgotten then payrun.sentence('stored.answer_of_forgotten_attempt', about)
         else payrun.sentence('stored.late_answer_contradicts', about)
       end
  from jsonb_build_object(
         'attempt', the_attempt,
         'answered', jsonb_build_object('state', the_state),
         'state', jsonb_build_object('state', p.state)) about
    on conflict (batch_no, line, attempt, kind, coalesce(reference, '')) do update
   set says_paid = true,
       note = excluded.note,
       set_aside = false
 where excluded.says_paid
   and not k.says_paid
$$;

-- The provider says late that an attempt was paid, or that it has it, and the row has moved on: a
-- person or a statement had called it not paid. Pending again, by a retry: it becomes what the
-- provider says ('settled'). Failed, or on its way as another attempt: kept as a
-- discrepancy ('kept'). Else it is 'nothing_new'.
create function payrun.keep_late_answer(
  the_batch     integer,
  the_line      integer,
  the_worker    integer,
  the_attempt   integer,
  the_state     payrun.payout_state,
  the_reference text,
  the_code      text,
  the_message   jsonb
) returns text language plpgsql as $$
declare
  p payrun.payouts;
  why jsonb := payrun.sentence(
    'stored.late_answer_not_sent_again', jsonb_build_object('attempt', the_attempt));
begin
  select * into p
    from payrun.payouts
   where batch_no = the_batch
     and line = the_line
     for update;
  if the_state = 'failed' then
    -- A person or a statement has called this very attempt paid.
    if p.state = 'paid' and p.attempts = the_attempt then
      perform payrun.keep_answer(p, the_attempt, the_state, the_reference, false);
      return 'kept';
    end if;
  elsif p.state = 'pending' and p.attempts >= the_attempt then
    insert into payrun.provider_references (reference, batch_no, line)
    select the_reference, the_batch, the_line
     where the_reference is not null
    on conflict (reference) do nothing;
    if exists (
      select from payrun.provider_references r
       where r.reference = the_reference
         and (r.batch_no, r.line) <> (the_batch, the_line)
    ) then
      perform payrun.settle_unsent(p, the_worker, 'unknown', the_reference, 'contradictory_answer',
        payrun.sentence('stored.reference_of_another_payout'), why);
    else
      perform payrun.settle_unsent(
        p, the_worker, the_state, the_reference, the_code, the_message, why);
    end if;
    return 'settled';
  -- The same answer once more, after it has settled the row, says nothing new.
  elsif not (
      p.state in ('paid', 'accepted')
      and p.provider_reference is not distinct from the_reference
    )
    and (p.state in ('failed', 'cancelled') or p.attempts > the_attempt) then
    perform payrun.keep_answer(p, the_attempt, the_state, the_reference, false);
    return 'kept';
  end if;
  return 'nothing_new';
end $$;

-- Evidence says of a row that is to be tried again that it was paid: it is not sent, and a person
-- looks into it.
create function payrun.withhold(the_batch integer, the_line integer) returns void
  language plpgsql as $$
declare
  p payrun.payouts;
begin
  select * into p
    from payrun.payouts
   where batch_no = the_batch
     and line = the_line
     for update;
  if p.state = 'pending' then
    perform payrun.settle_unsent(p, null, 'unknown', null, 'contradictory_answer',
      payrun.sentence('stored.earlier_attempt_paid'),
      payrun.sentence('stored.evidence_of_payment_not_sent'));
  end if;
end $$;

-- The transition guard, and what follows from a move. One trigger for all, whose `when` knows the
-- two moves that are nearly all of them, so that these cost no function call. After the update: a
-- guard before it locks each row once more.
create function payrun.follow_move() returns trigger language plpgsql as $$
begin
  if new.holds_key <> (new.state in ('pending', 'sending', 'accepted', 'unknown', 'paid')) then
    raise exception
      'payrun: payout % of batch % holds its key though it may not, or does not',
      new.line,
      new.batch_no
      using errcode = 'check_violation';
  end if;
  if old.state = new.state then
    -- What a row says changes with its state, but for the reference that a late answer brings
    -- about an unknown one, and a purge. The owner of the tables could do without this trigger.
    if (new.worker_no, new.attempts, new.seq, new.chain_hash, new.sent_at, new.settled_at,
        new.provider_reference, new.error_code, new.error_message)
       is distinct from
       (old.worker_no, old.attempts, old.seq, old.chain_hash, old.sent_at, old.settled_at,
        old.provider_reference, old.error_code, old.error_message)
       and not (new.state = 'unknown' and new.seq = old.seq + 1 and old.provider_reference is null
         and (new.worker_no, new.attempts, new.sent_at, new.error_code, new.error_message)
         is not distinct from
         (old.worker_no, old.attempts, old.sent_at, old.error_code, old.error_message))
       and not has_table_privilege('payrun.payouts', 'delete')
       and not exists (select from payrun.server s where s.recovering) then
      raise exception 'payrun: what payout % of batch % says changes only when it moves',
        new.line,
        new.batch_no
        using errcode = 'insufficient_privilege';
    end if;
    return null;
  end if;
  if not ((old.state = 'pending'  and new.state in ('sending', 'cancelled'))
       or (old.state = 'sending'
             and new.state in ('paid', 'failed', 'accepted', 'unknown', 'pending'))
       or (old.state = 'accepted' and new.state in ('paid', 'failed'))
       or (old.state = 'unknown'  and new.state in ('paid', 'failed'))
       or (old.state = 'failed'   and new.state = 'pending')
       -- A ledger that went back in time: what looks unsent may have been sent (payrun.recover).
       or (old.state in ('pending', 'failed', 'cancelled') and new.state = 'unknown'
             and exists (select from payrun.server s where s.recovering))) then
    raise exception 'payrun: illegal transition of payouts from % to %', old.state, new.state
      using errcode = 'P0001';
  end if;
  if old.state = 'failed' and new.state = 'pending' and old.error_code = 'resolved_not_paid' then
    perform payrun.judge_tried_again(new.batch_no, new.line);
  end if;
  if old.state not in ('pending', 'sending') then
    perform payrun.drop_totals(new.batch_no, new.chunk_no);
  end if;
  if new.state = 'accepted' then
    insert into payrun.status_questions (batch_no, line)
    values (new.batch_no, new.line)
    on conflict do nothing;
  elsif old.state = 'accepted' then
    delete from payrun.status_questions q
     where q.batch_no = new.batch_no
       and q.line = new.line;
  end if;
  if new.state = 'unknown' then
    insert into payrun.unknown_rows (batch_no, line)
    values (new.batch_no, new.line)
    on conflict do nothing;
  elsif old.state = 'unknown' then
    delete from payrun.unknown_rows q
     where q.batch_no = new.batch_no
       and q.line = new.line;
  end if;
  -- It comes back as not taken, with evidence that an earlier attempt was paid. The settle has
  -- looked for that as its statement began, and may then have waited for the row, while a late
  -- answer or a statement of the provider's brought it: here the row is in hand, and what is
  -- committed is seen. Whoever comes after this finds the row pending, and does the same.
  if old.state = 'sending' and new.state = 'pending' and exists (
    select from payrun.discrepancies k
     where k.batch_no = new.batch_no
       and k.line = new.line
       and k.says_paid
       and not k.set_aside
  ) then
    perform payrun.withhold(new.batch_no, new.line);
  end if;
  return null;
end $$;
create trigger payouts_moved
  after update of state, holds_key, worker_no, attempts, seq, chain_hash, sent_at, settled_at,
    provider_reference, error_code, error_message
  on payrun.payouts for each row
  when (not (
    new.holds_key
    and (
         old.state = 'pending' and new.state = 'sending'
      or old.state = 'sending' and new.state = 'paid')
  )) execute function payrun.follow_move();
