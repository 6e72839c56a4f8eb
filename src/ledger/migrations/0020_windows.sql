-- Planned maintenance of operators: nothing is sent to one within its window.

create table payrun.operator_windows (
  window_no  integer generated always as identity primary key,
  operator   text not null,
  sandbox    boolean not null,
  -- on the clocks of time_zone, so that a window that comes again keeps its hours
  starts     timestamp not null,
  ends       timestamp not null,
  every      text check (every in ('day', 'week')),  -- null: once
  time_zone  text not null,
  actor      text not null,
  note       text,
  planned_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by text,
  check (starts < ends),
  check ((removed_at is null) = (removed_by is null))
);
create constraint trigger operator_windows_linked after insert or update on payrun.operator_windows
  deferrable initially deferred for each row
  execute function payrun.link_record('{window_no}', '{}');

-- How long ago the window began that is the latest at a moment; null: none has begun.
create function payrun.window_elapsed(w payrun.operator_windows, at timestamptz) returns interval
  language sql stable
  return (
    select case
             when e.seconds < 0 then null
             when w.every is null then make_interval(secs => e.seconds::double precision)
             else make_interval(
               secs => mod(e.seconds, case w.every when 'day' then 86400 else 604800 end)::double precision)
           end
      from (
        select extract(epoch from (at at time zone w.time_zone) - w.starts)::numeric as seconds
      ) e);

-- When the window ends that a moment lies in; null: it lies in none.
create function payrun.window_end(w payrun.operator_windows, at timestamptz) returns timestamptz
  language sql stable
  return (
    select case
             when e.elapsed < w.ends - w.starts
               then ((at at time zone w.time_zone) - e.elapsed + (w.ends - w.starts)) at time zone w.time_zone
           end
      from (select payrun.window_elapsed(w, at) as elapsed) e);

-- When it begins next after a moment; null: never again.
create function payrun.window_start(w payrun.operator_windows, at timestamptz) returns timestamptz
  language sql stable
  return case
    when payrun.window_elapsed(w, at) is null then w.starts at time zone w.time_zone
    when w.every is not null then (
      (at at time zone w.time_zone) - payrun.window_elapsed(w, at)
      + case w.every when 'day' then interval '1 day' else interval '7 days' end
    ) at time zone w.time_zone
  end;

-- Operators that no row may be claimed of now. A request leaves up to 5 s after its claim, so none is
-- made so shortly before a window.
create function payrun.closed_operators() returns table (sandbox boolean, operator text)
  language sql stable
  as $$
select distinct o.sandbox, o.operator
  from payrun.operator_windows o
 where o.removed_at is null
   and (
        payrun.window_end(o, now()) is not null
     or payrun.window_end(o, now() + interval '5 s') is not null
   )
$$;
