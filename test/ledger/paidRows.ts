import { expect, onTestFinished, vi } from 'vitest'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import { createGroupCommit, type GroupCommit } from '../../src/ledger/commit/groupCommit.ts'
import { closeChunk } from '../../src/ledger/rows/chunks.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { ignore, payableRows, type TestLedger } from '../harness/ledger.ts'

export const paid = (providerReference: string | null): Outcome => ({ kind: 'paid', providerReference })
export const refused = (providerReference: string | null = null): Outcome => ({
  kind: 'failed',
  providerReference,
  code: 'refused',
  message: 'Wallet is full',
})
export const unclear = (providerReference: string | null = null): Outcome => ({
  kind: 'unknown',
  providerReference,
  code: 'server_error',
  message: 'HTTP 500',
})
export const accepted = (providerReference: string): Outcome => ({
  kind: 'accepted',
  providerReference,
  code: 'not_final',
  message: 'PENDING',
})

export function openGroupCommit(db: TestLedger): GroupCommit {
  const groupCommit = createGroupCommit({ ...db.ledger.connection }, ignore)
  onTestFinished(() => groupCommit.close())
  return groupCommit
}

/** Rows from line 2 on, in turn of one operator and of another, each with a chunk of its own: 2, 4, … and 3, 5, … */
export const rowsOfTwoOperators = (count: number) =>
  payableRows(count, (i) => ({
    payable: {
      operator: i % 2 === 0 ? ('mtn-benin' as const) : ('momo-kenya' as const),
      phone: `2290197${100_000 + i}`,
      amountMinor: BigInt(100 + i),
      currency: i % 2 === 0 ? 'XOF' : 'KES',
      name: null,
    },
  }))

type Outcomes = readonly (Outcome | null)[]

/**
 * A settled batch whose rows, from line 2 on, ended like this. All batches of a test pay the same people: `payableRows` gives
 * each line its number and amount.
 */
export async function settledBatch(db: TestLedger, outcomes: Outcomes): Promise<{ batchNo: number; batchId: string }> {
  const batch = await db.batchOf(payableRows(outcomes.length))
  await answer(db, openGroupCommit(db), batch.batchNo, outcomes)
  await settleBatch(db, batch.batchNo)
  return batch
}

/** Claim rows and have them answered: lines 2, 3, … with these outcomes; null leaves a row as it is. */
export async function answer(
  db: TestLedger,
  groupCommit: GroupCommit,
  batchNo: number,
  outcomes: Outcomes,
): Promise<void> {
  const workerNo = await db.worker()
  await Promise.all(
    outcomes.map(async (outcome, index) => {
      if (outcome === null) return
      const claim = await groupCommit.claim({ batchNo, line: index + 2, workerNo })
      if (!claim.ok) throw new Error(`line ${index + 2} could not be claimed`)
      await groupCommit.settle({ attempt: claim.attempt, outcome })
    }),
  )
}

/** Close the batch's chunks and settle it, as its payer does. */
export async function settleBatch(db: TestLedger, batchNo: number): Promise<void> {
  const chunks = await db.query<{ n: number }>('select chunk_no as n from payrun.chunks where batch_no = $1', [batchNo])
  for (const { n } of chunks) await closeChunk(db.ledger, batchNo, n)
  expect(await moveBatch(db.ledger, batchNo, ['running', 'paused'], { to: 'settled' })).toBe(true)
}

/** Each row as `state attempts reference code`, in the file's order. */
export async function rowsOf(db: TestLedger, batchNo: number): Promise<string[]> {
  const rows = await db.query<{ state: string; attempts: number; reference: string | null; code: string | null }>(
    `select state, attempts, provider_reference as reference, error_code as code from payrun.payouts where batch_no = $1 order by line`,
    [batchNo],
  )
  return rows.map((row) => `${row.state} ${row.attempts} ${row.reference ?? '-'} ${row.code ?? '-'}`)
}

/** The latest event of a row. */
export async function lastEvent(db: TestLedger, batchNo: number, line: number) {
  const [event] = await db.query<{ from_state: string; to_state: string; code: string; actor: string; note: string }>(
    `select from_state, to_state, code, actor, note from payrun.events where batch_no = $1 and line = $2 order by seq desc limit 1`,
    [batchNo, line],
  )
  return event
}

/** Wait until so many sessions of a ledger wait for another one's lock. */
export const untilBlocked = (db: Pick<TestLedger, 'query'>, sessions = 1): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return (await db.query(blocked)).length >= sessions
    },
    { timeout: 20_000, interval: 20 },
  )
