import { type Command, Option } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand, wholeNumber } from './commandOptions.ts'

const day = 24 * 60 * 60

/** Adds `sandbox` to the command line. Its parts are loaded when it is called. */
export function addSandboxCommand(program: Command, run: RunCommand): void {
  program
    .command('sandbox')
    .description(t`serve the provider's whole interface locally: payments, collections, payouts; nobody is paid`)
    .addOption(
      new Option('--port <port>', t`where to listen; 0 takes a free one`)
        .default(4010)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(new Option('--host <host>', t`on which address`).default('127.0.0.1'))
    .option('--state <folder>', t`keep the state here over restarts; else in memory only`)
    .option('--merchant-name <name>', t`the merchant that payers are shown`)
    .option(
      '--not-approved-for-payouts',
      t`refuse payouts with HTTP 403, as for a merchant who is not approved for them`,
    )
    .addOption(new Option('--latency <ms>', t`every answer waits this long`).argParser(wholeNumber(0, 600_000)))
    .addOption(
      new Option('--payment-seconds <n>', t`how long a payer has on the payment page`)
        .default(600)
        .argParser(wholeNumber(1, day)),
    )
    .addOption(
      new Option('--collection-seconds <n>', t`how long a customer has at the handset`)
        .default(120)
        .argParser(wholeNumber(1, day)),
    )
    .addHelpText(
      'after',
      example(
        'payrun sandbox --port 4010 --state sandbox-state',
        t`In a browser: /sandbox (what was carried out), /handset (where customers approve), /docs (the interface). The last four digits of numbers and cards script what happens: they are listed at /.`,
      ),
    )
    .action((options) =>
      run(
        async (cli) =>
          (await import('./sandbox.ts')).sandbox(cli, {
            port: options.port,
            host: options.host,
            stateFolder: options.state,
            merchantName: options.merchantName,
            approvedForPayouts: options.notApprovedForPayouts !== true,
            latencyMs: options.latency,
            paymentExpiresMs: options.paymentSeconds * 1000,
            collectionExpiresMs: options.collectionSeconds * 1000,
          }),
        forPerson,
        options.json === true,
      ),
    )
}
