import { missingOf } from '../../app/approvals/approvalDocument.ts'
import { askedBy, type Waiting } from '../../app/approvals/approvals.ts'
import { rejectedRetrySentence } from '../../app/batches/batchDocument.ts'
import { listNeeded, type Needed, neededDocument } from '../../app/needed.ts'
import { count, moment, moneyOf, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { type BatchSummary, type NextStep, nextSteps, stepLines } from '../terminal/nextSteps.ts'
import { batchLine } from '../terminal/paying.ts'
import { listItem, t, text } from '../terminal/text.ts'
import { holdLines } from './operators.ts'

/** `list --waiting`: everything that waits for somebody, as the desk's home page lists it, with the commands to type. */
export async function tellWaiting(cli: Cli): Promise<number> {
  const found = await listNeeded(cli, false)
  if (!found.ok) return fail(cli, found)
  if (cli.json) cli.printJson(neededDocument(found))
  else cli.print(textOf(cli, found) || t('summary.nothing_waits'))
  return exitCode.done
}

function textOf(cli: Cli, needed: Needed): string {
  const batches = [...stepsByBatch(cli, needed)].map(([id, { name, steps }]) =>
    [cli.style.paint(batchLine(id, name), 'bold'), ...stepLines(steps, cli.width)].join('\n'),
  )
  const schedules = needed.failedSchedules.map(({ name, planned, inFolder, message }) => {
    const run = { name, planned: planned.replace('T', ' ') }
    const failed = inFolder
      ? say('deskPages.home_schedule_file_failed', run)
      : say('deskPages.home_schedule_failed', run)
    return listItem(message === null ? text(failed) : `${text(failed)} ${text(message)}`, cli.width)
  })
  return [...batches, schedules.join('\n'), holdLines(needed.holds).slice(1).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')
}

interface StepsOfBatch {
  name: string
  steps: NextStep[]
}

/** What to do about each batch: approvals first. */
function stepsByBatch(cli: Cli, needed: Needed): ReadonlyMap<string, StepsOfBatch> {
  const { command, statusPath } = cli.config
  const found = new Map<string, StepsOfBatch>()
  const add = (id: string, name: string, steps: readonly NextStep[]) => {
    const its = found.get(id) ?? { name, steps: [] }
    its.steps.push(...steps)
    found.set(id, its)
  }
  const over: BatchSummary = {
    ...{ batchId: '', name: null, sandbox: false, state: 'settled' as const, reason: null, sums: {}, counts: {} },
    ...{ asksStatus: statusPath !== undefined, reportPath: null, seconds: null, rate: null },
  }
  for (const waiting of needed.waiting) add(waiting.batch.id, waiting.batch.name, approvalSteps(waiting, command))
  for (const rejected of needed.rejected) {
    const { kind, batchId, name, by, at, note } = rejected
    const told = { name, by: by ?? say('deskBatch.nobody_known'), at: moment(at) }
    const says = kind === 'batch' ? say('deskPages.home_rejected', told) : rejectedRetrySentence(name, rejected)
    add(batchId, name, [{ text: says }, ...(note === null ? [] : [{ text: say('deskApprove.reason', { note }) }])])
  }
  for (const { id, name, sandbox, reason, reason_says: reasonSays, stop, itsHolds, counts } of needed.paused) {
    const heldByHand = itsHolds.filter(({ manual }) => manual).map(({ operator }) => operator)
    const { pending = 0, sending = 0 } = counts
    const paused = { state: 'paused', counts: { pending, sending }, heldByHand } as const
    add(
      id,
      name,
      nextSteps({ ...over, ...paused, batchId: id, sandbox, reason, reasonSays: reasonSays ?? null, stop }, command),
    )
  }
  for (const state of ['unknown', 'failed', 'accepted'] as const)
    for (const { id, name, rows } of needed[state])
      add(id, name, nextSteps({ ...over, batchId: id, counts: { [state]: rows } }, command))
  for (const { id, name, rows } of needed.maybePaid)
    add(id, name, [inDoubt(say('deskRetry.maybe_paid_home', { name, rows: count(rows) }), id, command)])
  for (const { id, name, rows } of needed.maybeNotPaid)
    add(id, name, [inDoubt(say('deskRetry.maybe_not_paid_home', { name, rows: count(rows) }), id, command)])
  return found
}

const inDoubt = (text: NextStep['text'], id: string, command: string): NextStep => ({
  text,
  commandLine: `${command} status ${id}`,
})

/** What waits for an approval, why it may not get one, and how to look at it and decide. */
function approvalSteps(waiting: Waiting, command: string): NextStep[] {
  const { kind, batch, rows, sums, since, whyNobody, onlyReject, against } = waiting
  const told = { who: askedBy(waiting), at: moment(new Date(since)) }
  const text =
    kind === 'retry'
      ? say('summary.retry_waits', { ...told, rows: count(rows) })
      : say('summary.batch_waits', { ...told, rows: count(rows), sums: moneyOf(sums ?? new Map()) })
  return [
    { text },
    {
      text: say('accounts.more_people', { missing: missingOf(waiting) }),
      commandLine: `${command} approve ${batch.id} --account ${t('summary.name_to_type')}`,
    },
    ...[whyNobody, onlyReject, ...against].flatMap((each) => (each === null ? [] : [{ text: each }])),
  ]
}
