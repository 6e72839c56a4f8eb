import { type Batch, readBatch } from '../ledger/batches/batches.ts'
import { moveAsked } from '../ledger/batches/moveAsked.ts'
import type { RequestKey } from '../ledger/batches/requestKeys.ts'
import type { BatchTotals } from '../ledger/batches/status.ts'
import { batchStateOf, say } from '../words/sentence.ts'
import { actorOf, forbids, noteOf } from './accounts/actor.ts'
import { totalsOf } from './batchDocument.ts'
import { type App, type Failure, failure } from './context.ts'
import { withBatch } from './open/openCore.ts'

interface Paused {
  ok: true
  batch: Batch
  totals: BatchTotals
  /** False when it was paused already. */
  changed: boolean
}

/** Stop sending a batch's unsent rows. Rows in flight settle. Pausing a paused batch changes nothing and is fine. */
export const pause = async (
  app: App,
  name: string,
  words: { note?: string | undefined; requestKey?: RequestKey | undefined } = {},
): Promise<Paused | Failure> =>
  forbids(app, 'pause') ??
  withBatch(app, name, async (core, batch): Promise<Paused | Failure> => {
    const move = { to: 'paused', reason: 'person', actor: actorOf(app).name, note: noteOf(words) } as const
    // One that waits for its time is paused already; paused by a person it no longer starts by itself.
    const from = batch.reason === 'scheduled' ? (['running', 'paused'] as const) : (['running'] as const)
    const changed = await moveAsked(core.ledger, batch.batchNo, from, move, words.requestKey)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (after.state !== 'paused')
      return failure('usage', say('paying.pause_impossible', { id: batch.id, state: batchStateOf(after.state) }))
    return { ok: true, batch: after, totals: await totalsOf(core, after), changed }
  })
