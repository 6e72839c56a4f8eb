-- Somebody who insists on a retry has seen the evidence so far, and the approval looks for what came since. Evidence is kept with the row in hand, maybe
-- long after its transaction began, so its time is that of the clock, as the request's is.
alter table payrun.discrepancies alter column at set default clock_timestamp();

-- As before (0005_evidence.sql); an answer that was kept and says now that the row was paid is new evidence, and has its time.
create or replace function payrun.keep_answer(
  p             payrun.payouts,
  the_attempt   integer,
  the_state     payrun.payout_state,
  the_reference text,
  forgotten     boolean                 -- the ledger has no memory of the attempt
) returns void language sql as $$
insert into payrun.discrepancies as k
  (batch_no, line, attempt, kind, says_paid, reference, note)
select p.batch_no, p.line, the_attempt, 'late_answer', the_state <> 'failed', the_reference,
       case
         when forgotten then payrun.sentence('stored.answer_of_forgotten_attempt', about)
         else payrun.sentence('stored.late_answer_contradicts', about)
       end
  from jsonb_build_object(
         'attempt', the_attempt,
         'answered', jsonb_build_object('state', the_state),
         'state', jsonb_build_object('state', p.state)) about
    on conflict (batch_no, line, attempt, kind, coalesce(reference, '')) do update
   set says_paid = true,
       note = excluded.note,
       set_aside = false,
       at = clock_timestamp()
 where excluded.says_paid
   and not k.says_paid
$$;
