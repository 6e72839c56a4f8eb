import { type Batch, readBatch } from '../ledger/batches/batches.ts'
import { cancelBatch } from '../ledger/batches/cancelBatch.ts'
import type { BatchTotals } from '../ledger/batches/status.ts'
import { batchStateOf, say } from '../words/sentence.ts'
import { actorOf, forbids } from './accounts/actor.ts'
import { totalsOf } from './batchDocument.ts'
import { type App, type Failure, failure } from './context.ts'
import { withBatch } from './open/openCore.ts'

export interface Cancelled {
  ok: true
  batch: Batch
  totals: BatchTotals
  /** Rows that will not be sent. */
  rows: number
}

/** Stop a batch for good: its unsent rows are never sent. What was sent stays as it is. */
export const cancel = async (app: App, name: string): Promise<Cancelled | Failure> =>
  forbids(app, 'cancel') ??
  withBatch(app, name, async (core, batch): Promise<Cancelled | Failure> => {
    const rows = await cancelBatch(core.ledger, batch.batchNo, actorOf(app).name)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (rows === null)
      return failure('usage', say('paying.cancel_impossible', { id: batch.id, state: batchStateOf(after.state) }))
    return { ok: true, batch: after, totals: await totalsOf(core, after), rows }
  })
