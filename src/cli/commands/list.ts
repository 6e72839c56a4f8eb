import type { BatchDocument } from '../../app/batches/batchDocument.ts'
import { hoursOfDocument, hoursSentence } from '../../payout/times/hours.ts'
import { batchStateOf, count, moment } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { shown, t, text } from '../terminal/text.ts'

export const addList = (program: Program, run: Run) =>
  addCommand(program, 'list')
    .addHelpText('after', example('payrun list'))
    .action((options) => run(options, list))

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
    case 'rejected':
      return t('summary.reason_rejected')
  }
}
