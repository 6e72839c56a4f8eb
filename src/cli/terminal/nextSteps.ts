import type { PayoutState } from '../../payout/state.ts'
import { plural, t } from '../../words/t.ts'
import { formatCount } from './money.ts'
import { pauseReasonSentence } from './pauseReason.ts'
import type { BatchSummary } from './summary.ts'

export interface NextStep {
  text: string
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
      const why = reason === null ? t`The batch is paused.` : pauseReasonSentence(reason, command)
      const goOn = { commandLine: `${command} resume ${batchId}` }
      if (open === 0) return [{ text: `${why} ${t`To go on:`}`, ...goOn }]
      const count = formatCount(open)
      const waiting = plural(open, t`${count} row waits to be paid.`, t`${count} rows wait to be paid.`)
      return [{ text: `${why} ${waiting} ${t`To go on:`}`, ...goOn }]
    }
    case 'running': {
      const count = formatCount(open)
      const text = plural(
        open,
        t`${count} row is still to be paid, by whatever \`${command} worker\` is running. To follow it:`,
        t`${count} rows are still to be paid, by whatever \`${command} worker\` is running. To follow it:`,
      )
      return [{ text, commandLine: `${command} status ${batchId} --watch` }]
    }
    case 'awaiting_approval':
      return [
        {
          text: t`Nothing is paid until somebody approves it. Whoever submitted it can not:`,
          commandLine: `${command} approve ${batchId} --as ${t`NAME`}`,
        },
      ]
    case 'settled':
    case 'cancelled':
      return []
  }
}

function unknownStep(count: number, { batchId }: BatchSummary, command: string): NextStep {
  const rows = formatCount(count)
  const text = plural(
    count,
    t`${rows} row may or may not have been paid; payrun will never send it again by itself. The provider's statement settles it (or, row by row, resolve):`,
    t`${rows} rows may or may not have been paid; payrun will never send them again by itself. The provider's statement settles them (or, row by row, resolve):`,
  )
  return { text, commandLine: `${command} reconcile ${batchId} ${t`STATEMENT`}` }
}

/** A retry is refused in a cancelled batch, and in one that is paused with rows that were not sent yet. */
function failedStep(count: number, { batchId, state, counts, reportPath }: BatchSummary, command: string): NextStep {
  const rows = formatCount(count)
  const what = plural(
    count,
    t`${rows} row failed: the provider refused it, and no money moved.`,
    t`${rows} rows failed: the provider refused them, and no money moved.`,
  )
  const why = reportPath === null ? t`${command} report ${batchId} says why.` : t`See the report for why.`
  if (state === 'cancelled') {
    const then = plural(
      count,
      t`Once that is mended, put it into a new file.`,
      t`Once that is mended, put them into a new file.`,
    )
    return { text: `${what} ${why} ${then}` }
  }
  const then =
    state === 'paused' && (counts.pending ?? 0) > 0
      ? t`Once that is mended, and the batch goes on, try again:`
      : t`Once that is mended, try again:`
  return { text: `${what} ${why} ${then}`, commandLine: `${command} retry ${batchId}` }
}

/** Without a status call, waiting alone never settles an accepted row. */
function acceptedStep(count: number, { batchId, asksStatus }: BatchSummary, command: string): NextStep {
  const rows = formatCount(count)
  const what = plural(
    count,
    t`${rows} row is with the provider, which has not yet said whether it is paid.`,
    t`${rows} rows are with the provider, which has not yet said whether they are paid.`,
  )
  if (asksStatus) {
    const then = t`Workers ask it. Wait, and look again:`
    return { text: `${what} ${then}`, commandLine: `${command} status ${batchId}` }
  }
  const then = plural(
    count,
    t`The provider's statement settles it (or, row by row, resolve):`,
    t`The provider's statement settles them (or, row by row, resolve):`,
  )
  return { text: `${what} ${then}`, commandLine: `${command} reconcile ${batchId} ${t`STATEMENT`}` }
}

function invalidStep(count: number): NextStep {
  const rows = formatCount(count)
  const text = plural(
    count,
    t`${rows} row is invalid and was skipped. The report has the reasons. Mend it, and give it in a new file.`,
    t`${rows} rows are invalid and were skipped. The report has the reasons. Mend them, and give them in a new file.`,
  )
  return { text }
}

function cancelledStep(count: number): NextStep {
  const rows = formatCount(count)
  const text = plural(
    count,
    t`${rows} row was cancelled before being sent. No money moved for it.`,
    t`${rows} rows were cancelled before being sent. No money moved for them.`,
  )
  return { text }
}

const handOnStep = ({ batchId }: BatchSummary, command: string): NextStep => ({
  text: t`For a report to print or send on:`,
  commandLine: `${command} report ${batchId} -o ${batchId}.html`,
})

function present({ counts }: BatchSummary, state: PayoutState, step: (count: number) => NextStep): NextStep[] {
  const count = counts[state] ?? 0
  return count > 0 ? [step(count)] : []
}
