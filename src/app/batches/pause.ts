import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import { moveAsked } from '../../ledger/batches/moveAsked.ts'
import type { BatchTotals } from '../../ledger/batches/status.ts'
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
  /** False if it was already paused. */
  changed: boolean
}

/** Stop sending a batch's unsent rows. Rows in flight still settle. Does nothing if the batch is already paused. */
export const pause = async (
  app: App,
  name: string,
  words: { note?: string | undefined; requestKey?: RequestKey | undefined } = {},
): Promise<Paused | Failure> =>
  forbids(app, 'pause') ??
  withBatch(app, name, async (core, batch): Promise<Paused | Failure> => {
    const move = { to: 'paused', reason: 'person', actor: actorOf(app).name, note: noteOf(words) } as const
    // A batch that waits for its start time is already paused. Once a person pauses it, it no longer starts by itself.
    const from = batch.reason === 'scheduled' ? (['running', 'paused'] as const) : (['running'] as const)
    const changed = await moveAsked(core.ledger, batch.batchNo, from, move, words.requestKey)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (after.state !== 'paused')
      return failure('usage', say('paying.pause_impossible', { id: batch.id, state: batchStateOf(after.state) }))
    return { ok: true, batch: after, totals: await totalsOf(core, after), changed }
  })
