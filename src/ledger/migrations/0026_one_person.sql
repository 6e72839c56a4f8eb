-- As in 0006_approvals.sql, but each name is looked up once: each look reads all accounts, and where accounts
-- vouch for people, the name and the login of each are the same.
create or replace function payrun.has_submitted(b payrun.batches, name text, login text) returns boolean
  language plpgsql stable as $$
declare
  named text[] := payrun.known_as(name);
  logged_in text[] := case when login is not distinct from name then named else payrun.known_as(login) end;
  submitter text[] := payrun.known_as(b.submitter);
  submitter_login text[];
begin
  if named && submitter then
    return true;
  end if;
  if b.submitter_login is null then
    return false;
  end if;
  submitter_login := case
    when b.submitter_login = b.submitter then submitter else payrun.known_as(b.submitter_login)
  end;
  return (named || logged_in) && submitter_login or logged_in && submitter;
end $$;
