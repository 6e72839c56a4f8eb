import { crashPoint } from '../src/crashPoint.ts'
import { type Batch, moveBatch, readBatch } from '../src/ledger/batches/batches.ts'
import type { Payer } from './payer.ts'

/**
 * Settle a batch whose chunks are all closed, and have its report written. One that was paused while its last rows were
 * in flight has nothing left to resume: it settles too. Of any number of callers one settles it.
 *
 * Crash window: died between the two, the batch is settled without a report file. `payrun report` writes one at any time.
 */
export async function closeBatch(payer: Payer, batch: Batch): Promise<void> {
  const settled = await moveBatch(payer.ledger, batch.batchNo, ['running', 'paused'], { to: 'settled' })
  if (!settled) return
  payer.log.info('batch settled', { batch: batch.id, rows: batch.fileRows })
  crashPoint('before-report')
  await payer.onBatchSettled(await readBatch(payer.ledger, batch.batchNo))
}
