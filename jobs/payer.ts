import type { Batch } from '../src/ledger/batches/batches.ts'
import type { GroupCommit } from '../src/ledger/commit/groupCommit.ts'
import type { Ledger } from '../src/ledger/connection/ledger.ts'
import type { Past } from '../src/ledger/past/keepMark.ts'
import { type AnswersCounted, answerSteps, stepOf, writeOperatorAnswers } from '../src/ledger/policy/sharedByPayers.ts'
import { endWorker, heartbeat, heartbeatSeconds, registerWorker } from '../src/ledger/rows/workers.ts'
import type { Log } from '../src/log.ts'
import type { RefusalCount } from '../src/pacing/refusals.ts'
import type { Throttle } from '../src/pacing/throttle.ts'
import type { OperatorCode } from '../src/payout/operators/operator.ts'
import type { Outcome } from '../src/payout/outcome.ts'
import type { PayoutState } from '../src/payout/state.ts'
import { keepRounds } from '../src/process.ts'
import type { ProviderClient } from '../src/provider/client.ts'
import type { ChunkQueue } from '../src/queue/queues.ts'

/** What a process that pays holds, and hands to every job. One provider (or the sandbox) a process. */
export interface Payer {
  ledger: Ledger
  /** Whether the ledger went back in time. */
  past: Past
  groupCommit: GroupCommit
  queue: ChunkQueue
  delivery: Delivery
  throttle: Throttle
  lease: Lease
  client: Pick<ProviderClient, 'payout'>
  /** More words of refusal in the provider's answers (PAYRUN_REFUSAL_WORDS). */
  refusalWords: readonly string[]
  log: Log
  /** Whether it pays batches of the sandbox or of the provider: never both. */
  sandbox: boolean
  /** The only batch that this process pays: a foreground command's. Undefined: whatever is submitted. */
  onlyBatchNo: number | undefined
  /** Batches that this process is pausing: none of their rows is sent. Each promise resolves once the ledger has the pause. */
  pausing: Map<number, Promise<void>>
  /** Refusals in a row, for the batches that this process pays. */
  refusals: RefusalCount
  /** Writes under way: holds of operators and counts of refusals. */
  holding: Set<Promise<void>>
  /** How many chunks of each batch this process is at work on. */
  atWork: Map<number, number>
  /** Rows whose request has left and has no answer yet. */
  sent: Set<object>
  /** Batches of which a late answer has changed a row: one that has settled without it needs its report anew. */
  staleReports: Set<number>
  /** This process is to send nothing more: rows that are claimed and not yet sent go back to pending. */
  stopping: boolean
  /** Sweeps so far. */
  sweeps: number
  /** How often the claiming connection was lost, as far as sweeps know, and until which sweep they read all rows because of it. */
  losses: { count: number; until: number }
  /** Hears of every row that was settled, for the progress bar. */
  onSettled(state: PayoutState): void
  /** The batch has settled: write its report. */
  onBatchSettled(batch: Batch): Promise<void>
  watch?: PayerWatch | undefined
  /** Counts how operators answer, for those who look at them. */
  answers?: Pick<PayerWatch, 'answered'> | undefined
}

/** Hears of what a paying process does, for its metrics. Called thousands of times a second: it may only count. */
export interface PayerWatch {
  /** An attempt has come to an end; `tookMs` from the first byte or the first try to the answer. */
  answered(operator: OperatorCode, outcome: Outcome, tookMs: number): void
  /** A row has left `sending`, other than back to `pending`. */
  settled(operator: OperatorCode, state: PayoutState): void
  committed(claims: number, settles: number): void
  /** The whole sender pauses: the provider asked to wait, or is out of reach. */
  paused(why: 'busy' | 'unreachable'): void
  ledgerTrouble(): void
}

/** Chunks that one process works on at once: enough to keep its slots busy, few enough to leave work for other workers. */
export const chunksAtOnce = 8

/** A queue that has work and delivers none for so long, though this process could take some, has fallen silent. */
const takenForSilentMs = 15_000

/** What the queue delivers to this process, and whether it delivers what there is. */
interface Delivery {
  /** Work on a chunk that was delivered. */
  take(work: Promise<void>): Promise<void>
  /**
   * Each sweep says whether the ledger has chunks that may be paid. If work waits in the queue, and this process could take some and
   * gets none, the connections have fallen silent and are opened again (docs/design.md, rule 13). So are those of a queue that
   * doesn't answer.
   *
   * @returns whether they were
   */
  renewIfSilent(queue: ChunkQueue, hasWork: boolean): Promise<boolean>
  /** Work has waited for too long: this process is not ready. */
  isLate(): boolean
}

export function createDelivery(silentMs = takenForSilentMs): Delivery {
  let inHand = 0
  /** Since when work waits that could have been delivered; undefined when there is none, or some has come. */
  let sinceMs: number | undefined
  let renewedMs = 0
  const isLate = () => sinceMs !== undefined && performance.now() - sinceMs > silentMs
  return {
    take: async (work) => {
      sinceMs = undefined
      inHand += 1
      await work.finally(() => {
        inHand -= 1
      })
    },
    renewIfSilent: async (queue, hasWork) => {
      const before = inHand
      const waits = hasWork && before < chunksAtOnce && (await isWaiting(queue))
      if (!waits) sinceMs = undefined
      // Some came while the queue was asked.
      if (!waits || inHand > before) return false
      const now = performance.now()
      sinceMs ??= now
      if (!isLate() || now - renewedMs < silentMs) return false
      renewedMs = now
      queue.renew()
      return true
    },
    isLate,
  }
}

/** A queue that doesn't answer may well have some. */
const isWaiting = (queue: ChunkQueue): Promise<boolean> =>
  queue.waiting().then(
    (jobs) => jobs > 0,
    () => true,
  )

/** This process's lease in the ledger. */
export interface Lease {
  /** The number that claims are made under at this moment. */
  workerNo(): number
  /** End the heartbeat and give the lease back. */
  end(): Promise<void>
}

/**
 * Register this process as a worker and keep its heartbeat. A process that was taken for dead (it was stopped, or the database was away
 * for long) goes on under a new number: the ledger refuses claims under the old one, and late answers still settle their own attempts.
 *
 * @param onNewNumber told of each number; if it returns false for the first one, this process is not wanted
 * @returns undefined when it isn't wanted
 */
export async function keepLease(
  ledger: Ledger,
  log: Log,
  past: Past,
  onNewNumber: (workerNo: number) => Promise<boolean>,
): Promise<Lease | undefined> {
  const register = async (): Promise<number> => {
    const registered = await registerWorker(ledger)
    past.registered(registered)
    return registered
  }
  let workerNo = await register()
  if (!(await onNewNumber(workerNo))) {
    await endWorker(ledger, workerNo)
    return undefined
  }
  let told = workerNo
  /** Marks may be in Redis: while that is away, the lease is kept all the same, and the log doesn't blame the ledger. */
  const keepPosition = () =>
    past
      .keepPosition(ledger.pool)
      .catch((error: unknown) =>
        log.warn('how far the ledger has come could not be compared with its marks', { worker: workerNo, error }),
      )
  const beat = async () => {
    try {
      if (!(await heartbeat(ledger, workerNo))) {
        workerNo = await register()
        log.warn('this worker was taken for dead: it continues under a new number', { worker: workerNo })
      }
      await keepPosition()
      // If the ledger goes away in between, the next beat tells it again.
      if (told === workerNo) return
      if (!(await onNewNumber(workerNo)))
        log.warn('another command has taken over in the meantime', { worker: workerNo })
      told = workerNo
    } catch (error) {
      log.warn('the heartbeat did not reach the ledger', { worker: workerNo, error })
    }
  }
  const beats = keepRounds(heartbeatSeconds * 1_000, beat)
  return {
    workerNo: () => workerNo,
    end: async () => {
      await beats.stop()
      await endWorker(ledger, workerNo)
    },
  }
}

const countsEveryMs = 5_000

/** A worker's counts of operators' answers, for whoever looks at the last hour. Written every few seconds, apart from claims and settles. */
interface AnswerCount extends Pick<PayerWatch, 'answered'> {
  /** Write the counts. If the ledger is away, they are kept for the next time. */
  write(): Promise<void>
  stop(): Promise<void>
}

export function countAnswers(ledger: Ledger, log: Log, lease: Lease, sandbox: boolean): AnswerCount {
  let counted = new Map<string, Counted>()
  const write = async () => {
    if (counted.size === 0) return
    const now = counted
    counted = new Map()
    try {
      await writeOperatorAnswers(ledger, { workerNo: lease.workerNo(), sandbox, counted: [...now.values()] })
    } catch (error) {
      for (const each of now.values()) addTo(counted, each)
      log.warn('the counts of answers did not reach the ledger', { error })
    }
  }
  const rounds = keepRounds(countsEveryMs, write)
  return {
    answered: (operator, outcome, tookMs) => {
      const kind = kindOf(outcome)
      if (kind === undefined) return
      const of = countedOf(counted, operator)
      of[kind] += 1
      const step = stepOf(tookMs)
      of.took[step] = (of.took[step] ?? 0) + 1
    },
    write: rounds.once,
    stop: async () => {
      await rounds.stop()
      await rounds.once()
    },
  }
}

type Counted = AnswersCounted & { took: number[] }

function countedOf(counted: Map<string, Counted>, operator: string): Counted {
  const found = counted.get(operator)
  if (found) return found
  const fresh = { operator, good: 0, refused: 0, unclear: 0, took: answerSteps.map(() => 0) }
  counted.set(operator, fresh)
  return fresh
}

function addTo(counted: Map<string, Counted>, { operator, good, refused, unclear, took }: Counted): void {
  const of = countedOf(counted, operator)
  of.good += good
  of.refused += refused
  of.unclear += unclear
  of.took = of.took.map((each, step) => each + (took[step] ?? 0))
}

/** A request that the provider did not take in is no answer about a payout. */
function kindOf({ kind }: Outcome): 'good' | 'refused' | 'unclear' | undefined {
  switch (kind) {
    case 'paid':
    case 'accepted':
      return 'good'
    case 'failed':
      return 'refused'
    case 'unknown':
      return 'unclear'
    case 'not_taken':
      return undefined
  }
}
