-- How the rows of a batch move, and how its chunks close behind them.

-- Close a chunk when none of its rows is pending or sending, with its checkpoint and totals. Its row is
-- taken in hand first: what moves rows out of other states holds it, too (a retry, and drop_totals
-- below), and what is looked at next has their moves.
create function payrun.close_chunk(the_batch integer, the_chunk integer) returns boolean
  language plpgsql
  set enable_seqscan = off  -- its plans are kept, perhaps from when there were few rows
as $$
declare
  the_key bigint := payrun.chunk_key(the_batch, the_chunk);
  is_open boolean;
begin
  select c.open into is_open
    from payrun.chunks c
   where c.batch_no = the_batch
     and c.chunk_no = the_chunk
     for no key update;
  if is_open is not true then
    return not is_open;  -- null: there is no such chunk
  end if;
  if exists (
    select from payrun.payouts p
     where payrun.chunk_key(p.batch_no, p.chunk_no) = the_key
       and p.state in ('pending', 'sending')
  ) then
    return false;
  end if;
  update payrun.chunks c
     set open = false,
         (checkpoint, seqs) = (
           select sha256(string_agg(p.chain_hash, ''::bytea order by p.line)),
                  array_agg(p.seq order by p.line)
             from payrun.payouts p
            where payrun.chunk_key(p.batch_no, p.chunk_no) = the_key
         ),
         totals = (
           select array_agg((t.state, t.currency, t.rows, t.minor)::payrun.total)
             from (
               select p.state, p.currency, count(*)::int as rows, sum(p.amount_minor) as minor
                 from payrun.payouts p
                where payrun.chunk_key(p.batch_no, p.chunk_no) = the_key
                group by p.state, p.currency
             ) t
         )
   where c.batch_no = the_batch
     and c.chunk_no = the_chunk;
  return true;
end $$;

-- A row of a closed chunk moves: a late answer, a person's word, a retry.
create function payrun.drop_totals(the_batch integer, the_chunk integer) returns void
  language plpgsql as $$
begin
  -- In hand first: whoever closes it at this moment has counted the row as it was, or will count it
  -- as it is.
  perform
     from payrun.chunks c
    where c.batch_no = the_batch
      and c.chunk_no = the_chunk
      for no key update;
  update payrun.chunks c
     set totals = null
   where c.batch_no = the_batch
     and c.chunk_no = the_chunk
     and c.totals is not null;
end $$;

-- A move of some rows of a batch, and what it records. To 'sending', worker_no begins an attempt;
-- out of 'sending', it is whose attempt ends, and a row under another one stays. Any other move
-- leaves the row's own worker as it is.
create type payrun.move as (
  batch_no   integer,
  lines      integer[],
  from_state payrun.payout_state,
  to_state   payrun.payout_state,
  worker_no  integer,
  reference  text,                      -- the provider's
  code       text,
  message    jsonb,                     -- into the row and its report, not into the event
  actor      text,
  note       jsonb
);

-- A move with names for what it records.
create function payrun.a_move(
  batch_no   integer,
  lines      integer[],
  from_state payrun.payout_state,
  to_state   payrun.payout_state,
  worker_no  integer default null,
  reference  text default null,
  code       text default null,
  message    jsonb default null,
  actor      text default null,
  note       jsonb default null
) returns payrun.move language sql immutable parallel safe
  return row(
    batch_no, lines, from_state, to_state, worker_no, reference, code, message, actor, note
  )::payrun.move;

-- Move rows, each with its event and the next hash of its chain, in one statement. This is the one
-- way, beside the group commit of claims and settles (src/ledger/commit/statement.ts), which is
-- written for speed. A row that no longer stands where its move begins stays. @returns the rows
-- moved.
--
-- What is not said of a move follows from where it goes: a row to be sent is as if it had not been
-- sent before, and one that is cancelled keeps the reason why it was not sent.
create function payrun.move_rows(moves payrun.move[])
  returns table (batch_no integer, line integer, state payrun.payout_state)
  language sql
  set enable_seqscan = off  -- rows are found by batch and line, whatever the statistics say
as $$
with wanted as (
  select m.batch_no,
         l.line,
         m.from_state,
         m.to_state,
         m.worker_no,
         m.reference,
         m.code,
         m.message,
         m.actor,
         m.note,
         (m.to_state = 'sending')::int as claims,
         -- a row that is pending or sending has no answer; the others are in the caller's hand
         case when m.from_state not in ('pending', 'sending') then (
           select payrun.answer_hash(
                    p.provider_reference,
                    p.error_code,
                    case when p.error_message is not null
                      then payrun.message_hash(b.salt, p.line, p.error_message) end)
             from payrun.payouts p
             join payrun.batches b on b.batch_no = p.batch_no
            where p.batch_no = m.batch_no
              and p.line = l.line
         ) end as replaced
    from unnest(moves) m
   cross join unnest(m.lines) l (line)
), moved as (
  update payrun.payouts p
     set state = w.to_state,
         holds_key = w.to_state not in ('failed', 'cancelled'),
         seq = p.seq + 1,
         attempts = p.attempts + w.claims,
         worker_no = case when w.claims = 1 then w.worker_no else p.worker_no end,
         sent_at = case w.to_state
           when 'sending' then now()
           when 'pending' then null
           else p.sent_at
         end,
         settled_at = case when w.to_state not in ('pending', 'sending') then now() end,
         provider_reference = w.reference,
         error_code = case when w.to_state = 'cancelled' then p.error_code else w.code end,
         error_message = case when w.to_state = 'cancelled' then p.error_message else w.message end,
         chain_hash = payrun.next_chain_hash(
           p.chain_hash, p.seq + 1, p.attempts + w.claims, w.worker_no, now(),
           w.from_state, w.to_state, w.code, w.actor, w.note,
           case when w.to_state not in ('pending', 'sending') then
             payrun.answer_hash(
               w.reference,
               case when w.to_state = 'cancelled' then p.error_code else w.code end,
               case
                 when w.to_state = 'cancelled' and p.error_message is not null
                   then payrun.message_hash(
                     (select b.salt from payrun.batches b where b.batch_no = p.batch_no),
                     p.line, p.error_message)
                 when w.to_state <> 'cancelled' and w.message is not null
                   then payrun.message_hash(
                     (select b.salt from payrun.batches b where b.batch_no = p.batch_no),
                     p.line, w.message)
               end)
           end)
    from wanted w
   where p.batch_no = w.batch_no
     and p.line = w.line
     and p.state = w.from_state
     and (w.from_state <> 'sending' or p.worker_no is not distinct from w.worker_no)
  returning p.batch_no, p.line, p.seq, p.attempts, p.state,
            w.worker_no, w.from_state, w.code, w.actor, w.note, w.replaced
), logged as (
  insert into payrun.events
    (batch_no, line, seq, attempt, worker_no, from_state, to_state, code, actor, note, replaced)
  select d.batch_no, d.line, d.seq, d.attempts, d.worker_no, d.from_state, d.state,
         d.code, d.actor, d.note, d.replaced
    from moved d
)
select d.batch_no, d.line, d.state
  from moved d
$$;
