import { createInterface } from 'node:readline'
import { type Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { type Failure, failure } from '../app/context.ts'
import type { ScheduledOptions } from '../app/schedules/scheduleRunner.ts'
import {
  addToMap,
  type ColumnMap,
  defaultMaxRefused,
  extensionOf,
  hiddenChoices,
  type MaxRefused,
  type ReportFormat,
  reportFormats,
} from '../app/submit/choices.ts'
import type { Confirm } from '../app/submit/preview.ts'
import type { SubmitOptions } from '../app/submit/submission.ts'
import type { Hours } from '../payout/times/hours.ts'
import { onStopSignals, type StopSignal } from '../process.ts'
import { printableLines } from '../words/render.ts'
import { say } from '../words/sentence.ts'
import { type Cli, exitCodeAfter, writeLines } from './cli.ts'
import {
  accountOption,
  addCommand,
  amountText,
  type Program,
  passwordOption,
  wholeNumber,
  yesOption,
} from './commandOptions.ts'
import { t, text } from './terminal/text.ts'

/** Adds a command that takes a file to pay. */
export function addSubmitCommand(program: Program, name: string) {
  const command = addCommand(program, name)
    .argument('<file>', t('help.xlsx_csv_json_ndjson_standard_input'))
    .optionsGroup(t('help.batch'))
    .option('--name <name>', t('help.batchs_name_else_files'))
    .addOption(asOption())
    .addOption(accountOption())
    .addOption(passwordOption())
    .option('--period <period>', t('help.scope_references_such_2026_11_reference'))
    .option('--at <time>', t('help.take_file_now_let_workers_pay'))
    .addOption(betweenOption())
    .option('--tz <zone>', t('help.time_zone_such_africa_abidjan_else'))
    .option('--sandbox', t('help.pay_built_sandbox_instead_provider'))
    .addOption(yesOption())
  return withCheckOptions(command)
    .option('--report <file>', t('help.where_report_goes_when_batch_settles'))
    .optionsGroup(t('help.batch'))
}

/** The hours of each day in which a batch is paid. */
export const betweenOption = () => new Option('--between <hours>', t('help.pay_only_between_hours'))

/** Which sheet of a workbook is read. */
export const sheetOption = () => new Option('--sheet <name>', t('help.workbook_xlsx_else_first_sheet'))

/** How hidden rows and columns of a workbook are treated. */
export const hiddenOption = () => new Option('--hidden <mode>', t('help.hidden_rows_columns')).choices(hiddenChoices)

/** Maps a column of a payout file to a field, if its name doesn't tell. */
export const mapOption = () =>
  new Option('--map <field=column>', t('help.column_stands_field_phone_n_de')).argParser(
    (given: string, before: ColumnMap = {}) => {
      const added = addToMap(before, given)
      if (added.ok) return added.map
      throw new InvalidArgumentError(text(added.message))
    },
  )

/** Adds the options for reading, checking and reporting a file, now or on a schedule. */
export function withCheckOptions<Opts extends OptionValues, Upper extends OptionValues>(
  command: Command<[string], Opts, Upper>,
) {
  return command
    .optionsGroup(t('help.how_file_read'))
    .addOption(mapOption())
    .addOption(sheetOption())
    .addOption(hiddenOption())
    .optionsGroup(t('help.what_is_paid_of_it'))
    .option('--skip-invalid', t('help.pay_valid_rows_file_invalid_ones'))
    .option('--allow-duplicates', t('help.let_rows_without_reference_repeat_number'))
    .addOption(
      new Option('--expect-count <n>', t('help.refuse_file_unless_many_rows_paid')).argParser(
        wholeNumber(0, 5_000_000),
      ),
    )
    .option('--expect-total <amount>', t('help.refuse_file_unless_payable_rows_add'), amountText)
    .option('--max-amount <amount>', t('help.refuse_rows_above_amount_rows_currency'), amountText)
    .addOption(
      new Option('--max-unknown <n>', t('help.pause_many_rows_fate_unknown'))
        .argParser(wholeNumber(1, 5_000_000))
        .default(100),
    )
    .addOption(
      new Option('--max-refused <counts>', t('help.pause_many_refusals_in_a_row'))
        .argParser(readMaxRefused)
        .default(defaultMaxRefused, `${defaultMaxRefused.ofOperator},${defaultMaxRefused.overAll}`),
    )
    .optionsGroup(t('help.report'))
    .addOption(formatOption())
}

/** Reads `10,20`: the limits for one operator and for all together. With one number, the limit for all is twice as high. */
function readMaxRefused(text: string): MaxRefused {
  const [ofOperator, overAll] = text.split(',').map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : 0))
  const all = overAll ?? 2 * (ofOperator ?? 0)
  if (ofOperator && all && text.split(',').length <= 2) return { ofOperator, overAll: all }
  throw new InvalidArgumentError(t('help.must_one_or_two_numbers'))
}

export const asOption = () => new Option('--as <name>', t('help.submits_else_your_login_name_payrun'))

export const formatOption = () => new Option('--format <format>', t('help.of_the_report')).choices(reportFormats)

/** A report's format without --format: from its file name, or CSV. */
export function formatOf(path: string | undefined): ReportFormat {
  const extension = path?.toLowerCase().split('.').at(-1)
  return reportFormats.find((format) => extensionOf(format) === extension) ?? 'csv'
}

/** The values of the options of withCheckOptions. */
type Check = ReturnType<ReturnType<typeof withCheckOptions<Record<never, never>, Record<never, never>>>['opts']>
/** The values of the options of addSubmitCommand. */
type Submit = ReturnType<ReturnType<typeof addSubmitCommand>['opts']>

/** The options for `submit`. Fails if a time is unreadable, or if both the file and the password come from standard input. */
export async function submitOptions(
  cli: Cli,
  file: string,
  raw: Submit,
): Promise<{ ok: true; options: Omit<SubmitOptions, 'oneOff'> } | Failure> {
  if (file === '-' && raw.passwordStdin) return failure('usage', say('accounts.two_from_stdin'))
  const start = await readStart(raw)
  if (!start.ok) return start
  const options = {
    ...checkOptions({ ...raw, format: raw.format ?? formatOf(raw.report) }),
    file,
    stdin: cli.streams.stdin,
    keepProblems: cli.json ? Number.POSITIVE_INFINITY : 1_000,
    name: raw.name,
    as: raw.as,
    period: raw.period?.trim() || null,
    report: raw.report,
    sandbox: raw.sandbox === true,
    startAt: start.at,
    hours: start.hours,
  }
  return { ok: true, options }
}

export const checkOptions = (raw: Check): ScheduledOptions => ({
  format: raw.format ?? 'csv',
  skipInvalid: raw.skipInvalid === true,
  allowDuplicates: raw.allowDuplicates === true,
  expectCount: raw.expectCount ?? null,
  expectTotal: raw.expectTotal ?? null,
  maxAmount: raw.maxAmount ?? null,
  map: raw.map,
  sheet: raw.sheet ?? null,
  hidden: raw.hidden ?? null,
  maxUnknown: raw.maxUnknown,
  maxRefused: raw.maxRefused,
})

/** The start time and hours of `--at`, `--between` and `--tz`; undefined if they aren't given. */
async function readStart({
  at,
  between,
  tz,
}: Pick<Submit, 'at' | 'between' | 'tz'>): Promise<
  { ok: true; at: Date | undefined; hours: Hours | undefined } | Failure
> {
  if (at === undefined && between === undefined)
    return tz === undefined
      ? { ok: true, at: undefined, hours: undefined }
      : failure('usage', say('commands.tz_time_zone'))
  const { hasOffset, readStartTime } = await import('../payout/times/zonedTime.ts')
  const { readHours } = await import('../payout/times/hours.ts')
  const hours = between === undefined ? undefined : readHours(between, tz)
  if (hours && !hours.ok) return failure('usage', hours.message)
  // A start time with an offset needs no zone: then `--tz` is only for the hours.
  const zone = hours && at !== undefined && hasOffset(at) ? undefined : tz
  const start = at === undefined ? undefined : readStartTime(at, zone, new Date())
  if (start && !start.ok) return failure('usage', start.message)
  return { ok: true, at: start?.at, hours: hours?.hours }
}

/**
 * A function that shows what is about to be paid and asks, or with `--yes` only shows it. Undefined if standard input or standard
 * error is not a terminal: then nobody is there to answer.
 */
export function confirmPaying(cli: Cli, yes: boolean): Confirm | undefined {
  const { stdin, stderr } = cli.streams
  if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined
  return async (preview) => {
    const { questionOf, renderPreview } = await import('./terminal/preview.ts')
    cli.say(renderPreview(preview, { style: cli.errStyle, width: cli.errWidth }))
    if (yes) return true
    if (preview.of.kind === 'file' && preview.of.name === null) {
      cli.say(t('paying.cannot_ask'))
      return false
    }
    cli.say('')
    return ask(cli, questionOf(preview))
  }
}

/** Whether a question is open: a stop signal answers it with no. */
let isAsking = false

/**
 * Do something that may store a file. A stop signal ends the process at once, and says where to see whether the file was stored: the
 * ledger may be committing it at that moment.
 */
export async function whileStoring<Result>(cli: Cli, work: (stored: () => void) => Promise<Result>): Promise<Result> {
  const leave = (signal: StopSignal) => {
    if (isAsking) return
    cli.say(t('commands.stopped_while_storing', { command: cli.config.command }))
    process.exit(exitCodeAfter(signal))
  }
  const forget = onStopSignals(leave, leave)
  return work(forget).finally(forget)
}

/**
 * Asks a question. Only a clear yes counts as yes: not Ctrl-C, Ctrl-D, another word or a terminal that goes away. After Ctrl-C or another
 * stop signal, the command ends as one that was stopped, not as one that was answered with no.
 */
export function ask({ streams: { stdin, stderr }, asked }: Cli, question: string): Promise<boolean> {
  isAsking = true
  return new Promise<boolean>((resolve) => {
    const reader = createInterface({ input: stdin, output: stderr })
    const end = (answer: string | null) => {
      forget()
      reader.removeAllListeners()
      // A terminal that has gone away may still emit errors.
      reader.on('error', () => undefined)
      reader.close()
      if (answer === null) writeLines(stderr, '')
      resolve(answer !== null && isYes(answer))
    }
    const no = () => end(null)
    const stop = (signal: StopSignal) => {
      asked.stoppedBy = signal
      no()
    }
    const forget = onStopSignals(stop, stop)
    reader
      .on('SIGINT', () => stop('SIGINT'))
      .on('close', no)
      .on('error', no)
    reader.question(`${printableLines(question, true)} `, end)
  }).finally(() => {
    isAsking = false
  })
}

const isYes = (answer: string): boolean => /^(y|yes|o|oui)$/i.test(answer.trim())
