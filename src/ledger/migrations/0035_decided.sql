-- What whoever submitted a file decided about it beside correcting it, such as duplicates that are
-- accepted or rows that are left out: whoever approves it sees only what is left to pay. In the hash
-- of each event (chain_batch_event).
alter table payrun.batches
  -- src/payout/decided.ts; null: it is no file, or nobody knows. A purge takes the file's own words.
  add column decided jsonb;
create trigger batches_decided
  before update of decided on payrun.batches for each row
  when (
    old.decided is distinct from new.decided
    and not (
      old.purged_at is null
      and new.purged_at is not null
      and new.decided is not distinct from old.decided - '{sheet,columns,notes}'::text[]
    )
  ) execute function payrun.refuse_other_facts();
