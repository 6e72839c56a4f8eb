import { expect, test } from 'vitest'
import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import { recover } from '../../../src/ledger/past/recover.ts'
import { readSentRows } from '../../../src/ledger/rows/resolveRow.ts'
import { payableRows } from '../../harness/ledger.ts'
import { answer, openGroupCommit, refused, settledBatch, unclear } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { later, listed, reconcileWith, words } from './reconciling.ts'

// Batches are made older by SQL.
const db = setUpLedger({ checked: false })
const run = reconcileWith(db)
const hour = 3_600_000
const ago = (hours: number) => ({ at: { fromMs: Date.now() - hours * hour, toMs: Date.now() - hours * hour } })
const since = new Date(Date.now() - 96 * hour)

/** A batch of before it, of which the first row was refused and the second was being sent; and then the recovery. */
async function recovered(createdHoursAgo: number): Promise<number> {
  const { batchNo } = await db.batchOf(payableRows(5))
  await answer(db, openGroupCommit(db), batchNo, [refused('OLD'), null, null, null, null])
  await db.query(`update payrun.batches set created_at = now() - make_interval(hours => $1)`, [createdHoursAgo])
  await recover(db.ledger, { since, actor: 'tester', note: 'a backup' })
  return batchNo
}

test('what a recovery put in doubt may have been sent at any time until then: lines settle it, and so does their absence', async () => {
  const batchNo = await recovered(120)
  const lines = [
    listed('not_carried_out', 2, 'OLD', ago(97)),
    listed('carried_out', 2, 'LOST', ago(30)),
    listed('carried_out', 3, 'A', ago(1)),
    listed('carried_out', 4, 'B', ago(95)),
    listed('not_carried_out', 5, 'C', ago(20)),
  ]
  const found = ['2 paid by number', '3 paid by number', '4 paid by number']
  expect(words(await run(batchNo, lines, { dryRun: true }))).toEqual([
    ...found,
    '5 left earlier_attempt',
    '6 left not_listed',
  ])
  // It ends an hour before the recovery: what was sent in that hour may be missing.
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(['ends_earlier'])
  const whole = [...lines, later()]
  expect(words(await run(batchNo, whole, { complete: true }))).toEqual([
    ...found,
    '5 failed by number',
    '6 failed by absence',
  ])
})

test('it may not have been sent before its batch was there', async () => {
  const batchNo = await recovered(60)
  const lines = [listed('carried_out', 3, 'A', ago(61)), listed('carried_out', 4, 'B', ago(59))]
  expect(words(await run(batchNo, lines, { dryRun: true }))).toEqual([
    '4 paid by number',
    ...['2 left not_listed', '3 left maybe_listed', '5 left not_listed', '6 left not_listed'],
  ])
})

test('a row that was sent again after the recovery was sent then', async () => {
  const batchNo = await recovered(120)
  await run(batchNo, [listed('carried_out', 77, 'X', ago(96)), later()], { complete: true, covers: ['mtn-benin'] })
  await db.query(`update payrun.payouts set state = 'pending', holds_key = true where batch_no = $1 and line = 4`, [
    batchNo,
  ])
  await answer(db, openGroupCommit(db), batchNo, [
    null,
    null,
    { kind: 'unknown', providerReference: null, code: 'timeout', message: 'x' },
  ])
  const lines = [listed('carried_out', 4, 'B', ago(20))]
  expect(words(await run(batchNo, lines, { dryRun: true }))).toEqual(['4 left maybe_listed'])
})

test('the time in which a row may have been sent is known of what a recovery put in doubt, and of nothing else', async () => {
  const { batchNo: other } = await settledBatch(db, [unclear()])
  const batchNo = await recovered(120)
  const rows = await inTransaction(db.ledger, async (client) => ({
    commit: false,
    value: await readSentRows(client, 'p.batch_no = any($1)', [[other, batchNo]]),
  }))
  const spans = rows.map(({ sentAtMs, sentUntilMs }) => [sentAtMs === since.getTime(), sentUntilMs !== undefined])
  expect(spans).toEqual([[false, false], ...Array(5).fill([true, true])])
})
