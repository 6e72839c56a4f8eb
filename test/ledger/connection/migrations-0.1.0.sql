-- What payrun 0.1.0 wrote down of the migrations that it applied.
create schema payrun;
create table payrun.migrations (
  version integer primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now()
);
insert into payrun.migrations (version, name, sha256) values
  (1, '0001_batches.sql', '8a5bd2bd27b4be936d343fd420788dd38cbcf88a1063458555dbc173de39a81f'),
  (2, '0002_payouts.sql', '4bbaf5238dbcdad55ec25ba9eac295a96031eb7c73f2d08fe1812a34fae7d03b'),
  (3, '0003_evidence.sql', '9ecc166ad2b4453f9b776c0b550ec12774ece5758603c857bfd2acd77b4750f3'),
  (4, '0004_approvals.sql', '0f2bf4ebd014639d76d9862505f1a172a75a38cc457693bebb85d4174207e035'),
  (5, '0005_schedules.sql', '4b6dc2c7461c25a475a1570cce6dd2ce2b440dc2e2c097285c8815885ffbdb2a'),
  (6, '0006_operators.sql', '0e3d1e4c726653ef7a78c3f4bda8baa6a45763a75f613b3020f25daaa9328101'),
  (7, '0007_charges_and_notifications.sql', 'f81f82e9615ec6707f4f75a327b8d19901e699f08bef841cda656c23338c0681');
