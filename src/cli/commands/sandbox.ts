import { Option } from 'commander'
import type { ServeSandboxOptions } from '../../app/charges/serveSandbox.ts'
import { isLoopback } from '../../process.ts'
import { type Cli, exitCode, fail, untilStopped } from '../cli.ts'
import { addCommand, example, hostOption, type Program, portOption, type Run, wholeNumber } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

const day = 24 * 60 * 60

export const addSandbox = (program: Program, run: Run) =>
  addCommand(program, 'sandbox')
    .addOption(portOption(4010))
    .addOption(hostOption())
    .option('--allow-host <name...>', t('helpNotes.sandbox_allow_host'))
    .option('--state <folder>', t('helpNotes.keep_state_here_over_restarts_else'))
    .option('--merchant-name <name>', t('helpNotes.merchant_payers_shown'))
    .option('--not-approved-for-payouts', t('helpNotes.refuse_payouts_http_403_merchant_not'))
    .option('--lenient', t('helpNotes.sandbox_lenient'))
    .addOption(new Option('--latency <ms>', t('helpNotes.every_answer_waits_long')).argParser(wholeNumber(0, 600_000)))
    .addOption(
      new Option('--payment-seconds <n>', t('helpNotes.how_long_payer_payment_page'))
        .argParser(wholeNumber(1, day))
        .default(600),
    )
    .addOption(
      new Option('--collection-seconds <n>', t('helpNotes.how_long_customer_handset'))
        .argParser(wholeNumber(1, day))
        .default(120),
    )
    .addHelpText(
      'after',
      example(
        'payrun sandbox --port 4010 --state sandbox-state',
        t('helpNotes.browser_sandbox_carried_out_handset_where'),
      ),
    )
    .action((options) =>
      run(options, (cli) =>
        sandbox(cli, {
          port: options.port,
          host: options.host,
          hostNames: [options.host, ...(options.allowHost ?? [])],
          stateFolder: options.state,
          merchantName: options.merchantName,
          approvedForPayouts: options.notApprovedForPayouts !== true,
          lenient: options.lenient === true,
          latencyMs: options.latency,
          paymentExpiresMs: options.paymentSeconds * 1000,
          collectionExpiresMs: options.collectionSeconds * 1000,
        }),
      ),
    )

/** Serve the whole sandbox until stopped. */
async function sandbox(cli: Cli, options: ServeSandboxOptions): Promise<number> {
  const { serveSandbox } = await import('../../app/charges/serveSandbox.ts')
  const served = await serveSandbox(cli, options)
  if (!served.ok) return fail(cli, served)
  const { url, ownKeys } = served
  if (cli.json) cli.printJson({ url })
  else cli.print(url)
  if (!isLoopback(options.host)) cli.say(t('commands.sandbox_open_to_others', { host: options.host }))
  cli.say(
    ownKeys
      ? t('sandbox.ready', { sandboxAppKey: ownKeys.appKey, sandboxMerchantKey: ownKeys.merchantKey, url })
      : t('sandbox.ready_with_your_keys', { url }),
  )
  await untilStopped()
  await served.close()
  return exitCode.done
}
