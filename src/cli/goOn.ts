import { setTimeout as delay } from 'node:timers/promises'
import { type Batch, readBatch } from '../ledger/batches.ts'
import { openChunks } from '../ledger/chunks.ts'
import { endDeadWorkers } from '../ledger/workers.ts'
import { t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import { payAndTell } from './finishPaying.ts'
import type { Core } from './openCore.ts'
import { openProvider } from './openProvider.ts'
import { openQueueStore, sharedQueue } from './openQueue.ts'
import { totalsOf } from './status.ts'

/** Makes the batch run; or says what to tell instead of paying: a failure, or an exit code for what was told already. */
export type Begin = () => Promise<Failure | number | undefined>

/**
 * Have a batch paid that was stopped, or is over: here, or (with `detach`) by the workers. Whatever paying needs is opened
 * first, so that nothing is changed where it is missing.
 *
 * Crash window: died after `begin`, the batch is running and nobody's. resume takes it up, or a worker's sweep does.
 */
export function goOn(cli: Cli, core: Core, batch: Batch, detach: boolean, begin: Begin): Promise<number> {
  return detach ? leaveToWorkers(cli, core, batch, begin) : payHere(cli, core, batch, begin)
}

/** A process that was killed must not count as still paying; one that is just leaving (paused) gets a moment to do so. */
export async function waitForForeground(core: Core, batch: Batch): Promise<Batch> {
  for (let looks = 0; ; looks += 1) {
    await endDeadWorkers(core.ledger)
    const now = await readBatch(core.ledger, batch.batchNo)
    if (now.foregroundNo === null || now.state === 'running' || looks === 10) return now
    await delay(300)
  }
}

export function busy(cli: Cli, { id, state }: Pick<Batch, 'id' | 'state'>): Failure {
  const { command } = cli.config
  return failure(
    exitCode.usage,
    state === 'running'
      ? t`Batch ${id} is being paid by another payrun command at this moment: see ${command} status ${id}`
      : t`Batch ${id} is being finished by another payrun command at this moment: see ${command} status ${id}`,
  )
}

async function payHere(cli: Cli, core: Core, batch: Batch, begin: Begin): Promise<number> {
  const provider = await openProvider(cli, batch.sandbox)
  if (!provider.ok) return fail(cli, provider)
  const store = await openQueueStore(cli, core)
  try {
    if (!store.ok) return fail(cli, store)
    const instead = await begin()
    if (instead !== undefined) return typeof instead === 'number' ? instead : fail(cli, instead)
    return await payAndTell(cli, core, store, await readBatch(core.ledger, batch.batchNo), provider)
  } finally {
    if (store.ok) await store.close()
    await provider.close()
  }
}

async function leaveToWorkers(cli: Cli, core: Core, batch: Batch, begin: Begin): Promise<number> {
  const store = await openQueueStore(cli, core)
  if (!store.ok) return fail(cli, store)
  try {
    const instead = await begin()
    if (instead !== undefined) return typeof instead === 'number' ? instead : fail(cli, instead)
    await store
      .open(sharedQueue(batch.sandbox))
      .ring(await openChunks(core.ledger, batch.sandbox, batch.batchNo))
      .catch((error: unknown) => cli.log.warn("the queue was not rung: the workers' sweep will", { error }))
    const after = await readBatch(core.ledger, batch.batchNo)
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else
      cli.print(
        t`Batch ${batch.id} goes on, paid by the workers. Follow with: ${cli.config.command} status ${batch.id} --watch`,
      )
    return exitCode.done
  } finally {
    await store.close()
  }
}
