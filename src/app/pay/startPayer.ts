import { setTimeout as delay } from 'node:timers/promises'
import { keepAsking } from '../../../jobs/askStatus.ts'
import { countAnswers } from '../../../jobs/countAnswers.ts'
import { chunksAtOnce, createDelivery } from '../../../jobs/delivery.ts'
import { keepLease, type Lease } from '../../../jobs/lease.ts'
import { payChunk } from '../../../jobs/payChunk.ts'
import type { Payer, PayerWatch } from '../../../jobs/payer.ts'
import { keepTelling, sendAlerts, type Telling } from '../../../jobs/sendAlerts.ts'
import { sendEvents } from '../../../jobs/sendEvents.ts'
import { sweep, sweepSeconds } from '../../../jobs/sweep.ts'
import type { AlertChannel } from '../../alerts/alert.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { createGroupCommit } from '../../ledger/commit/groupCommit.ts'
import { writeOutbox } from '../../ledger/commit/outbox.ts'
import { giveProbeBack, holdOperator, releaseOperators, takeProbe } from '../../ledger/policy/holds.ts'
import { keepRetryAfter, takeRate } from '../../ledger/policy/sharedByPayers.ts'
import { createRateLimit, type TakeRate } from '../../pacing/rateLimit.ts'
import { createRefusalCount } from '../../pacing/refusals.ts'
import { createThrottle } from '../../pacing/throttle.ts'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { PayoutState } from '../../payout/state.ts'
import { atMost, keepRounds, type Rounds } from '../../process.ts'
import { say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { type Core, recordOutbox } from '../open/openCore.ts'
import type { Provider, QueueStore } from '../open/openServices.ts'

export interface StartedPayer {
  payer: Payer
  /**
   * Stops sending, and resolves when every request in flight has settled. Answers that the database can't store within `graceMs` go to the
   * outbox. A foreground command, which somebody waits for, gives it less time after the last answer.
   */
  stop(graceMs: number): Promise<void>
}

interface PayerOptions {
  queueName: string
  onlyBatchNo: number | undefined
  /** Called with each worker number under which the process claims. If it returns false for the first one, the process is not needed. */
  onWorkerNo(workerNo: number): Promise<boolean>
  onSettled(state: PayoutState): void
  onBatchSettled(batch: Batch): Promise<void>
  /** Is told everything that is counted. */
  watch?: PayerWatch | undefined
}

/**
 * Start to pay: record the outbox, take a lease, sweep, and work on the chunks from the queue.
 *
 * @returns undefined if `onWorkerNo` says that the process is not needed
 */
export async function startPayer(
  app: App,
  core: Core,
  store: QueueStore,
  provider: Provider,
  { queueName, onWorkerNo, ...options }: PayerOptions,
): Promise<StartedPayer | undefined> {
  const [{ log }, { ledger }] = [app, core]
  for (const warning of [...core.warnings, ...store.warnings]) log.warn(warning)
  const onTrouble = (error: unknown) => {
    log.warn('the ledger had trouble', { error })
    options.watch?.ledgerTrouble()
  }
  const groupCommit = createGroupCommit(ledger.connection, onTrouble, options.watch?.committed, core.past)
  await recordOutbox(app, core)
  const lease = await keepLease(ledger, log, core.past, onWorkerNo)
  if (!lease) {
    await groupCommit.close()
    return undefined
  }
  const writes = new Set<Promise<void>>()
  const answers = countAnswers(ledger, log, lease, provider.sandbox)
  const payer: Payer = {
    ledger,
    past: core.past,
    groupCommit,
    queue: store.open(queueName),
    delivery: createDelivery(),
    throttle: openThrottle(app, core, provider.sandbox, lease, writes, options.watch),
    lease,
    client: provider.client,
    refusalWords: app.config.refusalWords,
    log,
    sandbox: provider.sandbox,
    pausing: new Map(),
    refusals: createRefusalCount(),
    writes,
    sharing: new Set(),
    atWork: new Map(),
    sent: new Set(),
    staleReports: new Set(),
    stopping: false,
    sweeps: 0,
    losses: { count: 0, until: 0 },
    answers,
    ...options,
  }
  // A foreground queue belongs only to this process: leftovers of a killed one would be in the way.
  if (options.onlyBatchNo !== undefined)
    await payer.queue.dispose().catch((error: unknown) => log.warn('the queue had trouble', { error }))
  await sweep(payer)
  const consumer = payer.queue.consume(chunksAtOnce, (chunk) => payer.delivery.take(payChunk(payer, chunk)))
  const sweeping = keepSweeping(payer)
  const asking = provider.client.status && keepAsking(payer, provider.client.status)
  const telling = await startTelling(app, core, provider.sandbox)
  return {
    payer,
    stop: async (graceMs) => {
      sendNoMore(payer)
      // If the database is silent, its answers must still be kept, so all of this has one time limit.
      await atMost(graceMs, orRecorded(payer, Promise.all([sweeping.stop(), consumer.close(), asking?.stop()])))
      await keepAnswers(app, payer, core.installationId)
      await atMost(2_000, answers.stop())
      await atMost(2_000, payer.lease.end())
      // After a foreground command, there may be no worker to send its alerts and events.
      await telling.stop(options.onlyBatchNo !== undefined)
    },
  }
}

function openThrottle(
  app: App,
  { ledger }: Core,
  sandbox: boolean,
  lease: Lease,
  writes: Set<Promise<void>>,
  watch: PayerWatch | undefined,
) {
  const { config, log } = app
  const take: TakeRate = (window, wanted) => takeRate(ledger, window, wanted)
  // Payments to the sandbox don't count towards the provider's limits.
  const whose = sandbox ? 'sandbox ' : ''
  /** Tracks a hold that is being written: the search for remaining work waits for it. */
  const track = (writing: Promise<void>): Promise<void> => {
    const done = writing
      .catch((error: unknown) => log.warn('a hold could not be recorded', { error }))
      .finally(() => writes.delete(done))
    writes.add(done)
    return done
  }
  /** Longer than an answer and everything before it can take. After that, the turn of a dead worker is over. */
  const probeMs = config.timeoutMs + 20_000
  const probe = (operator: OperatorCode) => ({ operator, sandbox, workerNo: lease.workerNo() })
  return createThrottle({
    concurrency: config.concurrency,
    probes: {
      take: (operator) => takeProbe(ledger, { ...probe(operator), forMs: probeMs }),
      giveBack: (operator) => track(giveProbeBack(ledger, probe(operator))),
    },
    rates: {
      all: config.rate === undefined ? undefined : createRateLimit(take, `${whose}payouts`, config.rate),
      of: new Map(
        [...config.operatorRates].map(([operator, rate]) => [
          operator,
          createRateLimit(take, `${whose}payouts ${operator}`, rate),
        ]),
      ),
    },
    onHold: (operator, forMs) => {
      log.warn('operator held: too many answers in a row could not be read', { operator, waitMs: forMs })
      void track(holdOperator(ledger, sandbox, operator, say('stored.unreadable_answers'), forMs))
    },
    onRelease: (operator) => {
      log.info('operator answers again', { operator })
      void track(releaseOperators(ledger, sandbox, [operator]))
    },
    onPause: (why, forMs) => {
      if (why === 'busy') log.warn('the provider asks to wait', { waitMs: forMs })
      else log.warn('the provider is out of reach', { waitMs: forMs })
      watch?.paused(why)
    },
    onRateWait: () =>
      log.warn('payouts wait for PAYRUN_RATE or PAYRUN_OPERATOR_RATES, which limit all processes together'),
    onAskedToWait: createWaitKeeper((waitMs) => track(keepRetryAfter(ledger, sandbox, waitMs))),
  })
}

/** Shorter waits end before another process would read them. */
const leastWaitKeptMs = 5_000

/**
 * Stores how long the provider asks to wait; for many rows refused at the same moment, only once.
 *
 * Crash window: if the process dies before the ledger has it, the provider refuses one request of each other process, which then waits too.
 */
export function createWaitKeeper(keep: (waitMs: number) => void): (waitMs: number) => void {
  let keptUntilMs = 0
  return (waitMs) => {
    const untilMs = performance.now() + waitMs
    if (waitMs < leastWaitKeptMs || untilMs < keptUntilMs + 1_000) return
    keptUntilMs = untilMs
    keep(waitMs)
  }
}

function sendNoMore(payer: Payer): void {
  payer.stopping = true
  payer.throttle.stop()
  // Without Redis, the mark of a claim would be waited for even after nobody waits for the claim.
  payer.groupCommit.stopClaiming()
}

/** How long a foreground command waits for the database to record its last answer. */
const recordMs = 5_000

async function orRecorded({ onlyBatchNo, sent }: Payer, ending: Promise<unknown>): Promise<void> {
  if (onlyBatchNo === undefined) await ending
  while (sent.size > 0) await delay(100)
  await atMost(recordMs, ending)
}

const sweepNoting = (payer: Payer): Promise<void> =>
  sweep(payer).catch((error: unknown) => payer.log.warn('a sweep did not finish', { error }))

/** With a time limit, so that a silent connection doesn't stop later sweeps. */
const keepSweeping = (payer: Payer): Rounds =>
  keepRounds(sweepSeconds * 1_000, () => atMost(60_000, sweepNoting(payer)))

/** Writes answers that the database has not stored to disk. The next process of this PAYRUN_HOME replays them. */
async function keepAnswers(app: App, payer: Payer, installationId: string): Promise<void> {
  await atMost(2_000, payer.groupCommit.close())
  const open = payer.groupCommit.unsettled()
  if (open.length === 0) return
  await writeOutbox(app.config.home, installationId, open)
  app.log.error('answers are kept in the outbox: the next payrun of this PAYRUN_HOME records them', {
    rows: open.length,
  })
}

/**
 * Sends alerts to the configured channels, and events to the webhook. Each runs by itself, so that a slow one doesn't hold up the others.
 */
async function startTelling({ config, language, log }: App, { ledger }: Core, sandbox: boolean): Promise<Telling> {
  const { webhook, email } = config.alerts
  const { createPost, createWebhook } = await import('../../alerts/webhook.ts')
  const channels: AlertChannel[] = [
    ...(webhook ? [createWebhook(webhook)] : []),
    ...(email ? [(await import('../../alerts/email.ts')).createEmail({ ...email, language })] : []),
  ]
  const post = webhook?.events ? createPost(webhook) : undefined
  const all = [
    ...(channels.length > 0 ? [keepTelling(log, () => sendAlerts({ ledger, log, sandbox, language, channels }))] : []),
    ...(post ? [keepTelling(log, (stopping) => sendEvents({ ledger, log, post }, stopping))] : []),
  ]
  return {
    stop: async (last) => {
      await Promise.all(all.map((each) => each.stop(last)))
      for (const channel of channels) channel.close()
    },
  }
}
