import { type Batch, moveBatch, readBatch } from '../ledger/batches.ts'
import { openChunks } from '../ledger/chunks.ts'
import { releaseOperators } from '../ledger/holds.ts'
import { endDeadWorkers } from '../ledger/workers.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { payAndTell } from './finishPaying.ts'
import type { Core } from './openCore.ts'
import { openProvider } from './openProvider.ts'
import { openQueue, sharedQueue } from './openQueue.ts'
import { totalsOf } from './status.ts'
import { withBatch } from './withBatch.ts'

/** Go on with a batch that is paused, or whose process was lost: here, or (with `detach`) by the workers. */
export function resume(cli: Cli, name: string, detach: boolean): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    // A process that was killed a moment ago must not count as one that is still paying.
    await endDeadWorkers(core.ledger)
    const now = await readBatch(core.ledger, batch.batchNo)
    if (now.state === 'cancelled' || now.state === 'awaiting_approval') {
      return fail(
        cli,
        failure(exitCode.usage, `Batch ${now.id} can't be resumed: it is ${now.state.replace('_', ' ')}.`),
      )
    }
    if (now.foregroundNo !== null && now.state === 'running') {
      const message = `Batch ${now.id} is being paid by another payrun command at this moment: see ${cli.config.command} status ${now.id} --watch`
      return fail(cli, failure(exitCode.usage, message))
    }
    return detach ? resumeDetached(cli, core, now) : resumeHere(cli, core, now)
  })
}

async function resumeHere(cli: Cli, core: Core, batch: Batch): Promise<number> {
  const provider = await openProvider(cli, batch.sandbox)
  if (!provider.ok) return fail(cli, provider)
  try {
    await setRunning(cli, core, batch)
    return await payAndTell(cli, core, await readBatch(core.ledger, batch.batchNo), provider)
  } finally {
    await provider.close()
  }
}

async function resumeDetached(cli: Cli, core: Core, batch: Batch): Promise<number> {
  const opened = await openQueue(cli, core, sharedQueue(batch.sandbox))
  if (!opened.ok) return fail(cli, opened)
  try {
    await setRunning(cli, core, batch)
    await opened.queue.ring(await openChunks(core.ledger, batch.sandbox, batch.batchNo))
    const after = await readBatch(core.ledger, batch.batchNo)
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else
      cli.print(
        `Batch ${batch.id} goes on, paid by the workers. Follow with: ${cli.config.command} status ${batch.id} --watch`,
      )
    return exitCode.done
  } finally {
    await opened.close()
  }
}

/** A person says to go on: automatic holds on the batch's operators end, and they begin with a slow start again. */
async function setRunning(cli: Cli, core: Core, batch: Batch): Promise<void> {
  const moved = await moveBatch(core.ledger, batch.batchNo, ['paused'], { to: 'running', actor: cli.config.user })
  if (!moved && batch.state !== 'running') return
  const chunks = await openChunks(core.ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(core.ledger, [...new Set(chunks.map(({ operator }) => operator))])
}
