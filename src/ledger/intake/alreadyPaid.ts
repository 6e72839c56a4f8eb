import type { PoolClient } from 'pg'
import { count, moneyOf, type Sentence, say } from '../../words/sentence.ts'
import { type Candidates, counts, isLike, isOtherRunOf, isRecent } from './findRepeats.ts'
import { mostBeside, readWhole } from './stageRows.ts'

/** Staged rows with the number and amount of payouts that are paid, perhaps paid, or about to be. */
export interface Paid {
  rows: number
  /** Of them, those under the same reference in the batch that has most of them. */
  ofReference: number
  sums: Map<string, bigint>
  /** The first 1,000 of them. */
  lines: number[]
}

/** The batch that has most of what a file would pay twice, how many rows these are, and the first 1,000 of them. A purged batch doesn't tell. */
export interface Repeated extends Partial<Pick<Paid, 'rows' | 'lines'>> {
  batch: string
}

export const repeatedOf = ({ batchId }: { batchId: string }, paid: Pick<Paid, 'rows' | 'lines'> | null): Repeated => ({
  batch: batchId,
  ...(paid && { rows: paid.rows, lines: paid.lines.slice(0, mostLines) }),
})

const mostLines = 1_000
/** In a sentence. */
const mostTold = 6

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
  lines: linesTold(lines, rows),
})

/** The first of so many lines, for a sentence. */
export const linesTold = (lines: readonly number[], of: number): string[] => [
  ...lines.slice(0, mostTold).map(String),
  ...(of > Math.min(lines.length, mostTold) ? ['…'] : []),
]

/**
 * Payable rows without a reference that have the number and amount of a payout of the last 24 hours.
 * `was_alike`: rows of a report that were refused there because each is like a payout still are, however late the report goes in. If the
 * payout's number was purged, it is known by its place, and the row's number must be what it was.
 *
 * @param held what is read of the payout `p` and its batch `b`
 */
export const likePayoutsSql = (held: string): string => `
with was_alike as materialized (
  select s.*, coalesce(args->>'batchId', rb.id) as held_batch,
         coalesce(args->>'heldLine', args->>'earlier')::int as held_line,
         coalesce(r.phone, '') in ('', s.phone) as has_its_number
    from staging s
    join payrun.batches rb on rb.id = split_part(s.payrun_id, ':', 1)
    join payrun.payouts r
         on r.batch_no = rb.batch_no
         and r.line = split_part(s.payrun_id, ':', 2)::int
         and r.state = 'invalid'
   cross join jsonb_path_query(
           r.problems, '$[*] ? (@.code == "possible_duplicate").message.args'
         ) args
   where s.state = 'pending'
     and s.reference is null
)
(select distinct on (s.line) 'possible_duplicate' as kind, s.line, s.phone as value, ${held}
  from staging s
  join payrun.payouts p
       on p.phone = s.phone
       and p.amount_minor = s.amount_minor
       and p.currency = s.currency
       and reverse(p.phone) collate "C" = reverse(s.phone) collate "C"
  join payrun.batches b on b.batch_no = p.batch_no and b.sandbox = $1
 where s.state = 'pending'
   and s.reference is null
   and not ${isOtherRunOf('$2', '$3')}
   and (
     p.state = 'pending'
     or (
       p.state in ('sending', 'accepted', 'unknown', 'paid')
       and (
         p.sent_at > now() - interval '24 hours'
         or (s.line, b.id, p.line) in (select line, held_batch, held_line from was_alike)
       )
     )
   )
 order by s.line, p.batch_no desc, p.line)
 union all
select 'possible_duplicate', s.line, s.phone, ${held}
  from was_alike s
  join payrun.batches b on b.id = s.held_batch and b.sandbox = $1 and b.purged_at is not null
  join payrun.payouts p
       on p.batch_no = b.batch_no
       and p.line = s.held_line
       and p.amount_minor = s.amount_minor
       and p.currency = s.currency
 where s.has_its_number
   and p.state = 'paid'
   and not ${isOtherRunOf('$2', '$3')}`
