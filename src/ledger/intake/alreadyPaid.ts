import type { PoolClient } from 'pg'
import { count, moneyOf, type Sentence, say } from '../../words/sentence.ts'
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
