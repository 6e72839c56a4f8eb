import type { Hold } from '../../app/operators.ts'
import type { LedgerReportRow } from '../../app/payOne.ts'
import { hoursSentence } from '../../payout/times/hours.ts'
import { count, moment, money, operatorOf, stateOf } from '../../words/sentence.ts'
import { type BatchSummary, type NextStep, nextSteps, nextStepsToType, rowsOf } from './nextSteps.ts'
import { formatDuration, formatPerSecond } from './progressText.ts'
import { renderTable } from './table.ts'
import {
  formatAmount,
  listItem,
  plainStyle,
  printable,
  type Style,
  shown,
  stateLooks,
  statesInOrder,
  stateWord,
  t,
  text,
  withPoint,
  wrapText,
} from './text.ts'

export { type BatchSummary, summaryOf } from './nextSteps.ts'

interface SummaryOptions {
  /** How commands begin here: `payrun`, or `npm run -s payrun --`. */
  command: string
  /** Of the terminal, in columns; Infinity where there is none: sentences then stay on one line. */
  width: number
  style?: Style
}

/** What became of a batch, for people: a headline, a table by status and currency, and what to do next. */
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

/** What to do about a batch, under a head; '' when there is nothing. */
const nextStepsText = (summary: BatchSummary, { command, width, style = plainStyle }: SummaryOptions): string =>
  stepsText(nextSteps(summary, command), width, style)

/** What the sandbox paid reached nobody, and is no proof of anything. */
const sandboxLine = (style: Style): string => style.paint(t('summary.sandbox'), 'yellow')

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
      const notPaid = rows - (summary.counts.paid ?? 0)
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
    : t('summary.took_rows_s', { took, rate: formatPerSecond(rate) })
}

/** A command stands alone on its line and is never broken, so that it can be copied. */
function stepsText(steps: readonly NextStep[], width: number, style: Style): string {
  if (steps.length === 0) return ''
  const lines = steps.flatMap(({ text: sentence, commandLine }) => [
    listItem(text(sentence), width),
    ...(commandLine === undefined ? [] : [`    ${commandLine}`]),
  ])
  return [style.paint(t('summary.do_next'), 'bold'), ...lines].join('\n')
}

/** What is held, one sentence each, below a table; none when nothing is. */
export const holdLines = (holds: readonly Hold[]): string[] =>
  holds.length === 0 ? [] : ['', ...holds.map((hold) => `- ${printable(holdText(hold))}`)]

/** Why nothing is sent to an operator, since when, and what ends that. */
function holdText({ operator: code, manual, reason, since, until, probed, actor, note }: Hold): string {
  const held = { operator: operatorOf(code), since: moment(since) }
  if (manual) {
    const by = { ...held, who: actor ?? t('summary.somebody') }
    return note === null ? t('summary.held_by', by) : t('summary.held_by_with_note', { ...by, note })
  }
  return probed || until === null
    ? t('summary.being_probed', { operator: operatorOf(code), why: reason })
    : t('summary.held_until_probed', { ...held, why: reason, until: moment(until, 'time') })
}

/** What became of a one-off payout, for people: a headline, the provider's reference or words, and what to do next. */
export function renderPayout(
  summary: BatchSummary,
  row: LedgerReportRow | undefined,
  { command, width, style = plainStyle }: SummaryOptions,
): string {
  const lines = summary.sandbox ? [sandboxLine(style)] : []
  for (const [name, sums] of Object.entries(summary.sums)) {
    const state = name as LedgerReportRow['status']
    const { mark, paint } = stateLooks[state]
    const amounts = Object.entries(sums ?? {}).map(([currency, minor]) => formatAmount(minor, currency))
    lines.push(`${style.paint(`${mark} ${stateWord(state)}`, paint)}  ${amounts.join(', ')}`)
  }
  if (row?.providerReference)
    lines.push(t('summary.provider_reference', { providerReference: printable(row.providerReference) }))
  if (row?.errorMessage) lines.push(t('summary.why_error_message', { errorMessage: printable(row.errorMessage) }))
  lines.push(t('summary.batch_batch_id', { batchId: summary.batchId }))
  const steps = nextStepsText(summary, { command, width, style })
  if (steps !== '') lines.push('', steps)
  return lines.join('\n')
}
