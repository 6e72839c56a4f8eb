import type { LedgerReportRow } from '../../ledger/readReport.ts'
import { t } from '../../words/t.ts'
import { formatAmount } from './money.ts'
import { nextSteps } from './nextSteps.ts'
import { printable } from './printable.ts'
import { stateLooks, stateWord } from './stateWords.ts'
import { plainStyle } from './style.ts'
import { type BatchSummary, type SummaryOptions, stepText } from './summary.ts'

/** What became of a one-off payout, for people: a headline, the provider's reference or words, and what to do next. */
export function renderPayout(
  summary: BatchSummary,
  row: LedgerReportRow | undefined,
  { command, width, style = plainStyle }: SummaryOptions,
): string {
  const lines = []
  for (const [name, sums] of Object.entries(summary.sums)) {
    const state = name as LedgerReportRow['status']
    const { mark, paint } = stateLooks[state]
    const amounts = Object.entries(sums ?? {}).map(([currency, minor]) => formatAmount(minor, currency))
    lines.push(`${style.paint(`${mark} ${stateWord(state)}`, paint)}  ${amounts.join(', ')}`)
  }
  if (row?.providerReference) lines.push(t`Provider reference: ${printable(row.providerReference)}`)
  if (row?.errorMessage) lines.push(t`Why: ${printable(row.errorMessage)}`)
  lines.push(t`Batch: ${summary.batchId}`)
  const steps = nextSteps(summary, command)
  if (steps.length > 0)
    lines.push('', style.paint(t`What to do next`, 'bold'), ...steps.map((step) => stepText(step, width)))
  return lines.join('\n')
}
