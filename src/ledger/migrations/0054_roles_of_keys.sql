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
