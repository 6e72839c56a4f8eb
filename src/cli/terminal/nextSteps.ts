import { openElsewhere, paidElsewhere, pauseReasonSentence, stopSentence } from '../../app/batches/batchDocument.ts'
import type { Batch, BatchTotals, Contradicted, Elsewhere, Stop } from '../../app/batches/status.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import type { Hours } from '../../payout/times/hours.ts'
import type { StopSignal } from '../../process.ts'
import { count, listed, operatorOf, type Sentence, say } from '../../words/sentence.ts'
import type { Cli } from '../cli.ts'
import { listItem, type Style, t, text } from './text.ts'

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
  /** Who paused, cancelled or rejected it, if a person did. */
  stop?: Stop | null
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
  /** This process paused it because of this signal. */
  interrupted?: StopSignal | undefined
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

export const rowsOf = ({ counts }: Pick<BatchSummary, 'counts'>): number =>
  Object.values(counts).reduce((rows, count) => rows + (count ?? 0), 0)

export interface NextStep {
  text: Sentence
  /** The whole command to type. */
  commandLine?: string
}

/** The steps of `nextSteps`. If the last one has no command to type, handing on the report is added. */
export function nextStepsToType(summary: BatchSummary, command: string): NextStep[] {
  const steps = nextSteps(summary, command)
  return steps.at(-1)?.commandLine === undefined ? [...steps, handOnStep(summary, command)] : steps
}

/** What a person has to do about a batch, most urgent first, with the command to type if there is one. None if all is paid. */
export function nextSteps(summary: BatchSummary, command: string): NextStep[] {
  return [
    ...batchSteps(summary, command),
    ...contradictedSteps(summary, command),
    ...present(summary, 'unknown', (rows) => unknownStep(rows, summary, command)),
    ...present(summary, 'failed', (rows) => failedStep(rows, summary, command)),
    ...present(summary, 'accepted', (rows) => acceptedStep(rows, summary, command)),
    ...invalidSteps(summary, command),
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
      return [...releaseSteps(summary, command), { text, commandLine: `${command} resume ${batchId}` }]
    }
    case 'running':
      return [
        {
          text: say('summary.rows_left_to_workers', {
            rows,
            worker: `${command} worker${sandbox ? ' --sandbox' : ''}`,
            resume: `${command} resume ${batchId}`,
          }),
          commandLine: `${command} status ${batchId} --watch`,
        },
      ]
    case 'awaiting_approval':
      return [
        {
          text: say('summary.needs_approval'),
          commandLine: `${command} approve ${batchId} --account ${t('summary.name_to_type')}`,
        },
      ]
    case 'settled':
    case 'cancelled':
      return []
  }
}

/** While a person holds an operator, the batch is paused again each time it resumes. */
const releaseSteps = ({ reason, heldByHand = [], sandbox }: BatchSummary, command: string): NextStep[] =>
  reason !== 'operator_held'
    ? []
    : heldByHand.map((code) => ({
        text: say('summary.release_first', { operator: operatorOf(code) }),
        commandLine: `${command} operators release ${code}${sandbox ? ' --sandbox' : ''}`,
      }))

function whyPaused({ reason, reasonSays, stop, interrupted, sandbox }: BatchSummary, command: string): Sentence {
  if (reason === null) return say('summary.batch_is_paused')
  if (reason === 'person' && interrupted)
    return interrupted === 'SIGINT' ? say('summary.you_interrupted') : say('summary.was_interrupted')
  return reason === 'person' && stop
    ? stopSentence(reason, stop)
    : pauseReasonSentence(reason, { command, says: reasonSays, sandbox })
}

const unknownStep = (rows: number, { batchId }: BatchSummary, command: string): NextStep => ({
  text: say('summary.rows_unknown', { rows: count(rows) }),
  commandLine: `${command} reconcile ${batchId} ${t('summary.statement_to_type')}`,
})

function contradictedSteps({ batchId, contradicted }: BatchSummary, command: string): NextStep[] {
  if (!contradicted || contradicted.rows === 0) return []
  const { rows, first } = contradicted
  const lines = rows > first.length ? `${first.join(', ')}, …` : listed(first.map(String))
  const text = say('summary.contradicted', { n: rows, rows: count(rows), lines })
  return [{ text, commandLine: `${command} audit ${batchId} --line ${first[0]}` }]
}

/** A retry is refused in a cancelled batch, in a purged one, and in one that is paused with rows that were not sent yet. */
function failedStep(failed: number, summary: BatchSummary, command: string): NextStep {
  const { batchId, state, counts, reportPath, contradicted, purged = false } = summary
  const rows = count(failed)
  const why = reportPath === null ? say('summary.report_says_why', { command, batchId }) : say('summary.see_report')
  const doubtful = contradicted?.failed ?? 0
  if (doubtful > 0) return { text: say('summary.rows_failed_contradicted', { rows, n: count(doubtful) }) }
  if (purged) return { text: say('summary.rows_failed_purged', { rows }) }
  if (state === 'cancelled') return { text: say('summary.rows_failed_then_new_file', { rows, why }) }
  const text =
    state === 'paused' && (counts.pending ?? 0) > 0
      ? say('summary.rows_failed_retry_after_resume', { rows, why })
      : say('summary.rows_failed_retry', { rows, why })
  return { text, commandLine: `${command} retry ${batchId}` }
}

/** Rows that another batch has are nothing to fix. */
function invalidSteps({ counts, elsewhere }: BatchSummary, command: string): NextStep[] {
  const { paid = 0, paidIn = [], open = 0, openIn = [] } = elsewhere ?? {}
  const rest = (counts.invalid ?? 0) - paid - open
  return [
    ...(open > 0 ? [{ text: openElsewhere(open, openIn), commandLine: `${command} status ${openIn[0]}` }] : []),
    ...(rest > 0 ? [{ text: say('summary.rows_invalid', { rows: count(rest) }) }] : []),
    ...(paid > 0 ? [{ text: paidElsewhere(paid, paidIn) }] : []),
  ]
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

/** Under a heading; '' if there are none. */
export function stepsText(steps: readonly NextStep[], width: number, style: Style): string {
  if (steps.length === 0) return ''
  return [style.paint(t('summary.do_next'), 'bold'), ...stepLines(steps, width)].join('\n')
}

/** A command has a line of its own and is never broken, so that it can be copied. */
export const stepLines = (steps: readonly NextStep[], width: number): string[] =>
  steps.flatMap(({ text: sentence, commandLine }) => [
    listItem(text(sentence), width),
    ...(commandLine === undefined ? [] : [`    ${commandLine}`]),
  ])
