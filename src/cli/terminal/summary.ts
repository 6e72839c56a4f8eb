import { openElsewhere, paidElsewhere, pauseReasonSentence } from '../../app/batches/batchDocument.ts'
import type { PayoutState } from '../../payout/state.ts'
import { hoursSentence } from '../../payout/times/hours.ts'
import { count, money, operatorOf, type Sentence, say, stateOf } from '../../words/sentence.ts'
import type { BatchSummary } from './batchSummary.ts'
import { renderTable } from './table.ts'
import {
  formatDuration,
  formatRate,
  listItem,
  plainStyle,
  printable,
  type Style,
  shown,
  stateLooks,
  statesInOrder,
  t,
  text,
  withPoint,
  wrapText,
} from './text.ts'

export interface SummaryOptions {
  /** How to call payrun: `payrun`, or `npm run -s payrun --`. */
  command: string
  /** Of the terminal, in columns; Infinity if there is none: then sentences are not broken. */
  width: number
  style?: Style
}

/** A batch's state for people: a headline, a table by status and currency, and what to do next. */
export function renderSummary(summary: BatchSummary, { command, width, style = plainStyle }: SummaryOptions): string {
  const parts = [headline(summary, width, style), countsTable(summary, width, style)]
  const speed = speedLine(summary)
  if (speed !== '') parts.push(speed)
  if (summary.hours && summary.state !== 'settled' && summary.state !== 'cancelled')
    parts.push(text(hoursSentence(summary.hours, summary.hoursBegin != null)))
  if (summary.reportPath !== null) parts.push(t('summary.report', { reportPath: printable(summary.reportPath) }))
  parts.push(stepsText(nextStepsToType(summary, command), width, style))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** What to do about a batch, under a heading; '' if there is nothing to do. */
export const nextStepsText = (summary: BatchSummary, { command, width, style = plainStyle }: SummaryOptions): string =>
  stepsText(nextSteps(summary, command), width, style)

/** Says that the sandbox pays nobody and proves nothing. */
export const sandboxLine = (style: Style): string => style.paint(t('summary.sandbox'), 'yellow')

function headline(summary: BatchSummary, width: number, style: Style): string {
  const { batchId, name } = summary
  const [words, paint] = stateSentence(summary)
  const lines = wrapText(words, width).map((line) => style.paint(line, paint))
  const batch =
    name === null ? t('summary.batch', { batchId }) : t('summary.batch_named', { batchId, name: printable(name) })
  const sandbox = summary.sandbox ? [sandboxLine(style)] : []
  return [batch, ...sandbox, ...lines].join('\n')
}

function stateSentence(summary: BatchSummary): [string, 'green' | 'yellow' | 'bold'] {
  switch (summary.state) {
    case 'awaiting_approval':
      return [t('summary.awaiting_approval'), 'yellow']
    case 'running':
      return [t('summary.being_paid'), 'bold']
    case 'paused':
      return [t('summary.paused'), 'yellow']
    case 'cancelled':
      return [t('summary.cancelled'), 'yellow']
    case 'settled': {
      const rows = rowsOf(summary)
      const elsewhere = summary.elsewhere?.paid ?? 0
      const notPaid = rows - (summary.counts.paid ?? 0) - elsewhere
      if (notPaid === 0 && elsewhere > 0)
        return [t('summary.all_rows_paid_some_elsewhere', { rows: count(rows), elsewhere: count(elsewhere) }), 'green']
      return notPaid === 0
        ? [t('summary.all_rows_paid', { rows: count(rows) }), 'green']
        : [t('summary.settled_not_all_paid', { notPaid: count(notPaid), rows: count(rows) }), 'yellow']
    }
  }
}

function countsTable({ counts, sums }: BatchSummary, width: number, style: Style): string {
  const rows = statesInOrder
    .filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => {
      const { mark, paint } = stateLooks[state]
      return [
        style.paint(`${mark} ${shown(stateOf(state))}`, paint),
        shown(count(counts[state] ?? 0)),
        sumLines(sums[state] ?? {}),
      ]
    })
  if (rows.length === 0) return ''
  if (rows.length > 1) rows.push([`  ${t('summary.total')}`, shown(count(rowsOf({ counts }))), sumLines(addSums(sums))])
  const columns = [
    { head: t('summary.status') },
    { head: t('summary.rows_head'), align: 'right' },
    { head: t('report.amount'), align: 'right' },
  ] as const
  return renderTable({ columns, rows, width, style })
}

const sumLines = (sums: Readonly<Record<string, bigint>>): string =>
  Object.entries(sums)
    .filter(([, minor]) => minor !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => shown(money(minor, currency)))
    .join('\n')

function addSums(sums: BatchSummary['sums']): Record<string, bigint> {
  const added: Record<string, bigint> = {}
  for (const ofState of Object.values(sums)) {
    for (const [currency, minor] of Object.entries(ofState ?? {})) added[currency] = (added[currency] ?? 0n) + minor
  }
  return added
}

function speedLine({ seconds, rate }: BatchSummary): string {
  if (seconds === null) return ''
  const took = seconds < 10 ? `${withPoint(seconds.toFixed(1))} s` : formatDuration(seconds)
  return rate === null || rate === 0
    ? t('summary.it_took', { took })
    : t('summary.took_at_rate', { took, rate: formatRate(rate) })
}

/** A command has a line of its own and is never broken, so that it can be copied. */
function stepsText(steps: readonly NextStep[], width: number, style: Style): string {
  if (steps.length === 0) return ''
  const lines = steps.flatMap(({ text: sentence, commandLine }) => [
    listItem(text(sentence), width),
    ...(commandLine === undefined ? [] : [`    ${commandLine}`]),
  ])
  return [style.paint(t('summary.do_next'), 'bold'), ...lines].join('\n')
}

const rowsOf = ({ counts }: Pick<BatchSummary, 'counts'>): number =>
  Object.values(counts).reduce((rows, count) => rows + (count ?? 0), 0)

interface NextStep {
  text: Sentence
  /** The whole command to type. */
  commandLine?: string
}

/** The steps of `nextSteps`. If the last one has no command to type, handing on the report is added. */
function nextStepsToType(summary: BatchSummary, command: string): NextStep[] {
  const steps = nextSteps(summary, command)
  return steps.at(-1)?.commandLine === undefined ? [...steps, handOnStep(summary, command)] : steps
}

/** What a person has to do about a batch, most urgent first, with the command to type if there is one. None if all is paid. */
function nextSteps(summary: BatchSummary, command: string): NextStep[] {
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
  // It was stopped while the database was unreachable.
  if (rowsOf(summary) === 0)
    return [{ text: say('summary.figures_unknown'), commandLine: `${command} resume ${batchId}` }]
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

function whyPaused({ reason, reasonSays, interrupted, sandbox }: BatchSummary, command: string): Sentence {
  if (reason === null) return say('summary.batch_is_paused')
  return reason === 'person' && interrupted
    ? say('summary.you_interrupted')
    : pauseReasonSentence(reason, { command, says: reasonSays, sandbox })
}

const unknownStep = (rows: number, { batchId }: BatchSummary, command: string): NextStep => ({
  text: say('summary.rows_unknown', { rows: count(rows) }),
  commandLine: `${command} reconcile ${batchId} ${t('summary.statement_to_type')}`,
})

function contradictedSteps({ batchId, contradicted }: BatchSummary, command: string): NextStep[] {
  if (!contradicted || contradicted.rows === 0) return []
  const { rows, first } = contradicted
  const text = say('summary.contradicted', { n: rows, rows: count(rows), lines: first.map(String).join(', ') })
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
