import { onStopSignals } from '../shutdown.ts'
import { type Cli, fail } from './cli.ts'
import { type ExitCode, exitCode } from './exitCode.ts'
import { openCore } from './openCore.ts'
import { openProvider } from './openProvider.ts'
import { openQueueStore, sharedQueue } from './openQueue.ts'
import { startPayer } from './startPayer.ts'
import { writeSettledReport } from './writeBatchReport.ts'

/** Pay whatever is submitted, until stopped. The first SIGTERM or Ctrl-C lets what is in flight finish. */
export async function worker(cli: Cli, sandbox: boolean): Promise<ExitCode | number> {
  const { config, log } = cli
  const provider = await openProvider(cli, sandbox)
  if (!provider.ok) return fail(cli, provider)
  const core = await openCore(cli)
  if (!core.ok) {
    await provider.close()
    return fail(cli, core)
  }
  const store = await openQueueStore(cli, core)
  if (!store.ok) {
    await core.close()
    await provider.close()
    return fail(cli, store)
  }
  const started = await startPayer(cli, core, store, provider, {
    queueName: sharedQueue(sandbox),
    onlyBatchNo: undefined,
    onWorkerNo: async (workerNo) => log.info('worker is ready', { worker: workerNo }),
    onSettled: () => undefined,
    onBatchSettled: async (batch) => {
      const written = await writeSettledReport(core.ledger, batch, config.home)
      if (!written.ok)
        log.error('the report could not be written: payrun report writes it at any time', { batch: batch.id })
    },
  })
  if (cli.json) cli.printJson({ worker: started.payer.lease.workerNo() })
  await new Promise<void>((stop) => {
    onStopSignals(
      (signal) => {
        log.info(`${signal}: finishing what is in flight`, { rows: started.payer.pace.inFlight() })
        stop()
      },
      (signal) => {
        const inFlight = started.payer.pace.inFlight()
        log.error('quitting now: rows in flight may or may not be paid, and will be unknown', { rows: inFlight })
        process.exit(signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated)
      },
    )
  })
  await started.stop(config.timeoutMs + 5_000)
  await store.close()
  await core.close()
  await provider.close()
  log.info('worker has stopped')
  return exitCode.done
}
