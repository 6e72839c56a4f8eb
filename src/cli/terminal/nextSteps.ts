import { pauseReasonSentence } from '../../app/batchDocument.ts'
import type { Batch, BatchTotals } from '../../app/status.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import type { Hours } from '../../payout/times/hours.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import { t } from './text.ts'

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

type Rest = Pick<BatchSummary, 'asksStatus'> &
  Partial<Omit<BatchSummary, 'batchId' | 'name' | 'sandbox' | 'state' | 'counts' | 'sums'>>

/** The summary of a batch; of one that was not paid just now, where nothing else is said. */
export const summaryOf = (
  {
    id,
    name,
    sandbox,
    state,
    reason,
    reasonSays,
    hours,
    hoursBegin,
  }: Pick<Batch, 'id' | 'name' | 'sandbox' | 'state' | 'reason' | 'reasonSays' | 'hours' | 'hoursBegin'>,
  { counts, sums }: BatchTotals,
  rest: Rest,
): BatchSummary => ({
  batchId: id,
  name,
  sandbox,
  state,
  reason,
  reasonSays,
  hours,
  hoursBegin,
  counts,
  sums,
  reportPath: null,
  seconds: null,
  rate: null,
  ...rest,
})

/** How many rows it has. */
export const rowsOf = ({ counts }: Pick<BatchSummary, 'counts'>): number =>
  Object.values(counts).reduce((rows, count) => rows + (count ?? 0), 0)

export interface NextStep {
  text: Sentence
  /** What to type, whole. */
  commandLine?: string
}

/** What is to be done about a batch, as `nextSteps` has it, the last with a command to type: of one that is over, to hand on its report. */
export function nextStepsToType(summary: BatchSummary, command: string): NextStep[] {
  const steps = nextSteps(summary, command)
  return steps.at(-1)?.commandLine === undefined ? [...steps, handOnStep(summary, command)] : steps
}

/** What a person has to do about a batch, most urgent first, with the command to type where there is one; none when all is paid. */
export function nextSteps(summary: BatchSummary, command: string): NextStep[] {
  return [
    ...batchSteps(summary, command),
    ...present(summary, 'unknown', (rows) => unknownStep(rows, summary, command)),
    ...present(summary, 'failed', (rows) => failedStep(rows, summary, command)),
    ...present(summary, 'accepted', (rows) => acceptedStep(rows, summary, command)),
    ...present(summary, 'invalid', (rows) => ({ text: say('summary.rows_invalid', { rows: count(rows) }) })),
    ...present(summary, 'cancelled', (rows) => ({ text: say('summary.rows_cancelled', { rows: count(rows) }) })),
  ]
}

function batchSteps(summary: BatchSummary, command: string): NextStep[] {
  const { batchId, sandbox, state, counts } = summary
  const open = (counts.pending ?? 0) + (counts.sending ?? 0)
  const rows = count(open)
  switch (state) {
    case 'paused': {
      const why = whyPaused(summary, command)
      const text = open === 0 ? say('summary.paused_go_on', { why }) : say('summary.paused_rows_wait', { why, rows })
      return [{ text, commandLine: `${command} resume ${batchId}` }]
    }
    case 'running':
      return [
        {
          text: say('summary.rows_left_to_workers', {
            rows,
            worker: `${command} worker${sandbox ? ' --sandbox' : ''}`,
          }),
          commandLine: `${command} status ${batchId} --watch`,
        },
      ]
    case 'awaiting_approval':
      return [
        {
          text: say('summary.needs_approval'),
          commandLine: `${command} approve ${batchId} --as ${t('summary.name_to_type')}`,
        },
      ]
    case 'settled':
    case 'cancelled':
      return []
  }
}

function whyPaused({ reason, reasonSays, interrupted }: BatchSummary, command: string): Sentence {
  if (reason === null) return say('summary.batch_is_paused')
  return reason === 'person' && interrupted
    ? say('summary.you_interrupted')
    : pauseReasonSentence(reason, command, reasonSays)
}

const unknownStep = (rows: number, { batchId }: BatchSummary, command: string): NextStep => ({
  text: say('summary.rows_unknown', { rows: count(rows) }),
  commandLine: `${command} reconcile ${batchId} ${t('summary.statement_to_type')}`,
})

/** A retry is refused in a cancelled batch, and in one that is paused with rows that were not sent yet. */
function failedStep(failed: number, { batchId, state, counts, reportPath }: BatchSummary, command: string): NextStep {
  const rows = count(failed)
  const why = reportPath === null ? say('summary.report_says_why', { command, batchId }) : say('summary.see_report')
  if (state === 'cancelled') return { text: say('summary.rows_failed_then_new_file', { rows, why }) }
  const text =
    state === 'paused' && (counts.pending ?? 0) > 0
      ? say('summary.rows_failed_retry_after_resume', { rows, why })
      : say('summary.rows_failed_retry', { rows, why })
  return { text, commandLine: `${command} retry ${batchId}` }
}

/** Without a status call, waiting alone never settles an accepted row. */
function acceptedStep(accepted: number, { batchId, asksStatus }: BatchSummary, command: string): NextStep {
  const rows = count(accepted)
  return asksStatus
    ? { text: say('summary.rows_accepted_asked', { rows }), commandLine: `${command} status ${batchId}` }
    : {
        text: say('summary.rows_accepted', { rows }),
        commandLine: `${command} reconcile ${batchId} ${t('summary.statement_to_type')}`,
      }
}

const handOnStep = ({ batchId }: BatchSummary, command: string): NextStep => ({
  text: say('summary.hand_on_report'),
  commandLine: `${command} report ${batchId} -o ${batchId}.html`,
})

function present({ counts }: BatchSummary, state: PayoutState, step: (rows: number) => NextStep): NextStep[] {
  const rows = counts[state] ?? 0
  return rows > 0 ? [step(rows)] : []
}
