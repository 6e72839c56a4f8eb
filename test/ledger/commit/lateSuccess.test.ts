import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { createGroupCommit, type GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import type { Attempt } from '../../../src/ledger/commit/statement.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from '../audit/history.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterEach(async () => {
  await expectWholeHistory(db)
  await expectIntactTrails(db)
})
afterAll(() => server.stop())

let references = 0
const paid = (reference?: string) => {
  references += 1
  return { kind: 'paid', providerReference: reference ?? `LATE-${references}` } as const
}

function openGroupCommit(): GroupCommit {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  onTestFinished(() => groupCommit.close())
  return groupCommit
}

/** A row whose worker stood still after sending: swept to unknown, and then called not paid by a person. */
async function calledNotPaid(): Promise<{ groupCommit: GroupCommit; attempt: Attempt }> {
  const groupCommit = openGroupCommit()
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(1)), await db.worker()]
  const claim = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!claim.ok) throw new Error('refused')
  await endWorker(db.ledger, workerNo)
  await sweepLostRows(db.ledger)
  const wish = { batchNo, line: 2, verdict: { kind: 'not_paid' }, note: 'They say so.', actor: 'awa' } as const
  expect(await resolveRow(db.ledger, wish)).toMatchObject({ kind: 'resolved' })
  return { groupCommit, attempt: claim.attempt }
}

const rowOf = async ({ batchNo }: Attempt) =>
  (await db.query('select state, attempts, provider_reference from payrun.payouts where batch_no = $1', [batchNo]))[0]
const casesOf = ({ batchNo }: Attempt) =>
  db.query('select attempt, kind, says_paid, reference from payrun.discrepancies where batch_no = $1', [batchNo])

test('a late success against a "not paid" of a person is kept as a discrepancy, once', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  const outcome = paid()
  expect(await groupCommit.settle({ attempt, outcome })).toEqual({ state: 'failed', own: false, late: 'kept' })
  await groupCommit.settle({ attempt, outcome })
  expect(await rowOf(attempt)).toMatchObject({ state: 'failed', attempts: 1 })
  expect(await casesOf(attempt)).toEqual([
    { attempt: 1, kind: 'late_answer', says_paid: true, reference: outcome.providerReference },
  ])
})

test('a late success of a row that is pending again makes it paid: nobody can claim it any more', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  expect(await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })).toMatchObject({ kind: 'retried' })
  const outcome = paid()
  expect(await groupCommit.settle({ attempt, outcome })).toEqual({ state: 'paid', own: false, late: 'settled' })
  expect(await rowOf(attempt)).toEqual({ state: 'paid', attempts: 2, provider_reference: outcome.providerReference })
  const workerNo = await db.worker()
  expect(await groupCommit.claim({ batchNo: attempt.batchNo, line: 2, workerNo })).toEqual({ ok: false })
  expect(await groupCommit.settle({ attempt, outcome })).toEqual({ state: 'paid', own: false, late: 'nothing_new' })
  expect(await casesOf(attempt)).toEqual([])
})

test('such a late success with a reference that another payout holds leaves the row unknown', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  const other = await db.batchOf(payableRows(1))
  await db.query('insert into payrun.provider_references values ($1, $2, 2)', ['TAKEN', other.batchNo])
  await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })
  const settled = await groupCommit.settle({ attempt, outcome: paid('TAKEN') })
  expect(settled).toEqual({ state: 'unknown', own: false, late: 'settled' })
})

test('a late success of a row that is on its way again, or paid by now, is kept as a discrepancy', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })
  const other = openGroupCommit()
  const second = await other.claim({ batchNo: attempt.batchNo, line: 2, workerNo: await db.worker() })
  if (!second.ok) throw new Error('refused')
  const outcome = paid()
  expect(await groupCommit.settle({ attempt, outcome })).toEqual({ state: 'sending', own: false, late: 'kept' })
  expect(await other.settle({ attempt: second.attempt, outcome: paid() })).toEqual({ state: 'paid', own: true })
  expect(await casesOf(attempt)).toMatchObject([{ attempt: 1, reference: outcome.providerReference }])
})

test('a late success of a cancelled row is kept as a discrepancy', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })
  await cancelBatch(db.ledger, attempt.batchNo, 'awa')
  expect(await groupCommit.settle({ attempt, outcome: paid() })).toEqual({
    state: 'cancelled',
    own: false,
    late: 'kept',
  })
  expect(await casesOf(attempt)).toHaveLength(1)
})

test('a row with such evidence is not sent a third time when its second attempt did not reach the provider', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })
  const other = openGroupCommit()
  const second = await other.claim({ batchNo: attempt.batchNo, line: 2, workerNo: await db.worker() })
  if (!second.ok) throw new Error('refused')
  await groupCommit.settle({ attempt, outcome: paid() })
  const notSent = { kind: 'not_taken', code: 'rate_limited', message: 'Slow down.' } as const
  expect(await other.settle({ attempt: second.attempt, outcome: notSent })).toEqual({ state: 'unknown', own: true })
  const [row] = await db.query('select error_code, error_message from payrun.payouts where batch_no = $1', [
    attempt.batchNo,
  ])
  expect(row).toEqual({
    error_code: 'contradictory_answer',
    error_message: 'There is evidence that an earlier attempt was paid, so the row was not sent again.',
  })
})

test('nor when the evidence comes while the second attempt is being recorded as not taken', async () => {
  const { attempt } = await calledNotPaid()
  const { batchNo, workerNo } = attempt
  await retryRows(db.ledger, { batchNo, actor: 'awa' })
  const other = openGroupCommit()
  const second = await other.claim({ batchNo, line: 2, workerNo: await db.worker() })
  if (!second.ok) throw new Error('refused')
  const late = await db.ledger.pool.connect()
  try {
    await late.query('begin')
    const paidLate = `select payrun.keep_late_answer($1, 2, $2, 1, 'paid', 'LATE-RACE', null, null)`
    await late.query(paidLate, [batchNo, workerNo])
    const outcome = { kind: 'not_taken', code: 'not_sent', message: 'Refused.' } as const
    const settling = other.settle({ attempt: second.attempt, outcome })
    // Its statement has begun, without the evidence, and waits for the row.
    await vi.waitFor(
      async () => {
        const waiting = await db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waiting).toHaveLength(1)
      },
      { timeout: 20_000, interval: 20 },
    )
    await late.query('commit')
    await settling
  } finally {
    late.release(true)
  }
  expect(await rowOf(attempt)).toMatchObject({ state: 'unknown', provider_reference: null })
  expect(await casesOf(attempt)).toMatchObject([{ reference: 'LATE-RACE', says_paid: true }])
})

test('a late "accepted" is evidence, too: it makes a row that is pending again accepted', async () => {
  const accepted = { kind: 'accepted', providerReference: 'ACC-1', code: 'not_final', message: 'Under way.' } as const
  const failed = await calledNotPaid()
  await failed.groupCommit.settle({ attempt: failed.attempt, outcome: accepted })
  expect(await retryRows(db.ledger, { batchNo: failed.attempt.batchNo, actor: 'awa' })).toMatchObject({
    kind: 'evidence_of_payment',
  })
  const pending = await calledNotPaid()
  await retryRows(db.ledger, { batchNo: pending.attempt.batchNo, actor: 'awa' })
  const outcome = { ...accepted, providerReference: 'ACC-2' }
  expect(await pending.groupCommit.settle({ attempt: pending.attempt, outcome })).toMatchObject({ state: 'accepted' })
  expect(await rowOf(pending.attempt)).toMatchObject({ state: 'accepted', provider_reference: 'ACC-2' })
})

test('a row that is pending again is withheld when a statement calls it paid', async () => {
  const { attempt } = await calledNotPaid()
  await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })
  await db.query('select payrun.withhold($1, 2)', [attempt.batchNo])
  expect(await rowOf(attempt)).toMatchObject({ state: 'unknown', attempts: 2 })
  const workerNo = await db.worker()
  expect(await openGroupCommit().claim({ batchNo: attempt.batchNo, line: 2, workerNo })).toEqual({ ok: false })
})

test('a failed row with such evidence keeps its reference out of new files, until a person insists on a retry', async () => {
  const { groupCommit, attempt } = await calledNotPaid()
  const [held] = await db.query('select payout_key, reference from payrun.payouts where batch_no = $1', [
    attempt.batchNo,
  ])
  const again = payableRows(1, () => ({
    reference: String(held?.['reference']),
    key: String(held?.['payout_key']).replaceAll('-', ''),
  }))
  await groupCommit.settle({ attempt, outcome: paid() })
  expect(await db.store(again)).toMatchObject({ kind: 'refused', inUse: [{ code: 'reference_in_use', line: 2 }] })
  const wish = { batchNo: attempt.batchNo, lines: [2], actor: 'awa' }
  expect(await retryRows(db.ledger, wish)).toMatchObject({ kind: 'evidence_of_payment' })
  expect(await retryRows(db.ledger, { ...wish, despiteEvidence: true })).toMatchObject({ kind: 'retried' })
  const claim = await openGroupCommit().claim({ batchNo: attempt.batchNo, line: 2, workerNo: await db.worker() })
  expect(claim.ok).toBe(true)
})
