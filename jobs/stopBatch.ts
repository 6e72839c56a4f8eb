import { crashPoint } from '../src/crashPoint.ts'
import { type Batch, moveBatch, readBatch } from '../src/ledger/batches/batches.ts'
import type { PauseReason } from '../src/payout/outcome.ts'
import type { Payer } from './payer.ts'

/**
 * Settle a batch whose chunks are all closed, and have its report written. A batch that was paused while its last rows were in
 * flight has nothing left to resume, so it settles, too. However many call this at once, one settles it. If it has settled already, and late
 * answers of this process came after that, the report is written again.
 *
 * Crash window: if the process dies between the two, the batch is settled without a report file. `payrun report` writes one at any time.
 */
export async function closeBatch(
  payer: Pick<Payer, 'ledger' | 'log' | 'staleReports' | 'onBatchSettled'>,
  batch: Batch,
): Promise<void> {
  const settled = await moveBatch(payer.ledger, batch.batchNo, ['running', 'paused'], { to: 'settled' })
  const isStale = payer.staleReports.delete(batch.batchNo)
  if (settled) payer.log.info('batch settled', { batch: batch.id, rows: batch.fileRows })
  else if (!isStale) return
  crashPoint('before-report')
  const over = await readBatch(payer.ledger, batch.batchNo)
  // A batch that was cancelled with rows in flight has a report, too.
  if (over.state === 'settled' || (isStale && over.state === 'cancelled')) await payer.onBatchSettled(over)
}

/**
 * Pause a batch that this process pays. From now on this process sends none of its rows, and no process does once the ledger has the
 * pause. Rows in flight settle. A batch with nothing left to do isn't paused.
 *
 * Crash window: if the process dies before the ledger has it, the batch goes on, and whoever pays it next runs into the same reason.
 *
 * @param says the provider's words
 */
export function pauseBatch(payer: Payer, batch: Batch, reason: PauseReason, says?: string): Promise<void> {
  const underWay = payer.pausing.get(batch.batchNo)
  if (underWay) return underWay
  const pausing = pause(payer, batch, reason, says).finally(() => payer.pausing.delete(batch.batchNo))
  payer.pausing.set(batch.batchNo, pausing)
  payer.throttle.evict(batch.batchNo)
  return pausing
}

async function pause(payer: Payer, batch: Batch, reason: PauseReason, says: string | undefined): Promise<void> {
  for (let waitMs = 100; ; waitMs = Math.min(2_000, waitMs * 2)) {
    try {
      const moved = await moveBatch(payer.ledger, batch.batchNo, ['running'], { to: 'paused', reason, says })
      // A foreground command says at its end how the batch is: once its last rows are settled, it is no longer paused.
      if (moved && payer.onlyBatchNo === undefined) payer.log.warn('batch paused', { batch: batch.id, reason })
      return
    } catch (error) {
      // The database is away. The pause must not be forgotten: until it's recorded, `pausing` holds the batch.
      payer.log.warn('a pause could not be recorded yet', { batch: batch.id, reason, error })
      await new Promise((wake) => setTimeout(wake, waitMs))
    }
  }
}

/**
 * Evict the waiting rows of a batch that somebody else has paused or cancelled. Row by row, refused claims would use up the rate limit
 * that another batch could have.
 *
 * @returns whether the batch is not running
 */
export async function leaveUnlessRunning(payer: Payer, { batchNo }: Batch): Promise<boolean> {
  // If the ledger can't be asked, the next claim is refused like this one, or waits.
  const batch = await readBatch(payer.ledger, batchNo).catch(() => undefined)
  if (batch === undefined || batch.state === 'running') return false
  payer.throttle.evict(batchNo)
  return true
}
