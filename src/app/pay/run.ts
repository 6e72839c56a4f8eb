import { resolve } from 'node:path'
import { whyNotWritable } from '../../durableFile.ts'
import { readBatch } from '../../ledger/batches/batches.ts'
import { forbids } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, withCore, withOpened } from '../open/openCore.ts'
import { openProvider, type Provider, withQueueStore } from '../open/openServices.ts'
import type { Confirm } from '../submit/preview.ts'
import type { RefusedFile, SubmitOptions } from '../submit/submission.ts'
import { asSubmitted, type StoredFile, type SubmittedBatch, submit, submitFile } from '../submit/submit.ts'
import { type Follower, type PaidHere, payHere } from './payHere.ts'

export interface RunOptions extends SubmitOptions {
  /** Leave it to the workers. */
  detach: boolean
}

/** The caller's side of a run: confirms it, learns that the file is stored, follows the payment, may read the ledger afterwards. */
export interface Runner<Seen> {
  follower: Follower
  /** By default nobody is asked. */
  confirm?: Confirm | undefined
  onStored(stored: StoredFile): void
  see(core: Core, paid: PaidHere): Promise<Seen>
}

export type Ran<Seen> = (PaidHere & { seen: Seen }) | SubmittedBatch | RefusedFile | Failure

/**
 * Check a file, store it, and pay it in this process. As with `submit`, it is left to the workers if that is requested, if it has
 * a start time, or if somebody else has to approve it first.
 */
export async function run<Seen>(app: App, options: RunOptions, runner: Runner<Seen>): Promise<Ran<Seen>> {
  if (options.detach || options.startAt !== undefined || app.config.approvals > 1)
    return submit(app, options, runner.confirm)
  const forbidden = forbids(app, 'submit')
  if (forbidden) return forbidden
  // Missing configuration is reported before anything is stored.
  const { report } = options
  const unwritable = report !== undefined && (await whyNotWritable(resolve(app.config.calledFrom, report), 'report'))
  if (unwritable) return failure('usage', unwritable)
  return withOpened(openProvider(app, options.sandbox), (provider) =>
    withCore(app, (core) => payFile(app, core, provider, options, runner)),
  )
}

const payFile = <Seen>(
  app: App,
  core: Core,
  provider: Provider,
  options: RunOptions,
  runner: Runner<Seen>,
): Promise<Ran<Seen>> =>
  withQueueStore<Ran<Seen>>(app, core, async (store) => {
    const submitted = await submitFile(app, core, options, runner.confirm)
    if (submitted.kind !== 'submitted') return submitted
    runner.onStored(submitted)
    // Crash window: if it dies here, the batch is running but nobody pays it. `resume` or a worker's sweep picks it up.
    const batch = await readBatch(core.ledger, submitted.batchNo)
    // The ledger's policy requires more approvers than this process knew.
    if (batch.state === 'awaiting_approval') return asSubmitted(app, core, submitted, batch)
    const paid = await payHere(app, core, store, provider, batch, runner.follower)
    return paid.ok ? { ...paid, seen: await runner.see(core, paid) } : paid
  })
