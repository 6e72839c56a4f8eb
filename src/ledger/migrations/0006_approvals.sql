-- Another person's word for a batch: for these bytes, this many payable rows, these totals. As many for
-- each batch as it needs people beside its submitter; append-only.
create table payrun.approvals (
  batch_no    integer not null references payrun.batches,
  nth         integer not null,         -- 1 is the first
  at          timestamptz not null default now(),
  approver    text not null,
  login       text not null,            -- the login name that the approver gave it under
  note        text,
  -- as the approver saw it; kept as a hash of it with the batch's salt, which says nothing after a purge
  file_sha256 text not null,
  rows        integer not null,
  totals      jsonb not null,           -- minor units as text, by currency
  primary key (batch_no, nth)
);

create trigger approvals_append_only before update or delete on payrun.approvals for each row
  execute function payrun.refuse('append-only');
create trigger approvals_not_emptied before truncate on payrun.approvals
  execute function payrun.refuse('append-only');
create constraint trigger approvals_linked after insert on payrun.approvals
  deferrable initially deferred for each row
  execute function payrun.link_record('{batch_no,nth}', '{}');

-- Whether this is who submitted a batch. Who submitted by an account is known by that; else the login
-- counts, too: whoever submitted under it may be whoever approves under it.
create function payrun.has_submitted(b payrun.batches, name text, login text) returns boolean
  language plpgsql stable as $$
begin
  return payrun.is_one_person(name, b.submitter)
    or b.submitter_login is not null and (
         payrun.is_one_person(name, b.submitter_login)
      or payrun.is_one_person(login, b.submitter_login)
      or payrun.is_one_person(login, b.submitter));
end $$;

-- Nobody approves what they have submitted, and nobody approves what they haven't seen: other
-- bytes, rows or totals.
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
  if payrun.why_no_approver(new.approver) is not null then
    raise exception 'payrun: %', payrun.why_no_approver(new.approver) using errcode = 'PA005';
  end if;
  if payrun.has_submitted(b, new.approver, new.login) then
    raise exception
      'payrun: batch % needs the approval of somebody other than its submitter',
      b.id
      using errcode = 'PA001';
  end if;
  if exists (
    select from payrun.approvals a
     where a.batch_no = new.batch_no
       and (payrun.is_one_person(a.approver, new.approver)
         -- of a name that no account vouches for, the login counts, too
         or not exists (
              select from payrun.accounts k
               where k.name = a.approver
                 and k.created_at <= a.at)
            and (payrun.is_one_person(a.login, new.login)
              or payrun.is_one_person(a.login, new.approver)
              or payrun.is_one_person(a.approver, new.login)))
  ) then
    raise exception 'payrun: % has approved batch % already', new.approver, b.id
      using errcode = 'PA008';
  end if;
  new.nth := 1 + (select count(*) from payrun.approvals a where a.batch_no = new.batch_no);
  select coalesce(sum(t.n), 0), coalesce(jsonb_object_agg(t.currency, t.total), '{}')
    into the_rows, the_totals
    from (
      select currency, count(*)::int as n, sum(amount_minor)::text as total
        from payrun.payouts
       where batch_no = new.batch_no
         and state = 'pending'
       group by currency
    ) t;
  if (new.file_sha256, new.rows, new.totals)
     is distinct from (b.file_sha256, the_rows, the_totals) then
    raise exception 'payrun: what was approved is not what batch % holds', b.id
      using errcode = 'PA002';
  end if;
  new.file_sha256 := encode(
    sha256(coalesce(uuid_send(b.salt), '') || convert_to(b.file_sha256, 'UTF8')), 'hex');
  return new;
end $$;

create trigger approvals_judged before insert on payrun.approvals for each row
  execute function payrun.judge_approval();

-- Out of awaiting_approval, but to be cancelled, only with as many approvals as it needs.
create function payrun.refuse_unapproved() returns trigger language plpgsql as $$
begin
  if (select count(*) from payrun.approvals a where a.batch_no = new.batch_no)
     < payrun.people_needed_by(new.batch_no) - 1 then
    raise exception 'payrun: batch % has not been approved', new.id using errcode = 'PA004';
  end if;
  return null;
end $$;
create trigger batches_approved after update on payrun.batches for each row
  when (old.state = 'awaiting_approval' and new.state not in ('awaiting_approval', 'cancelled'))
  execute function payrun.refuse_unapproved();
