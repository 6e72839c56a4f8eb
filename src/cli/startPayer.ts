import { keepAlerting } from '../../jobs/keepAlerting.ts'
import { keepAsking } from '../../jobs/keepAsking.ts'
import { keepLease } from '../../jobs/keepLease.ts'
import { payChunk } from '../../jobs/payChunk.ts'
import type { Payer, PayerWatch } from '../../jobs/payer.ts'
import { sweep, sweepSeconds } from '../../jobs/sweep.ts'
import { openChannels } from '../alerts/openChannels.ts'
import type { Batch } from '../ledger/batches.ts'
import { createExchange } from '../ledger/exchange.ts'
import { holdOperator, releaseOperators } from '../ledger/holds.ts'
import { readInstallationId } from '../ledger/installation.ts'
import { writeSpool } from '../ledger/spool.ts'
import { type RateWindow, takeRate } from '../ledger/takeRate.ts'
import { createPace } from '../pacing/pace.ts'
import { createRateLimit } from '../pacing/rateLimit.ts'
import type { PayoutState } from '../payout/state.ts'
import { atMost } from './atMost.ts'
import type { Cli } from './cli.ts'
import type { Core } from './openCore.ts'
import type { Provider } from './openProvider.ts'
import type { QueueStore } from './openQueue.ts'
import { recordSpooled } from './recordSpooled.ts'

/** Chunks that one process works on at once: enough to keep its slots busy, few enough to leave work to other workers. */
const chunksAtOnce = 8

export interface StartedPayer {
  payer: Payer
  /**
   * Send nothing more, and end when every request in flight has settled. Answers that the database can't take within
   * `graceMs` go to the spool.
   */
  stop(graceMs: number): Promise<void>
}

export interface PayerOptions {
  queueName: string
  onlyBatchNo: number | undefined
  /** Told of each number that the process claims under; false for the first: it is not wanted. */
  onWorkerNo(workerNo: number): Promise<boolean>
  onSettled(state: PayoutState): void
  onBatchSettled(batch: Batch): Promise<void>
  /** Hears of everything that is counted. */
  watch?: PayerWatch | undefined
}

/**
 * Begin to pay: replay what was spooled, take a lease, sweep, and work on what the queue rings for.
 *
 * @returns undefined when `onWorkerNo` says that the process is not wanted
 */
export async function startPayer(
  cli: Cli,
  core: Core,
  store: QueueStore,
  provider: Provider,
  options: PayerOptions,
): Promise<StartedPayer | undefined> {
  const { log } = cli
  const { ledger } = core
  for (const warning of [...core.warnings, ...store.warnings]) log.warn(warning)
  const onTrouble = (error: unknown) => {
    log.warn('the ledger had trouble', { error })
    options.watch?.ledgerTrouble()
  }
  const exchange = createExchange(ledger.connection, onTrouble, options.watch?.committed)
  const installationId = await readInstallationId(ledger)
  await recordSpooled(cli, core)
  const lease = await keepLease(ledger, log, options.onWorkerNo)
  if (!lease) {
    await exchange.close()
    return undefined
  }
  const holding = new Set<Promise<void>>()
  const queue = store.open(options.queueName)
  const payer: Payer = {
    ledger,
    exchange,
    queue,
    pace: openPace(cli, core, store, provider.sandbox, holding, options.watch),
    lease,
    client: provider.client,
    log,
    sandbox: provider.sandbox,
    onlyBatchNo: options.onlyBatchNo,
    pausing: new Map(),
    holding,
    stopping: false,
    sweeps: 0,
    onSettled: options.onSettled,
    onBatchSettled: options.onBatchSettled,
    watch: options.watch,
  }
  // A foreground queue is this process's alone: what a killed one left in it would only be in the way.
  if (options.onlyBatchNo !== undefined) await queue.dispose()
  await sweep(payer)
  const consumer = queue.consume(chunksAtOnce, (ring) => payChunk(payer, ring))
  const sweeping = keepSweeping(payer)
  const asking = provider.client.status && keepAsking(payer, provider.client.status)
  const channels = await openChannels(cli.config.alerts)
  const alerting = channels.length > 0 ? keepAlerting({ ledger, log, sandbox: provider.sandbox, channels }) : undefined
  return {
    payer,
    stop: async (graceMs) => {
      payer.stopping = true
      payer.pace.stop()
      // A database that is silent must not keep us from keeping its answers: all of this has one time limit.
      await atMost(graceMs, Promise.all([sweeping.stop(), consumer.close(), asking?.stop()]))
      await keepAnswers(cli, payer, installationId)
      await atMost(2_000, payer.lease.end())
      // After a foreground command there may be no worker to tell of its batch.
      await alerting?.stop(options.onlyBatchNo !== undefined)
    },
  }
}

function openPace(
  cli: Cli,
  { ledger }: Core,
  { backend, prefix }: QueueStore,
  sandbox: boolean,
  holding: Set<Promise<void>>,
  watch: PayerWatch | undefined,
) {
  const { config, log } = cli
  const rateStore = backend.redis
    ? ({ kind: 'redis', client: backend.redis, prefix } as const)
    : { kind: 'ledger' as const, take: (window: RateWindow, wanted: number) => takeRate(ledger, window, wanted) }
  // Paying to the sandbox uses up nothing of what the provider allows.
  const whose = sandbox ? 'sandbox ' : ''
  /** A hold is on its way into the ledger: whoever looks for what is left waits for it. */
  const track = (writing: Promise<void>) => {
    const done = writing
      .catch((error: unknown) => log.warn('a hold could not be recorded', { error }))
      .finally(() => holding.delete(done))
    holding.add(done)
  }
  return createPace({
    concurrency: config.concurrency,
    rates: {
      all: config.rate === undefined ? undefined : createRateLimit(rateStore, `${whose}payouts`, config.rate),
      of: new Map(
        [...config.operatorRates].map(([operator, rate]) => [
          operator,
          createRateLimit(rateStore, `${whose}payouts ${operator}`, rate),
        ]),
      ),
    },
    onHold: (operator, forMs) => {
      log.warn('operator held: too many answers in a row could not be read', { operator, waitMs: forMs })
      track(holdOperator(ledger, sandbox, operator, 'answers in a row that could not be read', forMs))
    },
    onRelease: (operator) => {
      log.info('operator answers again', { operator })
      track(releaseOperators(ledger, sandbox, [operator]))
    },
    onPause: (why, forMs) => {
      if (why === 'busy') log.warn('the provider asks to wait', { waitMs: forMs })
      else log.warn('the provider is out of reach', { waitMs: forMs })
      watch?.paused(why)
    },
  })
}

const sweepNoting = (payer: Payer): Promise<void> =>
  sweep(payer).catch((error: unknown) => payer.log.warn('a sweep did not get through', { error }))

function keepSweeping(payer: Payer): { stop(): Promise<void> } {
  let under: Promise<void> | undefined
  const timer = setInterval(() => {
    // Not for ever: a connection that has fallen silent must not be the last sweep.
    under ??= atMost(60_000, sweepNoting(payer)).finally(() => {
      under = undefined
    })
  }, sweepSeconds * 1_000)
  return {
    stop: async () => {
      clearInterval(timer)
      await under
    },
  }
}

/** What the database has not taken by now is kept on disk, and replayed by the next process of this PAYRUN_HOME. */
async function keepAnswers(cli: Cli, payer: Payer, installationId: string): Promise<void> {
  await atMost(2_000, payer.exchange.close())
  const open = payer.exchange.unsettled()
  if (open.length === 0) return
  await writeSpool(cli.config.home, installationId, open)
  cli.log.error('answers are kept in the spool: the next payrun of this PAYRUN_HOME records them', {
    rows: open.length,
  })
}
