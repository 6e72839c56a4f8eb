import type { PoolClient } from 'pg'
import type { OperatorCode } from '../../payout/operators/operator.ts'

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

/** What is staged of a file, or what is failed on some lines of a batch: rows of either kind. */
export type RowsToPay = { of: 'staging' } | { of: 'batch'; batchNo: number; lines: readonly number[] }

const largestShown = 3

export async function readToBePaid(client: PoolClient, from: RowsToPay): Promise<ToBePaid> {
  const [relation, values] = relationOf(from)
  const operators = await client.query<Omit<OperatorToPay, 'amountMinor'> & { minor: string }>(
    `select operator, currency, count(*)::int as rows, sum(amount_minor)::text as minor
       from ${relation} r
      group by operator, currency
      order by sum(amount_minor) desc, operator, currency`,
    values,
  )
  const people = await client.query<{ people: number }>(
    `select count(distinct phone)::int as people from ${relation} r`,
    values,
  )
  const largest = await client.query<Omit<LargePayout, 'amountMinor'> & { minor: string; nth: number }>(
    `select l.*, (row_number() over (partition by l.currency order by l.amount_minor desc, l.line))::int as nth
       from (select distinct currency from ${relation} r) c
      cross join lateral (
        select line, operator, phone, name, currency, amount_minor, amount_minor::text as minor
          from ${relation} r
         where r.currency = c.currency
         order by amount_minor desc, line
         limit ${largestShown}
      ) l
      order by l.currency, l.amount_minor desc, l.line`,
    values,
  )
  const totals = new Map<string, bigint>()
  for (const { currency, minor } of operators.rows) totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(minor))
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
  return [`(select * from payrun.payouts where batch_no = $1 and line = any($2::int[]))`, [from.batchNo, from.lines]]
}
