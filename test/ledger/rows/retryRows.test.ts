import { expect, test } from 'vitest'
import { moveBatch, readBatch, takeForeground } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { closeChunk } from '../../../src/ledger/rows/chunks.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { type RetryWish, retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { endWorker } from '../../../src/ledger/rows/workers.ts'
import { payableRows } from '../../harness/ledger.ts'
import {
  accepted,
  answer,
  lastEvent,
  openGroupCommit,
  paid,
  refused,
  rowsOf,
  settleBatch,
  settledBatch,
  unclear,
  untilBlocked,
} from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const retry = (batchNo: number, wish: Omit<RetryWish, 'batchNo' | 'actor'> = {}) =>
  retryRows(db.ledger, { batchNo, actor: 'ann', ...wish })

test('failed rows of a settled batch go back to pending; everything else stays; the batch runs again', async () => {
  const { batchNo } = await settledBatch(db, [refused(), paid('P'), unclear(), accepted('A'), refused('F')])
  const roundNo = (await readBatch(db.ledger, batchNo)).roundNo
  expect(await retry(batchNo)).toEqual({ kind: 'retried', lines: [2, 6], operators: ['mtn-benin'], from: 'settled' })
  expect(await rowsOf(db, batchNo)).toEqual([
    'pending 1 - -',
    'paid 1 P -',
    'unknown 1 - server_error',
    'accepted 1 A not_final',
    'pending 1 - -',
  ])
  expect(await lastEvent(db, batchNo, 2)).toMatchObject({ from_state: 'failed', to_state: 'pending', actor: 'ann' })
  const batch = await readBatch(db.ledger, batchNo)
  expect(batch).toMatchObject({ state: 'running', reason: null, settledAt: null, roundNo: roundNo + 1 })
  await answer(db, openGroupCommit(db), batchNo, [paid('P2'), null, null, null, paid('P6')])
  await settleBatch(db, batchNo)
  expect((await rowsOf(db, batchNo)).filter((each) => each.startsWith('paid'))).toEqual([
    'paid 2 P2 -',
    'paid 1 P -',
    'paid 2 P6 -',
  ])
})

test('named lines only, and only those with a code that was asked for', async () => {
  const { batchNo } = await settledBatch(db, [refused(), refused(), refused()])
  expect(await retry(batchNo, { lines: [4, 3, 3] })).toMatchObject({ kind: 'retried', lines: [3, 4] })
  expect(await retry(batchNo, { codes: ['server_error'] })).toEqual({ kind: 'nothing' })
  expect(await retry(batchNo, { lines: [2], codes: ['server_error'] })).toEqual({
    kind: 'not_retryable',
    rows: [{ line: 2, state: 'failed', code: 'refused' }],
  })
  expect(await retry(batchNo, { codes: ['refused'] })).toMatchObject({ kind: 'retried', lines: [2] })
})

test('one named line that has not failed keeps all of them as they are', async () => {
  const { batchNo } = await settledBatch(db, [refused(), paid('P'), unclear(), accepted('A')])
  const before = await rowsOf(db, batchNo)
  expect(await retry(batchNo, { lines: [2, 3, 4, 5, 99] })).toEqual({
    kind: 'not_retryable',
    rows: [
      { line: 3, state: 'paid', code: null },
      { line: 4, state: 'unknown', code: 'server_error' },
      { line: 5, state: 'accepted', code: 'not_final' },
      { line: 99, state: null, code: null },
    ],
  })
  expect(await rowsOf(db, batchNo)).toEqual(before)
  expect((await readBatch(db.ledger, batchNo)).state).toBe('settled')
})

test('no failed row: nothing is done', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), unclear()])
  expect(await retry(batchNo)).toEqual({ kind: 'nothing' })
  expect((await readBatch(db.ledger, batchNo)).state).toBe('settled')
})

test('a batch that is paused with rows not sent yet stays so; a running one goes on', async () => {
  const { batchNo } = await db.batchOf(payableRows(3))
  await answer(db, openGroupCommit(db), batchNo, [refused(), null, null])
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })
  const before = await rowsOf(db, batchNo)
  expect(await retry(batchNo)).toEqual({ kind: 'paused', pending: 2 })
  expect(await rowsOf(db, batchNo)).toEqual(before)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'paused', reason: 'person' })
  await moveBatch(db.ledger, batchNo, ['paused'], { to: 'running' })
  expect(await retry(batchNo)).toMatchObject({ kind: 'retried', from: 'running' })
})

test('a batch that was paused while its last rows were in flight has nothing unsent: it is retried', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const groupCommit = openGroupCommit(db)
  const claim = await groupCommit.claim({ batchNo, line: 2, workerNo: await db.worker() })
  if (!claim.ok) throw new Error('not claimed')
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })
  await groupCommit.settle({ attempt: claim.attempt, outcome: refused() })
  expect(await retry(batchNo)).toMatchObject({ kind: 'retried', from: 'paused' })
})

test('a cancelled batch is not tried again, and neither is one that a living command pays', async () => {
  const { batchNo: cancelled } = await settledBatch(db, [refused()])
  await retry(cancelled)
  await answer(db, openGroupCommit(db), cancelled, [refused()])
  await cancelBatch(db.ledger, cancelled, 'ann')
  expect(await retry(cancelled)).toEqual({ kind: 'not_open', state: 'cancelled' })
  const { batchNo } = await db.batchOf(payableRows(2))
  await answer(db, openGroupCommit(db), batchNo, [refused()])
  const workerNo = await db.worker()
  await takeForeground(db.ledger, batchNo, workerNo)
  expect(await retry(batchNo)).toEqual({ kind: 'busy', state: 'running' })
  await endWorker(db.ledger, workerNo)
  expect(await retry(batchNo)).toMatchObject({ kind: 'retried' })
})

test('of many retries at the same moment one moves the rows', async () => {
  const { batchNo } = await settledBatch(db, [refused(), refused()])
  const kinds = (await Promise.all(Array.from({ length: 6 }, () => retry(batchNo)))).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'retried'])
})

test('the reference of a refused attempt stays with the row: nobody else gets it', async () => {
  const { batchNo } = await settledBatch(db, [refused('F')])
  await retry(batchNo)
  const held = await db.query('select batch_no, line from payrun.provider_references where reference = $1', ['F'])
  expect(held).toEqual([{ batch_no: batchNo, line: 2 }])
})

test('a refusal of an earlier attempt, come late, settles nothing of the new one', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const groupCommit = openGroupCommit(db)
  const workerNo = await db.worker()
  const claim = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!claim.ok) throw new Error('not claimed')
  await groupCommit.settle({ attempt: claim.attempt, outcome: unclear() })
  await resolveRow(db.ledger, { batchNo, line: 2, verdict: { kind: 'not_paid' }, note: 'x', actor: 'ann' })
  await retry(batchNo)
  expect(await groupCommit.settle({ attempt: claim.attempt, outcome: refused('LATE') })).toMatchObject({ own: false })
  expect(await rowsOf(db, batchNo)).toEqual(['pending 1 - -'])
})

/** A transaction that has done a retry and not committed it yet, while something else waits for it. */
async function whileRetryIsOpen(batchNo: number, act: () => Promise<unknown>): Promise<unknown> {
  const client = await db.ledger.pool.connect()
  await client.query('begin')
  await client.query(`update payrun.batches set round_no = round_no + 1 where batch_no = $1`, [batchNo])
  await client.query(`update payrun.chunks set open = true where batch_no = $1`, [batchNo])
  await client.query(
    `select from payrun.move_rows(array[payrun.a_move($1,
       array(select line from payrun.payouts where batch_no = $1 and state = 'failed'), 'failed', 'pending', actor => 'ann')])`,
    [batchNo],
  )
  const acting = act()
  await untilBlocked(db)
  await client.query('commit')
  client.release()
  return acting
}

test('a chunk that is being closed while a retry opens it stays open', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await answer(db, openGroupCommit(db), batchNo, [refused()])
  expect(await whileRetryIsOpen(batchNo, () => closeChunk(db.ledger, batchNo, 1))).toBe(false)
  expect(await db.query('select open from payrun.chunks where batch_no = $1', [batchNo])).toEqual([{ open: true }])
})

test('a batch that is being settled while a retry opens it is not settled with a pending row', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await answer(db, openGroupCommit(db), batchNo, [refused()])
  await closeChunk(db.ledger, batchNo, 1)
  const settle = () => moveBatch(db.ledger, batchNo, ['running', 'paused'], { to: 'settled' })
  expect(await whileRetryIsOpen(batchNo, settle)).toBe(false)
  expect((await readBatch(db.ledger, batchNo)).state).toBe('running')
})
