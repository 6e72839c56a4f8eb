-- Which database the ledger was last admitted in, and which table this is there: their oids. A copy of
-- the database on the same server (`create database ... template`) has another oid, and a dump that is
-- put back makes the table anew, be it in a new database or in the same. See src/ledger/past/.
--
-- Null: not known yet. A ledger from before this migration is taken for where it should be.
alter table payrun.server
  add column oids text;
