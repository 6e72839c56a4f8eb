-- References that differ only in how they are written are one: nobody is asked twice for ORDER-7 and order-7. Charges from before have none.
alter table payrun.charges
  add column own_form text unique;
