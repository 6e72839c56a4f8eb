-- What an approver is shown of a batch beside its sums, which its chunks have, so that nobody reads a million rows for it each time
-- that somebody looks. Of a batch that waits when it is stored. It holds for as long as no row of it has moved: there is no event of any.
alter table payrun.batches
  add column numbers integer,           -- different numbers that it pays
  add column largest integer[];         -- the lines of the largest payouts of each currency
