-- A period's words and numbers, with a month and its year as one: the same of periods that look alike, as
-- looksLikePeriod of src/payout/times/periods.ts has it.
create function payrun.period_form(period text) returns text language sql immutable parallel safe as $$
  with months (month, names) as (
    values (1, 'janv?(ier)?|january'), (2, 'fevr?(ier)?|feb(ruary)?'), (3, 'mars?|march'),
           (4, 'avr(il)?|apr(il)?'), (5, 'mai|may'), (6, 'juin|june?'), (7, 'juil(let)?|july?'),
           (8, 'aout?|aug(ust)?'), (9, 'sept?(embre|ember)?'), (10, 'oct(obre|ober)?'),
           (11, 'nov(embre|ember)?'), (12, 'dec(embre|ember)?')
  ), parts as (
    select found[1] as part, nth
      from regexp_matches(
             lower(regexp_replace(payrun.decomposed(period), '[\u0300-\u036f]', '', 'g') collate "C"),
             '[a-z\u00aa-\u1fff\u2c00-\ufefe]+|[0-9]+', 'g'
           ) with ordinality r (found, nth)
  ), named as (
    select regexp_replace(
             string_agg(coalesce('m' || m.month, p.part), ' ' order by p.nth),
             '\m(20\d\d)(0[1-9]|1[0-2])\M', '\1 \2'
           ) as text
      from parts p
      left join months m on p.part ~ ('^(' || m.names || ')$')
     where p.part not in ('de', 'd', 'du', 'mois', 'of', 'month')
  )
  select case
           when text ~ '\m\d.*\m\d.*\m\d' then text
           else regexp_replace(
                  regexp_replace(
                    regexp_replace(text, '\mm?0?(1[0-2]|[1-9]) (20\d\d)\M', '\2-\1'),
                    '\m(20\d\d) m?0?(1[0-2]|[1-9])\M', '\1-\2'
                  ),
                  '\mm(\d+) (\d\d)\M', '20\2-\1'
                )
         end
    from named
$$;

-- As before (0051_called_in_other_periods.sql), and to its number in any period that may be the same one, also written otherwise; and where
-- one of the two has no reference, the amount to that number, unless the names differ: sooner than next month's, which is another payout.
create or replace function payrun.callers_of(batch_nos integer[])
  returns table (batch_no integer, by text)
  language sql stable as $$
    select q.batch_no, w.by
      from payrun.rows_called_not_paid() w
     cross join lateral (
       select o.batch_no
         from payrun.payouts o
        where o.payout_key between payrun.first_key_of_form(w.payout_key)
                               and payrun.last_key_of_form(w.payout_key)
          and o.holds_key
       -- Each key is looked up. Postgres would compare all rows that wait with all that were called so.
       offset 0
     ) q
     where q.batch_no = any (batch_nos)
     union
    select q.batch_no, w.by
      from payrun.rows_called_not_paid() w
      join payrun.payouts p using (batch_no, line)
      join payrun.batches o using (batch_no)
      join payrun.payouts q
           on reverse(q.phone) collate "C" = reverse(p.phone) collate "C"
           and q.holds_key
           and (
             payrun.plain_reference(q.reference) = payrun.plain_reference(p.reference)
             or (q.reference is null or p.reference is null)
               and (q.amount_minor, q.currency) = (p.amount_minor, p.currency)
               and coalesce(payrun.plain_reference(q.name) = payrun.plain_reference(p.name), true)
               and w.at > now() - interval '21 days'
           )
      join payrun.batches b on b.batch_no = q.batch_no
     where q.batch_no = any (batch_nos)
       and b.sandbox = o.sandbox
       and coalesce(payrun.period_form(b.period) = payrun.period_form(o.period), true)
       and p.phone <> ''
       and w.at > now() - interval '31 days'
  $$;

-- Whether it is the word of this person: by name or login, or because one of the two is a key that the other made.
create function payrun.speaks_as(name text, login text, called text)
  returns boolean language sql stable
  return payrun.is_one_person(speaks_as.called, speaks_as.name)
    or payrun.is_one_person(speaks_as.called, speaks_as.login)
    or payrun.has_made_key(speaks_as.name, speaks_as.login, speaks_as.called)
    or payrun.has_made_key(speaks_as.called, null, speaks_as.name);

create or replace function payrun.judge_called_not_paid() returns trigger language plpgsql as $$
begin
  if exists (
    select from payrun.callers_of(array[new.batch_no]) w
     where payrun.speaks_as(new.approver, new.login, w.by)
  ) then
    raise exception 'payrun: batch % needs the approval of somebody other than who called its rows not paid before',
      new.batch_no
      using errcode = 'PA013';
  end if;
  return new;
end $$;

-- As before (0050_rejected_retries.sql), also of what a key called "not paid".
create or replace function payrun.judge_retry() returns trigger language plpgsql as $$
declare
  is_requester boolean := payrun.is_one_person(new.decided_by, new.requester)
     or new.login is not null and payrun.is_one_person(new.decided_login, new.login);
begin
  if old.decision is not null
     or (old.batch_no, old.lines, old.requester, old.login, old.at)
        is distinct from (new.batch_no, new.lines, new.requester, new.login, new.at) then
    raise exception 'payrun: a request for a retry stays as it is' using errcode = 'P0001';
  end if;
  new.decided_at := now();
  new.decided_in := pg_current_xact_id();
  if new.decision = 'replaced' then
    return new;
  end if;
  if new.decision = 'withdrawn' then
    if is_requester is not true then
      raise exception 'payrun: only who asked for the retry withdraws the request' using errcode = 'PA001';
    end if;
    return new;
  end if;
  if payrun.why_no_approver(new.decided_by) is not null then
    raise exception 'payrun: %', payrun.why_no_approver(new.decided_by) using errcode = 'PA005';
  end if;
  if is_requester
     or new.decision = 'approved' and exists (
          select from (
            select distinct payrun.called_not_paid_by(new.batch_no, l.line) as name
              from unnest(new.lines) l (line)
          ) w
           where payrun.speaks_as(new.decided_by, new.decided_login, w.name)
        ) then
    raise exception 'payrun: the retry needs somebody other than who asked for it and who called its rows not paid'
      using errcode = 'PA001';
  end if;
  return new;
end $$;
