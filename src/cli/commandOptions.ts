import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import {
  type AddHelpTextContext,
  Argument,
  type Command,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from 'commander'
import { type Actor, type App, type Failure, failure } from '../app/context.ts'
import { parseLimit } from '../payout/money/money.ts'
import { say } from '../words/sentence.ts'
import type { Cli } from './cli.ts'
import { t, text, wrapText } from './terminal/text.ts'

/** What commands are added to: the program itself, or a command with subcommands. */
export type Program = Command

/**
 * Reads the configuration and runs a command with it. The command returns its exit code.
 *
 * @param options the command's options; every command has --json
 */
export type Run = (options: { json?: true }, command: (cli: Cli) => Promise<number>, how?: How) => Promise<void>

interface How {
  /** A service logs everything as JSON. Other commands log sentences, from warnings up. */
  service?: boolean
  /** Run even if the configuration has errors, without the settings that are wrong. */
  evenMisconfigured?: boolean
}

/** What each top-level command does. They are here so that the list of commands loads none of them. */
const sentences: Readonly<Record<string, () => string>> = {
  validate: () => t('help.check_file_print_every_problem_line'),
  template: () => t('help.write_empty_payout_file_fill_csv'),
  run: () => t('help.check_submit_pay_report_process'),
  submit: () => t('help.check_submit_leave_paying_workers_print'),
  list: () => t('help.all_batches_newest_first'),
  status: () => t('help.one_batchs_state_counts_sums'),
  report: () => t('help.write_report_standard_output_without_o'),
  person: () => t('summary.person_does'),
  audit: () => t('help.verify_batchs_audit_trail_edit_deletion'),
  operators: () => t('help.operators_each_country_held_why_hold'),
  retry: () => t('help.try_failed_rows_again_new_attempts'),
  resolve: () => t('help.say_became_unknown_accepted_row'),
  reconcile: () => t('help.settle_unknown_accepted_rows_providers_statement'),
  pause: () => t('help.stop_sending_rows_flight_settle'),
  resume: () => t('help.go_batch_paused_interrupted'),
  cancel: () => t('help.stop_batch_good_unsent_rows_never'),
  approve: () => t('help.let_batch_go_waits_second_person'),
  reject: () => t('accounts.what_reject_does'),
  account: () => t('accounts.what_account_does'),
  key: () => t('accounts.what_key_does'),
  policy: () => t('accounts.what_policy_does'),
  float: () => t('paying.float_what_float_does'),
  webhook: () => t('webhooks.what_it_does'),
  schedule: () => t('help.pay_file_each_new_file_folder'),
  checkout: () => t('helpNotes.initiate_one_online_payment_print_where'),
  collect: () => t('helpNotes.ask_one_customer_payment_handset'),
  payout: () => t('helpNotes.pay_one_payout_batch_one_checked'),
  payins: () => t('terminal.payins_does'),
  worker: () => t('helpNotes.pay_whatever_submitted_until_stopped_sigterm'),
  listen: () => t('helpNotes.receive_providers_payment_notifications_until_stopped'),
  sandbox: () => t('helpNotes.serve_providers_whole_interface_locally_payments'),
  recover: () => t('recover.what_it_does'),
  doctor: () => t('helpNotes.check_configuration_ledger_queue_providers_reachability'),
  migrate: () => t('helpNotes.make_ledgers_queues_tables_bring_up'),
  purge: () => t('helpNotes.blank_names_phone_numbers_batches_over'),
  desk: () => t('helpNotes.desk_does'),
  completion: () => t('helpNotes.print_script_shell_completes_commands_options'),
}

export function whatItDoes(name: string): string {
  const sentence = sentences[name]
  if (sentence === undefined) throw new Error(`nothing says what the command ${name} does`)
  return sentence()
}

/** Creates a command. A subcommand also takes its parent's options; an option that both define is set on the parent. */
export const addCommand = <Opts extends OptionValues>(
  parent: Command<[], Opts>,
  name: string,
  description = whatItDoes(name),
): Command<[], { json?: true }, Opts> =>
  parent.command(name).description(description).helpCommand(false).addOption(jsonOption())

/** A command about one batch. */
export const addBatchCommand = (program: Program, name: string) =>
  addCommand(program, name).addArgument(batchArgument())

/** It stays under the ordinary heading if the command's options have headings of their own. */
const jsonOption = () => new Option('--json', t('help.print_one_json_document_standard_output')).helpGroup('Options:')

const batchArgument = () => new Argument('<batch>', t('help.id_unique_beginning_one_last'))

export const wholeNumber = (min: number, max: number, otherwise?: () => string) => (text: string) => {
  const n = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (n >= min && n <= max) return n
  throw new InvalidArgumentError(otherwise?.() ?? t('help.must_whole_number', { min, max }))
}

/** Checks that an amount is readable and returns it as written. Its currency is known only when the rows are read. */
export function amountText(written: string): string {
  const read = parseLimit(written, 'KES')
  if (read.ok) return written
  throw new InvalidArgumentError(text(read.message))
}

/** A line of a payout file. */
export const lineNumber = wholeNumber(1, 2_147_483_647)

const portNumber = wholeNumber(0, 65_535)
const portElseOff = wholeNumber(0, 65_535, () => t('help.must_port_or_off'))

/** A port to listen on, or `off`. */
export const portOrOff = (text: string): number | 'off' => (text === 'off' ? text : portElseOff(text))

export const portOption = (byDefault: number) =>
  new Option('--port <port>', t('helpNotes.where_listen_0_takes_free_one')).argParser(portNumber).default(byDefault)

export const hostOption = () => new Option('--host <host>', t('helpNotes.on_which_address')).default('127.0.0.1')

/** Without it, a terminal shows what is about to be paid, and asks. */
export const yesOption = () => new Option('--yes', t('help.dont_ask_before_paying'))

/** The text below a command's options: example lines, then paragraphs, as wide as help. */
export const example =
  (lines: string | readonly string[], notes: string | readonly string[] = []) =>
  ({ command }: AddHelpTextContext): string =>
    exampleText([lines].flat(), [notes].flat(), command.configureOutput().getOutHelpWidth?.() ?? 80)

/**
 * Example lines under a heading, each broken so that a shell still accepts it, then paragraphs. A paragraph that begins with `- ` is
 * a list item. With an infinite width nothing is broken: generated documents use that.
 */
export function exampleText(lines: readonly string[], notes: readonly string[], width: number): string {
  const heading = lines.length === 1 ? t('help.example') : t('help.examples')
  const commands = lines.flatMap((line) => breakCommand(line, width - 2)).map((line) => `  ${line}`)
  const paragraphs = notes.map((note) => `${note.startsWith('- ') ? '' : '\n'}${paragraph(note, width)}\n`)
  return `\n${heading}\n${commands.join('\n')}\n${paragraphs.join('')}`
}

function breakCommand(line: string, width: number): string[] {
  const [first = '', ...options] = line.split(/ (?=--?[a-z])/)
  const broken = [first]
  for (const option of options) {
    const longer = `${broken.at(-1)} ${option}`
    // Leave room for the backslash that continues the line.
    if (longer.length <= width - 2) broken[broken.length - 1] = longer
    else broken.push(`  ${option}`)
  }
  return broken.map((part, index) => (index < broken.length - 1 ? `${part} \\` : part))
}

function paragraph(note: string, width: number): string {
  const indent = note.startsWith('- ') ? '  ' : ''
  return wrapText(note, width - indent.length).join(`\n${indent}`)
}

/** Why somebody pauses, resumes, cancels or rejects a batch, or tries rows of it again. */
export const reasonOption = () => new Option('--note <text>', t('accounts.help_reject_note'))

/** Who acts, if it isn't the user who is logged in to the computer. */
export const accountOption = () => new Option('--account <name>', t('accounts.option_account'))

/** The account of `approve` and `reject`. */
export const decidingAccountOption = () => new Option('--account <name>', t('accounts.option_account_decides'))

export const passwordOption = () => new Option('--password-stdin', t('accounts.option_password_stdin'))

export interface AccountOptions {
  account?: string | undefined
  passwordStdin?: true | undefined
}

/** What `last` names before a password is typed: another batch may be the last one afterwards. Other names stay as they are. */
export async function nameNow(
  cli: Cli,
  name: string,
  { account }: AccountOptions,
): Promise<{ ok: true; name: string } | Failure> {
  if (name !== 'last' || account === undefined) return { ok: true, name }
  const { status } = await import('../app/batches/status.ts')
  const found = await status(cli, name)
  return found.ok ? { ok: true, name: found.batch.id } : found
}

/** Signs in the account of `--account` and returns the app with it as the actor. Without `--account`, the app is unchanged. */
export async function actAs(
  cli: Cli,
  { account, passwordStdin }: AccountOptions,
): Promise<{ ok: true; app: Cli & Pick<App, 'actor'> } | Failure> {
  if (account === undefined) {
    return passwordStdin ? failure('usage', say('accounts.password_without_account')) : { ok: true, app: cli }
  }
  const read = await readPassword(cli, passwordStdin === true)
  if (!read.ok) return read
  const { withCore } = await import('../app/open/openCore.ts')
  const { identify } = await import('../app/accounts/signIn.ts')
  const proved = await withCore(
    cli,
    async (core): Promise<{ ok: true; actor: Actor } | Failure> => identify(cli, core, account, read),
  )
  return proved.ok ? { ok: true, app: { ...cli, actor: proved.actor } } : proved
}

interface Typed {
  ok: true
  password: string
  /** The code of the second factor, if one was given. */
  code?: string | undefined
}

/** Reads a password, and a code if there is one: two lines of standard input, or typed on the terminal without echo. */
export async function readPassword(cli: Cli, fromStdin: boolean): Promise<Typed | Failure> {
  if (fromStdin) {
    const [password = '', code] = (await allOf(cli)).split(/\r?\n/)
    return { ok: true, password, ...(code?.trim() && { code: code.trim() }) }
  }
  if (cli.streams.stdin.isTTY !== true) return failure('usage', say('accounts.password_needed'))
  const password = await typeUnseen(cli, t('accounts.ask_password'))
  const code = (await typeUnseen(cli, t('accounts.ask_code'))).trim()
  return { ok: true, password, ...(code !== '' && { code }) }
}

async function allOf({ streams: { stdin } }: Cli): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function typeUnseen({ streams: { stdin }, say }: Cli, question: string): Promise<string> {
  return new Promise((resolve) => {
    say(question)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const reader = createInterface({ input: stdin, output: nowhere, terminal: true })
    const end = (line: string) => {
      reader.removeAllListeners('close')
      reader.close()
      resolve(line)
    }
    reader.on('SIGINT', () => end('')).on('close', () => end(''))
    reader.question('', end)
  })
}
