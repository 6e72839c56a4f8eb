import type { Batch } from '../src/ledger/batches/batches.ts'
import type { GroupCommit } from '../src/ledger/commit/groupCommit.ts'
import type { Ledger } from '../src/ledger/connection/ledger.ts'
import type { Past } from '../src/ledger/past/keepMark.ts'
import type { Log } from '../src/log.ts'
import type { RefusalCount } from '../src/pacing/refusals.ts'
import type { Throttle } from '../src/pacing/throttle.ts'
import type { OperatorCode } from '../src/payout/operators/operator.ts'
import type { Outcome } from '../src/payout/outcome.ts'
import type { PayoutState } from '../src/payout/state.ts'
import type { ProviderClient } from '../src/provider/client.ts'
import type { ChunkQueue } from '../src/queue/queues.ts'
import type { Delivery } from './delivery.ts'
import type { Lease } from './lease.ts'

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
  writes: Set<Promise<void>>
  /** Batches whose counts of refusals are on their way into the ledger. */
  sharing: Set<number>
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
