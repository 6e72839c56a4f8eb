import { setTimeout as delay } from 'node:timers/promises'
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
import { openQueueStore, sharedQueue } from './openQueue.ts'
import { totalsOf } from './status.ts'
import { withBatch } from './withBatch.ts'

/** Go on with a batch that is paused, or whose process was lost: here, or (with `detach`) by the workers. */
export function resume(cli: Cli, name: string, detach: boolean): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const now = await waitForForeground(core, batch)
    if (now.state === 'cancelled' || now.state === 'awaiting_approval') {
      return fail(
        cli,
        failure(exitCode.usage, `Batch ${now.id} can't be resumed: it is ${now.state.replace('_', ' ')}.`),
      )
    }
    if (now.foregroundNo !== null) {
      const does = now.state === 'running' ? 'is being paid' : 'is being finished'
      const message = `Batch ${now.id} ${does} by another payrun command at this moment: see ${cli.config.command} status ${now.id}`
      return fail(cli, failure(exitCode.usage, message))
    }
    return detach ? resumeDetached(cli, core, now) : resumeHere(cli, core, now)
  })
}

/** A process that was killed must not count as still paying; one that is just leaving (paused) gets a moment to do so. */
async function waitForForeground(core: Core, batch: Batch): Promise<Batch> {
  for (let looks = 0; ; looks += 1) {
    await endDeadWorkers(core.ledger)
    const now = await readBatch(core.ledger, batch.batchNo)
    if (now.foregroundNo === null || now.state === 'running' || looks === 10) return now
    await delay(300)
  }
}

async function resumeHere(cli: Cli, core: Core, batch: Batch): Promise<number> {
  const provider = await openProvider(cli, batch.sandbox)
  if (!provider.ok) return fail(cli, provider)
  const store = await openQueueStore(cli, core)
  try {
    if (!store.ok) return fail(cli, store)
    await setRunning(cli, core, batch)
    return await payAndTell(cli, core, store, await readBatch(core.ledger, batch.batchNo), provider)
  } finally {
    if (store.ok) await store.close()
    await provider.close()
  }
}

async function resumeDetached(cli: Cli, core: Core, batch: Batch): Promise<number> {
  const store = await openQueueStore(cli, core)
  if (!store.ok) return fail(cli, store)
  try {
    await setRunning(cli, core, batch)
    await store.open(sharedQueue(batch.sandbox)).ring(await openChunks(core.ledger, batch.sandbox, batch.batchNo))
    const after = await readBatch(core.ledger, batch.batchNo)
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else
      cli.print(
        `Batch ${batch.id} goes on, paid by the workers. Follow with: ${cli.config.command} status ${batch.id} --watch`,
      )
    return exitCode.done
  } finally {
    await store.close()
  }
}

/** A person says to go on: automatic holds on the batch's operators end, and they begin with a slow start again. */
async function setRunning(cli: Cli, core: Core, batch: Batch): Promise<void> {
  const moved = await moveBatch(core.ledger, batch.batchNo, ['paused'], { to: 'running', actor: cli.config.user })
  if (!moved && batch.state !== 'running') return
  const chunks = await openChunks(core.ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(core.ledger, batch.sandbox, [...new Set(chunks.map(({ operator }) => operator))])
}
