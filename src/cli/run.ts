import { readBatch } from '../ledger/batches.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { payAndTell } from './finishPaying.ts'
import { type Core, openCore } from './openCore.ts'
import { openProvider, type Provider } from './openProvider.ts'
import { openQueueStore } from './openQueue.ts'
import { payableWords, tellRefused } from './refusedFile.ts'
import { submit } from './submit.ts'
import { type SubmitOptions, submitFile } from './submitFile.ts'

/** Check, submit, pay and report, in this process. The main job: follow one payout from here. */
export async function run(cli: Cli, options: SubmitOptions & { detach: boolean }): Promise<number> {
  if (options.detach) return submit(cli, options)
  // Its time is for the workers.
  if (options.startAt !== undefined) return submit(cli, options)
  if (cli.config.approvals > 1) {
    // Nothing is paid before somebody else has approved it: that is for the workers then, or for resume.
    const code = await submit(cli, options)
    return code === exitCode.done ? exitCode.paused : code
  }
  // Whatever is missing is said before anything is stored.
  const provider = await openProvider(cli, options.sandbox)
  if (!provider.ok) return fail(cli, provider)
  try {
    const core = await openCore(cli)
    if (!core.ok) return fail(cli, core)
    try {
      return await runWith(cli, core, provider, options)
    } finally {
      await core.close()
    }
  } finally {
    await provider.close()
  }
}

async function runWith(cli: Cli, core: Core, provider: Provider, options: SubmitOptions): Promise<number> {
  const store = await openQueueStore(cli, core)
  if (!store.ok) return fail(cli, store)
  try {
    const submitted = await submitFile(cli, core, options)
    if (submitted.kind === 'failed') return fail(cli, submitted.failure)
    if (submitted.kind === 'refused') return (options.oneOff?.tellRefused ?? tellRefused)(cli, submitted)
    if (!cli.json) cli.say(t`Batch ${submitted.batchId}: ${payableWords(submitted.payable)}.`)
    // Crash window: died here, the batch is running and nobody's. resume takes it up, or a worker's sweep does.
    const batch = await readBatch(core.ledger, submitted.batchNo)
    return await payAndTell(cli, core, store, batch, provider, options.oneOff?.tell)
  } finally {
    await store.close()
  }
}
