import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import { pauseAsked } from '../../ledger/batches/moveAsked.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { batchStateOf, say } from '../../words/sentence.ts'
import { actorOf, forbids, noteOf } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { totalsOf } from './batchDocument.ts'

interface Paused {
  ok: true
  batch: Batch
  totals: BatchTotals
  /** False if it was paused already, and does not go on by itself. */
  changed: boolean
}

/** Stop sending a batch's unsent rows until a person resumes it. Rows in flight still settle. Does nothing if it waits for a person already. */
export const pause = async (
  app: App,
  name: string,
  words: { note?: string | undefined; requestKey?: RequestKey | undefined } = {},
): Promise<Paused | Failure> =>
  forbids(app, 'pause') ??
  withBatch(app, name, async (core, batch): Promise<Paused | Failure> => {
    const changed = await pauseAsked(core.ledger, batch.batchNo, {
      actor: actorOf(app).name,
      note: noteOf(words),
      requestKey: words.requestKey,
    })
    const after = await readBatch(core.ledger, batch.batchNo)
    if (after.state !== 'paused')
      return failure('usage', say('paying.pause_impossible', { id: batch.id, state: batchStateOf(after.state) }))
    return { ok: true, batch: after, totals: await totalsOf(core, after), changed }
  })
