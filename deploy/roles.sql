-- Three roles with the least rights that payrun needs. Run this once, as a superuser (or a user that may create roles), in
-- payrun's database and before the first payrun command:
--
--   psql --dbname=payrun --file=deploy/roles.sql
--   psql --dbname=payrun --command='\password payrun_migrator'     (likewise payrun_worker and payrun_reader)
--
-- Then run `payrun migrate` with the migrator in DATABASE_URL, now and before each new version. It creates the tables and grants
-- the other two roles their rights, table by table (src/ledger/connection/grantRoles.ts).
--
--   payrun_migrator  owns the tables: for `payrun migrate`, and for `payrun purge`, which blanks names and numbers.
--   payrun_worker    for workers and for people who submit, pay and settle. It can't change or delete an event, change whom a
--                    stored payout pays or how much, or alter a table.
--   payrun_reader    for dashboards and auditors: sees states, sums and the audit trail, but no phone number, name or cell of a
--                    file.
--
-- Running it again changes nothing.

do $$
declare
  the_role text;
begin
  foreach the_role in array array['payrun_migrator', 'payrun_worker', 'payrun_reader'] loop
    if not exists (select from pg_roles where rolname = the_role) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole noinherit', the_role);
    end if;
    execute format('grant connect on database %I to %I', current_database(), the_role);
  end loop;
  execute format('grant create on database %I to payrun_migrator', current_database());
  -- payrun takes a file in through a temporary table.
  execute format('grant temporary on database %I to payrun_migrator, payrun_worker', current_database());
end $$;

alter role payrun_reader set default_transaction_read_only = on;
