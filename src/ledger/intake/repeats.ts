import type { PoolClient } from 'pg'
import { looksLikePeriod } from '../../payout/times/periods.ts'
import { count, moment, moneyOf, type Sentence, say } from '../../words/sentence.ts'
import { type Alike, type AlikeInFile, type Candidates, counts, fewestRows, isLike, isRecent } from './findRepeats.ts'
import type { SameFile } from './findSameFile.ts'
import type { BatchToStore } from './insertBatch.ts'
import { mostBeside, readWhole, type Staged } from './stageRows.ts'

/** What of a file would be paid twice if the file is paid, too. */
export interface Repeats {
  /** Why rows would be paid twice, until duplicates are allowed; null: they would not. */
  refusal: Sentence | null
  /** The same for who has said that it is meant. */
  again: Sentence | null
  /** The batch that it repeats; left out: there is none. */
  batchId?: string
  /** What looks alike, and may be meant. */
  warnings: Sentence[]
}

/** Words that so many rows are like other payouts, and one of them like which, for somebody who gave no file. */
export type WordAlike = (alike: Pick<Alike, 'rows' | 'line' | 'batchId' | 'heldLine'>) => Sentence

interface Found {
  /** Rows that are like each other. */
  inFile: AlikeInFile
  /** Like payouts of other batches, and which these may be. */
  beside: readonly Alike[]
  candidates: Candidates | null
  same: SameFile | undefined
}

/**
 * What is alike says of a file: more than half of its rows are a repetition, fewer are only told.
 *
 * @param rows of the file; `payable`: those of them that would be paid; `inUse`: those that are refused because another payout holds them
 */
export async function tellRepeats(
  client: PoolClient,
  batch: Pick<BatchToStore, 'period' | 'sandbox' | 'run'>,
  { inFile, beside, candidates, same }: Found,
  { rows, payable, inUse }: Pick<Staged, 'rows' | 'payable'> & { inUse: number },
  wordAlike?: WordAlike,
): Promise<Repeats> {
  const warnings = await ofPeriodLike(client, batch)
  if (inFile.numbers > 0) warnings.push(say('stored.alike_in_file', { n: inFile.numbers, ...inFile }))
  const [all, most] = beside
  const isRepeated = all !== undefined && rows >= fewestRows && all.recent * 2 > payable
  if (all && most && !isRepeated) {
    const { line, batchId, heldLine } = most
    const alike = { rows: all.rows, line, batchId, heldLine }
    warnings.push(wordAlike ? wordAlike(alike) : say('stored.alike', { n: alike.rows, line, batchId, heldLine }))
  }
  if (same) {
    const what = same.purged
      ? say('stored.paid_purged')
      : paidAlready(await findPaid(client, candidates, payable, { same: same.batchNo }), payable, inUse)
    return { ...ofSameFile(same, what), warnings }
  }
  if (!isRepeated || !most) return { refusal: null, again: null, warnings }
  const paid = await findPaid(client, candidates, payable, { most: most.batchNo })
  return { ...ofAlike(most, paid, { of: payable, period: batch.period }), warnings }
}

/** So many of the latest batches are looked at: one that pays a single payout is a batch, too. */
const mostBatches = 2_000

/** That the period is probably another one, written otherwise: its references are paid again. What a schedule pays has its own way. */
async function ofPeriodLike(
  client: PoolClient,
  { period, sandbox, run }: Pick<BatchToStore, 'period' | 'sandbox' | 'run'>,
): Promise<Sentence[]> {
  if (period === null || run) return []
  const { rows } = await client.query<{ other: string; name: string; batchId: string }>(
    `select period as other, (array_agg(name order by batch_no desc))[1] as name,
            (array_agg(id order by batch_no desc))[1] as "batchId"
       from (select * from payrun.batches order by batch_no desc limit ${mostBatches}) latest
      where period <> $1
        and sandbox = $2
        and state <> 'cancelled'
      group by period
      order by max(batch_no) desc`,
    [period, sandbox],
  )
  const like = rows.find(({ other }) => looksLikePeriod(period, other))
  return like ? [say('stored.period_like', { period, ...like })] : []
}

/** Staged rows with the number and amount of payouts that are paid, perhaps paid, or about to be. */
interface Paid {
  rows: number
  /** Of them, those under the same reference in the batch that has most of them. */
  ofReference: number
  sums: Map<string, bigint>
  /** The first of them. */
  lines: number[]
}

function paidAlready(paid: Paid, of: number, inUse: number): Sentence {
  if (paid.rows > 0) return say('stored.paid_already', { of: count(of), ...told(paid) })
  return inUse > 0 ? say('stored.paid_and_refused', { rows: count(inUse) }) : say('stored.none_paid')
}

function ofSameFile({ batchId, name, createdAt, period }: SameFile, paid: Sentence): Omit<Repeats, 'warnings'> {
  const before = { batchId, name, when: moment(createdAt), paid }
  if (period === null)
    return {
      batchId,
      refusal: say('stored.same_file_without_period', before),
      again: say('stored.same_file_without_period_again', before),
    }
  const ofPeriod = { ...before, period }
  return {
    batchId,
    refusal: say('stored.same_file_of_period', ofPeriod),
    again: say('stored.same_file_of_period_again', ofPeriod),
  }
}

const told = ({ rows, sums, lines }: Paid) => ({
  rows: count(rows),
  sums: moneyOf(sums),
  lines: [...lines.map(String), ...(rows > lines.length ? ['…'] : [])],
})

/** Under the period of the batch before it, what is paid there is refused row by row: the file may be the same payroll. */
function ofAlike(
  { batchId, name, period: held, createdAt, recent }: Alike,
  paid: Paid,
  { of, period }: { of: number; period: string | null },
): Omit<Repeats, 'warnings'> {
  const repeated = say('stored.repeated', {
    ...{ of: count(of), same: count(recent), batchId, name, when: moment(createdAt) },
    held: held === null ? say('stored.no_period') : say('stored.period', { period: held }),
    ...told(paid),
  })
  const again = say('stored.repeats_batch_again', { repeated })
  if (paid.ofReference * 2 <= recent || held === period)
    return { batchId, refusal: say('stored.repeats_batch', { repeated }), again }
  const refusal =
    held === null
      ? say('stored.repeats_no_period', { repeated })
      : say('stored.repeats_period', { repeated, period: held })
  return { batchId, refusal, again }
}

const mostLines = 6

/** @param same the batch of the same file, of which it doesn't matter when it was paid; `most`: the one that has most of the rows */
async function findPaid(
  client: PoolClient,
  candidates: Candidates | null,
  payable: number,
  { same, most }: { same?: number; most?: number },
): Promise<Paid> {
  const { all, rows: theirRows } = candidates ?? { all: [], rows: 0 }
  const batches = [...all, ...(same === undefined ? [] : [same])]
  const ask = (sql: string) =>
    client.query<{ currency: string; rows: number; sum: string; ofReference: number; lines: number[] }>(sql, [
      batches,
      same ?? null,
      most ?? null,
    ])
  const isWhole = theirRows + (same === undefined ? 0 : payable) <= mostBeside(payable)
  const { rows } = isWhole ? await readWhole(client, () => ask(besideAllSql)) : await ask(besideEachSql)
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
const besideEachSql = summedSql(`
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
   ) p`)

/** Batches that are read whole. */
const besideAllSql = summedSql(`
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
   where s.state = 'pending'`)
