-- Among the events of machines, which are many.
create index events_called_not_paid on payrun.events (batch_no, line) where code = 'resolved_not_paid';

-- Rows that a person called "not paid" in their own words, and that nobody has tried again since: who said so, and what the row was before.
create function payrun.rows_called_not_paid()
  returns table (batch_no integer, line integer, payout_key uuid, by text, was payrun.payout_state)
  language sql stable as $$
    select p.batch_no, p.line, p.payout_key, e.actor, e.from_state
      from payrun.events e
      join payrun.payouts p on p.batch_no = e.batch_no and p.line = e.line and p.seq = e.seq
     where e.code = 'resolved_not_paid'
       and p.state = 'failed'
  $$;

-- Nobody approves a new batch that pays again what they called "not paid", as nobody has it tried again alone: that the money didn't move
-- is known by their word only. They may reject it.
create function payrun.judge_called_not_paid() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select distinct w.by
        from payrun.rows_called_not_paid() w
        join payrun.payouts q
             on q.payout_key between payrun.first_key_of_form(w.payout_key)
                                 and payrun.last_key_of_form(w.payout_key)
             and q.holds_key
       where q.batch_no = new.batch_no
    ) w
     where payrun.is_one_person(w.by, new.approver)
        or payrun.is_one_person(w.by, new.login)
  ) then
    raise exception 'payrun: batch % needs the approval of somebody other than who called its rows not paid before',
      new.batch_no
      using errcode = 'PA013';
  end if;
  return new;
end $$;
create trigger approvals_called_not_paid before insert on payrun.approvals for each row
  execute function payrun.judge_called_not_paid();
