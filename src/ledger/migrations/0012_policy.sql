-- The policy: how many people a batch needs, what asks for a second person, and the trail of changes.

-- What holds for everybody. One row for ever.
create table payrun.policy (
  only_row      boolean primary key default true check (only_row),
  second_factor boolean not null default false,  -- everybody needs one
  keys_approve  boolean not null default false
);
create constraint trigger policy_linked after insert or update on payrun.policy
  deferrable initially deferred for each row
  execute function payrun.link_record('{only_row}', '{}');
insert into payrun.policy default values;

-- How many people a batch needs, its submitter among them: of all batches (without a currency), or of
-- those with more than an amount. 1: the rule was taken away.
create table payrun.approval_rules (
  rule_no     integer generated always as identity primary key,
  currency    text,
  above_minor numeric check (above_minor >= 0),
  people      integer not null check (people between 1 and 9),
  check ((currency is null) = (above_minor is null))
);
create unique index approval_rules_one
  on payrun.approval_rules (coalesce(currency, ''), coalesce(above_minor, 0));
create constraint trigger approval_rules_linked after insert or update on payrun.approval_rules
  deferrable initially deferred for each row
  execute function payrun.link_record('{rule_no}', '{}');

-- The strictest rule that fits. @param totals minor units as text, by currency
create function payrun.people_needed(totals jsonb) returns integer language sql stable
  return (
    select coalesce(max(r.people), 1)
      from payrun.approval_rules r
     where r.currency is null
        or (totals ->> r.currency)::numeric > r.above_minor);

-- The sums of a batch's payable rows, as its intake left them.
create function payrun.totals_to_pay(the_batch integer) returns jsonb language sql stable
  return (
    select coalesce(jsonb_object_agg(t.currency, t.total), '{}')
      from (
        select p.currency, sum(p.amount_minor)::text as total
          from payrun.payouts p
         where p.batch_no = the_batch
           and p.state <> 'invalid'
         group by p.currency
      ) t);

-- How many people a batch needs now: as many as when it was submitted, or more if the policy has become
-- stricter since.
create function payrun.people_needed_by(the_batch integer) returns integer language sql stable
  return (
    select greatest(
             b.approvals_needed,
             payrun.people_needed(
               case
                 when exists (
                   select from payrun.approval_rules r
                    where r.currency is not null
                      and r.people > 1
                 )
                   then payrun.totals_to_pay(b.batch_no)
                 else '{}'
               end))
      from payrun.batches b
     where b.batch_no = the_batch);

-- No batch comes in with fewer people than the policy asks for, whatever the process that submits it was
-- told. At the commit, when its rows are there.
create function payrun.judge_people() returns trigger language plpgsql as $$
begin
  if new.approvals_needed < payrun.people_needed_by(new.batch_no) then
    raise exception 'payrun: batch % needs more people than it was submitted with', new.id
      using errcode = 'PA006';
  end if;
  return null;
end $$;
create constraint trigger batches_people after insert on payrun.batches
  deferrable initially deferred for each row execute function payrun.judge_people();

-- A retry that waits for a second person, since it includes rows which a person called "not paid". They
-- stay failed until then.
create table payrun.retry_requests (
  request_no  bigint generated always as identity primary key,
  batch_no    integer not null references payrun.batches,
  lines       integer[] not null check (cardinality(lines) > 0),
  -- why evidence or another payout is no reason against it
  allow_duplicates boolean not null,
  despite_evidence boolean not null,
  requester   text not null,
  login       text,                     -- as batches.submitter_login
  at          timestamptz not null default now(),
  -- null: it waits; 'replaced': by a later request for the same batch
  decision    text check (decision in ('approved', 'rejected', 'replaced')),
  decided_by  text,
  decided_login text,
  decided_at  timestamptz,
  decided_in  xid8,                     -- the transaction: its rows move in that one, or never
  note        text,
  check ((decision is null) = (decided_by is null))
);
create unique index retry_requests_waiting on payrun.retry_requests (batch_no) where decision is null;

-- Who said of a row that it was not paid; null when nobody did since its last attempt.
create function payrun.called_not_paid_by(the_batch integer, the_line integer) returns text
  language sql stable
  return (
    select e.actor
      from payrun.payouts p
      join payrun.events e on e.batch_no = p.batch_no and e.line = p.line and e.seq = p.seq
     where p.batch_no = the_batch
       and p.line = the_line
       and p.state = 'failed'
       and e.code = 'resolved_not_paid');

-- Whoever decides on a retry is neither the person who asked for it nor one who said "not paid" of a row.
-- A login counts where the other side is known by one.
create function payrun.judge_retry() returns trigger language plpgsql as $$
begin
  if old.decision is not null
     or (old.batch_no, old.lines, old.requester, old.login, old.at)
        is distinct from (new.batch_no, new.lines, new.requester, new.login, new.at) then
    raise exception 'payrun: a request for a retry stays as it is' using errcode = 'P0001';
  end if;
  new.decided_at := now();
  new.decided_in := pg_current_xact_id();
  if new.decision = 'replaced' then
    return new;
  end if;
  if payrun.why_no_approver(new.decided_by) is not null then
    raise exception 'payrun: %', payrun.why_no_approver(new.decided_by) using errcode = 'PA005';
  end if;
  if payrun.is_one_person(new.decided_by, new.requester)
     or new.login is not null and payrun.is_one_person(new.decided_login, new.login)
     or exists (
          select from (
            select distinct payrun.called_not_paid_by(new.batch_no, l.line) as name
              from unnest(new.lines) l (line)
          ) w
           where payrun.is_one_person(w.name, new.decided_by)
              or payrun.is_one_person(w.name, new.decided_login)
        ) then
    raise exception 'payrun: the retry needs somebody other than who asked for it and who called its rows not paid'
      using errcode = 'PA001';
  end if;
  return new;
end $$;
create trigger retry_requests_judged before update on payrun.retry_requests for each row
  execute function payrun.judge_retry();
create trigger retry_requests_kept before delete on payrun.retry_requests for each row
  execute function payrun.refuse('append-only');
create trigger retry_requests_not_emptied before truncate on payrun.retry_requests
  execute function payrun.refuse('append-only');
create constraint trigger retry_requests_linked after insert or update on payrun.retry_requests
  deferrable initially deferred for each row
  execute function payrun.link_record('{request_no}', '{}');

-- A row that a person called "not paid" is tried again, where approvals are asked for, only in the
-- transaction in which a second person lets it.
create function payrun.judge_tried_again(the_batch integer, the_line integer) returns void
  language plpgsql as $$
begin
  if payrun.people_needed_by(the_batch) > 1
     and not exists (
       select from payrun.retry_requests q
        where q.batch_no = the_batch
          and q.decision = 'approved'
          and q.decided_in = pg_current_xact_id()
          and the_line = any (q.lines)
     ) then
    raise exception
      'payrun: payout % of batch % was called not paid: a second person has to let it be tried again',
      the_line, the_batch
      using errcode = 'PA007';
  end if;
end $$;

-- Every change of accounts, keys and policy: who, when, what. Append-only.
create table payrun.changes (
  change_no  bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  actor      text not null,
  what       text not null,             -- such as account.added (src/ledger/accounts/changes.ts)
  subject    text not null,             -- the account, the key, or what of the policy
  details    jsonb not null default '{}'
);
create trigger changes_append_only before update or delete on payrun.changes for each row
  execute function payrun.refuse('append-only');
create trigger changes_not_emptied before truncate on payrun.changes
  execute function payrun.refuse('append-only');
create constraint trigger changes_linked after insert on payrun.changes
  deferrable initially deferred for each row
  execute function payrun.link_record('{change_no}', '{}');
