import type { PoolClient } from 'pg'
import { readWhole } from '../intake/stageRows.ts'
import { movedSql } from './findChanged.ts'
import { type Found, mostListed, nothingFound } from './findings.ts'
import { mostFiles, type PreviousFile } from './findPrevious.ts'

/**
 * A file beside the one before it: people, and sums in minor units by currency. Whoever was not paid then was in that file all the same.
 */
export interface Comparison {
  batchId: string
  name: string
  at: Date
  before: Share
  now: Share
  added: Share
  gone: Share
  /** Who would be gone, if they weren't in rows that can't be paid; sums of that time. */
  withProblems: Share
  /** Of whom the amount is another one; a sum of each time. */
  changed: { people: number; before: Map<string, bigint>; now: Map<string, bigint> }
  /** Of whom the number is another one: neither new nor gone. */
  numbers: number
}

interface Share {
  people: number
  sums: Map<string, bigint>
}

export interface MissingPerson {
  phone: string
  name: string | null
  reference: string | null
}

/**
 * Lay the staged rows beside those of the latest of these files, by their numbers. Where there is one, leaves the tables `compared` (a
 * row a number) and `moved` (whose number changed: somebody new with the reference or the name of somebody gone) to who looks further.
 */
export async function comparePeople(
  client: PoolClient,
  previous: readonly PreviousFile[],
): Promise<{ compared: Comparison | null; missing: Found<MissingPerson> }> {
  const [latest] = previous
  if (!latest) return { compared: null, missing: nothingFound }
  await client.query(comparedSql, [latest.batchNo])
  await readWhole(client, () => client.query(movedSql, [latest.id, latest.batchNo]))
  await client.query(unpaidSql, [latest.batchNo])
  await client.query('analyze compared; analyze moved; analyze unpaid')
  await readWhole(client, () => client.query(withProblemsSql))
  const { rows } = await readWhole(client, () => client.query<Figures>(figuresSql))
  const missing = previous.length < mostFiles ? nothingFound : await findMissing(client, previous)
  return { compared: comparisonOf(latest, rows), missing }
}

const counts = `state not in ('invalid', 'failed', 'cancelled')`

const comparedSql = `
create temp table compared on commit drop as
with now_paid as (
  select phone, min(line) as line, min(currency) as currency, sum(amount_minor) as minor,
         min(name) as name, min(reference) as reference
    from staging
   where state = 'pending'
   group by phone
), was_paid as (
  select phone, min(line) as line, min(currency) as currency, sum(amount_minor) as minor,
         min(name) as name, min(reference) as reference, bool_and(state = 'paid') as is_paid
    from payrun.payouts
   where batch_no = $1
     and ${counts}
   group by phone
)
select phone, coalesce(n.currency, w.currency) as currency, n.line, n.minor, n.name, n.reference,
       w.line as was_line, w.minor as was_minor, w.name as was_name, w.reference as was_reference,
       w.is_paid
  from now_paid n
  full join was_paid w using (phone)`

const unpaidSql = `
create temp table unpaid on commit drop as
select phone, min(currency) as currency, sum(amount_minor) as minor, min(name) as name,
       min(reference) as reference
  from payrun.payouts
 where batch_no = $1
   and state in ('failed', 'cancelled')
 group by phone`

/**
 * Of a row with a problem, often only the reference is known, or the name as it stands in a cell. Cells are read only if somebody isn't
 * found otherwise, and only those that are such a name are kept: of 50,000 rows, there are hundreds of thousands.
 */
const withProblemsSql = `
create temp table with_problems on commit drop as
with gone as materialized (
  select phone, lower(coalesce(c.was_name, u.name)) as name,
         coalesce(c.was_reference, u.reference) as reference
    from compared c
    full join unpaid u using (phone)
   where c.line is null
), found as materialized (
  select g.phone
    from gone g
    join staging s using (phone)
   where s.state <> 'pending'
  union
  select g.phone
    from gone g
    join staging s using (reference)
   where s.state <> 'pending'
), sought as materialized (
  select phone, name
    from gone
   where name is not null
     and not exists (select from found f where f.phone = gone.phone)
), named as materialized (
  select distinct name
    from (
      select lower(btrim(cell)) as name
        from staging
       cross join json_array_elements_text(cells) cell
       where state <> 'pending'
         and phone is null
         and exists (select from sought)
    ) c
   where (name in (select name from sought)) is true
)
select phone
  from found
union all
select phone
  from sought
  join named using (name)`

type Sum = string | null

interface Figures {
  currency: string
  wasPeople: number
  wasSum: Sum
  nowPeople: number
  nowSum: Sum
  addedPeople: number
  addedSum: Sum
  gonePeople: number
  goneSum: Sum
  problemPeople: number
  problemSum: Sum
  changedPeople: number
  changedWas: Sum
  changedNow: Sum
  numbers: number
}

/** Somebody who was not paid may come back by their reference, with another number. */
const figuresSql = `
with beside as materialized (
  select phone, coalesce(c.currency, u.currency) as currency, c.line, c.minor, c.reference,
         c.was_line is not null or u.minor is not null as was_there,
         case when c.was_line is not null or u.minor is not null
              then coalesce(c.was_minor, 0) + coalesce(u.minor, 0)
         end as was_minor
    from compared c
    full join unpaid u using (phone)
), other_number as materialized (
  select line, before
    from moved
   union
  select b.line, u.phone
    from beside b
    join unpaid u using (reference)
    join beside g on g.phone = u.phone
    left join moved m on m.line = b.line
   where b.line is not null
     and not b.was_there
     and g.line is null
     and m.line is null
), laid as (
  select b.*,
         not b.was_there and t.line is null as is_added,
         b.line is null and f.before is null as is_gone,
         p.phone is not null as has_problem,
         t.line is not null as has_moved
    from beside b
    left join (select distinct line from other_number) t on t.line = b.line
    left join (select distinct before from other_number) f on f.before = b.phone and b.line is null
    left join with_problems p on p.phone = b.phone
)
select currency,
       (count(*) filter (where was_there))::int as "wasPeople",
       sum(was_minor)::text as "wasSum",
       (count(*) filter (where line is not null))::int as "nowPeople",
       sum(minor)::text as "nowSum",
       (count(*) filter (where is_added))::int as "addedPeople",
       (sum(minor) filter (where is_added))::text as "addedSum",
       (count(*) filter (where is_gone and not has_problem))::int as "gonePeople",
       (sum(was_minor) filter (where is_gone and not has_problem))::text as "goneSum",
       (count(*) filter (where is_gone and has_problem))::int as "problemPeople",
       (sum(was_minor) filter (where is_gone and has_problem))::text as "problemSum",
       (count(*) filter (where minor <> was_minor))::int as "changedPeople",
       (sum(was_minor) filter (where minor <> was_minor))::text as "changedWas",
       (sum(minor) filter (where minor <> was_minor))::text as "changedNow",
       (count(*) filter (where has_moved))::int as numbers
  from laid
 group by currency
 order by currency`

function comparisonOf({ id, name, createdAt }: PreviousFile, rows: readonly Figures[]): Comparison {
  const sumsOf = (sum: (of: Figures) => Sum): Map<string, bigint> =>
    new Map(rows.flatMap((of) => (sum(of) === null ? [] : [[of.currency, BigInt(sum(of) ?? 0)] as const])))
  const people = (number: (of: Figures) => number): number => rows.reduce((all, of) => all + number(of), 0)
  const share = (who: 'was' | 'now' | 'added' | 'gone' | 'problem'): Share => ({
    people: people((of) => of[`${who}People`]),
    sums: sumsOf((of) => of[`${who}Sum`]),
  })
  return {
    batchId: id,
    name,
    at: createdAt,
    before: share('was'),
    now: share('now'),
    added: share('added'),
    gone: share('gone'),
    withProblems: share('problem'),
    changed: {
      people: people((of) => of.changedPeople),
      before: sumsOf((of) => of.changedWas),
      now: sumsOf((of) => of.changedNow),
    },
    numbers: people((of) => of.numbers),
  }
}

async function findMissing(client: PoolClient, [, ...earlier]: readonly PreviousFile[]): Promise<Found<MissingPerson>> {
  const { rows } = await client.query<MissingPerson & { all: number }>(
    `select c.phone, c.was_name as name, c.was_reference as reference,
            (count(*) over ())::int as all
       from compared c
      where c.line is null
        and not exists (select from moved m where m.before = c.phone)
        and not exists (select from with_problems w where w.phone = c.phone)
        and (
          select count(distinct p.batch_no)
            from payrun.payouts p
           where reverse(p.phone) collate "C" = reverse(c.phone) collate "C"
             and p.batch_no = any($1)
             and p.${counts}
        ) = $2
      order by c.was_line
      limit $3`,
    [earlier.map(({ batchNo }) => batchNo), earlier.length, mostListed],
  )
  return { all: rows[0]?.all ?? 0, first: rows.map(({ all: _, ...person }) => person) }
}
