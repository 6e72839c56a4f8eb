import type { PoolClient } from 'pg'
import type { Decided } from '../../payout/decided.ts'
import { newBatchId } from '../../payout/keys.ts'
import type { LimitTable } from '../../payout/operators/operator.ts'
import { type Problem, withoutAdvice } from '../../payout/problem.ts'
import { type Sentence, storedJson } from '../../words/sentence.ts'
import { isUniqueViolation, type Ledger } from '../connection/ledger.ts'
import { whyNoSubmission } from '../past/gap.ts'
import { lookAtPeople, type PeopleFound } from '../people/lookAtPeople.ts'
import { recordWarnings, type WarnedOf } from '../people/warnings.ts'
import { peopleNeeded } from '../policy/accountPolicy.ts'
import { whyOtherClocks } from '../policy/clocks.ts'
import { findBatchOfRun } from '../schedules/scheduleRuns.ts'
import { findBarred, findInUse, type InUse, type InUseColumns, payableOnly, problemOf, wrongToo } from './findInUse.ts'
import { findAlike, findAlikeInFile, findCandidates, isWorthSharing, noneAlike } from './findRepeats.ts'
import { findReported, takeKeysOfReported } from './findReported.ts'
import { findSameFile, type SameFile } from './findSameFile.ts'
import { type BatchToStore, type FileFacts, insertBatches, type RowToStore } from './insertBatch.ts'
import { type Repeats, tellRepeats, type WordAlike } from './repeats.ts'
import { lookTwice, type Staged, stageRows } from './stageRows.ts'
import { type PayoutTotals, readToBePaid, type ToBePaid, totalPayouts } from './toBePaid.ts'

export interface StoreOptions {
  allowDuplicates: boolean
  /** Rows that are found in use become invalid, and the others are paid. Otherwise they refuse the file. */
  skipInvalid: boolean
  /** The file's columns that a problem of the ledger's is reported under. */
  columnOf: InUseColumns
  /** Words such a problem for somebody who gave no file. */
  wordInUse?: ((use: InUse) => Problem) | undefined
  wordAlike?: WordAlike | undefined
  /** Where somebody only looks: is told what would be paid, before `accept`. Nothing is stored; it waits for no intake, and none for it. */
  look?: ((toBePaid: ToBePaid) => void) | undefined
  /** What the operators pay in a day to one number; left out: nobody looks at the people. */
  limits?: LimitTable | undefined
  /** Whether no two payable rows pay one number, once they have been read; left out: nobody has seen to it. */
  numbersDiffer?: (() => boolean) | undefined
  /** Has the last word before the commit, knowing what the ledger found and what would be paid: false rolls all back. */
  accept(inUse: Problem[], staged: PayoutTotals, repeats: Repeats, people: PeopleFound | null): boolean | Accepted
}

/** What whoever submits it was warned of and lets through. `oneMore`: for that, one more person has to approve it. */
export interface Accepted {
  warned: WarnedOf | null
  oneMore: boolean
  /** What they decided about the file; left out: it is none. */
  decided?: Decided
}

export type Stored =
  /** `invalidated`: valid rows of the file that the ledger turned into invalid ones (with skipInvalid). */
  | { kind: 'stored'; batchId: string; batchNo: number; invalidated: number }
  | { kind: 'same_file'; batchId: string; createdAt: Date }
  /** The schedule's planned time has its batch already: fired twice, late, or once more by hand. */
  | { kind: 'already_run'; batchId: string }
  /** The ledger went back in time, and what it lacks might be paid once more; or it can't keep to the batch's hours. */
  | { kind: 'barred'; isFenced: boolean; message: Sentence }
  | { kind: 'refused'; inUse: Problem[] }

/** Rows of one chunk: one batch, one operator (docs/design.md, "Parts"). */
const chunkRows = 200

export const intakeLock = 0x70617969

/**
 * Intakes and retries take keys one after the other, so that two files with one reference can't both pass the check. Behind a file
 * of millions of rows, this waits for minutes, and rightly so.
 */
export async function lockIntake(client: PoolClient): Promise<void> {
  await client.query(`set local lock_timeout = 0; select pg_advisory_xact_lock(${intakeLock})`)
}

/**
 * Put a whole file into the ledger, in one transaction: every row of it or nothing.
 *
 * Crash window: killed before the commit, there is no batch (the staging table goes with the session). Killed after it,
 * the batch is `running` with open chunks and the sweep enqueues them.
 */
export async function storeBatch(
  ledger: Ledger,
  batch: BatchToStore,
  rows: AsyncIterable<readonly RowToStore[]>,
  facts: () => FileFacts,
  options: StoreOptions,
): Promise<Stored> {
  const client = await ledger.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const all = await stageRows(client, options.look ? toLookAt(rows) : rows, chunkNumbers())
    const stored = await commitStaged(ledger, client, batch, facts(), options, all)
    await client.query(stored.kind === 'stored' ? 'commit' : 'rollback')
    return stored
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    // Two processes with the same bytes, past the look-up at the same moment: the index lets one through.
    if (isUniqueViolation(error)) {
      const same = await findSameFile(client, facts(), batch)
      if (same) return sameFile(same)
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** Rows that are only looked at, without what is for the ledger to keep: that is half of what goes to it. */
async function* toLookAt(groups: AsyncIterable<readonly RowToStore[]>): AsyncGenerator<RowToStore[]> {
  for await (const rows of groups)
    yield rows.map((row) => ({ ...row, cells: [], problems: row.payable ? [] : row.problems.filter(isToldInUse) }))
}

/** Of what the file says, that decides which rows are looked up. */
const isToldInUse = ({ code }: Problem): boolean => code === 'reference_in_use'

async function commitStaged(
  ledger: Ledger,
  client: PoolClient,
  batch: BatchToStore,
  facts: FileFacts,
  options: StoreOptions,
  all: Staged,
): Promise<Stored> {
  if (!options.look) await lockIntake(client)
  const recovering = await whyNoSubmission(client)
  if (recovering) return { kind: 'barred', ...recovering }
  const before = batch.run && (await findBatchOfRun(client, batch.run))
  if (before) return { kind: 'already_run', batchId: before }
  const same = await findSameFile(client, facts, batch)
  if (same && !same.isOtherPeriod) return sameFile(same)
  // Whoever only looks still has to see where hours are typed.
  const clocks =
    batch.hours && !options.look && (await whyOtherClocks(client, batch.hours.zone, batch.startAt ?? new Date()))
  if (clocks) return { kind: 'barred', isFenced: false, message: clocks }
  const { limits, wordAlike, look, numbersDiffer = () => false } = options
  const candidates = await findCandidates(client, batch, all)
  const [beside, { problems, staged, inFile, people }] = await lookTwice(
    ledger,
    client,
    isWorthSharing(candidates, all) ? all.payable : 0,
    (lent) => findAlike(lent, batch, all, candidates, numbersDiffer()),
    async () => {
      const problems = await findProblems(client, batch, options, all)
      // Without skipInvalid the file is refused, and told what could be paid of it all the same.
      if (problems.length > 0) await invalidate(client, problems, options.skipInvalid && !look)
      const toBePaid = look && (await readToBePaid(client, { of: 'staging', sandbox: batch.sandbox }))
      if (toBePaid) look(toBePaid)
      const staged = toBePaid ?? (await totalPayouts(client, `staging where state = 'pending'`))
      const changed = staged.rows < all.payable
      // Where each row pays another number, none is like another.
      const inFile = numbersDiffer() ? noneAlike : await findAlikeInFile(client)
      const people = limits ? await lookAtPeople(client, batch, { ...all, payable: staged.rows }, limits) : null
      return { problems, changed, staged, inFile, people }
    },
  )
  const counted = { rows: all.rows, payable: staged.rows }
  const repeats = await tellRepeats(client, batch, { inFile, beside, candidates, same }, counted, wordAlike)
  const word = options.accept(problems, staged, repeats, people)
  const accepted = word === true ? unwarned : word
  if (!accepted || options.look) return { kind: 'refused', inUse: problems }
  const id = newBatchId()
  const approvalsNeeded = await approvalsOf(client, batch, staged, accepted)
  const whole = { ...batch, approvalsNeeded, decided: accepted.decided ?? batch.decided ?? null }
  const [batchNo] = await insertBatches(client, [{ id, batch: whole, facts, line: 0 }], false)
  if (batchNo === undefined) throw new Error(`the batch ${id} has no number`)
  const { warned } = accepted
  if (warned) await recordWarnings(client, [{ batchNo, deed: 'submitted', actor: batch.actor, warned }])
  return { kind: 'stored', batchId: id, batchNo, invalidated: all.payable - staged.rows }
}

/** One more than the policy and whoever submits ask for, where a warning asks for one more. */
export async function approvalsOf(
  client: PoolClient,
  { approvalsNeeded = 1 }: BatchToStore,
  { totals }: PayoutTotals,
  { oneMore }: Accepted,
): Promise<number> {
  if (!oneMore) return approvalsNeeded
  return Math.min(mostPeople, Math.max(approvalsNeeded, await peopleNeeded(client, totals)) + 1)
}

const unwarned: Accepted = { warned: null, oneMore: false }

/** As the table of batches has it. */
const mostPeople = 9

const sameFile = ({ batchId, createdAt }: SameFile): Stored => ({ kind: 'same_file', batchId, createdAt })

/** What the ledger knows against the staged rows, one problem a row, in the file's order. */
export async function findProblems(
  client: PoolClient,
  batch: BatchToStore,
  { allowDuplicates, wordInUse, columnOf }: Pick<StoreOptions, 'allowDuplicates' | 'wordInUse' | 'columnOf'>,
  { rows, payable, hasReported, hasReferences }: Pick<Staged, 'rows' | 'payable' | 'hasReported' | 'hasReferences'>,
): Promise<Problem[]> {
  // Nothing more is asked of a file without a problem, nor of somebody who gave no file, but typed a payout.
  const looked = rows === payable || wordInUse ? payableOnly : wrongToo
  if (hasReported) await takeKeysOfReported(client, batch.sandbox)
  const inUse = await findInUse(client, { allowDuplicates, hasReferences }, batch, looked)
  const barred = await findBarred(client, allowDuplicates, columnOf, looked)
  const problems = withoutLines(inUse.map(wordInUse ?? ((use) => problemOf(use, columnOf))), barred)
  if (!hasReported) return problems
  const reported = await findReported(client, batch.sandbox, looked)
  return withoutLines(problems, reported)
}

/** One problem a row, in the file's order: that of the second list where both have one. */
function withoutLines(problems: readonly Problem[], others: readonly Problem[]): Problem[] {
  const lines = new Set(others.map(({ line }) => line))
  return [...problems.filter(({ line }) => !lines.has(line)), ...others].sort((a, b) => a.line - b.line)
}

/** Numbers chunks as rows come: each operator fills its own, and chunks count up in the order of their first row. */
function chunkNumbers(): (operator: string) => number {
  const open = new Map<string, { chunkNo: number; rows: number }>()
  let last = 0
  return (operator) => {
    let chunk = open.get(operator)
    if (!chunk || chunk.rows === chunkRows) {
      last += 1
      chunk = { chunkNo: last, rows: 0 }
      open.set(operator, chunk)
    }
    chunk.rows += 1
    return chunk.chunkNo
  }
}

/**
 * `keeps`: the ledger is to keep the problems, too. Where somebody only looks, their texts are most of what would go to it; the rows
 * stay, as what is found of the others depends on how many there are.
 */
async function invalidate(client: PoolClient, problems: Problem[], keeps: boolean): Promise<void> {
  const told = keeps ? await withOwn(client, problems) : []
  await client.query(
    `update staging s
        set state = 'invalid', problems = p.problem
       from unnest($1::int[], $2::jsonb[]) as p (line, problem)
      where s.line = p.line`,
    [problems.map(({ line }) => line), told],
  )
}

/** As the ledger keeps it: of each row the problem that was found, and then those of the file's own. */
async function withOwn(client: PoolClient, problems: readonly Problem[]): Promise<string[]> {
  const { rows } = await client.query<{ line: number; own: Problem[] }>(
    'select line, problems as own from staging where line = any ($1) and problems is not null',
    [problems.map(({ line }) => line)],
  )
  const ownOf = new Map(rows.map(({ line, own }) => [line, own]))
  return problems.map((problem) => storedJson([problem, ...(ownOf.get(problem.line) ?? []).map(withoutAdvice)]))
}
