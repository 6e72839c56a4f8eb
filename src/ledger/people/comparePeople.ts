import type { PoolClient } from 'pg'
import { readWhole } from '../intake/stageRows.ts'
import type { PlannedRun } from '../schedules/scheduleRuns.ts'
import { movedSql } from './findChanged.ts'
import { type Found, mostListed, nothingFound } from './findings.ts'

/** A file that was paid before. */
export interface PreviousFile {
  batchNo: number
  id: string
  name: string
  createdAt: Date
}

/** As many numbers are asked after, to find the files that paid them. */
const sampled = 60
const mostFiles = 3

interface Staged {
  sandbox: boolean
  run?: PlannedRun | null | undefined
  period: string | null
  /** Payable rows. */
  rows: number
}

/**
 * The last three files that this one goes on from, the latest first: those of the same schedule, or those that paid half of its
 * people or more and not more than twice as many. A file of the same period is no file before.
 */
export async function findPrevious(
  client: PoolClient,
  { sandbox, run, period, rows }: Staged,
): Promise<PreviousFile[]> {
  if (rows === 0) return []
  if (run && !run.inFolder) return (await client.query<PreviousFile>(scheduledSql, [run.scheduleNo, mostFiles])).rows
  const everyNth = Math.max(1, Math.floor(rows / sampled))
  const findSince = async (batchNo: number) =>
    (await client.query<PreviousFile>(similarSql, [sandbox, everyNth, sampled, rows, period, mostFiles, batchNo])).rows
  const late = await client.query<{ batchNo: number }>(lateSql, [sandbox, rows])
  const since = late.rows[0]?.batchNo ?? 0
  const latest = await findSince(since)
  return latest.length === mostFiles || since === 0 ? latest : findSince(0)
}

/**
 * Since which batch there have been a dozen files that may be those. Somebody who is paid each week has hundreds of payments behind them,
 * and the latest files are enough where the files before are among them.
 */
const lateSql = `
select b.batch_no as "batchNo"
  from (
    select batch_no, state, file_rows, sandbox
      from payrun.batches
     order by batch_no desc
     limit 1000
  ) b
 where b.sandbox = $1
   and b.state = 'settled'
   and b.file_rows between least(10, $2::int) and 2 * $2::int
 order by b.batch_no desc
offset 11
 limit 1`

const scheduledSql = `
select b.batch_no as "batchNo", b.id, b.name, b.created_at as "createdAt"
  from payrun.schedule_runs r
  join payrun.schedules s using (schedule_no)
  join payrun.batches b using (batch_no)
 where (s.path, s.sandbox) = (
         select o.path, o.sandbox from payrun.schedules o where o.schedule_no = $1
       )
   and not r.set_aside
   and b.purged_at is null
 order by r.run_no desc
 limit $2`

/** Number by number: in a join, Postgres would rather read a whole ledger for these few than trust the index of reversed numbers. */
const similarSql = `
with sample as materialized (
  select distinct s.phone
    from (
      select phone
        from staging
       where state = 'pending'
         and line % $2 = 0
       limit $3
    ) s
), hits as (
  select p.batch_no, count(*) as people
    from sample s
   cross join lateral (
     select distinct o.batch_no
       from payrun.payouts o
      where reverse(o.phone) collate "C" = reverse(s.phone) collate "C"
        and o.batch_no >= $7
        and o.state = 'paid'
   ) p
   group by p.batch_no
)
select b.batch_no as "batchNo", b.id, b.name, b.created_at as "createdAt"
  from hits h
  join payrun.batches b using (batch_no)
 where b.sandbox = $1
   and h.people * 2 >= (select count(*) from sample)
   and b.file_rows <= 2 * $4
   and (b.period is null or b.period is distinct from $5)
 order by b.batch_no desc
 limit $6`

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
    `select c.phone, c.was_name as name, c.was_reference as reference,
            (count(*) over ())::int as all
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
