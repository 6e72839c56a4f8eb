-- How operators answered, counted by each worker and written down every few seconds: for people who
-- look at the last hour. What rows came to is counted from the rows alone; a worker that dies takes
-- its last seconds of this with it.
create table payrun.operator_answers (
  minute    timestamptz not null,        -- whole, by the database's clock
  operator  text not null,
  sandbox   boolean not null,
  worker_no integer not null,            -- each writes rows of its own: none waits for another
  good      integer not null,            -- paid or accepted
  refused   integer not null,
  unclear   integer not null,
  -- how many answers took so long: longer than 0 ms, 50 ms, 100 ms, ... (src/payout/answerTimes.ts)
  took      integer[] not null,
  primary key (minute, operator, sandbox, worker_no)
);
