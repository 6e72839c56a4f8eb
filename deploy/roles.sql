-- Four roles with the least rights that payrun needs. Run this once, as a superuser (or a user that may create roles), in
-- payrun's database and before the first payrun command:
--
--   psql --dbname=payrun --file=deploy/roles.sql
--   psql --dbname=payrun --command='\password payrun_migrator'     (likewise the others)
--
-- Then run `payrun migrate` with the migrator in DATABASE_URL, now and before each new version. It creates the tables and grants
-- the other roles their rights, table by table (src/ledger/connection/grantRoles.ts).
--
--   payrun_migrator  owns the tables: for `payrun migrate`, and for `payrun purge`, which blanks names and numbers.
--   payrun_worker    for workers. It pays and settles, and submits what is scheduled. It can't add a row to a batch, add or change
--                    a schedule, an approval or what a person holds, nor what a settled payout says; it can't change or delete an
--                    event, change whom a stored payout pays or how much, or alter a table.
--   payrun_desk      for people, and for the desk that they use: what a worker may, and files, schedules, approvals, holds and
--                    recoveries.
--                    Don't give it to a process that only pays.
--   payrun_reader    for dashboards (list, status, SQL): sees states, sums and the audit trail, but no phone number, name or cell of a
--                    file.
--
-- Running it again changes nothing.

do $$
declare
  the_role text;
begin
  foreach the_role in array array['payrun_migrator', 'payrun_worker', 'payrun_desk', 'payrun_reader'] loop
    if not exists (select from pg_roles where rolname = the_role) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole noinherit', the_role);
    end if;
    execute format('grant connect on database %I to %I', current_database(), the_role);
  end loop;
  execute format('grant create on database %I to payrun_migrator', current_database());
  -- payrun takes a file in through a temporary table.
  execute format('grant temporary on database %I to payrun_migrator, payrun_worker, payrun_desk', current_database());
end $$;

-- Whoever adds the first job to a queue makes the sequence that counts its jobs; the others count on it, too.
alter default privileges for role payrun_migrator, payrun_worker, payrun_desk
  grant usage, select, update on sequences to payrun_migrator, payrun_worker, payrun_desk;

alter role payrun_reader set default_transaction_read_only = on;
