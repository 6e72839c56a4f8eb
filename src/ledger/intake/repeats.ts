import { type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PoolClient } from 'pg'
import { count, moment, type Sentence, say } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'
import { type OtherPeriod, readPeriodsLike } from '../people/sameReference.ts'
import { stands } from '../schedules/scheduleRuns.ts'
import { findPaid, linesTold, type Paid, paidAlready, type Repeated, repeatedOf, toldPaid } from './alreadyPaid.ts'
import { type Alike, type AlikeInFile, type Candidates, fewestRows, isOtherRunOf } from './findRepeats.ts'
import type { BatchToStore, FileFacts } from './insertBatch.ts'
import type { Staged } from './stageRows.ts'

/** What of a file would be paid twice if the file is paid, too. */
export interface Repeats {
  /** Why rows would be paid twice, until duplicates are allowed; null: they would not. */
  refusal: Sentence | null
  /** The same for who has said that it is meant. */
  again: Sentence | null
  /** What it repeats; left out: nothing. */
  repeated?: Repeated
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
  facts: FileFacts
  /** Rows whose reference another period most likely holds for the same payments; `forgotten`: as somebody forgot the file's period. */
  likely: readonly OtherPeriod[]
  forgotten: readonly OtherPeriod[]
}

/**
 * What is alike says of a file: more than half of its rows are a repetition, fewer are only told.
 *
 * @param rows of the file; `payable`: those of them that would be paid; `inUse`: those that are refused because of another payout
 */
export async function tellRepeats(
  client: PoolClient,
  batch: Pick<BatchToStore, 'period' | 'sandbox' | 'run'>,
  { inFile, beside, candidates, same, facts, likely, forgotten }: Found,
  { rows, payable, inUse }: Pick<Staged, 'rows' | 'payable'> & { inUse: number },
  wordAlike?: WordAlike,
): Promise<Repeats> {
  const warnings = [...(await rejectedBefore(client, facts, batch)), ...(await ofPeriodLike(client, batch))]
  if (inFile.numbers > 0) warnings.push(say('stored.alike_in_file', { n: inFile.numbers, ...inFile }))
  const [all, most] = beside
  const isRepeated = all !== undefined && rows >= fewestRows && all.recent * 2 > payable
  if (all && most && !isRepeated) {
    const { line, batchId, heldLine } = most
    const alike = { rows: all.rows, line, batchId, heldLine }
    warnings.push(wordAlike ? wordAlike(alike) : say('stored.alike', { n: alike.rows, line, batchId, heldLine }))
  }
  if (same) {
    const paid = same.purged ? null : await findPaid(client, candidates, payable, { same: same.batchNo })
    const what = paid ? paidAlready(paid, payable, inUse) : say('stored.paid_purged')
    return { ...ofSameFile(same, what), repeated: repeatedOf(same, paid), warnings }
  }
  if (!isRepeated || !most) return { ...ofForgotten(forgotten, payable, likely), warnings }
  const paid = await findPaid(client, candidates, payable, { most: most.batchNo })
  return { ...ofAlike(most, paid, likely, { of: payable, period: batch.period }), warnings }
}

/** That an approver rejected the same bytes, or cells, and why. Whoever approves them now may be another. */
async function rejectedBefore(
  client: PoolClient,
  { sha256, cellsSha256 = null }: FileFacts,
  { sandbox }: Pick<BatchToStore, 'sandbox'>,
): Promise<Sentence[]> {
  const { rows } = await client.query<{ batchId: string; name: string; by: string; at: Date; note: string | null }>(
    `select b.id as "batchId", b.name, e.actor as by, e.at, e.note
       from payrun.batches b
       join payrun.batch_events e on e.batch_no = b.batch_no and e.to_state = 'cancelled'
      where (b.file_sha256 = $1 or b.cells_sha256 = $2)
        and b.sandbox = $3
        and b.state = 'cancelled'
        and b.reason = 'rejected'
      order by b.batch_no desc
      limit 1`,
    [sha256, cellsSha256, sandbox],
  )
  return rows.map(({ at, note, ...told }) => {
    const before = { ...told, when: moment(at) }
    return note === null
      ? say('stored.rejected_before', before)
      : say('stored.rejected_before_because', { ...before, note })
  })
}

/** That the period is probably another one, written otherwise: its references are paid again. What a schedule pays has its own way. */
async function ofPeriodLike(
  client: PoolClient,
  { period, sandbox, run }: Pick<BatchToStore, 'period' | 'sandbox' | 'run'>,
): Promise<Sentence[]> {
  if (period === null || run) return []
  const [like] = await readPeriodsLike(client, { sandbox, period })
  return like ? [say('stored.period_like', { ...like, period, other: like.period })] : []
}

function ofSameFile(
  { batchId, name, createdAt, period }: SameFile,
  paid: Sentence,
): Pick<Repeats, 'refusal' | 'again'> {
  const before = { batchId, name, when: moment(createdAt), paid }
  if (period === null)
    return {
      refusal: say('stored.same_file_without_period', before),
      again: say('stored.same_file_without_period_again', before),
    }
  const ofPeriod = { ...before, period }
  return {
    refusal: say('stored.same_file_of_period', ofPeriod),
    again: say('stored.same_file_of_period_again', ofPeriod),
  }
}

/** Under the period of the batch before it, what is paid there is refused row by row: the file may be the same payroll. */
function ofAlike(
  { batchId, name, period: held, createdAt, recent }: Alike,
  paid: Paid,
  likely: readonly OtherPeriod[],
  { of, period }: { of: number; period: string | null },
): Omit<Repeats, 'warnings'> {
  const repeated = say('stored.repeated', {
    ...{ of: count(of), same: count(recent), batchId, name, when: moment(createdAt) },
    held: held === null ? say('stored.no_period') : say('stored.period', { period: held }),
    ...toldPaid(paid),
  })
  const helps = paid.ofReference * 2 > recent && held !== period && areIn(held, likely)
  return { ...advised(repeated, held, helps), repeated: repeatedOf({ batchId }, paid) }
}

/** Two periods that are given are never compared: what another one holds would be paid again under this one. */
const areIn = (period: string | null, likely: readonly OtherPeriod[]): boolean =>
  likely.every(({ heldPeriod }) => heldPeriod === period)

/** @param helps whether giving this period, or none, is how to pay only what is not paid yet */
function advised(repeated: Sentence, period: string | null, helps: boolean): Pick<Repeats, 'refusal' | 'again'> {
  const again = say('stored.repeats_batch_again', { repeated })
  if (!helps) return { refusal: say('stored.repeats_batch', { repeated }), again }
  const refusal =
    period === null ? say('stored.repeats_no_period', { repeated }) : say('stored.repeats_period', { repeated, period })
  return { refusal, again }
}

/** By the batch that has most of them. */
function ofForgotten(
  forgotten: readonly OtherPeriod[],
  of: number,
  likely: readonly OtherPeriod[],
): Omit<Repeats, 'warnings'> {
  const [most] = [...Map.groupBy(forgotten, ({ batchId }) => batchId).values()].sort((a, b) => b.length - a.length)
  if (!most) return { refusal: null, again: null }
  const { batchId, name, createdAt, heldPeriod: period } = most[0]!
  const lines = most.map(({ line }) => line)
  const repeated = say('stored.references_held', {
    ...{ rows: count(most.length), of: count(of), batchId, name, when: moment(createdAt) },
    held: period === null ? say('stored.no_period') : say('stored.period', { period }),
    lines: linesTold(lines, most.length),
  })
  return {
    ...advised(repeated, period, areIn(period, likely)),
    repeated: repeatedOf({ batchId }, { rows: most.length, lines }),
  }
}

/** A batch that had the same bytes; of workbooks, the same cells. */
export interface SameFile {
  batchNo: number
  batchId: string
  name: string
  createdAt: Date
  period: string | null
  /** Its rows have no numbers any more. */
  purged: boolean
  /** `--allow-duplicates` lets it through: it was another period's, and not of the same scheduled folder. */
  isOtherPeriod: boolean
}

/**
 * The same file in whatever period, but for the batches of a schedule's other planned times; for a file of a schedule's folder
 * also what that folder has had, whatever it was called. A cancelled batch counts in another period only, and if some of it
 * may have been paid: its own period tells that row by row.
 *
 * @param purged by which it may be a purged batch's file
 */
export async function findSameFile(
  client: PoolClient,
  { sha256, cellsSha256 = null }: FileFacts,
  { period, sandbox, run }: BatchToStore,
  purged: SlowHashes | undefined,
): Promise<SameFile | undefined> {
  const values = [
    sha256,
    period,
    sandbox,
    run?.inFolder ? run.scheduleNo : null,
    run?.scheduleNo ?? null,
    run?.planned ?? null,
    cellsSha256,
    purged?.file ?? null,
    purged?.cells ?? null,
  ]
  const { rows } = await client.query<SameFile>({ ...sameFile, values })
  return rows[0]
}

type SlowHashes = Record<'file' | 'cells', Buffer | null>

/** Made before anything is locked, since they take about 0.1 s each. @returns undefined if no batch was purged */
export async function slowHashes(
  client: PoolClient,
  { sha256, cellsSha256 = null }: FileFacts,
): Promise<SlowHashes | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select id
       from payrun.installation
      where exists (
              select from payrun.batches where purged_at is not null
                 and coalesce(purged_file, purged_cells) is not null
            )`,
  )
  const [ledger] = rows
  if (!ledger) return undefined
  return { file: await slowHash(sha256, ledger.id), cells: await slowHash(cellsSha256, ledger.id) }
}

const costly: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }

/**
 * By which a purged batch recognizes its file. Who guesses at a phone number in it needs as long for each guess.
 *
 * @param ledgerId as in payrun.installation: what was guessed for one ledger is of no use for another
 * @returns 32 bytes; null of null
 */
export const slowHash = async (sha256: string | null, ledgerId: string): Promise<Buffer | null> =>
  sha256 === null
    ? null
    : promisify<string, string, number, ScryptOptions, Buffer>(scrypt)(sha256, ledgerId, 32, costly)

/** Planning it takes far longer than looking: prepared, it is planned once for a connection. */
const sameFile = {
  name: 'payrun-same-file',
  text: `
select f.batch_no as "batchNo", f.id as "batchId", f.name, f.created_at as "createdAt", f.period,
       f.purged_at is not null as purged,
       not f.same_period and not f.same_folder as "isOtherPeriod"
  from (
    select b.*,
           coalesce(b.period, '') = coalesce($2, '') and b.state <> 'cancelled' as same_period,
           exists (
             select from payrun.schedule_runs r
               join payrun.schedules s using (schedule_no)
              where r.batch_no = b.batch_no
                and r.in_folder
                and ${stands}
                and s.path = (
                  select o.path from payrun.schedules o where o.schedule_no = $4
                )
           ) as same_folder,
           coalesce(b.period, '') <> coalesce($2, '')
             and not ${isOtherRunOf('$5', '$6')}
             and (
               b.state <> 'cancelled'
               or exists (
                 select from payrun.payouts p where p.batch_no = b.batch_no and p.holds_key
               )
             ) as other_period
      from payrun.batches b
     where (
             b.file_sha256 = $1
             or b.cells_sha256 = $7
             or b.purged_at is not null and b.purged_file = $8
             or b.purged_cells = $9
           )
       and b.sandbox = $3
  ) f
 where f.same_period or f.same_folder or f.other_period
 order by f.same_period or f.same_folder desc, f.batch_no
 limit 1`,
}

/** The id of the latest batch that was submitted from a file of these bytes. */
export async function findByFile({ pool }: Ledger, sha256: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from payrun.batches where file_sha256 = $1 order by batch_no desc limit 1',
    [sha256],
  )
  return rows[0]?.id
}
