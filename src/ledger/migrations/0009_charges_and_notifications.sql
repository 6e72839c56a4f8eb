-- Online payments and mobile collections that were asked for: src/payout/charge.ts. Recorded before
-- the request leaves, so that a lost answer can be seen. No personal data.
create table payrun.charges (
  id           text primary key,
  kind         text not null check (kind in ('payment', 'collection')),
  reference    text unique,             -- the provider's, from its answer
  amount_minor bigint not null check (amount_minor > 0),
  currency     text not null,
  operator     text,                    -- of a collection
  state        text not null default 'asked'
    check (state in (
      'asked', 'under_way', 'refused', 'unknown', 'paid', 'failed', 'cancelled', 'expired')),
  -- why it is refused or unknown: an error code of src/payout/outcome.ts
  code         text,
  created_at   timestamptz not null default now(),
  answered_at  timestamptz,
  settled_at   timestamptz,
  charge_no    bigint generated always as identity unique,
  sandbox      boolean not null default false,
  payment_url  text,                    -- of a payment: where the payer pays
  -- The merchant's own reference: what is asked for again under it is the same charge. Whether it is
  -- the same is told by a hash of all that was asked for, with a salt, since names are in it.
  own_reference text unique,
  values_salt  uuid not null default gen_random_uuid(),
  values_hash  bytea,
  -- who said what became of an unknown one, and how they know; null: a notification did
  settled_by   text,
  note         text,
  check (state <> 'under_way' or reference is not null),
  check ((kind = 'collection') = (operator is not null)),
  check ((own_reference is null) = (values_hash is null)),
  check ((settled_by is null) = (note is null))
);
create index charges_listed on payrun.charges (kind, charge_no);
create index charges_unknown on payrun.charges (kind, charge_no) where state = 'unknown';
create index charges_asked on payrun.charges (created_at) where state = 'asked';

create constraint trigger charges_linked after insert or update on payrun.charges
  deferrable initially deferred for each row
  execute function payrun.link_record('{id}', '{}');
create trigger charges_born before insert on payrun.charges for each row
  when (new.state <> 'asked') execute function payrun.refuse();
create trigger charges_move after update on payrun.charges for each row
  when (old.state <> new.state and not (
       (old.state = 'asked'     and new.state in ('under_way', 'refused', 'unknown'))
    or (old.state = 'under_way' and new.state in ('paid', 'failed', 'cancelled', 'expired'))
    or (old.state = 'unknown'   and new.state in (
          'under_way', 'refused', 'paid', 'failed', 'cancelled', 'expired'))
  )) execute function payrun.refuse();

-- Notifications of the provider's, each kept once however often it was sent, before it is answered.
-- Evidence about a reference; it makes no payment. Without personal data
-- (src/provider/notifications/readNotification.ts).
create table payrun.notifications (
  -- a hash of reference and status: the same for every sending
  key         text primary key,
  reference   text not null,            -- the provider's
  status      text not null,            -- its word, as it came
  body        text not null,            -- the JSON that came
  signed      boolean not null,         -- its signature was checked
  received_at timestamptz not null default now(),
  last_at     timestamptz not null default now(),
  times       integer not null default 1,
  -- what came of it: a kind of jobs/applyNotification.ts; null: not looked at yet
  effect      text,
  handled_at  timestamptz
);
create index notifications_reference on payrun.notifications (reference);
create index notifications_waiting on payrun.notifications (received_at) where handled_at is null;
create index notifications_unknown on payrun.notifications (reference)
  where effect = 'unknown_reference';
