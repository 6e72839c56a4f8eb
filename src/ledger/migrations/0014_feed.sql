-- The feed of what happened (GET /api/v1/events, webhooks): each change of a batch's state, and each
-- settled state of a payout, numbered 1, 2, 3 ... in the order of their commits.
--
-- A number that is taken before the commit is no good: a reader sees 7, and 6 commits after it. So
-- nothing is numbered before it is committed. Whoever records events leaves an entry in
-- payrun.feed_waiting, in the same transaction. payrun.number_feed takes the entries that are
-- there to be seen, one process at a time, and numbers them for good. What it doesn't see yet gets
-- higher numbers later. A transaction that is rolled back leaves no entry and no gap.

-- Some settled rows of one batch, or one event of a batch.
create table payrun.feed_waiting (
  entry_no  bigint generated always as identity primary key,
  -- taken as the transaction commits: of two that are seen for the first time together, the one
  -- that began to commit before the other ended comes first
  commit_no bigint,
  batch_no  integer not null,
  lines     integer[],
  seqs      integer[],                  -- payrun.events, a line and a seq each
  event_no  bigint,                     -- payrun.batch_events
  check ((event_no is null) = (lines is not null))
-- entries come and go
) with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
create sequence payrun.feed_commits;

-- What waited, numbered. Append-only; a purge changes nothing of it, since it names nobody.
create table payrun.feed (
  last_n   bigint primary key,          -- its events have the numbers from first_n to last_n
  first_n  bigint not null,
  batch_no integer not null,
  lines    integer[],
  seqs     integer[],
  event_no bigint
);
create trigger feed_append_only before update or delete on payrun.feed for each row
  execute function payrun.refuse('append-only');
create trigger feed_not_emptied before truncate on payrun.feed
  execute function payrun.refuse('append-only');

-- Once for a statement, since claims and settles are recorded many at a time; 200 rows an entry keep
-- it short enough to be read without being unpacked.
create function payrun.feed_rows() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into payrun.feed_waiting (batch_no, lines, seqs)
  select s.batch_no, array_agg(s.line), array_agg(s.seq)
    from (
      select a.batch_no, a.line, a.seq, (row_number() over () - 1) / 200 as part
        from added a
       where a.to_state not in ('pending', 'sending')
         and a.to_state <> a.from_state
    ) s
   group by s.part, s.batch_no
   order by s.part, s.batch_no;
  return null;
end $$;
create trigger events_fed after insert on payrun.events
  referencing new table as added for each statement
  execute function payrun.feed_rows();

create function payrun.feed_batch() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into payrun.feed_waiting (batch_no, event_no)
  values (new.batch_no, new.event_no);
  return null;
end $$;
create trigger batch_events_fed after insert on payrun.batch_events for each row
  when (new.from_state is distinct from new.to_state)
  execute function payrun.feed_batch();

create function payrun.feed_commits() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  update payrun.feed_waiting
     set commit_no = nextval('payrun.feed_commits')
   where entry_no = new.entry_no;
  return null;
end $$;
create constraint trigger feed_waiting_commits after insert on payrun.feed_waiting
  deferrable initially deferred for each row
  execute function payrun.feed_commits();

-- Number what is committed by now. Each statement sees what is committed as it begins, so what
-- another process has numbered is seen under the lock.
--
-- After a recovery of a ledger that went back in time (payrun.recover), numbers go on from
-- 1,000,000 times its epoch: a number that was given out after the point that the ledger went back
-- to is never given to another event. Until a person has said what happened nothing is numbered.
create function payrun.number_feed() returns void language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1885433202, 'payrun.feed'::regclass::oid::integer);
  if exists (
    select from payrun.server s
     where s.fenced_at is not null
        or s.moved_at is not null
  ) then
    return;
  end if;
  with taken as (
    delete from payrun.feed_waiting
    returning *
  ), counted as (
    select t.*,
           coalesce(cardinality(t.lines), 1) as events,
           sum(coalesce(cardinality(t.lines), 1)) over (
             order by t.commit_no, t.entry_no
           ) as so_far
      from taken t
  ), numbered_before as (
    select greatest(
             coalesce((select max(last_n) from payrun.feed), 0),
             (select s.epoch::bigint * 1000000 from payrun.server s)) as n
  )
  insert into payrun.feed (last_n, first_n, batch_no, lines, seqs, event_no)
  select b.n + c.so_far, b.n + c.so_far - c.events + 1, c.batch_no, c.lines, c.seqs, c.event_no
    from counted c
   cross join numbered_before b
   order by c.so_far;
end $$;
