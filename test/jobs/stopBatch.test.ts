import { expect, test } from 'vitest'
import { closeBatch } from '../../jobs/stopBatch.ts'
import { type Batch, readBatch } from '../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../src/ledger/batches/moveAsked.ts'
import { createLog } from '../../src/log.ts'
import { ignore, payableRows } from '../harness/ledger.ts'
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
