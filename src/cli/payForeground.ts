import { setTimeout as delay } from 'node:timers/promises'
import { pauseBatch } from '../../jobs/pauseBatch.ts'
import type { Payer } from '../../jobs/payer.ts'
import { type Batch, moveBatch, readBatch, takeForeground } from '../ledger/batches.ts'
import { countOpenRows } from '../ledger/chunks.ts'
import type { PayoutState } from '../payout/state.ts'
import type { WriteReportFileResult } from '../report/writeReportFile.ts'
import { onStopSignals, type StopSignal } from '../shutdown.ts'
import { plural, t } from '../words/t.ts'
import { atMost } from './atMost.ts'
import type { Cli } from './cli.ts'
import { type ExitCode, exitCode } from './exitCode.ts'
import type { Core } from './openCore.ts'
import type { Provider } from './openProvider.ts'
import { foregroundQueue, type QueueStore } from './openQueue.ts'
import { type StartedPayer, startPayer } from './startPayer.ts'
import { createProgress, type Progress } from './terminal/progress.ts'
import { writeSettledReport } from './writeBatchReport.ts'

/** A foreground command gives up on a provider out of reach after this long; the batch is paused and nothing is lost. */
const unreachableMs = 120_000
const lookEveryMs = 200

export interface Paid {
  /** The batch as it stands now. */
  batch: Batch
  /** Rows that were settled here, and how long that took. */
  rows: number
  seconds: number
  /** The report, when the batch settled here; undefined when it settled elsewhere, or didn't. */
  report: WriteReportFileResult | undefined
  /** Set when a signal ended it. */
  interrupted: StopSignal | undefined
}

/**
 * Pay one batch in this process, with progress on standard error, until it's settled, paused, cancelled or interrupted.
 *
 * @returns undefined when another living command pays it
 */
export async function payForeground(
  cli: Cli,
  core: Core,
  store: QueueStore,
  batch: Batch,
  provider: Provider,
): Promise<Paid | undefined> {
  const began = performance.now()
  const stopper = listenForStop(cli, batch)
  let report: WriteReportFileResult | undefined
  let wake = () => {}
  const settledHere = new Promise<void>((resolve) => {
    wake = resolve
  })
  const counter = countSettled(await countOpenRows(core.ledger, batch.batchNo))
  const progress = openProgress(cli, counter.total)
  if (progress) cli.sayThrough((line) => progress.log(line.trimEnd()))
  const started = await startPayer(cli, core, store, provider, {
    queueName: foregroundQueue(batch.id),
    onlyBatchNo: batch.batchNo,
    onWorkerNo: (workerNo) => takeForeground(core.ledger, batch.batchNo, workerNo),
    onSettled: counter.count,
    onBatchSettled: async (settled) => {
      report = await writeSettledReport(core.ledger, settled, cli.config.home)
      wake()
    },
  })
  if (!started) {
    cli.sayThrough(undefined)
    return undefined
  }
  stopper.attach(started.payer)
  const interrupted = await untilOver({ cli, core, batch, started, progress, counter, settledHere, stopper })
  await started.stop(cli.config.timeoutMs + 5_000)
  progress?.update({ done: counter.done(), counts: counter.counts, held: [] })
  progress?.finish()
  cli.sayThrough(undefined)
  if (progress) cli.say('')
  await atMost(2_000, started.payer.queue.dispose())
  const seconds = (performance.now() - began) / 1000
  const after = interrupted ? await lastKnown(core, batch) : await readBatch(core.ledger, batch.batchNo)
  return { batch: after, rows: counter.done(), seconds, interrupted, report }
}

/** An interrupted command says where the batch stands if the database can be asked, and ends in any case. */
async function lastKnown(core: Core, batch: Batch): Promise<Batch> {
  let known = batch
  const reading = readBatch(core.ledger, batch.batchNo).then((read) => {
    known = read
  })
  await atMost(2_000, reading)
  return known
}

/** 0 when all of it is paid, 4 when settled otherwise, 5 when paused, or what the signal asks for. */
export function exitCodeOf(paid: Paid, counts: Partial<Record<PayoutState, number>>): ExitCode {
  if (paid.interrupted) return paid.interrupted === 'SIGINT' ? exitCode.interrupted : exitCode.terminated
  if (['paused', 'running', 'awaiting_approval'].includes(paid.batch.state)) return exitCode.paused
  const rows = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return counts.paid === rows ? exitCode.done : exitCode.notAllPaid
}

function countSettled(total: number) {
  const counts: Partial<Record<PayoutState, number>> = {}
  let done = 0
  return {
    total,
    counts,
    done: () => done,
    count: (state: PayoutState) => {
      done += 1
      counts[state] = (counts[state] ?? 0) + 1
    },
  }
}

function openProgress(cli: Cli, total: number): Progress | undefined {
  if (cli.json || total === 0) return undefined
  const isTTY = process.stderr.isTTY === true && cli.config.terminal.term !== 'dumb'
  return createProgress({ stream: process.stderr, isTTY, total, label: t`Paying`, style: cli.errStyle })
}

interface Watch {
  cli: Cli
  core: Core
  batch: Batch
  started: StartedPayer
  progress: Progress | undefined
  counter: ReturnType<typeof countSettled>
  settledHere: Promise<void>
  stopper: Stopper
}

/** Look at the batch until it is over. @returns the signal that ended it, if one did */
async function untilOver(watch: Watch): Promise<StopSignal | undefined> {
  const { cli, core, batch, progress, counter } = watch
  const { payer } = watch.started
  const { stopped } = watch.stopper
  for (;;) {
    const stopping = watch.stopper.signal()
    if (stopping) {
      await pauseForSignal(core, batch, cli.config.user)
      return stopping
    }
    // A database that is silent must not keep a signal waiting.
    const state = await Promise.race([stateOf(cli, core, batch), stopped])
    progress?.update({ done: counter.done(), counts: counter.counts, held: payer.pace.heldOperators() })
    if (state !== 'running') return undefined
    const since = payer.pace.unreachableSinceMs()
    if (since !== undefined && performance.now() - since > unreachableMs) {
      await Promise.race([pauseBatch(payer, batch, 'provider_unreachable'), stopped])
    }
    await Promise.race([delay(lookEveryMs), watch.settledHere, stopped])
  }
}

interface Stopper {
  /** The signal that asked to stop, once one did. */
  signal(): StopSignal | undefined
  stopped: Promise<'running'>
  /** What a signal stops, also one that came while it was starting. */
  attach(payer: Payer): void
}

/** Heard from the first moment on, and to the last: a second Ctrl-C must be able to quit while the rest finishes. */
function listenForStop(cli: Cli, batch: Batch): Stopper {
  let signal: StopSignal | undefined
  let payer: Payer | undefined
  const { promise: stopped, resolve } = Promise.withResolvers<'running'>()
  const stopPaying = () => {
    if (!payer) return
    payer.stopping = true
    payer.pace.stop()
  }
  onStopSignals(
    (first) => {
      signal = first
      resolve('running')
      stopPaying()
      const inFlight = payer?.pace.inFlight() ?? 0
      cli.say(
        plural(
          inFlight,
          t`Stopping: ${inFlight} request is in flight and will be finished. Nothing more is sent.`,
          t`Stopping: ${inFlight} requests are in flight and will be finished. Nothing more is sent.`,
        ),
      )
    },
    (again) => quitNow(cli, batch, payer?.pace.inFlight() ?? 0, again),
  )
  return {
    signal: () => signal,
    stopped,
    attach: (started) => {
      payer = started
      if (signal) stopPaying()
    },
  }
}

/** The batch's state; `running` while the database is away: paying waits for it, and so do we. */
async function stateOf(cli: Cli, core: Core, batch: Batch): Promise<Batch['state']> {
  try {
    return (await readBatch(core.ledger, batch.batchNo)).state
  } catch (error) {
    cli.log.warn('the ledger did not answer', { batch: batch.id, error })
    return 'running'
  }
}

/** Ctrl-C means stop: paused, so that no worker goes on with it behind the person's back. */
async function pauseForSignal(core: Core, batch: Batch, actor: string): Promise<void> {
  const pausing = moveBatch(core.ledger, batch.batchNo, ['running'], { to: 'paused', reason: 'person', actor })
  // A database that is away must not keep the process here: unpaused, the batch is as resumable.
  await Promise.race([pausing.catch(() => undefined), delay(3_000, undefined, { ref: false })])
}

/** Crash window on request: rows in flight stay `sending`, and the next sweep makes them unknown. */
function quitNow(cli: Cli, batch: Batch, inFlight: number, signal: StopSignal): never {
  const goOn = t`Go on with: ${cli.config.command} resume ${batch.id}`
  const unsure = plural(
    inFlight,
    t`Quitting now with ${inFlight} request in flight: these rows may or may not be paid, and will be unknown.`,
    t`Quitting now with ${inFlight} requests in flight: these rows may or may not be paid, and will be unknown.`,
  )
  cli.say(inFlight === 0 ? `${t`Quitting now. Nothing is in flight.`} ${goOn}` : `${unsure}\n${goOn}`)
  process.exit(signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated)
}
