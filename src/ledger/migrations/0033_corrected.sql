-- What whoever submitted a file said that it comes to, and what they corrected in it first: whoever
-- approves it has only the corrected file. Both are in the hash of each event (chain_batch_event).
alter table payrun.batches
  add column expected jsonb,   -- {count, total}; {}: neither; null: it is no file, or nobody knows
  -- src/payout/correction.ts; null: nothing, or it is purged
  add column corrected jsonb;
create trigger batches_submitted_facts
  before update of expected, corrected on payrun.batches for each row
  when (
    old.expected is distinct from new.expected
    or old.corrected is distinct from new.corrected
    and not (old.purged_at is null and new.purged_at is not null and new.corrected is null)
  ) execute function payrun.refuse_other_facts();
