import type { PoolClient } from 'pg'
import { readWhole } from '../intake/stageRows.ts'
import { mostFiles, type PreviousFile } from './findPrevious.ts'
import { type Found, mostListed, nothingFound } from './found.ts'

/** A file beside the one before it: people, and sums in minor units by currency. */
export interface Comparison {
  batchId: string
  name: string
  at: Date
  before: Share
  now: Share
  added: Share
  gone: Share
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
  await client.query('analyze compared; analyze moved')
  const { rows } = await client.query<Figures>(figuresSql)
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

/**
 * A name that more people of a file have than these is no person's: a word for all of them, perhaps. So many that nobody brings them
 * along unseen, so that a changed number is not told.
 */
export const mostNamesakes = 20

/**
 * One who came for one who went, so that nobody is counted twice: by their reference, or else by their name. Not by the name who was
 * in that file with their own number, or their own reference, and was not paid: whoever went is somebody else of that name.
 */
const movedSql = `
create temp table moved on commit drop as
with by_reference as materialized (
  select n.line, g.phone, g.was_line
    from compared n
    join compared g on g.was_reference = n.reference
   where n.was_line is null
     and g.line is null
), unpaid as materialized (
  select phone, name, reference
    from payrun.payouts
   where batch_no = $2
     and state = 'failed'
), come as (
  select line, lower(name) as name,
         row_number() over (partition by lower(name) order by line) as nth
    from compared
   where was_line is null
     and line not in (select line from by_reference)
     and not exists (
       select from unpaid u
        where lower(u.name) = lower(compared.name)
          and u.phone = compared.phone
     )
     and not exists (
       select from unpaid u
        where lower(u.name) = lower(compared.name)
          and u.reference = compared.reference
     )
), gone as (
  select phone, was_line, lower(was_name) as name,
         row_number() over (partition by lower(was_name) order by was_line) as nth,
         count(*) over (partition by lower(was_name)) as namesakes
    from compared
   where line is null
     and phone not in (select phone from by_reference)
)
select line, phone as before, true as is_by_reference, $1::text as batch_id, was_line as held_line
  from by_reference
union all
select c.line, g.phone, false, $1, g.was_line
  from come c
  join gone g using (name, nth)
 where g.namesakes <= ${mostNamesakes}`

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
  changedPeople: number
  changedWas: Sum
  changedNow: Sum
  numbers: number
}

const figuresSql = `
with laid as (
  select c.*,
         c.was_line is null and t.line is null as is_added,
         c.line is null and f.line is null as is_gone,
         t.line is not null as has_moved
    from compared c
    left join moved t on t.line = c.line
    left join moved f on f.before = c.phone and c.line is null
)
select currency,
       (count(*) filter (where was_line is not null))::int as "wasPeople",
       sum(was_minor)::text as "wasSum",
       (count(*) filter (where line is not null))::int as "nowPeople",
       sum(minor)::text as "nowSum",
       (count(*) filter (where is_added))::int as "addedPeople",
       (sum(minor) filter (where is_added))::text as "addedSum",
       (count(*) filter (where is_gone))::int as "gonePeople",
       (sum(was_minor) filter (where is_gone))::text as "goneSum",
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
  const share = (who: 'was' | 'now' | 'added' | 'gone'): Share => ({
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
    `select c.phone, c.was_name as name, c.was_reference as reference, (count(*) over ())::int as all
       from compared c
      where c.line is null
        and not exists (select from moved m where m.before = c.phone)
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
