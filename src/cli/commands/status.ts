import type { BatchDocument } from '../../app/batches/batchDocument.ts'
import type { BatchStatus, Look, StatusAnswers } from '../../app/batches/status.ts'
import { hoursOfDocument, hoursSentence } from '../../payout/times/hours.ts'
import { batchStateOf, count, moment, type Words } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addBatchCommand, addCommand, example, type Program, type Run } from '../commandOptions.ts'
import type { Progress } from '../terminal/progress.ts'
import { listItem, printable, shown, t, text, wrapText } from '../terminal/text.ts'

export const addStatus = (program: Program, run: Run) =>
  addBatchCommand(program, 'status')
    .option('--watch', t('help.follow_until_settled_paused'))
    .addHelpText('after', example('payrun status last --watch'))
    .action((name, { watch = false, ...options }) => run(options, (cli) => status(cli, name, watch)))

/** Print a batch's state, counts and sums; with `watch`, after following it until it no longer runs. */
async function status(cli: Cli, name: string, watch: boolean): Promise<number> {
  const { status: readStatus, statusDocument } = await import('../../app/batches/status.ts')
  const watching = watch ? await watcher(cli) : undefined
  const found = await readStatus(cli, name, watching?.onLook)
  watching?.finish()
  if (!found.ok) return fail(cli, found)
  if (cli.json) cli.printJson(statusDocument(found))
  else cli.print(await textOf(cli, found))
  return exitCode.done
}

/** The summary as at the end of a run, and what the batch waits for. */
async function textOf(cli: Cli, status: BatchStatus): Promise<string> {
  const { batch, totals, answers, holds, unreachable, queueAway, retryWaits, stop, contradicted, elsewhere } = status
  const { config, width, style } = cli
  const { rejectedRetrySentence } = await import('../../app/batches/batchDocument.ts')
  const { renderSummary, withReason } = await import('../terminal/paying.ts')
  const { summaryOf } = await import('../terminal/nextSteps.ts')
  const { holdLines } = await import('./operators.ts')
  const { unreachableSentence } = await import('../../app/batches/status.ts')
  const rejected = status.rejectedRetry
  const heldByHand = holds.filter(({ manual }) => manual).map(({ operator }) => operator)
  const summary = { ...summaryOf(cli, batch, totals), stop, heldByHand, contradicted, elsewhere }
  return [
    renderSummary(summary, { command: config.command, width, style }),
    ...startLines(batch),
    ...(unreachable ? wrapText(text(unreachableSentence(unreachable)), width) : []),
    ...(queueAway ? wrapText(t('paying.queue_away'), width) : []),
    ...retryLines(retryWaits),
    ...(rejected ? wrapText(withReason(rejectedRetrySentence(batch.name, rejected), rejected.note), width) : []),
    ...answerLines(answers, width),
    ...holdLines(holds),
  ].join('\n')
}

/** The start time (`--at`), while the batch waits for it. */
const startLines = ({ state, reason, startAt }: BatchStatus['batch']): string[] =>
  startAt !== null && (state === 'awaiting_approval' || reason === 'scheduled')
    ? [t('summary.not_paid_before', { at: moment(startAt) })]
    : []

/** A retry that waits for a second person. */
const retryLines = (waits: BatchStatus['retryWaits']): string[] =>
  waits === undefined
    ? []
    : [t('summary.retry_waits', { rows: count(waits.lines.length), who: waits.requester, at: moment(waits.at) })]

/** The provider's answers about accepted rows, if they changed nothing. */
function answerLines(answers: readonly StatusAnswers[], width: number): string[] {
  if (answers.length === 0) return []
  const lines = answers.map((each) => listItem(printable(answerText(each)), width))
  return [t('summary.asked_about_accepted_rows'), ...lines, '']
}

function answerText({ kind, answer, rows, over }: StatusAnswers): string {
  const said = { rows: count(rows), answer: reading(kind, answer) }
  if (over === 0) return t('summary.rows_answered', said)
  return over === rows
    ? t('summary.rows_answered_asking_over', said)
    : t('summary.rows_answered_some_over', { ...said, over: count(over) })
}

function reading(kind: string, answer: Words): string {
  switch (kind) {
    case 'under_way':
      return t('summary.answer_under_way', { answer })
    case 'contradictory':
    case 'unreadable':
      return t('summary.answer_decides_nothing', { answer })
    case 'unanswered':
      return t('summary.no_answer', { answer })
    default:
      return t('summary.answer_not_known', { answer })
  }
}

/** Shows the progress at each look. */
async function watcher(cli: Cli): Promise<{ onLook(look: Look): void; finish(): void }> {
  const { openProgress } = await import('../terminal/progress.ts')
  let progress: Progress | undefined
  return {
    onLook: ({ rows, ...look }) => {
      progress ??= openProgress(cli, rows, t('summary.watching'))
      progress?.update(look)
    },
    finish: () => progress?.finish(),
  }
}

export const addList = (program: Program, run: Run) =>
  addCommand(program, 'list')
    .option('--waiting', t('summary.help_waiting'))
    .addHelpText('after', example(['payrun list', 'payrun list --waiting']))
    .action(({ waiting = false, ...options }) =>
      run(options, async (cli) => (waiting ? (await import('./waiting.ts')).tellWaiting(cli) : list(cli))),
    )

/** All batches, newest first. */
async function list(cli: Cli): Promise<number> {
  const listed = await (await import('../../app/batches/status.ts')).list(cli)
  if (!listed.ok) return fail(cli, listed)
  const { batches, fence } = listed
  if (cli.json) cli.printJson({ batches, ...(fence && { fenced: { at: fence.at.toISOString(), why: fence.why } }) })
  else if (batches.length === 0) cli.print(t('summary.no_batches_yet', { command: cli.config.command }))
  else {
    cli.print(await batchTable(cli, batches))
    if (batches.some(({ sandbox }) => sandbox)) cli.print(`\n${t('summary.sandbox_batches')}`)
  }
  return exitCode.done
}

async function batchTable(cli: Cli, batches: readonly BatchDocument[]): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  return renderTable({
    columns: [
      { head: t('summary.batch_head'), whole: true },
      { head: t('summary.name_head') },
      { head: t('summary.period') },
      { head: t('summary.state') },
      { head: t('summary.rows_head'), align: 'right' },
      { head: t('summary.paid_head'), align: 'right' },
      { head: t('report.submitted') },
    ],
    rows: batches.map((batch) => [
      batch.id,
      batch.name,
      batch.period ?? '',
      stateOf(batch),
      shown(count(batch.file.rows)),
      shown(count(batch.counts.paid ?? 0)),
      shown(moment(new Date(batch.created_at))),
    ]),
    width: cli.width,
    style: cli.style,
  })
}

/** `settled` or `paused: not authorized`, whether it is in the sandbox, and its hours until it is over. */
function stateOf({ state, reason, sandbox, between, waits_until: until }: BatchDocument): string {
  const word = shown(batchStateOf(state))
  const told = reason === null ? word : t('summary.begins_message', { begins: word, message: reasonWord(reason) })
  const place = sandbox ? t('summary.state_in_sandbox', { state: told }) : told
  if (between === undefined || state === 'settled' || state === 'cancelled') return place
  return `${place}\n${text(hoursSentence(hoursOfDocument(between), until !== undefined))}`
}

function reasonWord(reason: NonNullable<BatchDocument['reason']>): string {
  switch (reason) {
    case 'person':
      return t('summary.reason_person')
    case 'scheduled':
      return t('summary.reason_scheduled')
    case 'unauthorized':
      return t('summary.reason_unauthorized')
    case 'wrong_interface':
      return t('summary.reason_wrong_interface')
    case 'redirected':
      return t('summary.reason_redirected')
    case 'tls':
      return t('summary.reason_tls')
    case 'too_many_unknown':
      return t('summary.reason_too_many_unknown')
    case 'refused_in_a_row':
      return t('summary.reason_refused_in_a_row')
    case 'operator_held':
      return t('summary.reason_operator_held')
    case 'window':
      return t('summary.reason_window')
    case 'hours':
      return t('summary.reason_hours')
    case 'float':
      return t('summary.reason_float')
    case 'provider_unreachable':
      return t('summary.reason_provider_unreachable')
    case 'mark_unwritable':
      return t('summary.reason_mark_unwritable')
    case 'rejected':
      return t('summary.reason_rejected')
  }
}
