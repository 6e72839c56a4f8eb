-- A notification of a success can come before the answer that refuses the payout, or leaves it unknown.
-- Its reference is known from here on, so what it says is kept against the row in the same commit:
-- whoever looks at the row sees both. Nearly always there is none, and only an index of those is read.
create or replace function payrun.keep_loose_reference(
  the_reference text, the_batch integer, the_line integer
) returns void language plpgsql as $$
begin
  if the_reference is null then return; end if;
  insert into payrun.loose_references (reference, batch_no, line)
  values (the_reference, the_batch, the_line)
  on conflict do nothing;
  insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, reference, note)
  select p.batch_no, p.line, p.attempts, 'notification', true, n.reference,
         payrun.sentence('stored.notification_says', jsonb_build_object('status', n.status))
    from payrun.notifications n
    join payrun.payouts p on p.batch_no = the_batch and p.line = the_line
   where n.reference = the_reference
     and n.effect = 'unknown_reference'
     and lower(n.status) = 'success'
   limit 1
  on conflict do nothing;
end $$;
