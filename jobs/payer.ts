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
import type { ChunkQueue } from '../src/queue/chunkQueue.ts'
import type { Delivery } from './delivery.ts'
import type { Lease } from './keepLease.ts'

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
  client: PayoutClient
  /** More words of refusal in the provider's answers (PAYRUN_REFUSAL_WORDS). */
  refusalWords: readonly string[]
  log: Log
  /** Pays batches for the sandbox, or for the provider: never both. */
  sandbox: boolean
  /** The only batch that this process pays: a foreground command's. Undefined: whatever is submitted. */
  onlyBatchNo: number | undefined
  /** Batches that this process is pausing at this moment: no row of theirs is sent. Each ends when the ledger has it. */
  pausing: Map<number, Promise<void>>
  /** Refusals in a row, for the batches that this process pays. */
  refusals: RefusalCount
  /** Operators' holds and counts of refusals on their way into the ledger. */
  holding: Set<Promise<void>>
  /** Set when this process is to send nothing more: rows that are claimed and not yet sent go back to pending. */
  stopping: boolean
  /** Sweeps so far. */
  sweeps: number
  /** Losses of the claiming connection that sweeps know of, and until which sweep all rows are read through for them. */
  losses: { count: number; until: number }
  /** Hears of every row that was settled, for the progress bar. */
  onSettled(state: PayoutState): void
  /** The batch has settled: write its report. */
  onBatchSettled(batch: Batch): Promise<void>
  watch?: PayerWatch | undefined
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

export type PayoutClient = Pick<import('../src/provider/client.ts').ProviderClient, 'payout'>
