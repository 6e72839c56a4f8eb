-- As before (0032_withdrawn_retries.sql), but whoever called a row of the retry "not paid" may reject it, as a batch that pays it again
-- (0047_called_not_paid.sql): a rejection pays nobody. Whoever asked for it withdraws it.
create or replace function payrun.judge_retry() returns trigger language plpgsql as $$
declare
  is_requester boolean := payrun.is_one_person(new.decided_by, new.requester)
     or new.login is not null and payrun.is_one_person(new.decided_login, new.login);
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
  if new.decision = 'withdrawn' then
    if is_requester is not true then
      raise exception 'payrun: only who asked for the retry withdraws the request' using errcode = 'PA001';
    end if;
    return new;
  end if;
  if payrun.why_no_approver(new.decided_by) is not null then
    raise exception 'payrun: %', payrun.why_no_approver(new.decided_by) using errcode = 'PA005';
  end if;
  if is_requester
     or new.decision = 'approved' and exists (
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
