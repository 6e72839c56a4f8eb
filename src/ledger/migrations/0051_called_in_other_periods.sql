-- A reference as it is written in one way or another, where the number is the same, too.
create function payrun.plain_reference(reference text) returns text language sql immutable parallel safe as $$
  select coalesce(
    nullif(
      regexp_replace(
        upper(payrun.decomposed(reference) collate "C"),
        -- zeros before a number, and signs
        '(?<![0-9])0+(?=[0-9])|[^A-Z0-9]', '', 'g'
      ),
      ''
    ),
    reference
  )
$$;

-- As before, with the time at which it was called so.
drop function payrun.rows_called_not_paid();
create function payrun.rows_called_not_paid()
  returns table (
    batch_no integer,
    line integer,
    payout_key uuid,
    by text,
    was payrun.payout_state,
    at timestamptz
  )
  language sql stable as $$
    select p.batch_no, p.line, p.payout_key, e.actor, e.from_state, e.at
      from payrun.events e
      join payrun.payouts p on p.batch_no = e.batch_no and p.line = e.line and p.seq = e.seq
     where e.code = 'resolved_not_paid'
       and p.state = 'failed'
  $$;

-- Who called "not paid" what rows of these batches pay again: under its reference, in its period, or to its number where only one of the
-- two has a period, which somebody may have forgotten. Next month, the same reference is another payout.
create function payrun.callers_of(batch_nos integer[])
  returns table (batch_no integer, by text)
  language sql stable as $$
    select q.batch_no, w.by
      from payrun.rows_called_not_paid() w
      join payrun.payouts q
           on q.payout_key between payrun.first_key_of_form(w.payout_key)
                               and payrun.last_key_of_form(w.payout_key)
           and q.holds_key
     where q.batch_no = any (batch_nos)
     union
    select q.batch_no, w.by
      from payrun.rows_called_not_paid() w
      join payrun.payouts p using (batch_no, line)
      join payrun.batches o using (batch_no)
      join payrun.payouts q
           on reverse(q.phone) collate "C" = reverse(p.phone) collate "C"
           and q.holds_key
           and payrun.plain_reference(q.reference) = payrun.plain_reference(p.reference)
      join payrun.batches b on b.batch_no = q.batch_no
     where q.batch_no = any (batch_nos)
       and b.sandbox = o.sandbox
       and (b.period is null) <> (o.period is null)
       and p.phone <> ''
       and w.at > now() - interval '31 days'
  $$;

create or replace function payrun.judge_called_not_paid() returns trigger language plpgsql as $$
begin
  if exists (
    select from payrun.callers_of(array[new.batch_no]) w
     where payrun.is_one_person(w.by, new.approver)
        or payrun.is_one_person(w.by, new.login)
  ) then
    raise exception 'payrun: batch % needs the approval of somebody other than who called its rows not paid before',
      new.batch_no
      using errcode = 'PA013';
  end if;
  return new;
end $$;
