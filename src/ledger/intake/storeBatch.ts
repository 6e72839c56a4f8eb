import type { PoolClient } from 'pg'
import type { Decided } from '../../payout/decided.ts'
import { newBatchId } from '../../payout/keys.ts'
import type { LimitTable } from '../../payout/operators/operator.ts'
import { type Problem, withoutAdvice } from '../../payout/problem.ts'
import { type Sentence, say, storedJson } from '../../words/sentence.ts'
import { readToBePaid, type ToBePaid } from '../batches/toBePaid.ts'
import { type PayoutTotals, totalPayouts } from '../batches/totals.ts'
import { isUniqueViolation, type Ledger } from '../connection/ledger.ts'
import { whyNoSubmission } from '../past/judgePast.ts'
import { findCalledNotPaid } from '../people/calledNotPaid.ts'
import { lookAtPeople, type PeopleFound } from '../people/lookAtPeople.ts'
import { findOtherPeriods, leftOf, type OtherPeriod, toldOf } from '../people/sameReference.ts'
import {
  peopleByPolicy,
  peopleInAll,
  readWarningRules,
  recordWarnings,
  type WarnedOf,
  type WarningRules,
} from '../policy/policy.ts'
import { whyOtherClocks } from '../policy/windows.ts'
import { type BatchOfRun, findBatchOfRun } from '../schedules/scheduleRuns.ts'
import { standsToRun } from '../schedules/schedules.ts'
import {
  findBarred,
  findInUse,
  heldElsewhere,
  type InUse,
  type InUseColumns,
  payableOnly,
  problemOf,
  wrongToo,
} from './findInUse.ts'
import { findAlike, findAlikeInFile, findCandidates, isWorthSharing, noneAlike } from './findRepeats.ts'
import { findReported, followReported, takeKeysOfReported } from './findReported.ts'
import { type BatchToStore, type FileFacts, insertBatches, type RowToStore } from './insertBatch.ts'
import { findSameFile, type Repeats, type SameFile, slowHashes, tellRepeats, type WordAlike } from './repeats.ts'
import { lookTwice, type Staged, stageRows } from './stageRows.ts'

export interface StoreOptions {
  allowDuplicates: boolean
  /** Rows that are found in use become invalid, and the others are paid. Otherwise the file is refused. */
  skipInvalid: boolean
  /** The file's columns under which the ledger's problems are reported. */
  columnOf: InUseColumns
  /** Words such a problem for somebody who gave no file. */
  wordInUse?: ((use: InUse) => Problem) | undefined
  wordAlike?: WordAlike | undefined
  /** Only look: nothing is stored, and no intake is waited for or held up. Called before `accept` with what would be paid. */
  look?: ((toBePaid: ToBePaid) => void) | undefined
  /** What operators pay to one number in a day; left out: people are not looked at. */
  limits?: LimitTable | undefined
  /** Whether no two payable rows pay the same number, once they have been read; left out: not known. */
  numbersDiffer?: (() => boolean) | undefined
  /** Decides before the commit: false rolls everything back. */
  accept(judged: JudgedFile): boolean | Accepted
}

/** What the ledger found of a file, and what would be paid of it. */
export interface JudgedFile {
  /** Rows that it can't take: their payouts are in other batches, or they are too much like others. */
  inUse: Problem[]
  payable: PayoutTotals
  repeats: Repeats
  /** Null: nobody looked at its people. */
  people: PeopleFound | null
  /** How many people the policy asks for, the submitter among them. */
  peopleByPolicy: number
  /** As they are once no other intake is under way: reading the file may have taken minutes. */
  rules: WarningRules
}

/** What the submitter was warned of and lets through. `oneMore`: because of it, one more person has to approve. */
export interface Accepted {
  warned: WarnedOf | null
  oneMore: boolean
  /** What they decided about the file; left out: there is no file. */
  decided?: Decided
}

export type Stored =
  /** `invalidated`: valid rows of the file that the ledger turned into invalid ones (with skipInvalid). */
  | { kind: 'stored'; batchId: string; batchNo: number; invalidated: number }
  | { kind: 'same_file'; batchId: string; createdAt: Date }
  /** The schedule's planned time has its batch already: it ran twice, late, or again by hand. */
  | ({ kind: 'already_run' } & BatchOfRun)
  /** The ledger went back in time, and what it lacks might be paid again; it can't keep the batch's hours; or its schedule was stopped. */
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
 * Store a whole file in one transaction: every row or nothing.
 *
 * Crash window: if the process is killed before the commit, there is no batch (the staging table goes with the session). If it is killed
 * after it, the batch is `running` with open chunks and the sweep enqueues them.
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
    const stored = await judgeStaged(ledger, client, batch, facts(), options, all)
    await client.query(stored.kind === 'stored' ? 'commit' : 'rollback')
    return stored
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    // Two processes with the same bytes passed the look-up at the same moment: the index lets one through.
    if (isUniqueViolation(error)) {
      const same = await findSameFile(client, facts(), batch, undefined)
      if (same) return sameFile(same)
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** Rows that are only looked at, without what the ledger would keep: that is half of their data. Who stands in a wrong one is found by its cells. */
async function* toLookAt(groups: AsyncIterable<readonly RowToStore[]>): AsyncGenerator<RowToStore[]> {
  for await (const rows of groups)
    yield rows.map((row) =>
      row.payable ? { ...row, cells: [], problems: [] } : { ...row, problems: row.problems.filter(isToldInUse) },
    )
}

/** The only problem of the file's own that decides which rows are looked up. */
const isToldInUse = ({ code }: Problem): boolean => code === 'reference_in_use'

/** Judges the staged rows, and puts them into the ledger if they are accepted. The caller commits, or rolls back. */
async function judgeStaged(
  ledger: Ledger,
  client: PoolClient,
  batch: BatchToStore,
  facts: FileFacts,
  options: StoreOptions,
  all: Staged,
): Promise<Stored> {
  const purged = await slowHashes(client, facts)
  if (!options.look) await lockIntake(client)
  const recovering = await whyNoSubmission(client)
  if (recovering) return { kind: 'barred', ...recovering }
  const before = batch.run && (await findBatchOfRun(client, batch.run, facts))
  if (before) return { kind: 'already_run', ...before }
  // Reading a file may take minutes, and a person may have stopped its schedule meanwhile.
  if (batch.run && !(await standsToRun(client, batch.run)))
    return { kind: 'barred', isFenced: false, message: say('commands.schedule_stopped_meanwhile') }
  const same = await findSameFile(client, facts, batch, purged)
  if (same && !same.isOtherPeriod) return sameFile(same)
  // Whoever only looks is told where the hours are entered.
  const clocks =
    batch.hours && !options.look && (await whyOtherClocks(client, batch.hours.zone, batch.startAt ?? new Date()))
  if (clocks) return { kind: 'barred', isFenced: false, message: clocks }
  const { limits, wordAlike, look, numbersDiffer = () => false } = options
  const candidates = await findCandidates(client, batch, all)
  const [beside, { problems, staged, inFile, people, likely, forgotten }] = await lookTwice(
    ledger,
    client,
    isWorthSharing(candidates, all) ? all.payable : 0,
    (lent) => findAlike(lent, batch, all, candidates, numbersDiffer()),
    async () => {
      const elsewhere = await findOtherPeriods(client, batch, all.payable)
      const likely = elsewhere.filter(({ isLikely }) => isLikely)
      // Of most rows, it says something of the file: another period is to be given, or none.
      const isOfFile = !options.wordInUse && likely.length * 2 > all.payable
      const problems = await findProblems(client, batch, options, all, isOfFile ? [] : likely)
      const forgotten = isOfFile ? leftOf(likely, problems) : []
      // Without skipInvalid the file is refused, and still told what could be paid of it.
      if (problems.length > 0) await invalidate(client, problems, options.skipInvalid && !look)
      const toBePaid = look && (await readToBePaid(client, { of: 'staging', sandbox: batch.sandbox }))
      if (toBePaid) look(toBePaid)
      const staged = toBePaid ?? (await totalPayouts(client, `staging where state = 'pending'`))
      const changed = staged.rows < all.payable
      // If each row pays another number, no two are alike.
      const inFile = numbersDiffer() ? noneAlike : await findAlikeInFile(client)
      const found = limits ? await lookAtPeople(client, batch, { ...all, payable: staged.rows }, limits) : null
      const calledNotPaid = await findCalledNotPaid(client, batch.sandbox, [batch.period])
      const people = found && { ...found, calledNotPaid, otherPeriods: toldOf(elsewhere, problems) }
      return { problems, changed, staged, inFile, people, likely, forgotten }
    },
  )
  const inUse = new Set(problems.map(({ line }) => line)).size
  const counted = { rows: all.rows, payable: staged.rows, inUse }
  const found = { inFile, beside, candidates, same, facts, likely, forgotten }
  const repeats = await tellRepeats(client, batch, found, counted, wordAlike)
  const byPolicy = await peopleByPolicy(client, staged.totals)
  const rules = await readWarningRules(client)
  const word = options.accept({ inUse: problems, payable: staged, repeats, people, peopleByPolicy: byPolicy, rules })
  const accepted = word === true ? unwarned : word
  if (!accepted || options.look) return { kind: 'refused', inUse: problems }
  const id = newBatchId()
  // Never fewer people than were asked for just now, if the policy is changed at this moment.
  const peopleNeeded = peopleInAll(batch.peopleNeeded ?? 1, byPolicy, accepted.oneMore)
  const whole = { ...batch, peopleNeeded, decided: accepted.decided ?? batch.decided ?? null }
  const [batchNo] = await insertBatches(client, [{ id, batch: whole, facts, line: 0 }], false)
  if (batchNo === undefined) throw new Error(`the batch ${id} has no number`)
  const { warned } = accepted
  if (warned) await recordWarnings(client, [{ batchNo, deed: 'submitted', actor: batch.actor, warned }])
  return { kind: 'stored', batchId: id, batchNo, invalidated: all.payable - staged.rows }
}

const unwarned: Accepted = { warned: null, oneMore: false }

const sameFile = ({ batchId, createdAt }: SameFile): Stored => ({ kind: 'same_file', batchId, createdAt })

/**
 * What the ledger knows against the staged rows, one problem a row, in the file's order.
 *
 * @param likely rows whose reference another period most likely holds for the same payment
 */
export async function findProblems(
  client: PoolClient,
  batch: BatchToStore,
  { allowDuplicates, wordInUse, columnOf }: Pick<StoreOptions, 'allowDuplicates' | 'wordInUse' | 'columnOf'>,
  { rows, payable, hasReported, hasReferences }: Pick<Staged, 'rows' | 'payable' | 'hasReported' | 'hasReferences'>,
  likely: readonly OtherPeriod[],
): Promise<Problem[]> {
  // A file without a problem of its own, and a payout without a file, only have payable rows to look up.
  const looked = rows === payable || wordInUse ? payableOnly : wrongToo
  const refused = hasReported ? await followReported(client) : null
  if (refused) await takeKeysOfReported(client, batch.sandbox)
  const inUse = await findInUse(client, { allowDuplicates, hasReferences }, batch, looked)
  const uses = withoutLines(allowDuplicates ? [] : heldElsewhere(likely), inUse)
  const barred = await findBarred(client, allowDuplicates, columnOf, looked)
  const problems = withoutLines(uses.map(wordInUse ?? ((use) => problemOf(use, columnOf))), barred)
  if (!refused) return problems
  const reported = await findReported(client, batch.sandbox, looked, refused)
  return withoutLines(problems, reported)
}

/** One finding per row, in the file's order: that of the second list if both have one. */
function withoutLines<Each extends { line: number }>(problems: readonly Each[], others: readonly Each[]): Each[] {
  const lines = new Set(others.map(({ line }) => line))
  return [...problems.filter(({ line }) => !lines.has(line)), ...others].sort((a, b) => a.line - b.line)
}

/** Numbers chunks as rows come: each operator fills its own, and chunks are numbered in the order of their first rows. */
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
 * Make staged rows invalid.
 *
 * @param keeps whether the ledger is to keep the problems, too. If somebody only looks, their texts would be most of the data; the rows themselves
 *   stay, since what is found of the others depends on how many there are
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

/** The problems as the ledger keeps them: for each row, the one that was found, and then the file's own. */
async function withOwn(client: PoolClient, problems: readonly Problem[]): Promise<string[]> {
  const { rows } = await client.query<{ line: number; own: Problem[] }>(
    'select line, problems as own from staging where line = any ($1) and problems is not null',
    [problems.map(({ line }) => line)],
  )
  const ownOf = new Map(rows.map(({ line, own }) => [line, own]))
  return problems.map((problem) => storedJson([problem, ...(ownOf.get(problem.line) ?? []).map(withoutAdvice)]))
}
