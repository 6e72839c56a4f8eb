-- Idempotency-Key: what a program asked for under a key of its own, and what it was answered.
create table payrun.request_keys (
  holder      text not null,             -- the API key that sent it
  key         text not null,
  fingerprint bytea not null,            -- of method, path, parameters and body, by a secret of its sender's
  taken_at    timestamptz not null default now(),  -- renewed while it is under way
  -- What it stored, put in by the very transaction that stored it: a desk that dies before it answers
  -- has not forgotten it.
  batch_no    integer references payrun.batches,
  status      integer,                   -- of the answer; null: under way
  headers     jsonb,
  answer      jsonb,                     -- null again once its batch is purged
  primary key (holder, key)
);
create index request_keys_old on payrun.request_keys (taken_at);
create index request_keys_batch on payrun.request_keys (batch_no) where batch_no is not null;
