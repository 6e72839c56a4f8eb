-- Of a key and whoever made it, only one approves a batch: one person could do both.
create function payrun.judge_second_approval() returns trigger language plpgsql as $$
begin
  if exists (
    select from payrun.approvals a
     where a.batch_no = new.batch_no
       and (payrun.has_made_key(new.approver, new.login, a.approver)
         or payrun.has_made_key(a.approver, a.login, new.approver))
  ) then
    raise exception 'payrun: % or who made the key has approved batch % already', new.approver, new.batch_no
      using errcode = 'PA008';
  end if;
  return new;
end $$;
create trigger approvals_of_makers before insert on payrun.approvals for each row
  execute function payrun.judge_second_approval();
