import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import { plural, t } from '../../words/t.ts'
import { formatAmount, formatCount, withPoint } from './money.ts'
import { type NextStep, nextStepsToType } from './nextSteps.ts'
import { printable } from './printable.ts'
import { formatDuration, formatPerSecond } from './rate.ts'
import { stateLooks, statesInOrder, stateWord } from './stateWords.ts'
import { plainStyle, type Style } from './style.ts'
import { renderTable } from './table.ts'
import { wrapText } from './wrapText.ts'

export interface BatchSummary {
  batchId: string
  /** The batch's name, if it has one. */
  name: string | null
  state: BatchState
  /** Why it is paused; null when it isn't. */
  reason: PauseReason | null
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

export interface SummaryOptions {
  /** How commands begin here: `payrun`, or `npm run -s payrun --`. */
  command: string
  /** Of the terminal, in columns; Infinity where there is none: sentences then stay on one line. */
  width: number
  style?: Style
}

/** What became of a batch, for people: a headline, a table by status and currency, and what to do next. */
export function renderSummary(summary: BatchSummary, { command, width, style = plainStyle }: SummaryOptions): string {
  const parts = [headline(summary, width, style), countsTable(summary, width, style)]
  const pace = paceLine(summary)
  if (pace !== '') parts.push(pace)
  if (summary.reportPath !== null) parts.push(t`Report: ${printable(summary.reportPath)}`)
  const steps = nextStepsToType(summary, command)
  parts.push([style.paint(t`What to do next`, 'bold'), ...steps.map((step) => stepText(step, width))].join('\n'))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function headline({ batchId, name, state, counts }: BatchSummary, width: number, style: Style): string {
  const named = name === null ? '' : ` (${printable(name)})`
  const [words, paint] = stateSentence(state, counts)
  const lines = wrapText(words, width).map((line) => style.paint(line, paint))
  return [`${t`Batch ${batchId}`}${named}`, ...lines].join('\n')
}

function stateSentence(state: BatchState, counts: BatchSummary['counts']): [string, 'green' | 'yellow' | 'bold'] {
  switch (state) {
    case 'awaiting_approval':
      return [t`Awaiting approval`, 'yellow']
    case 'running':
      return [t`Being paid`, 'bold']
    case 'paused':
      return [t`Paused`, 'yellow']
    case 'cancelled':
      return [t`Cancelled`, 'yellow']
    case 'settled': {
      const all = total(counts)
      const notPaid = all - (counts.paid ?? 0)
      const rows = formatCount(all)
      const left = formatCount(notPaid)
      if (notPaid === 0) return [all === 1 ? t`The one row is paid` : t`All ${rows} rows are paid`, 'green']
      return [
        plural(
          notPaid,
          t`Settled, but ${left} of ${rows} rows is not paid`,
          t`Settled, but ${left} of ${rows} rows are not paid`,
        ),
        'yellow',
      ]
    }
  }
}

function countsTable({ counts, sums }: BatchSummary, width: number, style: Style): string {
  const rows = statesInOrder
    .filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => {
      const { mark, paint } = stateLooks[state]
      return [
        style.paint(`${mark} ${stateWord(state)}`, paint),
        formatCount(counts[state] ?? 0),
        sumLines(sums[state] ?? {}),
      ]
    })
  if (rows.length === 0) return ''
  if (rows.length > 1) rows.push([`  ${t`total`}`, formatCount(total(counts)), sumLines(addSums(sums))])
  const columns = [{ head: t`Status` }, { head: t`Rows`, align: 'right' }, { head: t`Amount`, align: 'right' }] as const
  return renderTable({ columns, rows, width, style })
}

const sumLines = (sums: Readonly<Record<string, bigint>>): string =>
  Object.entries(sums)
    .filter(([, minor]) => minor !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => formatAmount(minor, currency))
    .join('\n')

function addSums(sums: BatchSummary['sums']): Record<string, bigint> {
  const added: Record<string, bigint> = {}
  for (const ofState of Object.values(sums)) {
    for (const [currency, minor] of Object.entries(ofState ?? {})) added[currency] = (added[currency] ?? 0n) + minor
  }
  return added
}

function paceLine({ seconds, rate }: BatchSummary): string {
  if (seconds === null) return ''
  const took = seconds < 10 ? `${withPoint(seconds.toFixed(1))} s` : formatDuration(seconds)
  return rate === null || rate === 0 ? t`It took ${took}.` : t`It took ${took}: ${formatPerSecond(rate)} rows/s.`
}

/** A command stands alone on its line and is never broken, so that it can be copied. */
export function stepText({ text, commandLine }: NextStep, width: number): string {
  const [first = '', ...others] = wrapText(text, width - 2)
  const lines = [`- ${first}`, ...others.map((line) => `  ${line}`)]
  if (commandLine !== undefined) lines.push(`    ${commandLine}`)
  return lines.join('\n')
}

const total = (counts: BatchSummary['counts']): number =>
  Object.values(counts).reduce((rows, count) => rows + (count ?? 0), 0)
