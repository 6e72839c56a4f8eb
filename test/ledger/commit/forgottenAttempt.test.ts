import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGroupCommit, type GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import type { Attempt } from '../../../src/ledger/commit/statement.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from '../audit/history.ts'
import { setAside, standing } from '../evidence/reconciling.ts'

// The ledger went back in time, and a person said that nothing was lost. Then comes the answer of an attempt that it has
// forgotten, whose number another worker's attempt has by now.

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

const refused = { kind: 'failed', providerReference: null, code: 'refused', message: 'No.' } as const
const timedOut = { kind: 'unknown', providerReference: null, code: 'timeout', message: 'Nobody knows.' } as const
const notTaken = { kind: 'not_taken', code: 'rate_limited', message: 'Too many.' } as const
const paid = { kind: 'paid', providerReference: null } as const

/** A row that a worker is sending as its first attempt, and the first attempt that a forgotten worker made of it. */
async function sentTwice(): Promise<{ groupCommit: GroupCommit; known: Attempt; forgotten: Attempt }> {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  onTestFinished(() => groupCommit.close())
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(1)), await db.worker()]
  const claim = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!claim.ok) throw new Error('refused')
  return { groupCommit, known: claim.attempt, forgotten: { ...claim.attempt, workerNo: workerNo + 1_000_000 } }
}

const discrepanciesOf = ({ batchNo }: Attempt) =>
  db.query('select attempt, kind, says_paid from payrun.discrepancies where batch_no = $1', [batchNo])

test('a row that is pending again is not sent when nobody knows what became of the forgotten attempt', async () => {
  const { groupCommit, known, forgotten } = await sentTwice()
  await groupCommit.settle({ attempt: known, outcome: notTaken })
  expect(await groupCommit.settle({ attempt: forgotten, outcome: timedOut })).toMatchObject({ state: 'unknown' })
  const { batchNo, workerNo } = known
  expect(await groupCommit.claim({ batchNo, line: 2, workerNo })).toEqual({ ok: false })
  expect(await discrepanciesOf(known)).toEqual([{ attempt: 1, kind: 'late_answer', says_paid: true }])
})

test('a forgotten refusal does not hide that the attempt of the same number was paid', async () => {
  const { groupCommit, known, forgotten } = await sentTwice()
  await groupCommit.settle({ attempt: forgotten, outcome: refused })
  expect(await discrepanciesOf(known)).toEqual([{ attempt: 1, kind: 'late_answer', says_paid: false }])
  await callNotPaid(known)
  await setAside(db)
  await groupCommit.settle({ attempt: known, outcome: paid })
  expect(await standing(db, known.batchNo)).toEqual([{ set_aside: false, is_new: true }])
  await expectBarred(known)
})

test('a refusal does not hide that the forgotten attempt of the same number was paid', async () => {
  const { groupCommit, known, forgotten } = await sentTwice()
  const another = { ...forgotten, workerNo: forgotten.workerNo + 1 }
  await groupCommit.settle({ attempt: another, outcome: refused })
  await groupCommit.settle({ attempt: known, outcome: refused })
  await groupCommit.settle({ attempt: forgotten, outcome: timedOut })
  await expectBarred(known)
})

async function callNotPaid({ batchNo, workerNo }: Attempt): Promise<void> {
  await endWorker(db.ledger, workerNo)
  await sweepLostRows(db.ledger)
  const wish = { batchNo, line: 2, verdict: { kind: 'not_paid' }, note: 'They say so.', actor: 'awa' } as const
  expect(await resolveRow(db.ledger, wish)).toMatchObject({ kind: 'resolved' })
}

async function expectBarred(attempt: Attempt): Promise<void> {
  expect(await discrepanciesOf(attempt)).toEqual([{ attempt: 1, kind: 'late_answer', says_paid: true }])
  const retried = await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'awa' })
  expect(retried).toMatchObject({ kind: 'evidence_of_payment' })
}
