-- What people were warned of before a batch was paid, and what the policy makes of it.

-- Whether two names look like one person's: case, accents, signs and the order of the words don't count.
-- Where a letter is none of the plain ones, nor does the alphabet it is of (payrun.looks).
create function payrun.same_name(one text, other text) returns boolean language sql stable
return case
    when lower(one) = lower(other) then true
    when tsvector_to_array(payrun.search_words(one, ''))
         = tsvector_to_array(payrun.search_words(other, '')) then true
    when concat(one, other) ~ '^[\x20-\x7e]*$' then false
    else payrun.looks(one) && payrun.looks(other)
  end;

-- What a warning leads to: one more person approves, or the file is refused. `warn` is as if it were not here.
create table payrun.warning_rules (
  code   text primary key,              -- src/payout/warning.ts
  action text not null check (action in ('warn', 'approve', 'block'))
);
create constraint trigger warning_rules_linked after insert or update on payrun.warning_rules
  deferrable initially deferred for each row
  execute function payrun.link_record('{code}', '{}');

-- What somebody was shown of a batch and let through: with its submission, and with each approval. Who,
-- when and how many of which kind is kept for good. The sentences, for whoever approves, name people.
create table payrun.warnings_seen (
  seen_no  bigint generated always as identity primary key,
  batch_no integer not null references payrun.batches,
  at       timestamptz not null default now(),
  actor    text,
  deed     text not null check (deed in ('submitted', 'approved')),
  counts   jsonb not null,              -- by code
  shown    jsonb                        -- the first of each, and the file beside the one before; null: purged
);
create index warnings_seen_batch on payrun.warnings_seen (batch_no, seen_no);
create constraint trigger warnings_seen_linked after insert or update on payrun.warnings_seen
  deferrable initially deferred for each row
  execute function payrun.link_record('{seen_no}', '{shown}');
create trigger warnings_seen_append_only before update on payrun.warnings_seen for each row
  when (new.shown is not null
    or (old.seen_no, old.batch_no, old.at, old.actor, old.deed, old.counts)
       is distinct from (new.seen_no, new.batch_no, new.at, new.actor, new.deed, new.counts))
  execute function payrun.refuse('append-only');
create trigger warnings_seen_kept before delete on payrun.warnings_seen for each row
  execute function payrun.refuse('append-only');
create trigger warnings_seen_not_emptied before truncate on payrun.warnings_seen
  execute function payrun.refuse('append-only');
