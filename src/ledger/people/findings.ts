import type { PoolClient } from 'pg'
import { type LimitTable, largeMinor } from '../../payout/operators/operator.ts'
import type { PayoutState } from '../../payout/state.ts'
import { counts, isRecent } from '../intake/findRepeats.ts'
import type { Staged } from '../intake/stageRows.ts'

/** The first of them, and how many there are. */
export interface Found<Each> {
  all: number
  first: Each[]
}

export const nothingFound = { all: 0, first: [] }

/** So many of a kind are listed; all of them are counted. */
export const mostListed = 1_000

export interface FirstPayment {
  line: number
  phone: string
}

export interface OtherName {
  line: number
  name: string
  before: string
  batchId: string
  heldLine: number
}

/** A payout to the number of a staged row that is called unpaid, and of which somebody says that it was paid. */
export interface MaybePaid {
  line: number
  phone: string
  amountMinor: string
  currency: string
  batchId: string
  heldLine: number
  heldState: PayoutState
  /** Who says so. */
  by: 'statement' | 'notification' | 'answer' | 'evidence'
}

/** So long a new payout to the number of such a row is warned of; until then the number is kept. */
export const maybePaidFor = `interval '31 days'`

/**
 * Payable staged rows to whose number a payout failed, or was cancelled, though evidence of the last 31 days says that it was paid, and
 * nobody has looked into that: under another reference it would be paid a second time. Whatever its amount: people split what they owe.
 * Of evidence there is little, and each piece leads to its row by its key.
 *
 * @param again the batch whose rows are staged; none of them speaks against itself
 */
export const findMaybePaid = (client: PoolClient, sandbox: boolean, again: number | null): Promise<Found<MaybePaid>> =>
  first<MaybePaid>(client, maybePaidSql, [sandbox, again])

const maybePaidSql = `
select distinct on (s.line) s.line, s.phone, p.amount_minor::text as "amountMinor", p.currency,
       b.id as "batchId", k.line as "heldLine", p.state::text as "heldState",
       case k.kind
         when 'failed_but_carried_out' then 'statement'
         when 'notification' then 'notification'
         when 'late_answer' then 'answer'
         else 'evidence'
       end as by
  from (
    select distinct on (batch_no, line) batch_no, line, kind
      from payrun.discrepancies
     where says_paid
       and not set_aside
       and at > now() - ${maybePaidFor}
     order by batch_no, line, discrepancy_no desc
  ) k
 cross join lateral (
   select phone, amount_minor, currency, state
     from payrun.payouts
    where batch_no = k.batch_no
      and line = k.line
   offset 0
 ) p
  join payrun.batches b on b.batch_no = k.batch_no and b.sandbox = $1
  join staging s on s.phone = p.phone and s.state = 'pending'
 where p.state in ('failed', 'cancelled')
   and (k.batch_no = $2 and k.line = s.line) is not true
 order by s.line, k.batch_no desc, k.line`

export interface OverDaily {
  line: number
  phone: string
  operator: string
  currency: string
  sumMinor: string
  mostMinor: string
}

/** Of fewer rows each number is looked up by itself, whatever other batches there are. */
const fewRows = 2_000

/** Numbers that the staged rows, and what was paid to them or waits for them, bring over what their operator allows in a day. */
export async function findOverDaily(
  client: PoolClient,
  { sandbox, rows }: { sandbox: boolean; rows: number },
  limits: LimitTable,
): Promise<Found<OverDaily>> {
  const daily = [...limits.values()].flatMap(({ operator, mostADay }) =>
    mostADay === null ? [] : [{ operator, mostADay }],
  )
  if (daily.length === 0) return nothingFound
  const staged = daily.map(({ operator }) => operator)
  const { rows: some } = await client.query(
    `select from staging where state = 'pending' and operator = any($1) limit 1`,
    [staged],
  )
  if (some.length === 0) return nothingFound
  const most = daily.map(({ mostADay }) => String(mostADay))
  return first<OverDaily>(client, overDailySql(rows < fewRows ? byNumber : byBatch), [staged, most, sandbox])
}

/** Each by itself: in a join, Postgres would rather read all payouts while it knows little of them, as after a large file. */
const byNumber = `
  select w.phone, t.minor
    from wanted w
   cross join lateral (
     select sum(o.amount_minor) as minor
       from payrun.payouts o
       join payrun.batches b on b.batch_no = o.batch_no and b.sandbox = $3
      where reverse(o.phone) collate "C" = reverse(w.phone) collate "C"
        and ${counts}
        and ${isRecent}
   ) t`

/** Of many rows: only the batches of which something happened lately, or may happen yet, are read. */
const byBatch = `
  select o.phone, sum(o.amount_minor) as minor
    from payrun.payouts o
   where ${counts}
     and ${isRecent}
     and o.batch_no in (
       select b.batch_no
         from payrun.batches b
        where b.sandbox = $3
          and (
            b.state in ('awaiting_approval', 'running', 'paused')
            or b.batch_no in (
              select e.batch_no from payrun.batch_events e where e.at > now() - interval '24 hours'
            )
          )
     )
   group by o.phone`

const overDailySql = (others: string) => `
with wanted as materialized (
  select s.phone, min(s.operator) as operator, min(s.currency) as currency, min(s.line) as line,
         sum(s.amount_minor) as minor, min(l.most) as most
    from staging s
    join unnest($1::text[], $2::bigint[]) as l (operator, most) using (operator)
   where s.state = 'pending'
   group by s.phone
), others as materialized (${others})
select w.line, w.phone, w.operator, w.currency,
       (w.minor + coalesce(o.minor, 0))::text as "sumMinor",
       w.most::text as "mostMinor"
  from wanted w
  left join others o using (phone)
 where w.minor + coalesce(o.minor, 0) > w.most`

export interface UnusualAmount {
  line: number
  amountMinor: string
  /** What the number usually gets; of one that was never paid, the median of the file in its currency. */
  usualMinor: string
  currency: string
  /** How often the median goes into the amount, at least; null: it is beside what the number usually gets. */
  times: typeof inFile.times | typeof inSmallFile.times | null
}

/** So many rows of a currency have a usual amount, and an amount of so many times it may have a zero too many. */
const inFile = { least: 10, times: 20 } as const
/** Of fewer, people may be paid more unlike each other, and it may have two. */
const inSmallFile = { least: 3, times: 50 } as const

/** What is above it is told of every row, whoever is paid (`limitWarning`). */
export const isNotLarge = `k.amount_minor <= case k.currency ${Object.entries(largeMinor)
  .map(([currency, minor]) => `when '${currency}' then ${minor}`)
  .join(' ')} end`

/** Whether there is a currency with amounts that far apart at all. */
export const areFarApart = (amounts: Staged['amounts']): boolean =>
  [...amounts.values()].some(({ least, most }) => most > BigInt(inFile.times) * least)

/** Of a kind that there is nothing of. */
export const noneSql = 'select 0 as line where false'

/** Nobody was ever paid. A query alone is answered by itself, and not in a list. */
export async function unusualInFirst(client: PoolClient): Promise<Found<UnusualAmount>> {
  const [found] = await firstOfEach<[UnusualAmount, never]>(
    client,
    unusualInFileSql('staging', `k.state = 'pending'`),
    noneSql,
  )
  return found
}

/** Of numbers that were paid before, and, with `inFile`, of others beside the file. */
export const unusualSql = (inFile: boolean): string => `
select k.line, k.amount_minor::text as "amountMinor",
       greatest(k.usual_minor, k.was_minor)::text as "usualMinor", k.currency,
       null::int as times
  from known k
 where ${isUnusual}
   and ${isNotLarge}
${inFile ? `union all ${unusualInFileSql('known', 'k.payments = 0')}` : ''}`

/** An SQL condition: the amount is unusual for a number that was paid before. */
export const isUnusual = 'k.payments > 0 and k.amount_minor > 3 * greatest(k.usual_minor, k.was_minor)'

/**
 * Of numbers that were never paid. The median is looked for only where amounts are that far apart at all; materialized, it is looked
 * for once in each currency, and not once more for each row, as a planner may choose that expects few of them.
 */
const unusualInFileSql = (rows: string, areNew: string): string => `(
with far as (
  select currency,
         case
           when count(*) < ${inFile.least} then ${inSmallFile.times}
           else ${inFile.times}
         end as times
    from staging
   where state = 'pending'
   group by currency
  having count(*) >= ${inSmallFile.least}
     and max(amount_minor) > ${inFile.times} * min(amount_minor)
), usual as materialized (
  select f.currency, f.times,
         percentile_disc(0.5) within group (order by s.amount_minor) as median_minor
    from far f
    join staging s using (currency)
   where s.state = 'pending'
   group by f.currency, f.times
)
select k.line, k.amount_minor::text as "amountMinor", u.median_minor::text as "usualMinor",
       k.currency, u.times
  from ${rows} k
  join usual u using (currency)
 where ${areNew}
   and k.amount_minor > u.times * u.median_minor
   and ${isNotLarge}
)`

type Counted<Each> = Each & { all: number }

/** Rows of a query, by line. */
export async function first<Each>(client: PoolClient, sql: string, values: unknown[]): Promise<Found<Each>> {
  return foundIn((await client.query<Counted<Each>>(firstSql(sql), values)).rows)
}

/** The same of several queries on one way to the server and back. Each is made twice: to keep all of its rows takes longer. */
export async function firstOfEach<Kinds extends readonly unknown[]>(
  client: PoolClient,
  ...queries: { [At in keyof Kinds]: string }
): Promise<{ [At in keyof Kinds]: Found<Kinds[At]> }> {
  const answers: unknown = await client.query(queries.map(countedApartSql).join(';\n'))
  return (answers as { rows: Counted<unknown>[] }[]).map(({ rows }) => foundIn(rows)) as never
}

const firstSql = (sql: string): string =>
  `select f.*, (count(*) over ())::int as all from (${sql}) f order by f.line limit ${mostListed}`

const countedApartSql = (sql: string): string =>
  `select f.*, (select count(*)::int from (${sql}) c) as all
     from (${sql}) f
    order by f.line
    limit ${mostListed}`

const foundIn = <Each>(rows: readonly Counted<Each>[]): Found<Each> => ({
  all: rows[0]?.all ?? 0,
  first: rows.map(({ all: _, ...each }) => each as unknown as Each),
})
