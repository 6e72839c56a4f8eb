import type { Batch, BatchTotals, Contradicted, Elsewhere } from '../../app/batches/status.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import type { Hours } from '../../payout/times/hours.ts'
import type { Cli } from '../cli.ts'

/** What a summary says about a batch. */
export interface BatchSummary {
  batchId: string
  /** The batch's name, if it has one. */
  name: string | null
  /** It is a sandbox batch: nobody has received money. */
  sandbox: boolean
  state: BatchState
  /** Why it is paused; null when it isn't. */
  reason: PauseReason | null
  /** The hours of each day in which it is paid, and when they begin if it is outside them now. */
  hours?: Hours | null
  hoursBegin?: Date | null
  /** The provider's words that led to the pause. */
  reasonSays?: string | null
  /** Codes of operators with unpaid rows that a person holds. Resuming the batch doesn't end such a hold. */
  heldByHand?: readonly string[]
  /** Rows in any state that evidence contradicts. */
  contradicted?: Pick<Contradicted, 'rows' | 'failed' | 'first'>
  /** Invalid rows that are payouts of other batches. */
  elsewhere?: Elsewhere
  /** Its names and numbers are deleted, so its rows can't be paid any more. */
  purged?: boolean
  /** This process paused it because the user interrupted it. */
  interrupted?: boolean
  counts: Readonly<Partial<Record<PayoutState, number>>>
  /** Minor units by state and currency. */
  sums: Readonly<Partial<Record<PayoutState, Readonly<Record<string, bigint>>>>>
  /** Workers ask the provider about accepted rows (PAYRUN_STATUS_PATH). */
  asksStatus: boolean
  /** Where the report was written; null when it wasn't. */
  reportPath: string | null
  /** How long the paying took, and rows per second; null if this process paid nothing. */
  seconds: number | null
  rate: number | null
}

/** The summary of a batch without figures of a payment in this process. */
export const summaryOf = (
  { config }: Pick<Cli, 'config'>,
  { id, name, sandbox, state, reason, reasonSays, hours, hoursBegin, purgedAt }: Batch,
  { counts, sums }: BatchTotals,
): BatchSummary => ({
  batchId: id,
  name,
  sandbox,
  state,
  reason,
  reasonSays,
  hours,
  hoursBegin,
  purged: purgedAt !== null,
  counts,
  sums,
  asksStatus: config.statusPath !== undefined,
  reportPath: null,
  seconds: null,
  rate: null,
})
