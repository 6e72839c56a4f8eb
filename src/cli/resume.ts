import { type Batch, moveBatch } from '../ledger/batches.ts'
import { openChunks } from '../ledger/chunks.ts'
import { releaseOperators } from '../ledger/holds.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { busy, goOn, waitForForeground } from './goOn.ts'
import type { Core } from './openCore.ts'
import { withBatch } from './withBatch.ts'

/** Go on with a batch that is paused, or whose process was lost: here, or (with `detach`) by the workers. */
export function resume(cli: Cli, name: string, detach: boolean): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const now = await waitForForeground(core, batch)
    if (now.state === 'cancelled')
      return fail(cli, failure(exitCode.usage, t`Batch ${now.id} can't be resumed: it is cancelled.`))
    if (now.state === 'awaiting_approval') {
      const message = t`Batch ${now.id} waits for somebody other than its submitter to approve it: ${cli.config.command} approve ${now.id} --as NAME`
      return fail(cli, failure(exitCode.usage, message))
    }
    if (now.foregroundNo !== null) return fail(cli, busy(cli, now))
    return goOn(cli, core, now, detach, () => setRunning(cli, core, now))
  })
}

/** A person says to go on: automatic holds on the batch's operators end, and they begin with a slow start again. */
async function setRunning(cli: Cli, core: Core, batch: Batch): Promise<undefined> {
  const moved = await moveBatch(core.ledger, batch.batchNo, ['paused'], { to: 'running', actor: cli.config.user })
  if (!moved && batch.state !== 'running') return undefined
  const chunks = await openChunks(core.ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(core.ledger, batch.sandbox, [...new Set(chunks.map(({ operator }) => operator))])
  return undefined
}
