-- A notification of a success that is kept, and that nobody has applied yet, is evidence like one
-- whose reference nobody knew: its receiver may have died, or has a long queue to work off.
drop index payrun.notifications_unknown;
create index notifications_unknown on payrun.notifications (reference)
  where effect = 'unknown_reference' or effect is null and handled_at is null;

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
     and (n.effect = 'unknown_reference' or n.effect is null and n.handled_at is null)
     and lower(n.status) = 'success'
   limit 1
  on conflict do nothing;
end $$;

-- As it was, but for rows that were accepted or unknown where the ledger went back to: a failure of
-- their attempt says nothing of those that it lost.
create or replace function payrun.recover(the_since timestamptz, the_actor text, the_note text)
  returns integer language plpgsql
  set enable_seqscan = on  -- all rows are looked at
as $$
declare
  s payrun.server;
  in_doubt integer := 0;
  why jsonb;
begin
  select * into s from payrun.server for update;
  if the_since is not null then
    why := payrun.sentence(
      'stored.may_have_been_sent_since',
      jsonb_build_object('since', jsonb_build_object('date', to_char(
        the_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'shows', 'second')));
    update payrun.server set recovering = true;
    create temporary table doubtful on commit drop as
    select p.batch_no, p.line, p.state, p.worker_no, p.attempts,
           not p.holds_key and exists (
             select from payrun.payouts o
              where o.payout_key = p.payout_key
                and o.holds_key
           )
           or not p.holds_key and row_number() over (
             partition by p.payout_key, p.holds_key order by p.batch_no desc, p.line) > 1
           as key_is_gone
      from payrun.payouts p
      join payrun.batches b on b.batch_no = p.batch_no
     where b.purged_at is null
       and (
            p.state in ('pending', 'sending')
         or p.state = 'failed' and b.state <> 'cancelled'
         or p.state in ('failed', 'cancelled') and p.settled_at >= the_since
       );
    insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
    select d.batch_no, d.line, d.attempts, 'may_have_been_sent', true, why
      from doubtful d
     where d.key_is_gone
    on conflict do nothing;
    -- These may have been refused, retried and paid in the time that was lost. Not those that an
    -- earlier recovery put in doubt: a statement of all that time settles them.
    insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
    select p.batch_no, p.line, p.attempts, 'may_have_been_sent', true, why
      from payrun.payouts p
     where p.state in ('accepted', 'unknown')
       and p.error_message ->> 'key' is distinct from 'stored.may_have_been_sent_since'
    on conflict do nothing;
    select count(*) into in_doubt
      from payrun.move_rows(array(
        select payrun.a_move(
                 d.batch_no, array_agg(d.line order by d.line), d.state, 'unknown',
                 worker_no => case when d.state = 'sending' then d.worker_no end,
                 code => 'worker_lost',
                 message => why,
                 actor => the_actor,
                 note => to_jsonb(the_note))
          from doubtful d
         where not d.key_is_gone
         group by d.batch_no, d.state, case when d.state = 'sending' then d.worker_no end
      ));
    -- Since when it may have been: a statement is matched by that.
    update payrun.payouts p
       set sent_at = the_since
      from doubtful d
     where p.batch_no = d.batch_no
       and p.line = d.line
       and p.state = 'unknown'
       and d.state <> 'sending';
  end if;
  insert into payrun.recoveries (kind, since, rows, fenced_at, why, actor, note)
  values (case when the_since is null then 'nothing_lost' else 'since' end,
          the_since, in_doubt, s.fenced_at, s.fenced_why, the_actor, the_note);
  update payrun.server
     set fenced_at = null,
         fenced_why = null,
         moved_at = null,
         system_id = null,
         timeline = null,
         epoch = greatest(
           epoch + 1,
           extract(epoch from clock_timestamp() - timestamptz '2020-01-01 00:00+00')::integer),
         recovering = false,
         awaiting_statement_since = case
           when the_since is null then awaiting_statement_since
           else least(awaiting_statement_since, the_since)
         end;
  return in_doubt;
end $$;
