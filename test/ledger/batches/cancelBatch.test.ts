import { expect, test, vi } from 'vitest'
import { readBatch } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { payableRows } from '../../harness/ledger.ts'
import { openGroupCommit } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const statesOf = async (batchNo: number) =>
  (await db.query('select distinct state from payrun.payouts where batch_no = $1', [batchNo])).map(({ state }) => state)

test('cancelling a huge batch holds up no claim of another one, and goes on where somebody holds one of its rows', async () => {
  const { batchNo } = await db.batchOf(payableRows(2_500))
  const other = await db.batchOf(
    payableRows(1, () => ({ reference: 'OTHER', key: 'f'.repeat(32) })),
    { sha256: 'b'.repeat(64) },
  )
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const holder = await db.ledger.pool.connect()
  await holder.query('begin')
  await holder.query('select from payrun.payouts where batch_no = $1 and line = 2400 for update', [batchNo])
  const cancelling = cancelBatch(db.ledger, batchNo, 'awa')
  await vi.waitUntil(async () => (await readBatch(db.ledger, batchNo)).state === 'cancelled', {
    timeout: 20_000,
    interval: 20,
  })
  const claims = [2, 2400].map((line) => groupCommit.claim({ batchNo, line, workerNo }))
  expect(await groupCommit.claim({ batchNo: other.batchNo, line: 2, workerNo })).toMatchObject({ ok: true })
  expect(await Promise.all(claims)).toEqual([{ ok: false }, { ok: false }])
  await holder.query('rollback')
  holder.release()
  expect(await cancelling).toBe(2_500)
  expect(await statesOf(batchNo)).toEqual(['cancelled'])
})

test('a cancellation that was cut short is finished by the next one', async () => {
  const { batchNo } = await db.batchOf(payableRows(500))
  await db.query(`select payrun.move_batch($1, '{running}', 'cancelled', the_actor => 'awa')`, [batchNo])
  expect(await cancelBatch(db.ledger, batchNo, 'awa')).toBe(500)
  expect(await cancelBatch(db.ledger, batchNo, 'awa')).toBeNull()
})
