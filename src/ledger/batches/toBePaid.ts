import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'
import { totalsSql } from './totals.ts'

/** What is about to be paid, for the person who looks at it before. Sums are minor units. */
export interface ToBePaid {
  rows: number
  /** Different phone numbers. */
  people: number
  totals: Map<string, bigint>
  operators: OperatorToPay[]
  /** The three largest payouts, largest first; of several currencies, which can't be compared, the largest of each. */
  largest: LargePayout[]
}

interface OperatorToPay {
  operator: OperatorCode
  currency: string
  rows: number
  amountMinor: bigint
  /** Who holds the operator by hand, so that its rows wait; null: nobody does. */
  heldBy: string | null
}

interface LargePayout {
  line: number
  operator: OperatorCode
  phone: string
  name: string | null
  currency: string
  amountMinor: bigint
}

/** What is staged of a file, what waits to be sent of a batch, or what is failed on some of its lines: rows of either kind. */
type RowsToPay =
  | { of: 'staging'; sandbox: boolean }
  | { of: 'pending'; batchNo: number }
  | { of: 'batch'; batchNo: number; lines: readonly number[] }

export const largestShown = 3

export async function readToBePaid(client: Queryable, from: RowsToPay): Promise<ToBePaid> {
  const [relation, sandbox, values] = relationOf(from)
  const isKept = from.of === 'pending' && (await isAsStored(client, from.batchNo))
  const { rows } = await client.query<ToBePaidRow>(toBePaidSql(isKept ? kept : partsOf(relation), sandbox), values)
  const { people, operators, largest } = rows[0]!
  const totals = new Map<string, bigint>()
  for (const { currency, minor } of operators) totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(minor))
  return {
    rows: operators.reduce((sum, { rows }) => sum + rows, 0),
    people,
    totals: new Map([...totals].sort(([one], [other]) => (one < other ? -1 : 1))),
    operators: operators.map(withAmount),
    largest: largest.filter(({ nth }) => totals.size === 1 || nth === 1).map(({ nth: _, ...row }) => withAmount(row)),
  }
}

const withAmount = <Row extends Minor>({ minor, ...row }: Row) => ({ ...row, amountMinor: BigInt(minor) })

interface Minor {
  minor: string
}

interface ToBePaidRow {
  people: number
  operators: (Omit<OperatorToPay, 'amountMinor'> & Minor)[]
  largest: (Omit<LargePayout, 'amountMinor'> & Minor & { nth: number })[]
}

/** Whether it waits as it was stored, with what approvers are shown of it: no row has moved. */
async function isAsStored(client: Queryable, batchNo: number): Promise<boolean> {
  const { rows } = await client.query(
    `select
       from payrun.batches
      where batch_no = $1
        and state = 'awaiting_approval'
        and numbers is not null
        and not exists (select from payrun.events where batch_no = $1)`,
    [batchNo],
  )
  return rows.length > 0
}

/** Where the sums, the largest payouts and the number of people are from, as SQL. */
interface Parts {
  sums: string
  largest: string
  people: string
}

const kept: Parts = {
  sums: `
    select operator, currency, sum(rows)::int as rows, sum(minor) as minor
      from ${totalsSql('array[$1::int]')} t
     where state = 'pending'
     group by operator, currency`,
  largest: `
    select p.*
      from (select unnest(largest) as line from payrun.batches where batch_no = $1) b
     cross join lateral (
       select line, operator, phone, name, currency, amount_minor
         from payrun.payouts r
        where r.batch_no = $1
          and r.line = b.line
       offset 0
     ) p`,
  people: '(select numbers from payrun.batches where batch_no = $1)',
}

const partsOf = (relation: string): Parts => ({
  sums: `
    select operator, currency, count(*)::int as rows, sum(amount_minor) as minor
      from ${relation} r
     group by operator, currency`,
  largest: `
    select l.*
      from (select distinct currency from operators) c
     cross join lateral (
       select line, operator, phone, name, currency, amount_minor
         from ${relation} r
        where r.currency = c.currency
        order by amount_minor desc, line
        limit ${largestShown}
     ) l`,
  people: numbersOf(relation),
})

/** Different numbers, which are grouped by hash: to count distinct ones, all would be sorted. */
export const numbersOf = (relation: string): string =>
  `(select count(*)::int from (select from ${relation} r group by phone) each_phone)`

/** In one way to the server and back. */
const toBePaidSql = ({ sums, largest, people }: Parts, sandbox: string): string => `
with sums as materialized (${sums}
), operators as materialized (
  select s.*, case when h.manual then coalesce(h.actor, '') end as held_by
    from sums s
    left join payrun.operator_holds h on h.operator = s.operator and h.sandbox = ${sandbox}
), largest as (
  select l.*,
         (
           row_number() over (partition by l.currency order by l.amount_minor desc, l.line)
         )::int as nth
    from (${largest}
    ) l
)
select ${people} as people,
       coalesce((
         select json_agg(
                  json_build_object(
                    'operator', operator, 'currency', currency, 'rows', rows,
                    'minor', minor::text, 'heldBy', held_by)
                  order by minor desc, operator, currency)
           from operators
       ), '[]') as operators,
       coalesce((
         select json_agg(
                  json_build_object(
                    'line', line, 'operator', operator, 'phone', phone, 'name', name,
                    'currency', currency, 'minor', amount_minor::text, 'nth', nth)
                  order by currency, amount_minor desc, line)
           from largest
       ), '[]') as largest`

function relationOf(from: RowsToPay): [relation: string, sandbox: string, values: unknown[]] {
  if (from.of === 'staging') return [`(select * from staging where state = 'pending')`, '$1', [from.sandbox]]
  const { batchNo } = from
  const sandbox = '(select b.sandbox from payrun.batches b where b.batch_no = $1)'
  if (from.of === 'pending')
    return [`(select * from payrun.payouts where batch_no = $1 and state = 'pending')`, sandbox, [batchNo]]
  const relation = '(select * from payrun.payouts where batch_no = $1 and line = any($2::int[]))'
  return [relation, sandbox, [batchNo, from.lines]]
}

/** Different phone numbers of a batch, whatever became of their rows; 0: there is no such batch. */
export async function countPeople({ pool }: Ledger, batchId: string): Promise<number> {
  const paid = `(select * from payrun.payouts where batch_no = b.batch_no and state <> 'invalid')`
  const { rows } = await pool.query<{ people: number }>(
    `select coalesce(b.numbers, ${numbersOf(paid)}) as people
       from payrun.batches b
      where b.id = $1`,
    [batchId],
  )
  return rows[0]?.people ?? 0
}

/** People that a batch pays and that no other batch of its kind (real or sandbox) has paid. */
export interface NewPeople {
  people: number
  /** The first of them. */
  shown: { line: number; name: string | null; phone: string }[]
}

/** Looking up more people than this takes longer than a page may. */
const mostLookedUp = 5_000
const newShown = 10

/**
 * Null: the batch has too many rows to look them all up.
 *
 * @param known lines that pay somebody who was paid at another number
 * @param shown so many are named, at most
 */
export async function readNewPeople(
  { pool }: Ledger,
  batchNo: number,
  known: readonly number[] = [],
  shown: number | 'all' = newShown,
): Promise<NewPeople | null> {
  const { rows } = await pool.query<{ line: number; name: string | null; phone: string; people: number }>(
    `with wanted as materialized (
       select p.line, p.name, p.phone
         from payrun.payouts p
        where p.batch_no = $1
          and p.state = 'pending'
        limit $2
     ), new_people as (
       select distinct on (w.phone) w.*
         from wanted w
        where (select count(*) from wanted) < $2
          and not w.line = any ($4)
          and not exists (
            select from payrun.payouts q
              join payrun.batches b on b.batch_no = q.batch_no
              join payrun.batches o on o.batch_no = $1 and o.sandbox = b.sandbox
             where q.phone = w.phone
               and reverse(q.phone) collate "C" = reverse(w.phone) collate "C"
               and q.batch_no <> $1
               and q.state = 'paid'
          )
        order by w.phone, w.line
     )
     select n.line, n.name, n.phone, (count(*) over ())::int as people
       from new_people n
      order by n.line
      limit $3`,
    [batchNo, mostLookedUp + 1, shown === 'all' ? mostLookedUp : shown, known],
  )
  const [first] = rows
  if (first) return { people: first.people, shown: rows.map(({ line, name, phone }) => ({ line, name, phone })) }
  const { rows: counted } = await pool.query<{ n: number }>(
    `select count(*)::int as n
       from (select from payrun.payouts where batch_no = $1 and state = 'pending' limit $2) p`,
    [batchNo, mostLookedUp + 1],
  )
  return (counted[0]?.n ?? 0) > mostLookedUp ? null : { people: 0, shown: [] }
}

/** So often these rows of a batch were tried so far, in all: more with each attempt. */
export async function attemptsOf(client: Queryable, batchNo: number, lines: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ attempts: number }>(
    `select coalesce(sum(attempts), 0)::int as attempts
       from payrun.payouts
      where batch_no = $1
        and line = any ($2)`,
    [batchNo, lines],
  )
  return rows[0]!.attempts
}
