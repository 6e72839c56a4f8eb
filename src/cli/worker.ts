import { onStopSignals, type StopSignal } from '../shutdown.ts'
import { atMost } from './atMost.ts'
import { type Cli, fail } from './cli.ts'
import { type ExitCode, exitCode } from './exitCode.ts'
import { openCore } from './openCore.ts'
import { openProvider } from './openProvider.ts'
import { openQueueStore, sharedQueue } from './openQueue.ts'
import { keepWorkerSchedules } from './scheduleRunner.ts'
import { type StartedPayer, startPayer } from './startPayer.ts'
import { openWorkerHealth } from './workerHealth.ts'
import { writeSettledReport } from './writeBatchReport.ts'

/** A worker that is asked to stop while it is still starting may take this long to be done with that. */
const startMs = 5_000

/**
 * Pay whatever is submitted, until stopped. The first SIGTERM or Ctrl-C lets what is in flight finish.
 *
 * @param healthPort where its health is served; off: nowhere; undefined: as PAYRUN_WORKER_PORT says
 */
export async function worker(
  plain: Cli,
  sandbox: boolean,
  healthPort: number | 'off' | undefined,
): Promise<ExitCode | number> {
  const { config } = plain
  const health = await openWorkerHealth(plain, sandbox, healthPort)
  const cli = { ...plain, log: health.log }
  const { log } = cli
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
  // Listened for before anything is begun: whoever asks this worker to stop is heard from its first moment on.
  let started: StartedPayer | undefined
  const inFlight = () => started?.payer.pace.inFlight() ?? 0
  const asked = new Promise<void>((stop) => {
    onStopSignals(
      (signal) => {
        log.info(`${signal}: finishing what is in flight`, { rows: inFlight() })
        health.stopping()
        stop()
        // Still starting, and perhaps for ever (the database is away): nothing is in flight yet.
        setTimeout(() => started ?? process.exit(codeOf(signal)), startMs).unref()
      },
      (signal) => {
        log.error('quitting now: rows in flight may or may not be paid, and will be unknown', { rows: inFlight() })
        process.exit(codeOf(signal))
      },
    )
  })
  started = await startPayer(cli, core, store, provider, {
    queueName: sharedQueue(sandbox),
    onlyBatchNo: undefined,
    onWorkerNo: async () => true,
    onSettled: () => undefined,
    watch: health.watch,
    onBatchSettled: async (batch) => {
      const written = await writeSettledReport(core.ledger, batch, config.home)
      if (!written.ok)
        log.error('the report could not be written: payrun report writes it at any time', { batch: batch.id })
    },
  })
  if (!started) throw new Error('a worker is always wanted')
  health.started(started.payer)
  const schedules = await keepWorkerSchedules(cli, core, store, started.payer)
  log.info('worker is ready', { worker: started.payer.lease.workerNo(), health: health.url })
  if (cli.json) cli.printJson({ worker: started.payer.lease.workerNo(), health: health.url ?? null })
  await asked
  await atMost(startMs, schedules.stop())
  await started.stop(config.timeoutMs + 5_000)
  await store.close()
  await core.close()
  await provider.close()
  await health.close()
  log.info('worker has stopped')
  return exitCode.done
}

const codeOf = (signal: StopSignal): ExitCode => (signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated)
