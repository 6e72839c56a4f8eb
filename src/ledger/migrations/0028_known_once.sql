-- As in 0011_accounts.sql, but what a name looks like is found once, and once of each account: that takes a third of a millisecond.
create or replace function payrun.known_as(name text) returns text[] language sql stable as $$
  with me as materialized (
    select payrun.looks($1) as looks
  ), known as materialized (
    select coalesce(a.for_account, a.account_no) as person,
           payrun.looks(a.name) || case when a.login is distinct from a.name then payrun.looks(a.login) end as looks
      from payrun.accounts a
  )
  select me.looks || coalesce(
           (
             select array_agg(k.look)
               from known n
              cross join unnest(n.looks) k (look)
              where n.person in (select o.person from known o where o.looks && me.looks)
           ),
           '{}'
         )
    from me
$$;
