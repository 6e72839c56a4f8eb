-- What is posted of the feed to PAYRUN_WEBHOOK_URL: a page of events a post, in the order of delivery_no.
create table payrun.webhook_deliveries (
  delivery_no bigint generated always as identity primary key,
  first_n     bigint not null,          -- the events from first_n to last_n; before the first page
  last_n      bigint not null,          --   one that has none, which says where the posts begin
  resent      boolean not null,         -- somebody asked for these events again
  attempts    integer not null default 0,
  tried_at    timestamptz,              -- for the first time
  next_at     timestamptz not null default now(), -- when it may be tried, if it waits
  done_at     timestamptz,              -- received
  given_up_at timestamptz,
  trouble     text,                     -- why it didn't get through at last
  check (last_n >= first_n - 1),
  check (done_at is null or given_up_at is null)
);
create index webhook_deliveries_waiting on payrun.webhook_deliveries (delivery_no)
  where done_at is null and given_up_at is null;
-- Two workers at once make one page of the same events, and one beginning.
create unique index webhook_deliveries_once on payrun.webhook_deliveries (first_n)
  where not resent and last_n >= first_n;
create unique index webhook_deliveries_beginning on payrun.webhook_deliveries ((true))
  where last_n < first_n;
create index webhook_deliveries_last on payrun.webhook_deliveries (last_n)
  where not resent;
