import { atMost } from '../process.ts'
import { writeSettledReport } from './batches/reportFile.ts'
import type { App, Core, Failure, QueueStore } from './context.ts'
import { openCore } from './open/openCore.ts'
import { openProvider, openQueueStore, type Provider, sharedQueue } from './open/openServices.ts'
import { type StartedPayer, startPayer } from './pay/startPayer.ts'
import { keepWorkerSchedules } from './schedules/scheduleRunner.ts'
import { openWorkerHealth, type WorkerHealth } from './work/workerHealth.ts'

/** How long running schedules may take to end after the worker is asked to stop. */
const schedulesEndMs = 5_000

interface WorkOptions {
  sandbox: boolean
  /** The port for its health, or `off`. By default that of PAYRUN_WORKER_PORT. */
  healthPort: number | 'off' | undefined
  /** Called once, when everything is open and nothing has started. The worker stops when the signal is aborted. */
  listen(worker: BegunWorker): AbortSignal
  onReady(worker: { workerNo: number; health: string | undefined }): void
}

export interface BegunWorker {
  inFlight(): number
  /** False while it is starting, which may last for ever if the database is away. Nothing is in flight then. */
  isPaying(): boolean
}

/** Pay what is submitted and run schedules until stopped. Then wait until everything in flight has settled. */
export async function work(plain: App, options: WorkOptions): Promise<{ ok: true } | Failure> {
  const { sandbox } = options
  const health = await openWorkerHealth(plain, sandbox, options.healthPort)
  const app = { ...plain, log: health.log }
  const provider = await openProvider(app, sandbox)
  if (!provider.ok) return provider
  const core = await openCore(app)
  if (!core.ok) {
    await provider.close()
    return core
  }
  const store = await openQueueStore(app, core)
  if (!store.ok) {
    await core.close()
    await provider.close()
    return store
  }
  // Listen before anything is started, so that a request to stop is never missed.
  let begun: Begun | undefined
  const asked = stopAsked(health, options, () => begun?.started)
  begun = await beginWork(app, core, store, provider, health)
  const { payer } = begun.started
  app.log.info('worker is ready', { worker: payer.lease.workerNo(), health: health.url })
  options.onReady({ workerNo: payer.lease.workerNo(), health: health.url })
  await asked
  await begun.stop()
  await store.close()
  await core.close()
  await provider.close()
  await health.close()
  app.log.info('worker has stopped')
  return { ok: true }
}

/** A running worker, in its own process or in the desk's. */
export interface Begun {
  started: StartedPayer
  /** Resolves when everything in flight has settled. */
  stop(): Promise<void>
}

/** Starts to pay and to run schedules. */
export async function beginWork(
  app: App,
  core: Core,
  store: QueueStore,
  provider: Provider,
  health: Pick<WorkerHealth, 'watch' | 'started'>,
): Promise<Begun> {
  const started = await startPayer(app, core, store, provider, {
    queueName: sharedQueue(provider.sandbox),
    onlyBatchNo: undefined,
    onWorkerNo: async () => true,
    onSettled: () => undefined,
    watch: health.watch,
    onBatchSettled: async (batch) => {
      const written = await writeSettledReport(app, core, batch)
      if (!written.ok)
        app.log.error('the report could not be written: payrun report writes it at any time', { batch: batch.id })
    },
  })
  if (!started) throw new Error('a worker is always wanted')
  health.started(started.payer)
  const schedules = await keepWorkerSchedules(app, core, store, started.payer)
  const stop = async () => {
    await atMost(schedulesEndMs, schedules.stop())
    await started.stop(app.config.timeoutMs + 5_000)
  }
  return { started, stop }
}

function stopAsked(
  health: WorkerHealth,
  { listen }: WorkOptions,
  started: () => StartedPayer | undefined,
): Promise<void> {
  const signal = listen({
    inFlight: () => started()?.payer.sent.size ?? 0,
    isPaying: () => started() !== undefined,
  })
  return new Promise((stop) => {
    const onAbort = () => {
      health.stopping()
      stop()
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
}
