import { type Batch, moveBatch } from '../ledger/batches/batches.ts'
import { forgetWaits } from '../ledger/policy/floats.ts'
import { releaseOperators } from '../ledger/policy/holds.ts'
import { openChunks } from '../ledger/rows/chunks.ts'
import { say } from '../words/sentence.ts'
import { actorOf, forbids, noteOf } from './accounts/actor.ts'
import { type App, failure } from './context.ts'
import { type Core, withBatch } from './open/openCore.ts'
import { paidElsewhere } from './payHere.ts'
import { type By, goOn, type WentOn, waitForForeground } from './work/goOn.ts'

/** Go on with a batch that is paused, or whose process was lost. */
export const resume = async (
  app: App,
  name: string,
  by: By,
  words: { note?: string | undefined } = {},
): Promise<WentOn> =>
  forbids(app, 'resume') ??
  withBatch(app, name, async (core, batch): Promise<WentOn> => {
    const now = await waitForForeground(core, batch)
    const { id } = now
    if (now.state === 'cancelled') return failure('usage', say('paying.resume_cancelled', { id }))
    if (now.state === 'awaiting_approval')
      return failure('usage', say('paying.resume_unapproved', { id, command: app.config.command }))
    if (now.foregroundNo !== null) return paidElsewhere(app, now)
    return goOn<never>(app, core, now, by, () => setRunning(app, core, now, noteOf(words)))
  })

/**
 * A person says to go on: automatic holds on the batch's operators end, and they begin with a slow start again. What waited
 * for the float is tried once more.
 */
async function setRunning(app: App, { ledger }: Core, batch: Batch, note: string | null): Promise<undefined> {
  await forgetWaits(ledger, batch.batchNo)
  const moved = await moveBatch(ledger, batch.batchNo, ['paused'], { to: 'running', actor: actorOf(app).name, note })
  if (!moved && batch.state !== 'running') return undefined
  const chunks = await openChunks(ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(ledger, batch.sandbox, [...new Set(chunks.map(({ operator }) => operator))])
  return undefined
}
