-- As in 0012_policy.sql, and one more where the policy asks for one because of what the submitter was warned of, also if that rule
-- came only while the batch waits. Nine people are the most that a rule can ask for.
create or replace function payrun.people_needed_by(the_batch integer) returns integer language sql stable
  return (
    select greatest(
             b.approvals_needed,
             least(
               9,
               payrun.people_needed(
                 case
                   when exists (
                     select from payrun.approval_rules r
                      where r.currency is not null
                        and r.people > 1
                   )
                     then payrun.totals_to_pay(b.batch_no)
                   else '{}'
                 end)
               + case
                   when exists (
                     select from payrun.warnings_seen w
                       join payrun.warning_rules r on (w.counts ->> r.code)::int > 0
                      where w.batch_no = b.batch_no
                        and w.deed = 'submitted'
                        and r.action = 'approve'
                   )
                     then 1
                   else 0
                 end))
      from payrun.batches b
     where b.batch_no = the_batch);
