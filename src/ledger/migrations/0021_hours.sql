-- The hours of each day in which a batch may be paid (--between); null: any.

-- Whether a moment lies in them, by the clocks of the zone. They may pass midnight.
create function payrun.in_hours(pay_from time, pay_until time, pay_zone text, at timestamptz)
  returns boolean
  language sql stable
  return case
    when pay_from is null then true
    when pay_from < pay_until
      then (at at time zone pay_zone)::time >= pay_from
       and (at at time zone pay_zone)::time < pay_until
    else (at at time zone pay_zone)::time >= pay_from
      or (at at time zone pay_zone)::time < pay_until
  end;

-- Whether a row may be claimed now. A request leaves up to 5 s after its claim, so none is made so
-- shortly before the end.
create function payrun.may_claim(pay_from time, pay_until time, pay_zone text) returns boolean
  language sql stable
  return payrun.in_hours(pay_from, pay_until, pay_zone, now())
     and payrun.in_hours(pay_from, pay_until, pay_zone, now() + interval '5 s');

-- When they begin next after a moment.
create function payrun.hours_begin(pay_from time, pay_zone text, at timestamptz)
  returns timestamptz
  language sql stable
  return (
    (at at time zone pay_zone)::date
    + case when (at at time zone pay_zone)::time < pay_from then 0 else 1 end
    + pay_from
  ) at time zone pay_zone;

alter table payrun.batches
  add column pay_from time,
  add column pay_until time,
  add column pay_zone text,  -- IANA's name
  add check (num_nulls(pay_from, pay_until, pay_zone) in (0, 3)),
  add check (pay_from <> pay_until),
  -- Postgres raises at a zone that it does not know: here, and never within a claim
  add check (timestamptz 'epoch' at time zone pay_zone is not null or pay_zone is null);
