import { setTimeout as delay } from 'node:timers/promises'
import type { Payer } from '../../../jobs/payer.ts'
import { pauseBatch } from '../../../jobs/stopBatch.ts'
import type { ReplaceResult } from '../../durableFile.ts'
import { type Batch, moveBatch, readBatch, takeForeground } from '../../ledger/batches/batches.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import { countOpenRows } from '../../ledger/rows/chunks.ts'
import { type Contradicted, type Elsewhere, readContradicted } from '../../ledger/rows/contradictions.ts'
import type { Log } from '../../log.ts'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { PayoutState } from '../../payout/state.ts'
import { atMost } from '../../process.ts'
import { say } from '../../words/sentence.ts'
import { elsewhereOf, endedProcess, totalsOf } from '../batches/batchDocument.ts'
import { type Refreshed, reportOf, writeSettledReport } from '../batches/reportFile.ts'
import { type App, type Failure, failure } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { foregroundQueue, type Provider, type QueueStore } from '../open/openServices.ts'
import { startPayer } from './startPayer.ts'

/** A foreground command gives up after this long without a provider, a place for its marks or a database. Nothing is lost. */
const giveUpMs = 120_000
const lookEveryMs = 200

/** Follows a batch that is paid in this process, and may stop it. */
export interface Follower {
  /**
   * Called before paying starts. Abort the signal to stop, with the process's signal as the reason: nothing more is sent, rows in flight
   * settle, and the batch is paused. It has an effect until paying has ended.
   */
  listen(batchId: string, under: UnderWay): AbortSignal
  /** There are `total` rows to pay. */
  begin(total: number): void
  update(figures: PayingFigures): void
  /** There is no more progress. Called after `begin`, even if another command turns out to be paying the batch. */
  end(): void
}

/** What this process has begun and not ended. */
interface UnderWay {
  /** Requests without an answer. */
  sent(): number
  /** Rows that would be unknown if the process ended at once: they may be sent, or are. */
  claimed(): number
}

interface PayingFigures {
  /** The number of rows that were settled here. */
  done: number
  counts: Partial<Record<PayoutState, number>>
  held: OperatorCode[]
}

export interface PaidHere {
  ok: true
  kind: 'paid_here'
  /** The current batch: settled, paused or cancelled. */
  batch: Batch
  totals: BatchTotals
  /** Rows that evidence contradicts, as in `status`. */
  contradicted: Contradicted
  elsewhere: Elsewhere
  report: Refreshed
  /** Rows that were settled here, and how long that took. */
  rows: number
  seconds: number
  /** Somebody stopped it. */
  stopped: boolean
}

/** Pay one batch in this process until it is settled, paused, cancelled or stopped. Fails if another live command is paying it. */
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
    return paidByAnotherCommand(app, { id: batch.id, state: 'running' })
  }
  const { payer } = started
  stopper.attach(payer)
  const update = (held: OperatorCode[]) => follower.update({ done: counter.done(), counts: counter.counts, held })
  const ended = await untilOver({ app, core, batch, payer, stopper, settledHere: settledHere.promise, update })
  await started.stop(app.config.timeoutMs + 5_000)
  update([])
  follower.end()
  await atMost(2_000, payer.queue.dispose())
  const seconds = (performance.now() - began) / 1000
  const seen = await seenAfter(core, batch, ended)
  if (!seen) return failure('unreachable', say('paying.database_away', { id: batch.id, command: app.config.command }))
  // If nothing was written here, it was cancelled, or the process that was writing the report died.
  const report = await reportOf(app, core, seen.batch, written)
  return { ok: true, kind: 'paid_here', ...seen, report, rows: counter.done(), seconds, stopped: ended === 'stopped' }
}

/** Why this process can't pay a batch now. */
export function paidByAnotherCommand(
  { config: { command } }: App,
  { id, state }: Pick<Batch, 'id' | 'state'>,
): Failure {
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
  /** Kept with the pause: who ends a service has not paused its batch. Null for a Ctrl-C. */
  note(): string | null
  stopped: Promise<'stopped'>
  /** Sets what to stop, even if the stop was requested during the start. */
  attach(payer: Payer): void
}

/** Listens for a stop from the first moment to the last. */
function listenForStop(batch: Batch, follower: Follower): Stopper {
  let payer: Payer | undefined
  const signal = follower.listen(batch.id, {
    sent: () => payer?.sent.size ?? 0,
    claimed: () => payer?.throttle.inFlight() ?? 0,
  })
  const { promise: stopped, resolve } = Promise.withResolvers<'stopped'>()
  const stopPaying = () => {
    resolve('stopped')
    if (!payer) return
    payer.stopping = true
    payer.throttle.stop()
  }
  signal.addEventListener('abort', stopPaying)
  return {
    isAsked: () => signal.aborted,
    note: () => (signal.reason === endedProcess ? endedProcess : null),
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

/** How paying ended here: the batch is over, somebody stopped it, or the database was away for too long. */
type Ended = 'over' | 'stopped' | 'database_away'

/** Look at the batch until paying has ended. */
async function untilOver({ app, core, batch, payer, stopper, settledHere, update }: Watch): Promise<Ended> {
  const { stopped } = stopper
  const isTooLong = (sinceMs: number | undefined) => sinceMs !== undefined && performance.now() - sinceMs > giveUpMs
  let silentSinceMs: number | undefined
  for (;;) {
    if (stopper.isAsked()) {
      await pauseForPerson(core, batch, app.config.user, stopper.note())
      return 'stopped'
    }
    const askedMs = performance.now()
    // A database that doesn't answer must not delay a stop.
    const state = await Promise.race([stateOf(core, batch, silentSinceMs === undefined ? app.log : undefined), stopped])
    if (state === 'stopped') continue
    update(payer.throttle.heldOperators())
    if (state !== 'running' && state !== 'silent') return 'over'
    // This was reported when it was found. The batch continues once somebody has run `recover`.
    if (core.past.last()?.kind === 'fenced') return 'over'
    silentSinceMs = state === 'silent' ? (silentSinceMs ?? askedMs) : undefined
    if (isTooLong(silentSinceMs) || isTooLong(payer.groupCommit.awaySinceMs())) return 'database_away'
    // Not waited for: the next look finds it paused, or the database away.
    if (isTooLong(payer.throttle.unreachableSinceMs())) void pauseBatch(payer, batch, 'provider_unreachable')
    if (isTooLong(core.past.lateSinceMs())) void pauseBatch(payer, batch, 'mark_unwritable')
    await Promise.race([delay(lookEveryMs), settledHere, stopped])
  }
}

/** The batch's state; `silent` while the database is unreachable: paying waits for it, too. @param log told of that, once */
async function stateOf(core: Core, batch: Batch, log: Log | undefined): Promise<Batch['state'] | 'silent'> {
  try {
    return (await readBatch(core.ledger, batch.batchNo)).state
  } catch (error) {
    if (log) log.warn('the ledger did not answer', { batch: batch.id, error })
    return 'silent'
  }
}

/** Pauses a stopped batch, so that no worker continues it without the person knowing. */
async function pauseForPerson(core: Core, batch: Batch, actor: string, note: string | null): Promise<void> {
  // An unreachable database must not keep the process alive: the batch can be resumed even if it isn't paused.
  const move = { to: 'paused', reason: 'person', actor, note } as const
  await atMost(3_000, moveBatch(core.ledger, batch.batchNo, ['running'], move))
}

type Seen = Pick<PaidHere, 'batch' | 'totals' | 'contradicted' | 'elsewhere'>

/** The current batch. Undefined if the database is away, or doesn't answer soon enough for the person who stopped it. */
async function seenAfter(core: Core, batch: Batch, ended: Ended): Promise<Seen | undefined> {
  if (ended === 'database_away') return undefined
  const seen = see(core, batch, ended)
  return ended === 'over' ? seen : Promise.race([seen.catch(() => undefined), delay(2_000, undefined, { ref: false })])
}

async function see(core: Core, { batchNo }: Batch, ended: Ended): Promise<Seen> {
  const batch = await readBatch(core.ledger, batchNo)
  const [totals, contradicted] = await Promise.all([totalsOf(core, batch), readContradicted(core.ledger, batchNo)])
  // Whoever stopped it doesn't wait for this: it takes seconds in a large batch.
  const counts = ended === 'over' ? totals.counts : {}
  return { batch, totals, contradicted, elsewhere: await elsewhereOf(core, batch, counts) }
}
