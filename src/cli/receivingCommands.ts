import { type Command, InvalidArgumentError, Option } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand, wholeNumber } from './commandOptions.ts'

/** The receiving of the provider's notifications. */
export function addReceivingCommands(program: Command, run: RunCommand): void {
  program
    .command('listen')
    .description(t`receive the provider's payment notifications until stopped; print a line about each`)
    .addOption(
      new Option('--port <port>', t`where to listen; 0 takes a free one`)
        .default(4011)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(new Option('--host <host>', t`on which address`).default('127.0.0.1'))
    .addOption(
      new Option(
        '--public-url <url>',
        t`the address of the server with TLS in front of it, for the printed one`,
      ).argParser(webAddress),
    )
    .addOption(new Option('--ndjson', t`print a JSON document a line, for each notification`).conflicts('json'))
    .addHelpText('after', example('payrun listen --public-url https://pay.example.com', note))
    .action((options) =>
      run(
        async (cli) => {
          const { port, host, publicUrl, ndjson = false } = options
          return (await import('./listen.ts')).listen(cli, { port, host, publicUrl, ndjson })
        },
        forPerson,
        options.json === true,
      ),
    )
}

function webAddress(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash) return text
  throw new InvalidArgumentError(t`It must be an address such as https://pay.example.com.`)
}

const note = [
  t`Give the printed address as callback_url. Its last part is a token that nobody can guess: PAYRUN_LISTEN_TOKEN, else one that is made once and kept in PAYRUN_HOME. With PAYRUN_CALLBACK_SECRET what is not signed with it is refused.`,
  t`A notification is kept before it is answered. It settles a payment or collection of this ledger, and a payout that is accepted; it never makes one, and never turns around what is paid: what contradicts the ledger is kept for a person. One that is sent again is recognised. Ends with 0 when it is stopped, with 2 when it can not listen there, with 6 without a database.`,
]
