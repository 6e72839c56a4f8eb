import { expect, test } from 'vitest'
import { payChunk } from '../../jobs/payChunk.ts'
import type { Payer } from '../../jobs/payer.ts'
import { closeBatch, pauseBatch } from '../../jobs/stopBatch.ts'
import { type Batch, readBatch } from '../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../src/ledger/batches/moveAsked.ts'
import { openChunks } from '../../src/ledger/rows/chunks.ts'
import { createLog } from '../../src/log.ts'
import { createRefusalCount } from '../../src/pacing/refusals.ts'
import { ignore, payableRows } from '../harness/ledger.ts'
import { untilBlocked } from '../ledger/paidRows.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'

const db = setUpLedger()

test('a batch that was cancelled has its report written again only if a late answer changed one of its rows', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(2))
  await cancelBatch(db.ledger, batchNo, 'awa')
  const batch = await readBatch(db.ledger, batchNo)
  const written: Batch[] = []
  const payer = {
    ledger: db.ledger,
    log: createLog('silent', ignore),
    staleReports: new Set<number>(),
    onBatchSettled: async (over: Batch) => void written.push(over),
  }
  await closeBatch(payer, batch)
  expect(written).toEqual([])
  payer.staleReports.add(batchNo)
  await closeBatch(payer, batch)
  await closeBatch(payer, batch)
  expect(written).toMatchObject([{ id: batchId, state: 'cancelled' }])
})

test('a chunk that comes while its batch is being paused does not count refusals in a row anew', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(2))
  const [chunk] = await openChunks(db.ledger, false)
  const payer = {
    ledger: db.ledger,
    log: createLog('silent', ignore),
    past: { last: () => ({ kind: 'whole' }) },
    throttle: { slots: 0, evict: ignore },
    refusals: createRefusalCount(),
    sandbox: false,
    pausing: new Map(),
    atWork: new Map(),
    writes: new Set(),
  } as unknown as Payer
  payer.refusals.stop(batchNo)
  const other = await db.ledger.pool.connect()
  await other.query('begin')
  await other.query('select from payrun.batches where batch_no = $1 for update', [batchNo])
  const paused = pauseBatch(payer, await readBatch(db.ledger, batchNo), 'refused_in_a_row')
  await untilBlocked(db)
  await payChunk(payer, { batchId, chunkNo: chunk!.chunkNo })
  await other.query('commit')
  other.release()
  await paused
  expect(payer.refusals.refused(batchNo, 'mtn-benin', 'Insufficient balance').overAll).toBe(0)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'paused' })
})
