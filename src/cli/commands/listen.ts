import { InvalidArgumentError, Option } from 'commander'
import type { Received } from '../../app/charges/receive.ts'
import { isLoopback } from '../../process.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail, untilStopped } from '../cli.ts'
import { addCommand, example, hostOption, type Program, portOption, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addListen = (program: Program, run: Run) =>
  addCommand(program, 'listen')
    .addOption(portOption(4011))
    .addOption(hostOption())
    .addOption(
      new Option('--public-url <url>', t('helpNotes.address_server_tls_front_printed_one')).argParser(webAddress),
    )
    .addOption(new Option('--ndjson', t('helpNotes.print_json_document_line_each_notification')).conflicts('json'))
    .addHelpText(
      'after',
      example('payrun listen --public-url https://pay.example.com', [
        t('helpNotes.give_printed_address_callback_url_last'),
        t('helpNotes.notification_kept_before_answered_settles_payment'),
      ]),
    )
    .action((options) => run(options, (cli) => listen(cli, options)))

interface ListenOptions {
  port: number
  host: string
  /** The address of the server in front of this process, without a path; undefined if it is this process's own. */
  publicUrl?: string | undefined
  /** One JSON document a line on standard output, instead of sentences. */
  ndjson?: true | undefined
}

/** Receive notifications until stopped, and print a line about each. */
async function listen(cli: Cli, options: ListenOptions): Promise<number> {
  const { receive } = await import('../../app/charges/receive.ts')
  const { port, host, ndjson } = options
  // Before anything else, so that no stop signal is missed.
  const stop = untilStopped()
  const received = await receive(cli, {
    port,
    host,
    stop,
    onListening: (url) => {
      tellAddress(cli, options, url)
      if (!isLoopback(host)) cli.say(t('commands.open_to_others', { host }))
      cli.say(cli.config.callbackSecret === undefined ? t('commands.ready_unsigned') : t('commands.ready_signed'))
    },
    onReceived: (each) => {
      if (ndjson) cli.print(JSON.stringify(documentOf(each)))
      else if (!cli.json) cli.print(lineOf(each))
    },
  })
  return received.ok ? exitCode.done : fail(cli, received)
}

function tellAddress(cli: Cli, { publicUrl, ndjson }: ListenOptions, ownUrl: string): void {
  const url = publicUrl === undefined ? ownUrl : `${publicUrl.replace(/\/+$/, '')}${new URL(ownUrl).pathname}`
  if (ndjson) cli.print(JSON.stringify({ kind: 'listening', url }))
  else if (cli.json) cli.printJson({ url })
  else cli.print(url)
}

/** A notification and its effect, on one line for people. */
function lineOf({ notification, sentence }: Received): Sentence {
  const { receivedAt, reference, status } = notification
  return say('commands.notification', {
    at: moment(new Date(receivedAt), 'second'),
    reference,
    status,
    effect: sentence,
  })
}

/** The same as a JSON document. */
function documentOf({ notification, applied }: Received) {
  const { receivedAt, reference, status, signed } = notification
  const told = { kind: 'notification', received_at: receivedAt, reference, status, signed, effect: applied.kind }
  if (applied.kind === 'unknown_reference') return { ...told, about: null, state: null }
  const { about, state } = applied
  const named =
    about.kind === 'payout'
      ? { kind: about.kind, batch: about.batchId, line: about.line }
      : { kind: about.kind, id: about.id }
  return { ...told, about: named, state }
}

function webAddress(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash) return text
  throw new InvalidArgumentError(t('helpNotes.must_address_such_https_pay_example'))
}
