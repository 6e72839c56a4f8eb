import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newBatchId } from '../payout/batchId.ts'
import type { Payable } from '../payout/payable.ts'
import type { Problem } from '../payout/problem.ts'
import { stateWord } from '../payout/stateWord.ts'
import { t } from '../words/t.ts'
import { copyLine } from './copyLine.ts'
import { isUniqueViolation } from './faults.ts'
import { findInUse, type InUse } from './findInUse.ts'
import { insertBatch } from './insertBatch.ts'
import type { Ledger } from './ledger.ts'
import { findBatchOfRun, insertBatchRun, type PlannedRun, stands } from './scheduleRuns.ts'

/** A checked row of a file on its way into the ledger. `payable: null` for a row that failed a check. */
export interface RowToStore {
  line: number
  cells: readonly (string | null)[]
  payable: Payable | null
  reference: string | null
  /** The idempotency key, 32 hex characters; null for a row without one because it is invalid. */
  key: string | null
  problems: readonly Problem[]
}

export interface BatchToStore {
  name: string
  period: string | null
  sandbox: boolean
  maxUnknown: number
  reportPath: string | null
  reportFormat: string
  fileName: string
  /** Who submits, for the batch's history, as they call themselves; else their login name. */
  actor: string
  /** Their login name, where it differs. */
  login?: string
  /** 2: nothing of it is paid before a second person has approved it. Left out: 1. */
  approvalsNeeded?: number
  /** Nothing of it is paid before. */
  startAt?: Date | null
  /** The planned time of a schedule that it is the batch of: put in together with it. */
  run?: PlannedRun | null
}

/** Known only when the last row has been read. */
export interface FileFacts {
  sha256: string
  columns: readonly string[]
}

export interface StoreOptions {
  allowDuplicates: boolean
  /** Rows that are found in use become invalid, and the others are paid. Otherwise they refuse the file. */
  skipInvalid: boolean
  /** The file's columns that a problem of the ledger's is reported under. */
  columnOf: { reference(): string; phone(): string }
  /** Words such a problem for somebody who gave no file. */
  wordInUse?: ((use: InUse) => Problem) | undefined
  /** Has the last word before the commit, knowing what the ledger found and what would be paid: false rolls all back. */
  accept(inUse: Problem[], staged: StagedTotals): boolean
}

/** What would be paid: rows, and minor units by currency. */
export interface StagedTotals {
  rows: number
  totals: Map<string, bigint>
}

export type Stored =
  /** `invalidated`: valid rows of the file that the ledger turned into invalid ones (with skipInvalid). */
  | { kind: 'stored'; batchId: string; batchNo: number; invalidated: number }
  | { kind: 'same_file'; batchId: string; createdAt: Date }
  /** The schedule's planned time has its batch already: fired twice, late, or once more by hand. */
  | { kind: 'already_run'; batchId: string }
  | { kind: 'refused'; inUse: Problem[] }

/** Rows of one chunk: one batch, one operator (architecture, "A chunk"). */
export const chunkRows = 200

/** Intakes commit one after the other, so that two files with one reference can't both pass the check. */
export const intakeLock = 0x70617969

/**
 * Put a whole file into the ledger, in one transaction: every row of it or nothing.
 *
 * Crash window: killed before the commit, there is no batch (the staging table goes with the session). Killed after it,
 * the batch is `running` with open chunks and the sweep rings for them.
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
    await client.query(stagingSql)
    await copyRows(client, rows)
    const stored = await commitStaged(client, batch, facts(), options)
    await client.query(stored.kind === 'stored' ? 'commit' : 'rollback')
    return stored
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    // Two processes with the same bytes, past the look-up at the same moment: the index lets one through.
    if (isUniqueViolation(error)) {
      const same = await findSameFile(client, facts().sha256, batch)
      if (same) return same
    }
    throw error
  } finally {
    client.release(broken)
  }
}

async function commitStaged(
  client: PoolClient,
  batch: BatchToStore,
  facts: FileFacts,
  options: StoreOptions,
): Promise<Stored> {
  // Behind a file of millions of rows, this waits for minutes, and rightly so.
  await client.query('set local lock_timeout = 0')
  await client.query('select pg_advisory_xact_lock($1)', [intakeLock])
  const before = batch.run && (await findBatchOfRun(client, batch.run))
  if (before) return { kind: 'already_run', batchId: before }
  const same = await findSameFile(client, facts.sha256, batch)
  if (same) return same
  const inUse = await findInUse(client, options.allowDuplicates, batch.sandbox)
  const problems = inUse.map(options.wordInUse ?? ((use) => problemOf(use, options.columnOf)))
  if (problems.length > 0 && options.skipInvalid) await invalidate(client, problems)
  if (!options.accept(problems, await stagedTotals(client))) return { kind: 'refused', inUse: problems }
  const id = newBatchId()
  const batchNo = await insertBatch(client, id, batch, facts)
  if (batch.run) await insertBatchRun(client, batch.run, batchNo)
  await client.query(`insert into payrun.chunks (batch_no, chunk_no, operator, rows, first_line, last_line, totals)
    select ${batchNo}, chunk_no, min(operator), sum(rows), min(first_line), max(last_line),
           array_agg(('pending', currency, rows, minor)::payrun.total)
      from (select chunk_no, currency, min(operator) as operator, count(*)::int as rows, min(line) as first_line, max(line) as last_line,
                   sum(amount_minor) as minor from staging where state = 'pending' group by chunk_no, currency) s group by chunk_no`)
  await client.query(`insert into payrun.payouts
      (batch_no, line, chunk_no, state, holds_key, operator, phone, currency, amount_minor, name, reference, payout_key, problems, cells, head)
    select ${batchNo}, line, case when state = 'pending' then chunk_no end, state, state = 'pending', operator, phone, currency,
           amount_minor, name, reference, payout_key, problems, cells,
           payrun.first_head('${id}', line, operator, payrun.person_hash(salt, line, phone, name), currency, amount_minor, reference)
      from staging, (select salt from payrun.batches where batch_no = ${batchNo}) b order by line`)
  await client.query(
    `insert into payrun.batch_events (batch_no, to_state, reason, actor)
     select batch_no, state, reason, submitter from payrun.batches where batch_no = $1`,
    [batchNo],
  )
  return { kind: 'stored', batchId: id, batchNo, invalidated: problems.length }
}

async function stagedTotals(client: PoolClient): Promise<StagedTotals> {
  const { rows } = await client.query<{ currency: string; n: number; sum: string }>(
    `select currency, count(*)::int as n, sum(amount_minor)::text as sum from staging where state = 'pending' group by currency order by currency`,
  )
  return {
    rows: rows.reduce((sum, { n }) => sum + n, 0),
    totals: new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)])),
  }
}

const stagingSql = `create temp table staging (
  line integer not null, chunk_no integer, state payrun.payout_state not null, operator text, phone text, currency text,
  amount_minor bigint, name text, reference text, payout_key uuid, problems jsonb, cells json not null) on commit drop`

async function copyRows(client: PoolClient, rows: AsyncIterable<readonly RowToStore[]>): Promise<void> {
  const copy = client.query(copyFrom('copy staging from stdin'))
  const chunkOf = chunkNumbers()
  // The server may end the COPY, or the connection break, while the next rows are still being read.
  let broken: Error | undefined
  copy.on('error', (error: Error) => {
    broken = error
  })
  try {
    for await (const group of rows) {
      if (broken) throw broken
      const lines = group.map((row) => copyLine(row, row.payable && chunkOf(row.payable.operator)))
      if (lines.length > 0 && !copy.write(lines.join(''))) await once(copy, 'drain')
    }
  } catch (error) {
    if (broken) throw broken
    // The file could not be read to its end. End the COPY first: a connection in the middle of one can't even roll back.
    copy.destroy(error instanceof Error ? error : new Error(String(error)))
    await finished(copy).catch(() => undefined)
    throw error
  }
  if (broken) throw broken
  copy.end()
  await finished(copy)
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

/** The same bytes in this period; for a file of a schedule's folder also what that folder has had, whatever it was called. */
async function findSameFile(
  client: PoolClient,
  sha256: string,
  { period, sandbox, run }: BatchToStore,
): Promise<Stored | undefined> {
  const { rows } = await client.query<{ id: string; created_at: Date }>(
    `select b.id, b.created_at from payrun.batches b
      where b.file_sha256 = $1 and b.sandbox = $3 and (
        coalesce(b.period, '') = coalesce($2, '') and b.state <> 'cancelled'
        or exists (select from payrun.schedule_runs r join payrun.schedules s using (schedule_no)
          where r.batch_no = b.batch_no and r.in_folder and ${stands}
            and s.path = (select o.path from payrun.schedules o where o.schedule_no = $4)))
      order by b.batch_no limit 1`,
    [sha256, period, sandbox, run?.inFolder ? run.scheduleNo : null],
  )
  return rows[0] && { kind: 'same_file', batchId: rows[0].id, createdAt: rows[0].created_at }
}

function problemOf(use: InUse, columnOf: StoreOptions['columnOf']): Problem {
  if (use.kind === 'reference_in_use') {
    return {
      line: use.line,
      column: columnOf.reference(),
      value: use.value,
      code: 'reference_in_use',
      message:
        use.heldState === 'paid'
          ? t`This reference is already paid in batch ${use.batchId}, line ${use.heldLine}: remove the row, or give it its own reference.`
          : t`This reference is already used (${stateWord(use.heldState)}) in batch ${use.batchId}, line ${use.heldLine}: remove the row, or give it its own reference.`,
    }
  }
  return {
    line: use.line,
    column: columnOf.phone(),
    value: use.value,
    code: 'possible_duplicate',
    message: t`The same number and amount is ${stateWord(use.heldState)} in batch ${use.batchId}, line ${use.heldLine}, less than 24 hours ago: remove the row, give it a reference, or pass --allow-duplicates.`,
  }
}

async function invalidate(client: PoolClient, problems: Problem[]): Promise<void> {
  await client.query(
    `update staging s set state = 'invalid', problems = p.problem
       from (select * from unnest($1::int[], $2::jsonb[]) as p(line, problem)) p where s.line = p.line`,
    [problems.map(({ line }) => line), problems.map((problem) => JSON.stringify([problem]))],
  )
}
