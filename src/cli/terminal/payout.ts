import type { LedgerReportRow } from '../../app/payOne.ts'
import { t } from '../speak.ts'
import { formatAmount } from './money.ts'
import { stateLooks, stateWord } from './stateWords.ts'
import { type BatchSummary, nextStepsText, type SummaryOptions, sandboxLine } from './summary.ts'
import { plainStyle, printable } from './text.ts'

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
