import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PayerWatch } from '../../jobs/payer.ts'
import type { LedgerGauges } from '../ledger/rows/readGauges.ts'
import { renderWords } from '../words/render.ts'

/** What is read at each scrape. `undefined`: it does not answer. */
interface MetricSources {
  inFlight(): number
  ledger(): Promise<LedgerGauges | undefined>
  queueJobs(): Promise<number | undefined>
  ready(): Promise<boolean>
}

interface Metrics {
  /** For the payer: it counts, and does nothing else. */
  watch: PayerWatch
  /** A line of the log at this level, for the counter of warnings and errors. */
  logged(level: 'warn' | 'error'): void
  contentType: string
  /** Everything in Prometheus's text format. */
  text(): Promise<string>
}

/**
 * A worker's metrics, in Prometheus's text format 0.0.4. Counters and histograms are this process's own since it started; the gauges of the
 * ledger and the queue are the same in every worker: take their maximum, not their sum.
 * Labels are operators, states and codes: no name, number, reference or amount.
 */
export function createMetrics(info: { version: string; sandbox: boolean }, sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const own = createOwnMetrics(registry)
  const gauges = createGauges(registry)
  own.info.set({ version: info.version, sandbox: String(info.sandbox) }, 1)
  return {
    watch: watchWith(own),
    logged: (level) => own.logLines.inc({ level }),
    contentType: registry.contentType,
    text: async () => {
      const [ledger, queueJobs, ready] = await Promise.all([sources.ledger(), sources.queueJobs(), sources.ready()])
      gauges.inFlight.set(sources.inFlight())
      gauges.ready.set(ready ? 1 : 0)
      gauges.ledgerUp.set(ledger ? 1 : 0)
      // A gauge that could not be read is left out: an old value would look like a fresh one.
      gauges.queueJobs.reset()
      gauges.queueJobs.remove()
      if (queueJobs !== undefined) gauges.queueJobs.set(queueJobs)
      showLedger(gauges, ledger)
      return registry.metrics()
    },
  }
}

/** Seconds. A mobile payout takes from some tens of milliseconds to its deadline (PAYRUN_TIMEOUT_MS, 30 s). */
const attemptSeconds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120]
/** Rows of one commit: at most 200 (src/ledger/commit/groupCommit.ts). */
const commitRows = [0, 1, 2, 5, 10, 20, 50, 100, 200]

type Own = ReturnType<typeof createOwnMetrics>

function createOwnMetrics(registry: Registry) {
  const registers = [registry]
  return {
    info: new Gauge({
      name: 'payrun_info',
      help: 'Always 1; its labels say which version runs, and whether it pays to the sandbox.',
      labelNames: ['version', 'sandbox'],
      registers,
    }),
    payouts: new Counter({
      name: 'payrun_payouts_total',
      help: 'Payouts that this worker sent and settled, by operator and by the state they came to.',
      labelNames: ['operator', 'state'],
      registers,
    }),
    returned: new Counter({
      name: 'payrun_returned_total',
      help: 'Attempts that went back to pending, proved not to have been taken: rate_limited (429), not_sent, unauthorized, held_back.',
      labelNames: ['operator', 'code'],
      registers,
    }),
    unclear: new Counter({
      name: 'payrun_unclear_total',
      help: 'Attempts after which nobody knows whether the money moved, by operator and error code.',
      labelNames: ['operator', 'code'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'payrun_attempt_seconds',
      help: 'From the request to its answer, by operator.',
      labelNames: ['operator'],
      buckets: attemptSeconds,
      registers,
    }),
    claimsPerCommit: new Histogram({
      name: 'payrun_commit_claims',
      help: 'Rows claimed in one commit.',
      buckets: commitRows,
      registers,
    }),
    settlesPerCommit: new Histogram({
      name: 'payrun_commit_settles',
      help: 'Rows settled in one commit.',
      buckets: commitRows,
      registers,
    }),
    pauses: new Counter({
      name: 'payrun_sender_pauses_total',
      help: 'Pauses of the whole sender: the provider asked to wait (busy), or was out of reach (unreachable).',
      labelNames: ['why'],
      registers,
    }),
    ledgerTrouble: new Counter({
      name: 'payrun_ledger_trouble_total',
      help: 'Commits of claims and settles that the ledger did not take at the first try.',
      registers,
    }),
    logLines: new Counter({
      name: 'payrun_log_lines_total',
      help: 'Warnings and errors in the log.',
      labelNames: ['level'],
      registers,
    }),
  }
}

function watchWith(own: Own): PayerWatch {
  // Looking up a label costs more than counting, and there are thousands of counts a second.
  const payouts = remembered((operator, state) => own.payouts.labels(operator, state))
  const seconds = remembered((operator) => own.attemptSeconds.labels(operator))
  return {
    answered: (operator, outcome, tookMs) => {
      if (outcome.kind === 'unknown') own.unclear.inc({ operator, code: outcome.code })
      if (outcome.kind === 'not_taken') {
        own.returned.inc({ operator, code: outcome.heldBack ? 'held_back' : outcome.code })
        if (outcome.code === 'not_sent') return
      }
      seconds(operator, '').observe(tookMs / 1_000)
    },
    settled: (operator, state) => payouts(operator, state).inc(),
    committed: (claims, settles) => {
      own.claimsPerCommit.observe(claims)
      own.settlesPerCommit.observe(settles)
    },
    paused: (why) => own.pauses.inc({ why }),
    ledgerTrouble: () => own.ledgerTrouble.inc(),
  }
}

function remembered<Child>(make: (first: string, second: string) => Child): (first: string, second: string) => Child {
  const children = new Map<string, Child>()
  return (first, second) => {
    const key = `${first} ${second}`
    let child = children.get(key)
    if (child === undefined) {
      child = make(first, second)
      children.set(key, child)
    }
    return child
  }
}

type Gauges = ReturnType<typeof createGauges>

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  return {
    inFlight: gauge('payrun_in_flight', 'Requests of this worker that wait for their answer.', []),
    ready: gauge('payrun_ready', 'Whether this worker is ready, as /readyz says it.', []),
    ledgerUp: gauge('payrun_ledger_up', 'Whether the ledger answered this scrape.', []),
    queueJobs: gauge('payrun_queue_jobs', 'Jobs that wait or are worked on.', []),
    unknown: gauge('payrun_unknown_rows', 'Rows of which nobody knows whether they were paid.', ['operator']),
    accepted: gauge('payrun_accepted_rows', 'Rows that the provider has and has not called done.', ['operator']),
    openChunks: gauge('payrun_open_chunks', 'Chunks in which a row is still to be paid.', ['operator', 'batch_state']),
    openRows: gauge('payrun_open_chunk_rows', 'Rows of those chunks, the paid ones among them counted too.', [
      'operator',
      'batch_state',
    ]),
    oldest: gauge(
      'payrun_oldest_pending_seconds',
      'Age of the oldest batch in which a row is still to be paid, by the state of the batch.',
      ['batch_state'],
    ),
    batches: gauge('payrun_batches', 'Batches that are not settled or cancelled, by state.', ['state']),
    held: gauge('payrun_operator_held', 'Always 1: an operator that nothing is sent to, and why.', [
      'operator',
      'by',
      'reason',
    ]),
    workers: gauge('payrun_workers', 'Processes that hold a lease and may pay.', []),
  }
}

/** Gauges are reset first, or they would go on showing what is gone: an operator that was released, a batch that has settled. */
function showLedger(gauges: Gauges, ledger: LedgerGauges | undefined): void {
  const { unknown, accepted, openChunks, openRows, oldest, batches, held, workers } = gauges
  for (const each of [unknown, accepted, openChunks, openRows, oldest, batches, held, workers]) each.reset()
  workers.remove()
  if (!ledger) return
  workers.set(ledger.workers)
  for (const { operator, rows } of ledger.unknown) unknown.set({ operator }, rows)
  for (const { operator, rows } of ledger.accepted) accepted.set({ operator }, rows)
  for (const { operator, batchState, chunks, rows } of ledger.open) {
    openChunks.inc({ operator, batch_state: batchState }, Number(chunks))
    openRows.inc({ operator, batch_state: batchState }, Number(rows))
  }
  for (const { state, batches: count, oldestPendingSeconds } of ledger.batches) {
    batches.set({ state }, count)
    if (oldestPendingSeconds !== null) oldest.set({ batch_state: state }, oldestPendingSeconds)
  }
  // A person's own words stay in the ledger: they may say anything. Reasons are in English: in another language, a label would be another series.
  for (const { operator, manual, reason } of ledger.holds)
    held.set({ operator, by: manual ? 'person' : 'payrun', reason: renderWords(reason, 'en') }, 1)
}
