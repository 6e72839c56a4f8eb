import type { Asked, AskedCharge } from '../../app/charges/askCharge.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import { onStopSignals } from '../../process.ts'
import type { Words } from '../../words/sentence.ts'
import { type Cli, type ExitCode, exitCode, exitCodeAfter, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { formatAmount, printable, type Style, t, text } from '../terminal/text.ts'

export const addCheckout = (program: Program, run: Run) =>
  addCommand(program, 'checkout')
    .requiredOption('--amount <amount>', t('helpNotes.such_1500_150_50'))
    .requiredOption('--currency <currency>', t('helpNotes.xof_xaf_ugx_kes_ghs_rwf'))
    .requiredOption('--return-url <url>', t('helpNotes.where_payer_comes_back_after_paying'))
    .requiredOption('--cancel-url <url>', t('helpNotes.where_payer_comes_back_after_cancelling'))
    .option('--callback-url <url>', t('helpNotes.where_notifications_posted_such_address_listen'))
    .option('--mode <mode>', t('helpNotes.all_card_cards_only'), 'ALL')
    .option('--description <text>', t('helpNotes.what_is_paid_for'))
    .option('--name <name>', t('helpNotes.payers_name'))
    .option('--email <address>', t('helpNotes.payers_e_mail_address'))
    .option('--phone <number>', t('helpNotes.payers_number_country_code'))
    .addHelpText(
      'after',
      example(
        'payrun checkout --amount 1500 --currency XOF --return-url https://shop.example/thanks --cancel-url https://shop.example/cart',
        [t('helpNotes.call_made_once_asked_kept_ledger'), t('helpNotes.ends_0_when_under_way_2')],
      ),
    )
    .action((options) =>
      run(options, async (cli) => {
        const { checkout } = await import('../../app/charges/askCharge.ts')
        return tellAsked(cli, await checkout(cli, options, () => waitThroughSignals(cli)), optionsOfCheckout)
      }),
    )

/** The option for each field of the request, for error messages. */
const optionsOfCheckout = {
  amount: '--amount',
  currency: '--currency',
  paymentMode: '--mode',
  returnUrl: '--return-url',
  cancelUrl: '--cancel-url',
  callbackUrl: '--callback-url',
  description: '--description',
  'customer.name': '--name',
  'customer.email': '--email',
  'customer.phoneNumber': '--phone',
}

export const addCollect = (program: Program, run: Run) =>
  addCommand(program, 'collect')
    .requiredOption('--operator <code>', t('helpNotes.such_mtn_benin_operators_lists'))
    .requiredOption('--phone <number>', t('helpNotes.customers_number_country_code'))
    .requiredOption('--amount <amount>', t('helpNotes.such_1500_150_50_currency_operators'))
    .option('--callback-url <url>', t('helpNotes.where_notifications_posted_such_address_listen'))
    .option('--name <name>', t('helpNotes.customers_name'))
    .option('--email <address>', t('helpNotes.customers_e_mail_address'))
    .option('--customer-phone <number>', t('helpNotes.customers_own_number'))
    .option('--data <json>', t('helpNotes.anything_come_back_notifications'))
    .addHelpText(
      'after',
      example('payrun collect --operator mtn-benin --phone +2290197000001 --amount 1500', [
        t('helpNotes.call_made_once_asked_kept_ledger'),
        t('helpNotes.ends_0_when_under_way_2'),
      ]),
    )
    .action((options) =>
      run(options, async (cli) => {
        const { collect } = await import('../../app/charges/askCharge.ts')
        return tellAsked(cli, await collect(cli, options, () => waitThroughSignals(cli)), optionsOfCollect)
      }),
    )

/** The option for each field of the request, for error messages. */
const optionsOfCollect = {
  amount: '--amount',
  operator: '--operator',
  phoneNumber: '--phone',
  callbackUrl: '--callback-url',
  customData: '--data',
  'customer.name': '--name',
  'customer.email': '--email',
  'customer.phoneNumber': '--customer-phone',
}

/** The option for each field of a request, for error messages. */
type OptionNames = Readonly<Record<string, string>>

/** Print the result of requesting one payment or collection, as a document or as sentences. @returns the exit code */
function tellAsked(cli: Cli, asked: Asked, optionOf: OptionNames): number {
  if (asked.kind === 'failed') return fail(cli, asked)
  if (asked.kind === 'invalid') return tellInvalid(cli, asked.problems, optionOf)
  const { charge, result, recorded } = asked
  if (cli.json) cli.printJson(documentOf(asked))
  else cli.print(chargeLines(charge, result, cli.style).join('\n'))
  if (recorded) return exitCodes[result.kind]
  cli.say(t('terminal.ledger_did_not_take_answer_keep'))
  return exitCode.unreachable
}

function tellInvalid(cli: Cli, problems: readonly { field: string; message: Words }[], optionOf: OptionNames): number {
  const named = problems.map(({ field, message: said }) => {
    const message = text(said)
    const option = optionOf[field] ?? field
    return { option, message: field === '' ? message : message.replace(field, option) }
  })
  if (cli.json) cli.printJson({ outcome: 'invalid', problems: named })
  else for (const { message } of named) cli.say(message)
  return exitCode.usage
}

/** Crash window: the request has been sent. The first Ctrl-C waits for the answer. A second one leaves the charge `asked`. */
const waitThroughSignals = (cli: Cli): (() => void) =>
  onStopSignals(
    () => cli.say(t('terminal.request_out_answer_waited_ctrl_c')),
    (signal) => process.exit(exitCodeAfter(signal)),
  )

function documentOf({ charge, result }: AskedCharge) {
  const { id, kind, amountMinor, currency, operator } = charge
  const { kind: outcome, ...rest } = result
  const snake = Object.entries(rest).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const asked = { id, kind, amount: formatWireAmount(amountMinor, currency), currency, ...(operator && { operator }) }
  // The amount is the requested one, whatever amount the provider echoes.
  return { outcome, ...Object.fromEntries(snake), ...asked }
}

/** The result as lines for people. The provider's words are quoted. */
function chargeLines(
  { amountMinor, currency }: AskedCharge['charge'],
  result: AskedCharge['result'],
  style: Style,
): string[] {
  const amount = formatAmount(amountMinor, currency)
  const words = (message: Words | null) =>
    message === null ? [] : [t('terminal.provider_says', { message: printable(text(message)) })]
  switch (result.kind) {
    case 'initiated':
      return [
        style.paint(t('terminal.payment_initiated', { amount }), 'green'),
        t('terminal.reference_reference', { reference: printable(result.reference) }),
        t('terminal.send_payer', { paymentUrl: printable(result.paymentUrl) }),
        ...words(result.message),
      ]
    case 'under_way':
      return [
        style.paint(t('terminal.customer_asked_nothing_paid_before_confirm', { amount }), 'green'),
        t('terminal.reference_reference', { reference: printable(result.reference) }),
        t('terminal.status', { status: printable(result.status) }),
        ...(result.fees === null ? [] : [t('terminal.fees', { fees: printable(result.fees) })]),
        ...words(result.message),
      ]
    case 'refused':
      return [style.paint(t('terminal.provider_refused_not_asked', { amount }), 'red'), ...words(result.message)]
    case 'unknown':
      return [
        style.paint(t('terminal.cant_told_whether_asked', { amount }), 'magenta'),
        printable(text(result.message)),
        ...(result.reference === null
          ? []
          : [t('terminal.reference_reference', { reference: printable(result.reference) })]),
        t('terminal.look_into_providers_account_before_asking'),
      ]
    case 'unauthorized':
    case 'rate_limited':
    case 'not_sent':
      return [
        style.paint(t('terminal.not_asked_can_done_again_without', { amount }), 'yellow'),
        printable(text(result.message)),
        ...('waitMs' in result && result.waitMs !== null
          ? [t('terminal.provider_asks_wait_s', { waitMs: Math.ceil(result.waitMs / 1000) })]
          : []),
      ]
  }
}

const exitCodes: Record<AskedCharge['result']['kind'], ExitCode> = {
  initiated: exitCode.done,
  under_way: exitCode.done,
  refused: exitCode.notAllPaid,
  unknown: exitCode.notAllPaid,
  unauthorized: exitCode.paused,
  rate_limited: exitCode.paused,
  not_sent: exitCode.paused,
}
