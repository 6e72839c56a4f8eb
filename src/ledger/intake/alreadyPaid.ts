import type { PoolClient } from 'pg'
import { currencyDecimals } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import { count, moneyOf, type Sentence, say } from '../../words/sentence.ts'
import type { InUseColumns, LookedUp } from './findInUse.ts'
import { type Candidates, counts, isLike, isRecent } from './findRepeats.ts'
import { mostBeside, readWhole } from './stageRows.ts'

/** Staged rows with the number and amount of payouts that are paid, perhaps paid, or about to be. */
export interface Paid {
  rows: number
  /** Of them, those under the same reference in the batch that has most of them. */
  ofReference: number
  sums: Map<string, bigint>
  /** The first of them. */
  lines: number[]
}

const mostLines = 6

/** @param same the batch of the same file, of which it doesn't matter when it was paid; `most`: the one that has most of the rows */
export async function findPaid(
  client: PoolClient,
  candidates: Candidates | null,
  payable: number,
  { same, most }: { same?: number; most?: number },
): Promise<Paid> {
  const { all, rows: theirRows } = candidates ?? { all: [], rows: 0 }
  const batches = [...all, ...(same === undefined ? [] : [same])]
  const ask = (paid: string) =>
    client.query<{ currency: string; rows: number; sum: string; ofReference: number; lines: number[] }>(
      summedSql(paid),
      [batches, same ?? null, most ?? null],
    )
  const isWhole = theirRows + (same === undefined ? 0 : payable) <= mostBeside(payable)
  const { rows } = isWhole ? await readWhole(client, () => ask(besideAll)) : await ask(besideEach)
  return {
    rows: rows.reduce((sum, each) => sum + each.rows, 0),
    ofReference: rows.reduce((sum, each) => sum + each.ofReference, 0),
    sums: new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)])),
    lines: rows
      .flatMap(({ lines }) => lines)
      .sort((one, other) => one - other)
      .slice(0, mostLines),
  }
}

const summedSql = (paid: string): string => `
select currency, count(*)::int as rows, sum(amount_minor)::text as sum,
       (count(*) filter (where of_reference))::int as "ofReference",
       (array_agg(line order by line))[:${mostLines}] as lines
  from (${paid}) paid
 group by currency
 order by currency`

const isMeant = `(${isRecent} or o.batch_no = $2::int)`

/** Of a number that one batch pays several times, one reference stands for all: what is alike of many rows is then looked up once. */
const theirReference = 'min(o.reference) filter (where o.batch_no = $3::int) as reference'

/** Row by row, as `findAlike` asks for few rows, or beside many. */
const besideEach = `
  select s.line, s.currency, s.amount_minor, s.reference = p.reference as of_reference
    from (
      select line, phone, amount_minor, currency, reference
        from staging
       where state = 'pending'
      offset 0
    ) s
   cross join lateral (
     select ${theirReference}
       from payrun.payouts o
      where ${isLike}
        and ${isMeant}
        and o.batch_no = any(array(select unnest($1::int[])))
     having count(*) > 0
   ) p`

/** Batches that are read whole. */
const besideAll = `
  select s.line, s.currency, s.amount_minor, s.reference = h.reference as of_reference
    from staging s
    join (
      select o.phone, o.amount_minor, o.currency, ${theirReference}
        from payrun.payouts o
       where o.batch_no = any($1)
         and ${counts}
         and ${isMeant}
       group by o.phone, o.amount_minor, o.currency
    ) h using (phone, amount_minor, currency)
   where s.state = 'pending'`

/** How much of a file is paid already, in words. */
export function paidAlready(paid: Paid, of: number, inUse: number): Sentence {
  if (paid.rows > 0) return say('stored.paid_already', { of: count(of), ...toldPaid(paid) })
  return inUse > 0 ? say('stored.paid_and_refused', { rows: count(inUse) }) : say('stored.none_paid')
}

export const toldPaid = ({ rows, sums, lines }: Paid) => ({
  rows: count(rows),
  sums: moneyOf(sums),
  lines: [...lines.map(String), ...(rows > lines.length ? ['…'] : [])],
})

interface Barred {
  line: number
  value: string
  byReference: boolean
  statementLine: number
  payment: string
}

/**
 * Staged rows for which a statement has a payment that no row of the ledger is known for: under their reference, or of their
 * amount to their number.
 */
export async function findBarred(
  client: PoolClient,
  allowDuplicates: boolean,
  columnOf: InUseColumns,
  looked: LookedUp,
): Promise<Problem[]> {
  const { rows: kept } = await client.query(
    `select from payrun.payments_without_row
      where source = 'statement'
        and not set_aside
      limit 1`,
  )
  if (kept.length === 0) return []
  const { rows } = await client.query<Barred>(barredSql(looked), [allowDuplicates, wholeCurrencies])
  return rows.map(({ line, value, byReference, statementLine, payment }) => ({
    line,
    column: byReference ? columnOf.reference() : columnOf.phone(),
    value,
    code: byReference ? 'reference_in_use' : 'possible_duplicate',
    message: byReference
      ? say('stored.paid_without_row_reference', { line: statementLine, payment })
      : say('stored.paid_without_row_number', { line: statementLine, payment }),
  }))
}

/** Of which the minor unit is the unit. */
const wholeCurrencies = Object.entries(currencyDecimals).flatMap(([code, decimals]) => (decimals === 0 ? [code] : []))

const barredSql = (looked: LookedUp): string => `
with unknown_payments as materialized (
  select w.payment_no, w.reference, w.hashes, w.statement_line
    from payrun.payments_without_row w
   where w.source = 'statement'
     and not w.set_aside
), keyed as materialized (
  select s.line, s.reference, s.phone,
         payrun.payment_hash(
           s.phone,
           s.amount_minor::numeric * case when s.currency = any ($2) then 100 else 1 end) as hash
    from staging s
   where ${looked}
)
select distinct on (k.line) k.line,
       case when k.reference = u.reference then k.reference else k.phone end as value,
       k.reference is not distinct from u.reference and k.reference is not null as "byReference",
       u.statement_line as "statementLine",
       u.payment_no::text as payment
  from keyed k
  join unknown_payments u
       on u.reference = k.reference
       or not $1 and k.hash = any (u.hashes)
 order by k.line, 3 desc, u.payment_no`
