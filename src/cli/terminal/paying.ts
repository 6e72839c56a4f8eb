import {
  type BatchDocument,
  batchDocument,
  contradictedPart,
  settledSentence,
  stopSentence,
} from '../../app/batches/batchDocument.ts'
import { droppedDocument, rejectedBefore, saidDropped } from '../../app/batches/droppedRows.ts'
import type { Resumed } from '../../app/batches/resume.ts'
import type { RetryEnded, RetryWhyWaits } from '../../app/batches/retry.ts'
import type { Failure } from '../../app/context.ts'
import type { Follower, PaidHere } from '../../app/pay/payHere.ts'
import { hoursSentence } from '../../payout/times/hours.ts'
import { warnedDocument } from '../../payout/warning.ts'
import { onStopSignals, type StopSignal } from '../../process.ts'
import { count, moment, money, type Sentence, stateOf } from '../../words/sentence.ts'
import { type Cli, type ExitCode, exitCode, exitCodeAfter, fail } from '../cli.ts'
import { type BatchSummary, nextSteps, nextStepsToType, rowsOf, stepsText, summaryOf } from './nextSteps.ts'
import { openProgress, type Progress } from './progress.ts'
import { renderTable } from './table.ts'
import {
  formatDuration,
  formatRate,
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

/** Print the result of a resume or a retry. @returns the exit code */
export function tellWentOn(cli: Cli, went: Resumed | RetryEnded, follower: FollowedPaying): number | Promise<number> {
  if (!went.ok) return tellFailed(cli, went, follower.signal())
  const more = 'warned' in went ? { warned: warnedDocument(went.warned) } : {}
  if (went.kind === 'paid_here')
    return tellPaid(cli, went, follower.signal(), (_, document, summary) =>
      tellBatch(cli, { ...document, ...more }, summary),
    )
  const { batch, totals } = went
  const document = { ...batchDocument(batch, totals), report: null }
  const named = { id: batch.id, command: cli.config.command }
  switch (went.kind) {
    case 'left_to_workers': {
      const { pending = 0, sending = 0 } = totals.counts
      if (cli.json) cli.printJson({ ...document, ...more })
      else cli.print(pending + sending > 0 ? t('paying.left_to_workers', named) : t('paying.none_left', named))
      return exitCode.done
    }
    case 'waits_again':
      if (cli.json) cli.printJson(document)
      else cli.print(t('paying.waits_again', { ...named, at: batch.startAt ? moment(batch.startAt) : '' }))
      return exitCode.paused
    case 'waits_for_approval': {
      const { why, nobodyElse } = went
      if (cli.json) cli.printJson({ ...document, retry: 'waits_for_approval', ...droppedDocument(went), ...more })
      cli.say(whyRetryWaits(why, named))
      for (const each of rejectedBefore(why.rejected)) cli.say(each)
      const dropped = saidDropped(went)
      if (dropped) cli.say(dropped)
      if (nobodyElse) cli.say(t('deskRetry.nobody_else'))
      return exitCode.paused
    }
    case 'all_paid':
      if (cli.json) cli.printJson(document)
      else cli.print(t('ledger.all_paid', { id: batch.id, rows: count(went.rows) }))
      return exitCode.done
  }
}

function whyRetryWaits(why: RetryWhyWaits, named: { id: string; command: string }): string {
  const calledNotPaid = why.calledNotPaid.length
  if (calledNotPaid > 0) return t('accounts.retry_waits', { ...named, calledNotPaid })
  const insisted = new Set([...why.evidence, ...why.duplicates].map(({ line }) => line)).size
  if (insisted > 0) return t('accounts.retry_waits_insisted', { ...named, rows: insisted })
  const stated = why.ownStatement.length
  if (stated > 0) return t('accounts.retry_waits_statement', { ...named, rows: stated })
  return why.rejected.length > 0 ? t('accounts.retry_waits_rejected', named) : t('accounts.retry_waits_unusual', named)
}

/** Prints the result of a batch that this process paid: a document with --json, otherwise sentences. */
export type Tell = (
  cli: Cli,
  document: BatchDocument & { report: string | null },
  summary: BatchSummary,
) => void | Promise<void>

const tellBatch: Tell = (cli, document, summary) => {
  if (cli.json) cli.printJson(document)
  else cli.print(renderSummary(summary, { command: cli.config.command, width: cli.width, style: cli.style }))
}

/** Print the result of a batch that this process paid: the summary (or document) and the report. @returns the exit code */
export async function tellPaid(
  cli: Cli,
  paid: PaidHere,
  signal: StopSignal | undefined,
  tell: Tell = tellBatch,
): Promise<ExitCode> {
  const { batch, totals, contradicted, elsewhere, report } = paid
  const summary = {
    ...summaryOf(cli, batch, totals),
    interrupted: paid.stopped ? signal : undefined,
    contradicted,
    elsewhere,
    reportPath: report.path,
    seconds: paid.rows > 0 ? paid.seconds : null,
    rate: paid.rows > 0 && paid.seconds > 0 ? paid.rows / paid.seconds : null,
  }
  const document = { ...batchDocument(batch, totals), ...contradictedPart(contradicted), report: report.path }
  await tell(cli, document, summary)
  if (report.message) cli.say(report.message)
  const code = exitCodeOf(paid, signal)
  return report.message && code === exitCode.done ? exitCode.notAllPaid : code
}

/** 0 if all rows are paid, 4 if it settled otherwise, 5 if it isn't over, or the code of the signal. */
function exitCodeOf({ batch, totals: { counts }, stopped }: PaidHere, signal: StopSignal | undefined): ExitCode {
  if (stopped) return exitCodeAfter(signal ?? 'SIGINT')
  if (['paused', 'running', 'awaiting_approval'].includes(batch.state)) return exitCode.paused
  const rows = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return counts.paid === rows ? exitCode.done : exitCode.notAllPaid
}

/** Print why this process has paid nothing, or can't say what. @returns the exit code */
export function tellFailed(cli: Cli, failed: Failure, signal: StopSignal | undefined): ExitCode {
  const code = fail(cli, failed)
  return signal ? exitCodeAfter(signal) : code
}

interface FollowedPaying extends Follower {
  /** The signal that stopped the paying, if there was one. */
  signal(): StopSignal | undefined
}

/** Follow the paying in this process with a progress bar on standard error. Ctrl-C stops the paying; a second one quits. */
export function followPaying(cli: Cli): FollowedPaying {
  let signal: StopSignal | undefined
  let progress: Progress | undefined
  let isShown = false
  return {
    signal: () => signal,
    // Never removed: a second Ctrl-C must be able to quit while the rest finishes.
    listen: (batchId, under) => {
      const stop = new AbortController()
      onStopSignals(
        (first) => {
          signal = first
          stop.abort(first)
          cli.say(t('paying.stopping', { inFlight: under.sent() }))
        },
        (again) => quitNow(cli, batchId, under.claimed(), again),
      )
      return stop.signal
    },
    begin: (total) => {
      progress = total === 0 ? undefined : openProgress(cli, total, t('summary.paying'))
      if (progress) cli.sayThrough((line) => progress?.log(line.trimEnd()))
    },
    update: (figures) => {
      progress?.update(figures)
      isShown = progress !== undefined
    },
    end: () => {
      progress?.finish()
      cli.sayThrough(undefined)
      if (isShown) cli.say('')
    },
  }
}

/** Crash window, at a person's request: rows in flight stay `sending`, and the next sweep makes them unknown. */
function quitNow(cli: Cli, id: string, inFlight: number, signal: StopSignal): never {
  cli.say(t('paying.quitting', { inFlight }))
  cli.say(t('paying.resume_with', { command: cli.config.command, id }))
  process.exit(exitCodeAfter(signal))
}

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
  const { state, reason, stop } = summary
  if (state === 'cancelled' && stop) lines.push(...wrapText(withReason(stopSentence(reason, stop), stop.note), width))
  const batch = batchLine(batchId, name)
  const sandbox = summary.sandbox ? [sandboxLine(style)] : []
  return [batch, ...sandbox, ...lines].join('\n')
}

export const batchLine = (batchId: string, name: string | null): string =>
  name === null ? t('summary.batch', { batchId }) : t('summary.batch_named', { batchId, name: printable(name) })

/** With the reason in that person's words. */
export const withReason = (told: Sentence, note: string | null): string =>
  note === null ? text(told) : `${text(told)} ${t('deskApprove.reason', { note: printable(note) })}`

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
      const { counts, contradicted, elsewhere = { paid: 0, open: 0 } } = summary
      const { isAllPaid, words } = settledSentence(counts, { doubted: contradicted?.failed ?? 0, elsewhere })
      return [text(words), isAllPaid ? 'green' : 'yellow']
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
