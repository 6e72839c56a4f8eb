import { setTimeout as delay } from 'node:timers/promises'
import { pauseBatch } from '../../jobs/pauseBatch.ts'
import type { Payer } from '../../jobs/payer.ts'
import type { ReplaceResult } from '../durableFile.ts'
import { type Batch, moveBatch, readBatch, takeForeground } from '../ledger/batches/batches.ts'
import type { BatchTotals } from '../ledger/batches/status.ts'
import { countOpenRows } from '../ledger/rows/chunks.ts'
import { type Contradicted, readContradicted } from '../ledger/rows/contradictions.ts'
import type { OperatorCode } from '../payout/operators/operator.ts'
import type { PayoutState } from '../payout/state.ts'
import { atMost } from '../process.ts'
import { say } from '../words/sentence.ts'
import { noTotals, totalsOf } from './batchDocument.ts'
import { type App, type Failure, failure } from './context.ts'
import type { Core } from './open/openCore.ts'
import { foregroundQueue, type Provider, type QueueStore } from './open/openServices.ts'
import { type Refreshed, reportOf, writeSettledReport } from './report.ts'
import { startPayer } from './work/startPayer.ts'

/** A foreground command gives up on a provider out of reach after this long; the batch is paused and nothing is lost. */
const unreachableMs = 120_000
const lookEveryMs = 200

/** Whoever waits for a batch that is paid in this process: sees how far it is, and may stop it. */
export interface Follower {
  /**
   * Called before anything is begun. Abort the signal to stop: nothing more is sent, what is in flight (`inFlight`) settles,
   * and the batch is paused. The signal is listened to until paying has ended.
   */
  listen(batchId: string, inFlight: () => number): AbortSignal
  /** There are `total` rows to pay. */
  begin(total: number): void
  update(figures: PayingFigures): void
  /** Nothing more is to be said of it. Called after `begin`, also when another command turns out to pay the batch. */
  end(): void
}

interface PayingFigures {
  /** Rows that were settled here. */
  done: number
  counts: Partial<Record<PayoutState, number>>
  held: OperatorCode[]
}

export interface PaidHere {
  ok: true
  kind: 'paid_here'
  /** The batch as it stands now: settled, paused or cancelled; running when it was stopped and the database is away. */
  batch: Batch
  totals: BatchTotals
  /** Rows of which evidence says something else, as `status` reads them. */
  contradicted: Contradicted
  report: Refreshed
  /** Rows that were settled here, and how long that took. */
  rows: number
  seconds: number
  /** Somebody stopped it. */
  stopped: boolean
}

/** Pay one batch in this process until it is settled, paused, cancelled or stopped. A failure when another living command pays it. */
export async function payHere(
  app: App,
  core: Core,
  store: QueueStore,
  provider: Provider,
  batch: Batch,
  follower: Follower,
): Promise<PaidHere | Failure> {
  const began = performance.now()
  const { ledger } = core
  const stopper = listenForStop(batch, follower)
  let written: ReplaceResult | undefined
  const settledHere = Promise.withResolvers<void>()
  const counter = countSettled()
  follower.begin(await countOpenRows(ledger, batch.batchNo))
  const started = await startPayer(app, core, store, provider, {
    queueName: foregroundQueue(batch.id),
    onlyBatchNo: batch.batchNo,
    onWorkerNo: (workerNo) => takeForeground(ledger, batch.batchNo, workerNo),
    onSettled: counter.count,
    onBatchSettled: async (settled) => {
      written = await writeSettledReport(app, core, settled)
      settledHere.resolve()
    },
  })
  if (!started) {
    follower.end()
    return paidElsewhere(app, { id: batch.id, state: 'running' })
  }
  const { payer } = started
  stopper.attach(payer)
  const update = (held: OperatorCode[]) => follower.update({ done: counter.done(), counts: counter.counts, held })
  const stopped = await untilOver({ app, core, batch, payer, stopper, settledHere: settledHere.promise, update })
  await started.stop(app.config.timeoutMs + 5_000)
  update([])
  follower.end()
  await atMost(2_000, payer.queue.dispose())
  const seconds = (performance.now() - began) / 1000
  const after = stopped ? await lastKnown(core, batch) : await readBatch(ledger, batch.batchNo)
  const figures = await figuresOrNone(core, after, stopped)
  // It was cancelled, or its writer died in between, where nothing was written here.
  const report = await reportOf(app, core, after, written)
  return { ok: true, kind: 'paid_here', batch: after, ...figures, report, rows: counter.done(), seconds, stopped }
}

/** Why a batch can't be taken up at this moment. */
export function paidElsewhere({ config: { command } }: App, { id, state }: Pick<Batch, 'id' | 'state'>): Failure {
  return failure(
    'usage',
    state === 'running'
      ? say('paying.paid_by_another_command', { id, command })
      : say('paying.finished_by_another_command', { id, command }),
  )
}

function countSettled() {
  const counts: Partial<Record<PayoutState, number>> = {}
  let done = 0
  return {
    counts,
    done: () => done,
    count: (state: PayoutState) => {
      done += 1
      counts[state] = (counts[state] ?? 0) + 1
    },
  }
}

interface Stopper {
  isAsked(): boolean
  stopped: Promise<'running'>
  /** What is stopped then, also by somebody who asked while it was starting. */
  attach(payer: Payer): void
}

/** Listens for a stop from the first moment to the last. */
function listenForStop(batch: Batch, follower: Follower): Stopper {
  let payer: Payer | undefined
  const signal = follower.listen(batch.id, () => payer?.throttle.inFlight() ?? 0)
  const { promise: stopped, resolve } = Promise.withResolvers<'running'>()
  const stopPaying = () => {
    resolve('running')
    if (!payer) return
    payer.stopping = true
    payer.throttle.stop()
  }
  signal.addEventListener('abort', stopPaying)
  return {
    isAsked: () => signal.aborted,
    stopped,
    attach: (started) => {
      payer = started
      if (signal.aborted) stopPaying()
    },
  }
}

interface Watch {
  app: App
  core: Core
  batch: Batch
  payer: Payer
  stopper: Stopper
  settledHere: Promise<void>
  update(held: OperatorCode[]): void
}

/** Look at the batch until it is over. @returns whether somebody has stopped it */
async function untilOver({ app, core, batch, payer, stopper, settledHere, update }: Watch): Promise<boolean> {
  const { stopped } = stopper
  for (;;) {
    if (stopper.isAsked()) {
      await pauseForPerson(core, batch, app.config.user)
      return true
    }
    // A database that is silent must not keep a stop waiting.
    const state = await Promise.race([stateOf(app, core, batch), stopped])
    update(payer.throttle.heldOperators())
    if (state !== 'running') return false
    // Said as it was found. The batch runs on once somebody has run `recover`.
    if (core.past.last()?.kind === 'fenced') return false
    const since = payer.throttle.unreachableSinceMs()
    if (since !== undefined && performance.now() - since > unreachableMs) {
      await Promise.race([pauseBatch(payer, batch, 'provider_unreachable'), stopped])
    }
    await Promise.race([delay(lookEveryMs), settledHere, stopped])
  }
}

/** The batch's state; `running` while the database is away: paying waits for it, and so do we. */
async function stateOf({ log }: App, core: Core, batch: Batch): Promise<Batch['state']> {
  try {
    return (await readBatch(core.ledger, batch.batchNo)).state
  } catch (error) {
    log.warn('the ledger did not answer', { batch: batch.id, error })
    return 'running'
  }
}

/** Stopping means stop: paused, so that no worker goes on with it behind the person's back. */
async function pauseForPerson(core: Core, batch: Batch, actor: string): Promise<void> {
  const pausing = moveBatch(core.ledger, batch.batchNo, ['running'], { to: 'paused', reason: 'person', actor })
  // A database that is away must not keep the process here: unpaused, the batch is as resumable.
  await Promise.race([pausing.catch(() => undefined), delay(3_000, undefined, { ref: false })])
}

/** Where the batch stands, for whoever stopped it: as it was before, if the database doesn't answer soon. */
async function lastKnown(core: Core, batch: Batch): Promise<Batch> {
  let known = batch
  const reading = readBatch(core.ledger, batch.batchNo).then((read) => {
    known = read
  })
  await atMost(2_000, reading)
  return known
}

/** Stopped while the database is away, it ends all the same, without figures. */
async function figuresOrNone(
  core: Core,
  batch: Batch,
  stopped: boolean,
): Promise<Pick<PaidHere, 'totals' | 'contradicted'>> {
  let figures: Pick<PaidHere, 'totals' | 'contradicted'> = {
    totals: noTotals,
    contradicted: { rows: 0, failed: 0, first: [], firstFailed: [] },
  }
  const reading = Promise.all([totalsOf(core, batch), readContradicted(core.ledger, batch.batchNo)]).then(
    ([totals, contradicted]) => {
      figures = { totals, contradicted }
    },
  )
  await (stopped ? atMost(2_000, reading) : reading)
  return figures
}
