-- As in 0051_called_in_other_periods.sql, but that each row is looked up by its event. There are few such events, if any; Postgres
-- would read all payouts in the order of their lines, and look for one that failed, to compare it with them.
create or replace function payrun.rows_called_not_paid()
  returns table (
    batch_no integer, line integer, payout_key uuid, by text, was payrun.payout_state, at timestamptz
  )
  language sql stable as $$
    select e.batch_no, e.line, p.payout_key, e.actor, e.from_state, e.at
      from payrun.events e
     cross join lateral (
       select r.payout_key
         from payrun.payouts r
        where r.batch_no = e.batch_no
          and r.line = e.line
          and r.seq = e.seq
          and r.state = 'failed'
       offset 0
     ) p
     where e.code = 'resolved_not_paid'
  $$;
