import type { Batch, BatchTotals, Contradicted } from '../../app/status.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import type { Hours } from '../../payout/times/hours.ts'
import type { Cli } from '../cli.ts'

/** What there is to tell of a batch. */
export interface BatchSummary {
  batchId: string
  /** The batch's name, if it has one. */
  name: string | null
  /** It is the sandbox's: nobody has had any money. */
  sandbox: boolean
  state: BatchState
  /** Why it is paused; null when it isn't. */
  reason: PauseReason | null
  /** In which hours of each day it is paid, and when they begin, while it is outside of them. */
  hours?: Hours | null
  hoursBegin?: Date | null
  /** What the provider said that led to it. */
  reasonSays?: string | null
  /** Codes of operators that it has still to pay to and that a person holds: resume leaves such a hold as it is. */
  heldByHand?: readonly string[]
  /** Rows that evidence contradicts, whatever state they are in. */
  contradicted?: Pick<Contradicted, 'rows' | 'failed' | 'first'>
  /** Its names and numbers are deleted: nobody knows any more whom to pay. */
  purged?: boolean
  /** It was this process that paused it, when its reader asked it to stop. */
  interrupted?: boolean
  counts: Readonly<Partial<Record<PayoutState, number>>>
  /** Minor units by state and currency. */
  sums: Readonly<Partial<Record<PayoutState, Readonly<Record<string, bigint>>>>>
  /** Workers ask the provider about accepted rows (PAYRUN_STATUS_PATH). */
  asksStatus: boolean
  /** Where the report was written; null when it wasn't. */
  reportPath: string | null
  /** How long the work took, and how many rows were done per second; null when nothing was paid just now. */
  seconds: number | null
  rate: number | null
}

/** Of a batch that nothing was paid of just now. */
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
