-- What a statement says against a payment or collection, once each. It changes no state: whoever looks
-- at the charge is told, and the ledger's chain keeps it. Without personal data.
create table payrun.charge_discrepancies (
  discrepancy_no bigint generated always as identity primary key,
  charge_id      text not null references payrun.charges,
  at             timestamptz not null default now(),
  actor          text not null,         -- who compared
  kind           text not null,         -- a ChargeDiscrepancy of src/payout/charge.ts
  says_paid      boolean not null,      -- the customer paid, or may have
  statement      text not null,         -- the beginning of its SHA-256
  statement_line integer not null
);
create unique index charge_discrepancies_once
  on payrun.charge_discrepancies (charge_id, kind, says_paid);
create constraint trigger charge_discrepancies_linked after insert or update on payrun.charge_discrepancies
  deferrable initially deferred for each row
  execute function payrun.link_record('{discrepancy_no}', '{}');
create trigger charge_discrepancies_append_only before update on payrun.charge_discrepancies
  for each row execute function payrun.refuse('append-only');
create trigger charge_discrepancies_kept before delete on payrun.charge_discrepancies
  for each row execute function payrun.refuse('append-only');
create trigger charge_discrepancies_not_emptied before truncate on payrun.charge_discrepancies
  execute function payrun.refuse('append-only');
