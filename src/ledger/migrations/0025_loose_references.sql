-- References that the provider gave with a refusal, or with an answer that left a payout unknown. Such
-- a payout holds none (provider_references), and an index on payouts would make every claim and settle
-- slower: without this table, each notification under a reference that nobody knows read all payouts.
-- Kept by payouts_moved. A line stays when its payout moves on, so whoever reads it asks the payout.
create table payrun.loose_references (
  reference text not null,
  batch_no  integer not null,
  line      integer not null,
  primary key (reference, batch_no, line)
);
insert into payrun.loose_references (reference, batch_no, line)
select p.provider_reference, p.batch_no, p.line
  from payrun.payouts p
 where p.provider_reference is not null
   and p.state in ('failed', 'unknown');

create function payrun.keep_loose_reference(
  the_reference text, the_batch integer, the_line integer
) returns void language sql as $$
insert into payrun.loose_references (reference, batch_no, line)
select the_reference, the_batch, the_line
 where the_reference is not null
on conflict do nothing
$$;

-- As in 0005_evidence.sql, and what is loose is kept.
create or replace function payrun.follow_move() returns trigger language plpgsql as $$
begin
  if new.holds_key <> (new.state in ('pending', 'sending', 'accepted', 'unknown', 'paid')) then
    raise exception
      'payrun: payout % of batch % holds its key though it may not, or does not',
      new.line,
      new.batch_no
      using errcode = 'check_violation';
  end if;
  if old.state = new.state then
    -- What a row says changes with its state, but for the reference that a late answer brings
    -- about an unknown one, and a purge. The owner of the tables could do without this trigger.
    if (new.worker_no, new.attempts, new.seq, new.chain_hash, new.sent_at, new.settled_at,
        new.provider_reference, new.error_code, new.error_message)
       is distinct from
       (old.worker_no, old.attempts, old.seq, old.chain_hash, old.sent_at, old.settled_at,
        old.provider_reference, old.error_code, old.error_message)
       and not (new.state = 'unknown' and new.seq = old.seq + 1 and old.provider_reference is null
         and (new.worker_no, new.attempts, new.sent_at, new.error_code, new.error_message)
         is not distinct from
         (old.worker_no, old.attempts, old.sent_at, old.error_code, old.error_message))
       and not has_table_privilege('payrun.payouts', 'delete')
       and not exists (select from payrun.server s where s.recovering) then
      raise exception 'payrun: what payout % of batch % says changes only when it moves',
        new.line,
        new.batch_no
        using errcode = 'insufficient_privilege';
    end if;
    if new.state = 'unknown' and new.provider_reference is distinct from old.provider_reference then
      perform payrun.keep_loose_reference(new.provider_reference, new.batch_no, new.line);
    end if;
    return null;
  end if;
  if not ((old.state = 'pending'  and new.state in ('sending', 'cancelled'))
       or (old.state = 'sending'
             and new.state in ('paid', 'failed', 'accepted', 'unknown', 'pending'))
       or (old.state = 'accepted' and new.state in ('paid', 'failed'))
       or (old.state = 'unknown'  and new.state in ('paid', 'failed'))
       or (old.state = 'failed'   and new.state = 'pending')
       -- A ledger that went back in time: what looks unsent may have been sent (payrun.recover).
       or (old.state in ('pending', 'failed', 'cancelled') and new.state = 'unknown'
             and exists (select from payrun.server s where s.recovering))) then
    raise exception 'payrun: illegal transition of payouts from % to %', old.state, new.state
      using errcode = 'P0001';
  end if;
  if old.state = 'failed' and new.state = 'pending' and old.error_code = 'resolved_not_paid' then
    perform payrun.judge_tried_again(new.batch_no, new.line);
  end if;
  if old.state not in ('pending', 'sending') then
    perform payrun.drop_totals(new.batch_no, new.chunk_no);
  end if;
  if new.state in ('failed', 'unknown') then
    perform payrun.keep_loose_reference(new.provider_reference, new.batch_no, new.line);
  end if;
  if new.state = 'accepted' then
    insert into payrun.status_questions (batch_no, line)
    values (new.batch_no, new.line)
    on conflict do nothing;
  elsif old.state = 'accepted' then
    delete from payrun.status_questions q
     where q.batch_no = new.batch_no
       and q.line = new.line;
  end if;
  if new.state = 'unknown' then
    insert into payrun.unknown_rows (batch_no, line)
    values (new.batch_no, new.line)
    on conflict do nothing;
  elsif old.state = 'unknown' then
    delete from payrun.unknown_rows q
     where q.batch_no = new.batch_no
       and q.line = new.line;
  end if;
  -- It comes back as not taken, with evidence that an earlier attempt was paid. The settle has
  -- looked for that as its statement began, and may then have waited for the row, while a late
  -- answer or a statement of the provider's brought it: here the row is in hand, and what is
  -- committed is seen. Whoever comes after this finds the row pending, and does the same.
  if old.state = 'sending' and new.state = 'pending' and exists (
    select from payrun.discrepancies k
     where k.batch_no = new.batch_no
       and k.line = new.line
       and k.says_paid
       and not k.set_aside
  ) then
    perform payrun.withhold(new.batch_no, new.line);
  end if;
  return null;
end $$;
