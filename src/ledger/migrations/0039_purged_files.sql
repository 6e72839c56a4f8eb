-- A purge deletes the hashes of a file: a file that pays one person has few numbers to guess. What it
-- keeps to recognize the same file by is a hash of the hash that takes long to make (scrypt, by
-- src/ledger/batches/findSameFile.ts), so that guessing a number takes a computer months.
alter table payrun.batches
  add column purged_file  bytea,        -- of file_sha256
  add column purged_cells bytea,        -- of cells_sha256
  add check (purged_at is not null or coalesce(purged_file, purged_cells) is null);
create index batches_purged_file on payrun.batches (purged_file) where purged_at is not null;
create index batches_purged_cells on payrun.batches (purged_cells) where purged_cells is not null;
create trigger batches_purged_facts
  before update of purged_file, purged_cells on payrun.batches for each row
  when (
    old.purged_at is not null
    and (old.purged_file, old.purged_cells)
    is distinct from
    (new.purged_file, new.purged_cells)
  ) execute function payrun.refuse_other_facts();
