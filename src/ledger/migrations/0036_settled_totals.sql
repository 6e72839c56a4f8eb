-- What the chunks of a settled batch add up to, so that a list of batches reads a few rows of each and
-- not all of its chunks. A batch of one chunk has none: its chunk says it.
--
-- A row that moves after its chunk was closed takes the chunk's totals away (payrun.drop_totals), for
-- good unless the chunk is opened again, whose batch then settles anew. What they were is kept: a
-- reader takes it off the batch's totals, and counts the chunk's rows. So nobody who moves a row has
-- to take a row of the whole batch in hand.
alter table payrun.chunks
  add column before payrun.total[];     -- the totals that were taken away last
create index chunks_dropped on payrun.chunks (batch_no, chunk_no) where totals is null;

create table payrun.settled_totals (
  batch_no integer not null references payrun.batches (batch_no),
  operator text not null,
  state    payrun.payout_state not null,
  currency text not null,
  rows     integer not null,
  minor    numeric not null,
  primary key (batch_no, operator, state, currency)
);

create function payrun.keep_dropped_totals() returns trigger language plpgsql as $$
begin
  new.before := old.totals;
  return new;
end $$;
create trigger chunks_dropped
  before update of totals on payrun.chunks for each row
  when (old.totals is not null and new.totals is null)
  execute function payrun.keep_dropped_totals();

-- Whoever settles a batch has it in hand. A row that moves at this moment is not seen here: once its
-- move is seen, its chunk has what was added up here as what was taken away.
create function payrun.keep_settled_totals() returns trigger language plpgsql as $$
begin
  delete from payrun.settled_totals s
   where s.batch_no = new.batch_no;
  insert into payrun.settled_totals (batch_no, operator, state, currency, rows, minor)
  select c.batch_no, c.operator, t.state, t.currency, sum(t.rows), sum(t.minor)
    from payrun.chunks c
   cross join unnest(coalesce(c.totals, c.before)) t
   where c.batch_no = new.batch_no
     and exists (select from payrun.chunks m where m.batch_no = new.batch_no and m.chunk_no > 1)
   group by 1, 2, 3, 4;
  return null;
end $$;
create trigger batches_settled
  after update of state on payrun.batches for each row
  when (new.state = 'settled' and old.state <> 'settled')
  execute function payrun.keep_settled_totals();

insert into payrun.settled_totals (batch_no, operator, state, currency, rows, minor)
select c.batch_no, c.operator, t.state, t.currency, sum(t.rows), sum(t.minor)
  from payrun.batches b
  join payrun.chunks c using (batch_no)
 cross join unnest(c.totals) t
 where b.state = 'settled'
   and exists (select from payrun.chunks m where m.batch_no = b.batch_no and m.chunk_no > 1)
 group by 1, 2, 3, 4;
