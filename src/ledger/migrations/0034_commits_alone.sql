-- Of the group commit, each statement is a transaction, and nothing comes between the entry in the
-- feed and the commit. Such a session says so (payrun.commits_alone), and the entry has its place
-- among the commits at once: no trigger has to come back to it as the transaction ends.
create or replace function payrun.feed_rows() returns trigger language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into payrun.feed_waiting (batch_no, lines, seqs, commit_no)
  select s.batch_no, array_agg(s.line), array_agg(s.seq),
         case when current_setting('payrun.commits_alone', true) = 'on'
           then nextval('payrun.feed_commits') end
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

drop trigger feed_waiting_commits on payrun.feed_waiting;
create constraint trigger feed_waiting_commits after insert on payrun.feed_waiting
  deferrable initially deferred for each row
  when (new.commit_no is null)
  execute function payrun.feed_commits();
