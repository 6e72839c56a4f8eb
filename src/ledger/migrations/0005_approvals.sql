-- A second person's word for a batch: for these bytes, this many payable rows, these totals. One
-- for each batch; append-only.
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

create trigger approvals_append_only before update or delete on payrun.approvals for each row
  execute function payrun.refuse('append-only');
create trigger approvals_not_emptied before truncate on payrun.approvals
  execute function payrun.refuse('append-only');
create constraint trigger approvals_linked after insert on payrun.approvals
  deferrable initially deferred for each row
  execute function payrun.link_record('{batch_no,approver}', '{}');

-- A name as it counts for who is who: case, accents, spaces, signs and what nobody sees don't.
-- Accents are taken off first: in the C locale only plain letters have a lower case.
create function payrun.person(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(name, NFKD),
    '[[:punct:]\s\u00ad\u0300-\u036f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]', '', 'g'));

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
  if payrun.person(new.approver)
     in ('', payrun.person(b.submitter), payrun.person(b.submitter_login)) then
    raise exception
      'payrun: batch % needs the approval of somebody other than its submitter',
      b.id
      using errcode = 'PA001';
  end if;
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
  return new;
end $$;

create trigger approvals_judged before insert on payrun.approvals for each row
  execute function payrun.judge_approval();

-- Out of awaiting_approval, but to be cancelled, only with an approval.
create function payrun.refuse_unapproved() returns trigger language plpgsql as $$
begin
  if not exists (select from payrun.approvals a where a.batch_no = new.batch_no) then
    raise exception 'payrun: batch % has not been approved', new.id using errcode = 'PA004';
  end if;
  return null;
end $$;
create trigger batches_approved after update on payrun.batches for each row
  when (old.state = 'awaiting_approval' and new.state not in ('awaiting_approval', 'cancelled'))
  execute function payrun.refuse_unapproved();
