-- The words of whoever asked for a retry; `note` is of whoever decided on it.
alter table payrun.retry_requests add column asked_note text;
-- A person's own words on what they did with a batch: beside the reason, which programs read, and hidden from whoever
-- may not see personal data.
alter table payrun.batch_events add column note text;
do $$
begin
  if exists (select from pg_roles where rolname = 'payrun_reader') then
    revoke select on payrun.batch_events from payrun_reader;
    grant select (event_no, batch_no, at, from_state, to_state, reason, actor, checkpoint, contents)
      on payrun.batch_events to payrun_reader;
  end if;
end $$;

-- As in 0002_batches.sql, with the note in the hash, where there is one.
create or replace function payrun.chain_batch_event() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'  -- in which jsonb writes times
as $$
begin
  select sha256(
           coalesce(uuid_send(b.salt), '')
           || convert_to(jsonb_strip_nulls(
             to_jsonb(b) - '{chain_hash, foreground_no, round_no, salt}'::text[])::text, 'UTF8'))
    into new.contents
    from payrun.batches b
   where b.batch_no = new.batch_no;
  update payrun.batches b
     set chain_hash = sha256(
           coalesce(b.chain_hash, sha256(convert_to(b.id, 'UTF8')))
           || convert_to(
             concat(
               (date_part('epoch', new.at) * 1000000)::bigint,
               '|', new.from_state,
               '|', new.to_state,
               '|', new.reason,
               '|', length(new.actor), ':', new.actor,
               '|', encode(new.checkpoint, 'hex'),
               '|', encode(new.contents, 'hex'),
               case when new.note is not null then concat('|', length(new.note), ':', new.note) end),
             'UTF8')
         )
   where b.batch_no = new.batch_no;
  return new;
end $$;

-- As in 0002_batches.sql, with a person's note.
drop function payrun.move_batch(integer, payrun.batch_state[], payrun.batch_state, text, text, text, text);
create function payrun.move_batch(
  the_batch   integer,
  from_states payrun.batch_state[],
  the_state   payrun.batch_state,
  the_reason  text default null,        -- why it is paused; in the event, too
  the_actor   text default null,
  the_event   text default null,        -- in the event, in place of the reason
  the_words   text default null,        -- the provider's, that led to the pause
  the_note    text default null         -- a person's
) returns payrun.batch_state language plpgsql as $$
declare
  before payrun.batch_state;
  has_work boolean;
begin
  select b.state into before
    from payrun.batches b
   where b.batch_no = the_batch
     and b.state = any (from_states)
     for no key update;
  has_work := exists (select from payrun.chunks c where c.batch_no = the_batch and c.open);
  if before is null
     or the_state = 'settled' and has_work
     or the_state = 'paused' and before <> 'awaiting_approval' and not has_work then
    return null;
  end if;
  update payrun.batches b
     set state = the_state,
         reason = the_reason,
         reason_says = the_words,
         settled_at = case when the_state = 'settled' then now() end
   where b.batch_no = the_batch;
  if the_state = 'running' then  -- a person has looked: it begins anew
    delete from payrun.refusals_in_a_row r
     where r.batch_no = the_batch;
  end if;
  insert into payrun.batch_events (batch_no, from_state, to_state, reason, actor, checkpoint, note)
  select the_batch, before, the_state, coalesce(the_event, the_reason), the_actor,
         case when the_state = 'settled' then (
           select sha256(string_agg(c.checkpoint, ''::bytea order by c.chunk_no))
             from payrun.chunks c
            where c.batch_no = the_batch
         ) end,
         the_note;
  return before;
end $$;
