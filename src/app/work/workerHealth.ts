import type { PayerWatch } from '../../../jobs/payer.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { holdsLease, readGauges } from '../../ledger/rows/readGauges.ts'
import type { Log } from '../../log.ts'
import type { Readiness } from '../../operations/health.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import type { StartedPayer } from '../pay/startPayer.ts'

/** A worker's health, served while it is running. */
export interface WorkerHealth {
  /** The log to use, which counts warnings and errors. */
  log: Log
  watch: PayerWatch | undefined
  /** Where it is served, or undefined if it isn't. */
  url: string | undefined
  /** Call it when the worker has started to pay. */
  started(payer: StartedPayer['payer']): void
  /** Call it when the worker was asked to stop: it is no longer ready. */
  stopping(): void
  close(): Promise<void>
}

/** How old the ledger's numbers in a scrape may be. However many clients scrape, the ledger is read only this often. */
const ledgerFreshMs = 5_000

/**
 * Serve `/healthz`, `/readyz` and `/metrics`. If a worker can't serve them, it logs that and pays anyway. The modules for this are only
 * loaded here.
 *
 * @param healthPort the port, or `off`; by default as configured
 */
export async function openWorkerHealth(
  app: App,
  sandbox: boolean,
  healthPort: number | 'off' | undefined,
): Promise<WorkerHealth> {
  const { host } = app.config.health
  const port = healthPort ?? app.config.health.port
  if (port === 'off') return unwatched(app)
  const { ready, metrics, ...watched } = await watchWorker(app, sandbox)
  const { startHealthServer } = await import('../../operations/health.ts')
  const server = await startHealthServer({ host, port, ready, metrics })
  if (server.kind === 'failed')
    app.log.error("the worker's health and metrics can't be served: set PAYRUN_WORKER_HOST and PAYRUN_WORKER_PORT", {
      code: server.code,
    })
  return {
    ...watched,
    url: server.kind === 'listening' ? server.url : undefined,
    close: async () => {
      if (server.kind === 'listening') await server.close()
    },
  }
}

/** A worker's health, before it is served. */
export interface WatchedWorker extends Omit<WorkerHealth, 'url' | 'close'> {
  ready(): Promise<Readiness>
  /** In the format of Prometheus. */
  metrics: { contentType: string; text(): Promise<string> }
}

export async function watchWorker(app: App, sandbox: boolean): Promise<WatchedWorker> {
  const { createMetrics } = await import('../../operations/metrics.ts')
  const { answerOf, createReadiness, shared } = await import('../../operations/health.ts')
  let payer: StartedPayer['payer'] | undefined
  let stopping = false
  const ready = createReadiness({
    stopping: () => stopping,
    running: () =>
      payer && {
        holdsLease: holdsItsLease(payer),
        queueJobs: countOf(payer),
        isDelivered: isDelivered(payer),
        fence: () => fenceOf(payer),
      },
  })
  const metrics = createMetrics(
    { version: packageJson.version, sandbox },
    {
      inFlight: () => payer?.throttle.inFlight() ?? 0,
      ledger: shared(ledgerFreshMs, () => answerOf(payer && readGauges(payer.ledger, sandbox))),
      queueJobs: shared(ledgerFreshMs, () => answerOf(payer?.queue.count())),
      ready: async () => (await ready()).ready,
    },
  )
  return {
    log: counted(app.log, metrics.logged),
    watch: metrics.watch,
    ready,
    metrics,
    started: (begun) => {
      payer = begun
    },
    stopping: () => {
      stopping = true
    },
  }
}

const unwatched = (app: App): WorkerHealth => ({
  log: app.log,
  watch: undefined,
  url: undefined,
  started: () => undefined,
  stopping: () => undefined,
  close: async () => undefined,
})

/** Why nothing is sent, or null. */
function fenceOf(payer: StartedPayer['payer'] | undefined): Sentence | null {
  const found = payer?.past.last()
  if (found?.kind === 'fenced') return found.why
  return found?.kind === 'whole' ? null : say('settings.past_asked')
}

const holdsItsLease =
  ({ ledger, lease }: StartedPayer['payer']) =>
  () =>
    holdsLease(ledger, lease.workerNo())

/** If the queue is known to be away, a probe doesn't wait to find that out again. */
const countOf =
  ({ queue }: StartedPayer['payer']) =>
  async () => {
    if (queue.isAway()) throw new Error('the queue is away')
    return queue.count()
  }

const isDelivered =
  ({ delivery }: StartedPayer['payer']) =>
  () =>
    !delivery.isLate()

function counted(log: Log, count: (level: 'warn' | 'error') => void): Log {
  const counting =
    (level: 'warn' | 'error'): Log['warn'] =>
    (message, fields) => {
      count(level)
      log[level](message, fields)
    }
  return { ...log, warn: counting('warn'), error: counting('error') }
}
