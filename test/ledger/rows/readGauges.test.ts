import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { holdOperator } from '../../../src/ledger/policy/holds.ts'
import { holdsLease, readGauges } from '../../../src/ledger/rows/readGauges.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { endWorker } from '../../../src/ledger/rows/workers.ts'
import { say } from '../../../src/words/sentence.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { accepted, answer, paid, unclear } from '../paidRows.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open({ lent: false })
  return () => db.close()
})

const gauges = (sandbox = false) => readGauges(db.ledger, sandbox)

async function answeredBatch(sandbox: boolean) {
  const groupCommit = createGroupCommit({ ...db.ledger.connection }, ignore)
  onTestFinished(() => groupCommit.close())
  const { batchNo } = await db.batchOf(payableRows(6), { sandbox })
  await answer(db, groupCommit, batchNo, [paid('A'), unclear(), unclear(), accepted('B'), null, null])
  return batchNo
}

test('what is open, unknown, accepted and held is counted, the sandbox apart', async () => {
  await answeredBatch(false)
  await holdOperator(db.ledger, false, 'moov-benin', say('stored.unreadable_answers'), 60_000)
  expect(await gauges()).toEqual({
    unknown: [{ operator: 'mtn-benin', rows: 2 }],
    accepted: [{ operator: 'mtn-benin', rows: 1 }],
    open: [
      {
        operator: 'mtn-benin',
        batchState: 'running',
        isScheduled: false,
        chunks: 1,
        rows: 6,
        oldestSeconds: expect.any(Number),
      },
    ],
    batches: [{ state: 'running', batches: 1, oldestPendingSeconds: expect.any(Number) }],
    holds: [{ operator: 'moov-benin', manual: false, reason: say('stored.unreadable_answers') }],
    workers: 1,
    isReadOnly: false,
  })
  const nothing = { unknown: [], accepted: [], open: [], batches: [], holds: [], workers: 1, isReadOnly: false }
  expect(await gauges(true)).toEqual(nothing)
})

test('an unknown row that a person settles is counted no more, and those that are counted are the unknown ones', async () => {
  const batchNo = await answeredBatch(true)
  await resolveRow(db.ledger, { batchNo, line: 3, verdict: { kind: 'not_paid' }, note: 'seen', actor: 'ann' })
  expect((await gauges(true)).unknown).toEqual([{ operator: 'mtn-benin', rows: 1 }])
  expect(await db.query('select batch_no, line from payrun.unknown_rows')).toEqual(
    await db.query(`select batch_no, line from payrun.payouts where state = 'unknown'`),
  )
})

test('a lease is held until it ends or falls silent', async () => {
  const workerNo = await db.worker()
  expect(await holdsLease(db.ledger, workerNo)).toBe(true)
  await db.query(`update payrun.workers set heartbeat_at = now() - interval '26 s' where worker_no = $1`, [workerNo])
  expect(await holdsLease(db.ledger, workerNo)).toBe(false)
  const ended = await db.worker()
  await endWorker(db.ledger, ended)
  expect(await holdsLease(db.ledger, ended)).toBe(false)
  expect(await holdsLease(db.ledger, 1_000_000)).toBe(false)
})
