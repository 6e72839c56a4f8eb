-- An operator that nothing is sent to for the time being.
create table payrun.operator_holds (
  operator text not null,
  sandbox  boolean not null,         -- the sandbox's operators and the provider's have nothing to do with each other
  manual   boolean not null,
  reason   text not null,
  since    timestamptz not null default now(),
  until    timestamptz,           -- when an automatic hold is probed again; null: until a person releases it
  actor    text,                  -- who holds it by hand
  note     text,                  -- and why
  primary key (operator, sandbox),
  check (manual = (until is null))  -- what a person holds, only a person releases
);

-- What people did about operators. Append-only.
create table payrun.operator_events (
  event_no bigint generated always as identity primary key,
  operator text not null,
  sandbox  boolean not null,
  at       timestamptz not null default now(),
  action   text not null check (action in ('held', 'released')),
  actor    text not null,
  note     text
);

create trigger operator_events_append_only before update or delete on payrun.operator_events for each row
  execute function payrun.refuse('append-only');
create trigger operator_events_not_emptied before truncate on payrun.operator_events execute function payrun.refuse('append-only');

-- The window of each rate (PAYRUN_RATE, and operators' own): how many payouts were taken from it, and when it ends (ms since
-- 1970, by this server's clock).
create table payrun.rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
