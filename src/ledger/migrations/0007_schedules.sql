-- A file, or a folder of files, that is paid at planned times. The queue's Job Schedulers are made
-- from these rows, and again when the queue was lost; whoever gets a job looks here what is due.
create table payrun.schedules (
  schedule_no   integer generated always as identity primary key,
  name          text not null,
  path          text not null,          -- absolute, on the machines of the workers
  cron          text not null,          -- five fields, on the clocks of zone
  zone          text not null,
  period_format text not null,          -- src/payout/times/plannedTimes.ts
  sandbox       boolean not null,
  options       jsonb not null,         -- of submit
  approvals_needed integer not null check (approvals_needed between 1 and 9),
  submitter     text not null,          -- who added it: the submitter of its batches
  submitter_login text,                 -- null: an account vouches for who it was
  created_at    timestamptz not null default now(),
  -- planned times up to this are done with, or were missed for good
  handled_until timestamptz not null default now(),
  paused_at     timestamptz,
  removed_at    timestamptz
);
create unique index schedules_name on payrun.schedules (lower(name)) where removed_at is null;
-- A worker is done with times that have come, and with no others.
create trigger schedules_handled before update of handled_until on payrun.schedules for each row
  when (new.handled_until < old.handled_until or new.handled_until > now() + interval '1 minute')
  execute function payrun.refuse_machine();
create constraint trigger schedules_linked after insert or update on payrun.schedules
  deferrable initially deferred for each row
  execute function payrun.link_record('{schedule_no}', '{handled_until}');

-- What became of a planned time. One that made a batch was put in with it, in one transaction.
create table payrun.schedule_runs (
  run_no      bigint generated always as identity primary key,
  schedule_no integer not null references payrun.schedules,
  planned     text not null,            -- the planned minute, as the zone's clocks show it
  planned_at  timestamptz not null,
  period      text not null,
  file        text not null,            -- the schedule's file, or the name of one in its folder
  in_folder   boolean not null,
  at          timestamptz not null default now(),
  actor       text,                     -- who ran it by hand
  missed      integer not null default 0,  -- planned times before it that nobody ran
  batch_no    integer references payrun.batches,
  set_aside   boolean not null default false,  -- its batch was cancelled: the time may be run again
  code        text,                     -- why it failed: missing, refused, unexpected
  message     jsonb,                    -- likewise, in a sentence (payrun.sentence)
  check ((batch_no is null) = (code is not null))
);
create constraint trigger schedule_runs_linked after insert or update on payrun.schedule_runs
  deferrable initially deferred for each row
  execute function payrun.link_record('{run_no}', '{}');
create index schedule_runs_schedule on payrun.schedule_runs (schedule_no, run_no);
-- Fired twice, by two schedulers, late, or by hand once more: a time is paid once, a period is paid
-- once, a folder's file is paid once.
create unique index schedule_runs_time
  on payrun.schedule_runs (schedule_no, planned, file)
  where batch_no is not null and not set_aside;
create unique index schedule_runs_period
  on payrun.schedule_runs (schedule_no, period)
  where batch_no is not null and not set_aside and not in_folder;
create unique index schedule_runs_file
  on payrun.schedule_runs (schedule_no, file)
  where batch_no is not null and not set_aside and in_folder;

-- Tries of a file that have not come to an end: those under way, and those that ended their process.
create table payrun.schedule_tries (
  schedule_no integer not null references payrun.schedules,
  file        text not null,
  version     text not null,            -- its size and when it was changed: another file is tried anew
  tries       integer not null,
  primary key (schedule_no, file, version)
);

-- A cancelled batch gives the time that it was made for back.
create function payrun.set_run_aside() returns trigger language plpgsql as $$
begin
  update payrun.schedule_runs set set_aside = true where batch_no = new.batch_no;
  return null;
end $$;
create trigger batches_cancelled after update on payrun.batches for each row
  when (old.state <> 'cancelled' and new.state = 'cancelled')
  execute function payrun.set_run_aside();

-- Who is not the owner of the tables submits with an event, after which no row is added. A machine
-- submits the batches of schedules whose time has come, as those who added them, and no others.
create function payrun.judge_submission() returns trigger language plpgsql as $$
begin
  if has_table_privilege('payrun.payouts', 'delete') then
    return null;
  end if;
  if not exists (select from payrun.batch_events e where e.batch_no = new.batch_no) then
    raise exception 'payrun: batch % has no event', new.id using errcode = 'check_violation';
  end if;
  if not has_table_privilege('payrun.schedules', 'insert') and not exists (
    select from payrun.schedule_runs r
      join payrun.schedules s using (schedule_no)
     where r.batch_no = new.batch_no
       and r.planned_at <= now()
       and (s.submitter, s.sandbox) = (new.submitter, new.sandbox)
       and s.approvals_needed <= new.approvals_needed
  ) then
    raise exception 'payrun: % has no right to submit but what is scheduled', current_user
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger batches_submitted after insert on payrun.batches
  deferrable initially deferred for each row
  execute function payrun.judge_submission();
