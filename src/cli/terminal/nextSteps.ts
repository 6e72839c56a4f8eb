import type { PayoutState } from '../../payout/state.ts'
import { formatCount } from './money.ts'
import { pauseReasonSentence } from './pauseReason.ts'
import type { BatchSummary } from './summary.ts'

export interface NextStep {
  text: string
  /** What to type, whole. */
  commandLine?: string
}

/** What a person has to do about a batch, most urgent first, with the command to type where there is one; none when all is paid. */
export function nextSteps(summary: BatchSummary, command: string): NextStep[] {
  return [
    ...batchSteps(summary, command),
    ...present(summary, 'unknown', (count) => unknownStep(count, summary, command)),
    ...present(summary, 'failed', (count) => failedStep(count, summary, command)),
    ...present(summary, 'accepted', (count) => acceptedStep(count, summary, command)),
    ...present(summary, 'invalid', invalidStep),
    ...present(summary, 'cancelled', cancelledStep),
  ]
}

function batchSteps({ batchId, state, reason, counts }: BatchSummary, command: string): NextStep[] {
  const open = (counts.pending ?? 0) + (counts.sending ?? 0)
  switch (state) {
    case 'paused': {
      const why = reason === null ? 'The batch is paused.' : pauseReasonSentence(reason, command)
      const waiting = open === 0 ? '' : ` ${rows(open)} ${open === 1 ? 'waits' : 'wait'} to be paid.`
      return [{ text: `${why}${waiting} To go on:`, commandLine: `${command} resume ${batchId}` }]
    }
    case 'running':
      return [
        {
          text: `${rows(open)} ${are(open)} still to be paid, by whatever \`${command} worker\` is running. To follow it:`,
          commandLine: `${command} status ${batchId} --watch`,
        },
      ]
    case 'awaiting_approval':
      return [
        {
          text: 'Nothing is paid until somebody approves it. Whoever submitted it can not:',
          commandLine: `${command} approve ${batchId} --as NAME`,
        },
      ]
    case 'settled':
    case 'cancelled':
      return []
  }
}

const unknownStep = (count: number, { batchId }: BatchSummary, command: string): NextStep => ({
  text: `${rows(count)} may or may not have been paid; payrun will never send ${them(count)} again by itself. The provider's statement settles ${them(count)} (or, row by row, resolve):`,
  commandLine: `${command} reconcile ${batchId} STATEMENT`,
})

/** A retry is refused in a cancelled batch, and in one that is paused with rows that were not sent yet. */
function failedStep(count: number, { batchId, state, counts, reportPath }: BatchSummary, command: string): NextStep {
  const text = `${rows(count)} failed: the provider refused ${them(count)}, and no money moved.`
  const why = reportPath === null ? ` ${command} report ${batchId} says why.` : ' See the report for why.'
  if (state === 'cancelled') return { text: `${text}${why} Once that is mended, put ${them(count)} into a new file.` }
  const once =
    state === 'paused' && (counts.pending ?? 0) > 0
      ? 'Once that is mended, and the batch goes on'
      : 'Once that is mended'
  return { text: `${text}${why} ${once}, try again:`, commandLine: `${command} retry ${batchId}` }
}

/** Without a status call, waiting alone never settles an accepted row. */
function acceptedStep(count: number, { batchId, asksStatus }: BatchSummary, command: string): NextStep {
  const text = `${rows(count)} ${are(count)} with the provider, which has not yet said whether ${count === 1 ? 'it is' : 'they are'} paid.`
  return asksStatus
    ? { text: `${text} Workers ask it. Wait, and look again:`, commandLine: `${command} status ${batchId}` }
    : {
        text: `${text} The provider's statement settles ${them(count)} (or, row by row, resolve):`,
        commandLine: `${command} reconcile ${batchId} STATEMENT`,
      }
}

const invalidStep = (count: number): NextStep => ({
  text: `${rows(count)} ${are(count)} invalid and ${count === 1 ? 'was' : 'were'} skipped. The report has the reasons. Mend ${them(count)}, and give ${them(count)} in a new file.`,
})

const cancelledStep = (count: number): NextStep => ({
  text: `${rows(count)} ${count === 1 ? 'was' : 'were'} cancelled before being sent. No money moved for ${them(count)}.`,
})

function present({ counts }: BatchSummary, state: PayoutState, step: (count: number) => NextStep): NextStep[] {
  const count = counts[state] ?? 0
  return count > 0 ? [step(count)] : []
}

const rows = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
const are = (count: number): string => (count === 1 ? 'is' : 'are')
const them = (count: number): string => (count === 1 ? 'it' : 'them')
