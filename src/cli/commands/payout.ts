import { InvalidArgumentError, Option } from 'commander'
import type { App } from '../../app/context.ts'
import type { InUse, LedgerReportRow, OnePayout } from '../../app/pay/payOne.ts'
import type { RefusedFile } from '../../app/submit/submission.ts'
import type { Problem } from '../../payout/problem.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { accountOption, actAs, addCommand, example, type Program, passwordOption, type Run } from '../commandOptions.ts'
import type { BatchSummary } from '../terminal/nextSteps.ts'
import type { SummaryOptions, Tell } from '../terminal/paying.ts'
import { formatAmount, printable, type Style, stateLooks, stateWord, t, text } from '../terminal/text.ts'

export const addPayout = (program: Program, run: Run) =>
  addCommand(program, 'payout')
    .requiredOption('--operator <code>', t('helpNotes.such_mtn_benin_operators_lists'))
    .requiredOption('--phone <number>', t('helpNotes.beneficiarys_number'))
    .requiredOption('--amount <amount>', t('helpNotes.such_1500_150_50'))
    .addOption(new Option('--reference <reference>', t('helpNotes.your_own_id_payout_given_again')).argParser(notEmpty))
    .addOption(new Option('--period <period>', t('help.scope_references_such_2026_11')).argParser(notEmpty))
    .option('--currency <currency>', t('helpNotes.must_operators_country'))
    .option('--country <country>', t('helpNotes.must_operator'))
    .option('--name <name>', t('helpNotes.beneficiarys_name'))
    .option('--note <text>', t('helpNotes.kept_payout_comes_out_report'))
    .option('--allow-duplicates', t('helpNotes.pay_although_payout_last_24_hours'))
    .addOption(accountOption())
    .addOption(passwordOption())
    .option('--sandbox', t('help.pay_built_sandbox_instead_provider'))
    .addHelpText(
      'after',
      example('payrun payout --operator mtn-benin --phone +2290197000001 --amount 1500 --reference INV-7', [
        t('helpNotes.without_reference_payout_looks_like_one'),
        t('helpNotes.ends_0_when_paid_3_when'),
      ]),
    )
    .action((options) =>
      run(options, async (cli) => {
        const proved = await actAs(cli, options)
        if (!proved.ok) return fail(cli, proved)
        const { operator, phone, amount, currency, country, reference, name, note, period = '' } = options
        const { allowDuplicates = false, sandbox = false } = options
        const row = { operator, phone, amount, currency, country, reference, name, note }
        return pay(cli, proved.app, { ...row, period: period.trim() || null, allowDuplicates, sandbox })
      }),
    )

/** Refuses an empty value, as from an unset shell variable: without its reference or period, a payout could be paid twice. */
function notEmpty(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError(t('help.empty_leave_option_out_if_meant'))
}

async function pay(cli: Cli, app: App, payout: OnePayout): Promise<number> {
  const { payOne } = await import('../../app/pay/payOne.ts')
  const { followPaying, tellPaid } = await import('../terminal/paying.ts')
  const { tellStored, tellSubmitted } = await import('../terminal/checkedFile.ts')
  const follower = followPaying(cli)
  const { ran, held } = await payOne(app, payout, t('commands.one_off_payout'), {
    follower,
    onStored: (stored) => tellStored(cli, stored, false),
  })
  switch (ran.kind) {
    case 'failed':
      return fail(cli, ran)
    case 'refused':
      return tellRefused(cli, ran, held)
    case 'submitted':
      tellSubmitted(cli, ran, false)
      return exitCode.paused
    case 'paid_here':
      return tellPaid(cli, ran, follower.signal(), tellOf(ran.seen))
  }
}

/** The option for each column of the row. */
const optionOf: Readonly<Record<string, string>> = {
  operator: '--operator',
  phone_number: '--phone',
  amount: '--amount',
  currency: '--currency',
  country: '--country',
  reference: '--reference',
  name: '--name',
  note: '--note',
}

/** Print the problems by option, or which payout holds the reference. Nothing was paid. */
function tellRefused(cli: Cli, { problems, message }: RefusedFile, held: InUse | undefined): number {
  const named = problems.map(({ column, value, code, message: words }) => {
    return { option: optionOf[column] ?? '', value, code, message: text(words) }
  })
  const whole = named.length === 0 ? message : null
  if (cli.json) {
    cli.printJson({
      problems: named,
      ...(whole === null ? {} : { message: text(whole) }),
      ...(held && { held_by: holderDocument(held) }),
    })
    return exitCode.refused
  }
  for (const each of named) cli.say(problemLine(each))
  if (whole !== null) cli.say(whole)
  cli.say(t('commands.nothing_paid_now'))
  return exitCode.refused
}

const holderDocument = ({ batchId, heldLine, heldState, heldReference }: InUse) => ({
  batch: batchId,
  line: heldLine,
  status: heldState,
  provider_reference: heldReference,
})

function problemLine({
  option,
  value,
  code,
  message,
}: Pick<Problem, 'value' | 'code'> & { option: string; message: string }): string {
  const where = [option, ...(value === '' ? [] : [`"${printable(value)}"`])].join(' ').trim()
  const words = `${printable(message)} (${code})`
  return where === '' ? words : t('summary.begins_message', { begins: where, message: words })
}

const tellOf =
  (row: LedgerReportRow | undefined): Tell =>
  async (cli, document, summary) => {
    if (cli.json) return cli.printJson({ ...document, payout: row ? rowDocument(row) : null })
    cli.print(await renderPayout(summary, row, { command: cli.config.command, width: cli.width, style: cli.style }))
  }

/** A one-off payout's result for people: a headline, the provider's reference or words, and what to do next. */
async function renderPayout(
  summary: BatchSummary,
  row: LedgerReportRow | undefined,
  { command, width, style }: SummaryOptions & { style: Style },
): Promise<string> {
  const { nextStepsText, sandboxLine } = await import('../terminal/paying.ts')
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

/** The fields are named as in the report. */
const rowDocument = (row: LedgerReportRow) => ({
  status: row.status,
  provider_reference: row.providerReference,
  error_code: row.errorCode,
  error_message: row.errorMessage,
  attempts: row.attempts,
  sent_at: row.sentAt?.toISOString() ?? null,
  settled_at: row.settledAt?.toISOString() ?? null,
})
