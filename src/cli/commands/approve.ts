import { Option } from 'commander'
import type { BatchDocument } from '../../app/batches/batchDocument.ts'
import { hoursOfDocument, hoursSentence } from '../../payout/times/hours.ts'
import { warnedDocument } from '../../payout/warning.ts'
import { moment, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  actAs,
  addBatchCommand,
  amountText,
  decidingAccountOption,
  example,
  nameNow,
  type Program,
  passwordOption,
  type Run,
  reasonOption,
  wholeNumber,
} from '../commandOptions.ts'
import { listItem, printable, t, text } from '../terminal/text.ts'

export const addApprove = (program: Program, run: Run) =>
  addBatchCommand(program, 'approve')
    .option('--as <name>', t('help.approves_else_your_login_name_never'))
    .addOption(decidingAccountOption())
    .addOption(passwordOption())
    .option('--note <text>', t('help.kept_approval'))
    .option('--sha256 <hash>', t('help.refuse_unless_file_one'))
    .addOption(
      new Option('--expect-count <n>', t('help.refuse_unless_many_rows_paid')).argParser(wholeNumber(0, 5_000_000)),
    )
    .option('--expect-total <amount>', t('help.refuse_unless_add_up'), amountText)
    .addHelpText(
      'after',
      example('payrun approve last --account "Awa Diop" --expect-total "1 250 000"', [
        t('helpNotes.approval_covers_files_bytes_number_rows'),
      ]),
    )
    .action((name, options) =>
      run(options, async (cli) => {
        // Once, and before the password is typed: another batch may be the last one afterwards.
        const { status } = await import('../../app/batches/status.ts')
        const found = await status(cli, name)
        if (!found.ok) return fail(cli, found)
        const { id } = found.batch
        const requestNo = await tellWaiting(cli, id, options.account)
        const proved = await actAs(cli, options)
        if (!proved.ok) return fail(cli, proved)
        const { approve } = await import('../../app/approvals/approve.ts')
        const { as, note, sha256, expectCount = null, expectTotal = null } = options
        const approved = await approve(proved.app, id, { as, note, sha256, expectCount, expectTotal, requestNo })
        if (!approved.ok) return fail(cli, approved)
        const { batch, approver, payable, missing, warned } = approved
        if (cli.json) cli.printJson({ ...batch, warned: warnedDocument(warned) })
        else {
          const { payableWords } = await import('../terminal/checkedFile.ts')
          const done = t('commands.batch_approved', {
            id: batch.id,
            approver: printable(approver),
            payable: payableWords(payable),
          })
          cli.print(`${done} ${next(cli, batch, missing)}`)
          const { between, waits_until: until } = batch
          if (between) cli.print(text(hoursSentence(hoursOfDocument(between), until !== undefined)))
        }
        return exitCode.done
      }),
    )

/**
 * Print what waits for the approval: how much for how many people, by whom, and what that person was warned about, corrected and
 * decided. Typing the password is the answer to it.
 *
 * @returns the `requestNo` for `approve`
 */
async function tellWaiting(cli: Cli, name: string, account?: string): Promise<number | null | undefined> {
  const { askedBy } = await import('../../app/approvals/approvals.ts')
  const { lookAtApproval } = await import('../../app/approvals/lookAtApproval.ts')
  const look = await lookAtApproval(cli, name, account)
  if (!look.ok) return undefined
  const { payText } = await import('../terminal/preview.ts')
  const { id, name: named } = look.batch
  const by = askedBy(look)
  const told = { id, name: named, by, act: payText(look.toBePaid, look.kind === 'retry') }
  cli.say(look.kind === 'retry' ? say('accounts.retry_to_approve', told) : say('accounts.batch_to_approve', told))
  const { tellWarned } = await import('../terminal/checkedFile.ts')
  tellWarned(cli, look.warned, undefined, t('warnings.before_you_approve'))
  const { heldOf } = await import('../../app/submit/preview.ts')
  for (const held of heldOf(look.toBePaid)) cli.say(held)
  if (look.onlyReject) cli.say(look.onlyReject)
  for (const each of look.against) cli.say(listItem(text(each), cli.width))
  if (look.isEnough) cli.say(t('deskApprove.enough_now'))
  if (look.calledNotPaid.length > 0) {
    const { calledLines } = await import('../../app/batches/droppedRows.ts')
    cli.say(t('deskRetry.called_title'))
    for (const each of calledLines(look.calledNotPaid)) cli.say(listItem(text(each), cli.width))
  }
  for (const each of look.rejected) cli.say(each)
  if (look.insisted.length > 0) cli.say(say('deskRetry.insisted', { by }))
  for (const each of look.insisted) cli.say(listItem(text(each), cli.width))
  const { corrected, decided } = look.submittedWith ?? {}
  if (corrected) {
    const { correctedBy } = await import('../../app/submit/corrected.ts')
    cli.say(correctedBy(look.by, corrected))
  }
  if (decided) {
    const { decisionsOf, wasRejected } = await import('../../app/submit/preview.ts')
    const { decisions: told } = decisionsOf(decided, {
      rows: look.batch.file.rows,
      currencies: [...look.toBePaid.totals.keys()],
    })
    for (const each of told.filter(wasRejected)) cli.say(each)
    const decisions = told.filter((each) => !wasRejected(each))
    if (decisions.length > 0) cli.say(say('deskDecided.by', { by }))
    for (const each of decisions) cli.say(listItem(text(each), cli.width))
  }
  return look.requestNo
}

const next = (
  { config: { command } }: Cli,
  { id, state, start_at: startAt }: BatchDocument,
  missing: number,
): string =>
  missing > 0
    ? t('accounts.more_people', { missing })
    : state === 'paused' && startAt !== undefined
      ? t('commands.workers_pay_utc', { startAt: moment(new Date(startAt)) })
      : t('commands.workers_pay_without_one_resume', { command, id })

export const addReject = (program: Program, run: Run) =>
  addBatchCommand(program, 'reject')
    .option('--as <name>', t('accounts.help_reject_as'))
    .addOption(decidingAccountOption())
    .addOption(passwordOption())
    .addOption(reasonOption().makeOptionMandatory())
    .addHelpText('after', example(t('accounts.example_reject'), [t('accounts.note_reject')]))
    .action((name, options) =>
      run(options, async (cli) => {
        const named = await nameNow(cli, name, options)
        if (!named.ok) return fail(cli, named)
        const as = await actAs(cli, options)
        if (!as.ok) return fail(cli, as)
        const { reject } = await import('../../app/approvals/reject.ts')
        const rejected = await reject(as.app, named.name, { as: options.as, note: options.note })
        if (!rejected.ok) return fail(cli, rejected)
        const { batch, kind, rows } = rejected
        if (cli.json) cli.printJson(batch)
        else if (kind === 'batch') cli.print(t('accounts.rejected', { id: batch.id, rows }))
        else cli.print(t('accounts.retry_rejected', { id: batch.id, rows }))
        return exitCode.done
      }),
    )
