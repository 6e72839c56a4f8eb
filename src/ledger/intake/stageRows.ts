import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Ledger } from '../connection/ledger.ts'
import { copyLine, type RowToStore } from './insertBatch.ts'

/**
 * Statistics of the staged rows only decide between plans: a sample of 3,000 rows says as much as one of 30,000. Intakes come one after
 * the other, and few people look at a file at the same moment, so each may take memory to sort and group in, and to keep 100,000 rows
 * that are read twenty times. A pooler may lend a session that has had temporary tables: that one keeps the memory that it has for them.
 */
const settingsSql = `set local default_statistics_target = 10; set local work_mem = '32MB'`
/** All that the ledger may keep of a row, and what it is found by. */
const stagingSql = `${settingsSql};
do $$ begin perform set_config('temp_buffers', '64MB', false); exception when others then null; end $$;
create temp table staging (
  line integer not null, chunk_no integer, state payrun.payout_state not null,
  operator text, phone text, currency text, amount_minor bigint, name text, reference text,
  payout_key uuid, form_first uuid, form_last uuid, payrun_id text, says text, problems jsonb, cells json not null
) on commit drop`

/** So many characters go to the server at once: each piece is two calls of the system, and a message that Postgres takes apart. */
const pieceLength = 32 * 1024

export interface Staged {
  /** Whether a row has a `payrun_id`. */
  hasReported: boolean
  /** Whether each payable row has a reference. */
  hasReferences: boolean
  rows: number
  /** Of these, as far as their file says. */
  payable: number
  /** That these are to be paid by. */
  operators: Set<string>
  /** The smallest and the largest amount of them in each currency, in minor units. */
  amounts: Map<string, { least: bigint; most: bigint }>
}

/**
 * Put rows where they are checked against the ledger, until the transaction ends.
 *
 * @param chunkOf the number of the chunk that the next row of an operator is in
 */
export async function stageRows(
  client: PoolClient,
  rows: AsyncIterable<readonly RowToStore[]> | readonly (readonly RowToStore[])[],
  chunkOf: (operator: string) => number,
): Promise<Staged> {
  await client.query(stagingSql)
  const copy = client.query(copyFrom('copy staging from stdin'))
  const staged: Staged = {
    ...{ hasReported: false, hasReferences: true, rows: 0, payable: 0 },
    ...{ operators: new Set(), amounts: new Map() },
  }
  // The server may end the COPY, or the connection break, while the next rows are still being read.
  let broken: Error | undefined
  copy.on('error', (error: Error) => {
    broken = error
    drop(copy)
  })
  let piece = ''
  try {
    for await (const group of rows) {
      if (broken) throw broken
      for (const row of group) count(staged, row)
      piece += group.map((row) => copyLine(row, row.payable && chunkOf(row.payable.operator))).join('')
      if (piece.length < pieceLength) continue
      if (!copy.write(piece)) await once(copy, 'drain')
      piece = ''
    }
  } catch (error) {
    if (broken) throw broken
    // The file could not be read to its end.
    await breakOff(copy, error)
    throw error
  }
  if (broken) throw broken
  if (piece !== '') copy.write(piece)
  copy.end()
  await finished(copy)
  return staged
}

function count(staged: Staged, { payable, reference, reported }: RowToStore): void {
  staged.rows += 1
  if (reported?.payrunId != null) staged.hasReported = true
  if (!payable) return
  staged.payable += 1
  if (reference === null) staged.hasReferences = false
  staged.operators.add(payable.operator)
  const { currency, amountMinor } = payable
  const known = staged.amounts.get(currency)
  if (!known) staged.amounts.set(currency, { least: amountMinor, most: amountMinor })
  else if (amountMinor < known.least) known.least = amountMinor
  else if (amountMinor > known.most) known.most = amountMinor
}

/**
 * So many rows of the ledger are read whole, and the staged ones laid beside them, rather than each of these looked up in an index: one
 * look-up takes as long as some 18 rows that are read, and far longer where the index has to come from a disk. Few are looked up.
 */
export const mostBeside = (staged: number): number => (staged < 1_000 ? 0 : 16 * staged)

/**
 * A query that reads rows whole. Of a batch that its statistics don't know yet, Postgres expects no rows, and would read all of them once
 * for each staged row.
 */
export async function readWhole<Result>(client: PoolClient, query: () => Promise<Result>): Promise<Result> {
  await client.query('set local enable_nestloop = off')
  const result = await query()
  await client.query('set local enable_nestloop to default')
  return result
}

/**
 * Two looks at the staged rows that change nothing of the ledger: of many rows at once, the first over another connection, as a session
 * of Postgres uses one processor. Where that fails, or none is to be had, or the rows are few, it comes after the other; so does it once
 * more where the other has `changed` which of the rows are payable.
 *
 * @param rows how many are payable
 */
export async function lookTwice<One, Other extends { changed: boolean }>(
  { pool }: Ledger,
  client: PoolClient,
  rows: number,
  one: (client: PoolClient) => Promise<One>,
  other: (client: PoolClient) => Promise<Other>,
): Promise<[One, Other]> {
  const lent = rows < worthSharing ? null : await lendStaged(pool, client)
  if (!lent) {
    const second = await other(client)
    return [await one(client), second]
  }
  const early = one(lent)
    .then(
      (value) => ({ value }),
      () => null,
    )
    .finally(() => giveBack(lent))
  const second = await other(client).finally(() => early)
  // Again as every session has it.
  await client.query(`set local idle_in_transaction_session_timeout = '10min'`)
  const first = second.changed ? null : await early
  return [first ? first.value : await one(client), second]
}

/** Of fewer, what is shared is looked at in the time that sharing it takes, where the processors have other work, too. */
const worthSharing = 5_000

/** What `findAlike` reads of a staged row. */
const sharedColumns = 'line, state, phone, currency, amount_minor, reference'
// Whoever changes the ledger's tables may wait for the own session, and the other session for them.
const sharedSql = `begin; ${settingsSql}; set local lock_timeout = '2s';
create temp table staging (
  line integer, state payrun.payout_state, phone text, currency text, amount_minor bigint, reference text) on commit drop`

/** @returns another connection with the staged rows, in a transaction of its own; null: none can be had */
async function lendStaged(pool: Pool, client: PoolClient): Promise<PoolClient | null> {
  // One is left for whoever comes meanwhile.
  const hasRoom = pool.waitingCount === 0 && pool.totalCount - pool.idleCount + 2 <= pool.options.max
  const helper = hasRoom ? await pool.connect().catch(() => null) : null
  if (!helper) return null
  try {
    await helper.query(sharedSql)
    await shareStaged(client, helper)
    await helper.query('analyze staging')
    // The own session may wait for the other one for long.
    await client.query(`set local idle_in_transaction_session_timeout = '1h'`)
    return helper
  } catch (error) {
    // In the middle of a COPY, perhaps, or silent: it is cut.
    helper.release(error instanceof Error ? error : true)
    return null
  }
}

/** For so long nothing of a COPY can be written, or nothing is heard of its end: the other end is gone. */
const stalledMs = 10_000

/** Reads the rows to their end whatever becomes of the other connection: a COPY that is left halfway blocks its own for good. */
async function shareStaged(client: PoolClient, helper: PoolClient): Promise<void> {
  const copy = helper.query(copyFrom(`copy staging (${sharedColumns}) from stdin`))
  const patience = () => ({ signal: AbortSignal.timeout(stalledMs) })
  let broken: unknown
  const ended = (error: unknown) => {
    broken ??= error
  }
  copy.on('error', (error: Error) => {
    ended(error)
    drop(copy)
  })
  for await (const part of client.query(copyTo(`copy (select ${sharedColumns} from staging) to stdout`)))
    if (!broken && !copy.write(part)) await once(copy, 'drain', patience()).catch(ended)
  if (broken) throw broken
  copy.end()
  await finished(copy, patience())
}

/** Of a COPY that the server has ended, what waits is not to be written any more: the library would fall over it. */
const drop = (copy: Writable): void => void copy.destroy()

/** End a COPY: a connection in the middle of one can't even roll back. */
async function breakOff(copy: Writable, error: unknown): Promise<void> {
  copy.destroy(error instanceof Error ? error : new Error(String(error)))
  await finished(copy).catch(() => undefined)
}

async function giveBack(client: PoolClient): Promise<void> {
  let broken: Error | undefined
  await client.query('rollback').catch((failed: Error) => (broken = failed))
  client.release(broken)
}
