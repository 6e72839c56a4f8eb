-- Whoever gives in a statement says by it of rows that they were not paid, as whoever calls a row "not paid". Two people have looked
-- at a row if another one has it tried again, so a second person has to let it only if it is the same one.
-- @param failed_seq of the move to 'failed'; the move to 'pending' comes after it
create function payrun.is_own_word(the_batch integer, the_line integer, failed_seq integer)
  returns boolean language sql stable
  return coalesce((
    select e.code = 'resolved_not_paid' or e.actor = (
             select t.actor
               from payrun.events t
              where t.batch_no = e.batch_no
                and t.line = e.line
                and t.seq = e.seq + 1
           )
      from payrun.events e
     where e.batch_no = the_batch
       and e.line = the_line
       and e.seq = failed_seq
       and e.actor is not null), false);

-- As in 0025_loose_references.sql, but for what is somebody's own word.
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
  if old.state = 'failed' and new.state = 'pending'
     and payrun.is_own_word(new.batch_no, new.line, old.seq) then
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
