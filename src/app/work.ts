import { atMost } from '../process.ts'
import type { App, Core, Failure, QueueStore } from './context.ts'
import { openCore } from './open/openCore.ts'
import { openProvider, openQueueStore, type Provider, sharedQueue } from './open/openServices.ts'
import { writeSettledReport } from './report.ts'
import { keepWorkerSchedules } from './schedules/scheduleRunner.ts'
import { type StartedPayer, startPayer } from './work/startPayer.ts'
import { openWorkerHealth, type WorkerHealth } from './work/workerHealth.ts'

/** How long schedules that are being run may take to end, once the worker is asked to stop. */
const schedulesEndMs = 5_000

interface WorkOptions {
  sandbox: boolean
  /** Where its health is served; off: nowhere; undefined: as PAYRUN_WORKER_PORT says. */
  healthPort: number | 'off' | undefined
  /** Called once, when all is open and nothing is begun. The worker stops when the signal is aborted. */
  listen(worker: BegunWorker): AbortSignal
  onReady(worker: { workerNo: number; health: string | undefined }): void
}

export interface BegunWorker {
  inFlight(): number
  /** False while it is still starting, perhaps for ever (the database is away): nothing is in flight yet. */
  isPaying(): boolean
}

/** Pay whatever is submitted, and run what is scheduled, until stopped. What is in flight then settles. */
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
  // Listened for before anything is begun: whoever asks this worker to stop is heard from its first moment on.
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

/** A running worker, in a process of its own or in the desk's. */
export interface Begun {
  started: StartedPayer
  /** Resolves when what was in flight has settled. */
  stop(): Promise<void>
}

/** Pay, and keep the schedules. */
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
    inFlight: () => started()?.payer.throttle.inFlight() ?? 0,
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
