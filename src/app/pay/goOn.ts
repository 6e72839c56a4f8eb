import { setTimeout as delay } from 'node:timers/promises'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import { endDeadWorkers } from '../../ledger/rows/workers.ts'
import { say } from '../../words/sentence.ts'
import { totalsOf } from '../batches/batchDocument.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, withOpened } from '../open/openCore.ts'
import { enqueueBatch, openProvider, sharedQueue, withQueueStore } from '../open/openServices.ts'
import { type Follower, type PaidHere, payHere } from './payHere.ts'

/** Who pays a batch: the workers, or this process, while somebody follows it. */
export type By = 'workers' | Follower

export type WentOn = PaidHere | LeftToWorkers | Failure

interface LeftToWorkers extends NotPaidHere {
  kind: 'left_to_workers'
}

export interface NotPaidHere {
  ok: true
  batch: Batch
  totals: BatchTotals
}

/**
 * Have a stopped or finished batch paid. Everything that paying needs is opened first, so that nothing is changed if something is missing.
 *
 * Crash window: if the process dies after `begin`, the batch is running, but nobody is paying it. `resume` or a worker's sweep takes it up.
 *
 * @param begin makes the batch run; if it returns a value, that is the result, and nothing is paid
 */
export function goOn<Instead = never>(
  app: App,
  core: Core,
  batch: Batch,
  by: By,
  begin: () => Promise<Instead | undefined>,
): Promise<WentOn | Instead> {
  if (core.past.last()?.kind === 'fenced')
    return Promise.resolve(failure('fenced', say('recover.fenced_for_batch', { command: app.config.command })))
  return by === 'workers' ? leaveToWorkers(app, core, batch, begin) : payInThisProcess(app, core, batch, by, begin)
}

/** A killed process must not count as still paying. A process that is about to stop (its batch is paused) gets a moment to do so. */
export async function waitForForeground(core: Core, batch: Batch): Promise<Batch> {
  for (let looks = 0; ; looks += 1) {
    await endDeadWorkers(core.ledger)
    const now = await readBatch(core.ledger, batch.batchNo)
    if (now.foregroundNo === null || now.state === 'running' || looks === 10) return now
    await delay(300)
  }
}

const payInThisProcess = <Instead>(
  app: App,
  core: Core,
  batch: Batch,
  follower: Follower,
  begin: () => Promise<Instead | undefined>,
): Promise<PaidHere | Failure | Instead> =>
  withOpened(openProvider(app, batch.sandbox), (provider) =>
    withQueueStore<PaidHere | Failure | Instead>(app, core, async (store) => {
      const instead = await begin()
      if (instead !== undefined) return instead
      return payHere(app, core, store, provider, await readBatch(core.ledger, batch.batchNo), follower)
    }),
  )

const leaveToWorkers = <Instead>(
  app: App,
  core: Core,
  batch: Batch,
  begin: () => Promise<Instead | undefined>,
): Promise<LeftToWorkers | Failure | Instead> =>
  withQueueStore<LeftToWorkers | Instead>(app, core, async (store) => {
    const instead = await begin()
    if (instead !== undefined) return instead
    await enqueueBatch(app, core, store.open(sharedQueue(batch.sandbox)), batch)
    const after = await readBatch(core.ledger, batch.batchNo)
    return { ok: true, kind: 'left_to_workers', batch: after, totals: await totalsOf(core, after) }
  })
