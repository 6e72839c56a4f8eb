create index changes_of_keys on payrun.changes (subject) where what = 'key.added';

-- Whether somebody has made this key, and so could submit by it. Whoever decides is known by the account; by the login, too, where no account
-- vouches for them.
create function payrun.has_made_key(name text, login text, key text) returns boolean language sql stable
  return exists (
    select from payrun.changes c
     where c.what = 'key.added'
       and c.subject = has_made_key.key
       and (payrun.is_one_person(has_made_key.name, c.actor)
         or payrun.is_one_person(has_made_key.login, c.actor)
            and not exists (select from payrun.accounts a where a.name = has_made_key.name)));

-- Nobody approves what a key has asked for that they made: by it one person could do both. They may reject it.
create function payrun.judge_maker() returns trigger language plpgsql as $$
declare
  has_made boolean;
begin
  if tg_table_name = 'approvals' then
    select payrun.has_made_key(new.approver, new.login, b.submitter)
      into has_made
      from payrun.batches b
     where b.batch_no = new.batch_no
       and b.submitter_login is null;
  else
    has_made := new.decision = 'approved'
      and new.login is null
      and payrun.has_made_key(new.decided_by, new.decided_login, new.requester);
  end if;
  if has_made then
    raise exception 'payrun: this needs the approval of somebody other than who made the key that asked for it'
      using errcode = 'PA012';
  end if;
  return new;
end $$;
create trigger approvals_of_keys before insert on payrun.approvals for each row
  execute function payrun.judge_maker();
create trigger retry_requests_of_keys before update on payrun.retry_requests for each row
  execute function payrun.judge_maker();
