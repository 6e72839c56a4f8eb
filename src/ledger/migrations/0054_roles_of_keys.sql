-- As before (0011_accounts.sql), but a key approves only if its person may, too: one that was made earlier may have more roles.
create or replace function payrun.why_no_approver(approver text) returns text language plpgsql stable as $$
declare
  why text;
begin
  if not exists (select from payrun.accounts where kind = 'account') then
    return case when payrun.looks(approver) = '{}' then 'nobody' end;
  end if;
  select case
           when a.disabled_at is not null or f.disabled_at is not null or a.expires_at <= now() then 'disabled'
           when not 'approver' = any (a.roles) or not 'approver' = any (f.roles) then 'no approver'
           when a.kind = 'key' and not (select p.keys_approve from payrun.policy p) then 'a key'
         end
    into why
    from payrun.accounts a
    left join payrun.accounts f on f.account_no = a.for_account
   where a.name = approver;
  return case when found then why else 'no account' end;
end $$;

-- As before (0046_makers_of_keys.sql), and neither does a key that was made by whoever asked for it.
create or replace function payrun.judge_maker() returns trigger language plpgsql as $$
declare
  has_made boolean;
begin
  if tg_table_name = 'approvals' then
    select b.submitter_login is null and payrun.has_made_key(new.approver, new.login, b.submitter)
             or payrun.has_made_key(b.submitter, b.submitter_login, new.approver)
      into has_made
      from payrun.batches b
     where b.batch_no = new.batch_no;
  else
    has_made := new.decision = 'approved'
      and (
        new.login is null and payrun.has_made_key(new.decided_by, new.decided_login, new.requester)
        or payrun.has_made_key(new.requester, new.login, new.decided_by)
      );
  end if;
  if has_made then
    raise exception 'payrun: this needs the approval of somebody other than who made the key that asked for it'
      using errcode = 'PA012';
  end if;
  return new;
end $$;
