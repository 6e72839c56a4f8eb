import type { PoolClient } from 'pg'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { Ledger } from '../connection/ledger.ts'

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

export interface OperatorToPay {
  operator: OperatorCode
  currency: string
  rows: number
  amountMinor: bigint
}

export interface LargePayout {
  line: number
  operator: OperatorCode
  phone: string
  name: string | null
  currency: string
  amountMinor: bigint
}

/** What is staged of a file, what waits to be sent of a batch, or what is failed on some of its lines: rows of either kind. */
export type RowsToPay =
  | { of: 'staging' }
  | { of: 'pending'; batchNo: number }
  | { of: 'batch'; batchNo: number; lines: readonly number[] }

const largestShown = 3

export async function readToBePaid(client: Pick<PoolClient, 'query'>, from: RowsToPay): Promise<ToBePaid> {
  const [relation, values] = relationOf(from)
  const operators = await client.query<Omit<OperatorToPay, 'amountMinor'> & { minor: string }>(
    `select operator, currency, count(*)::int as rows, sum(amount_minor)::text as minor
       from ${relation} r
      group by operator, currency
      order by sum(amount_minor) desc, operator, currency`,
    values,
  )
  const people = await client.query<{ people: number }>(
    // grouped by hash; to count distinct ones, all would be sorted
    `select count(*)::int as people from (select from ${relation} r group by phone) each_phone`,
    values,
  )
  const totals = new Map<string, bigint>()
  for (const { currency, minor } of operators.rows) totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(minor))
  const largest = await client.query<Omit<LargePayout, 'amountMinor'> & { minor: string; nth: number }>(
    `select l.*, (row_number() over (partition by l.currency order by l.amount_minor desc, l.line))::int as nth
       from unnest($${values.length + 1}::text[]) c (currency)
      cross join lateral (
        select line, operator, phone, name, currency, amount_minor, amount_minor::text as minor
          from ${relation} r
         where r.currency = c.currency
         order by amount_minor desc, line
         limit ${largestShown}
      ) l
      order by l.currency, l.amount_minor desc, l.line`,
    [...values, [...totals.keys()]],
  )
  return {
    rows: operators.rows.reduce((sum, { rows }) => sum + rows, 0),
    people: people.rows[0]!.people,
    totals: new Map([...totals].sort(([one], [other]) => (one < other ? -1 : 1))),
    operators: operators.rows.map(({ minor, ...rest }) => ({ ...rest, amountMinor: BigInt(minor) })),
    largest: largest.rows
      .filter(({ nth }) => totals.size === 1 || nth === 1)
      .map(({ line, operator, phone, name, currency, minor }) => ({
        line,
        operator,
        phone,
        name,
        currency,
        amountMinor: BigInt(minor),
      })),
  }
}

function relationOf(from: RowsToPay): [relation: string, values: unknown[]] {
  if (from.of === 'staging') return [`(select * from staging where state = 'pending')`, []]
  if (from.of === 'pending')
    return [`(select * from payrun.payouts where batch_no = $1 and state = 'pending')`, [from.batchNo]]
  return [`(select * from payrun.payouts where batch_no = $1 and line = any($2::int[]))`, [from.batchNo, from.lines]]
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

/** Null: the batch has too many rows to look them all up. */
export async function readNewPeople({ pool }: Ledger, batchNo: number): Promise<NewPeople | null> {
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
    [batchNo, mostLookedUp + 1, newShown],
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

/** What these rows of a batch come to, by currency, in minor units. */
export async function sumsOfLines(
  { pool }: Ledger,
  batchNo: number,
  lines: readonly number[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await pool.query<{ currency: string; sum: string }>(
    `select currency, sum(amount_minor)::text as sum
       from payrun.payouts
      where batch_no = $1
        and line = any ($2)
      group by currency
      order by currency`,
    [batchNo, lines],
  )
  return new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)]))
}
