import type { BatchStatus, Look, StatusAnswers } from '../../app/batches/status.ts'
import { count, moment, type Words } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addBatchCommand, example, type Program, type Run } from '../commandOptions.ts'
import type { Progress } from '../terminal/progress.ts'
import { listItem, printable, t, text, wrapText } from '../terminal/text.ts'

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
  const { batch, totals, answers, holds, unreachable, queueAway, retryWaits, contradicted, elsewhere } = status
  const { config, width, style } = cli
  const { renderSummary } = await import('../terminal/paying.ts')
  const { summaryOf } = await import('../terminal/nextSteps.ts')
  const { holdLines } = await import('./operators.ts')
  const { unreachableSentence } = await import('../../app/batches/status.ts')
  const heldByHand = holds.filter(({ manual }) => manual).map(({ operator }) => operator)
  const summary = { ...summaryOf(cli, batch, totals), heldByHand, contradicted, elsewhere }
  return [
    renderSummary(summary, { command: config.command, width, style }),
    ...startLines(batch),
    ...(unreachable ? wrapText(text(unreachableSentence(unreachable)), width) : []),
    ...(queueAway ? wrapText(t('paying.queue_away'), width) : []),
    ...retryLines(retryWaits),
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
