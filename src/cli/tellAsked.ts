import type { Asked, AskedCharge } from '../app/charges/askCharge.ts'
import { formatWireAmount } from '../payout/money/money.ts'
import { onStopSignals } from '../process.ts'
import type { Words } from '../words/sentence.ts'
import { type Cli, type ExitCode, exitCode, exitCodeAfter, fail } from './cli.ts'
import { formatAmount, printable, type Style, t, text } from './terminal/text.ts'

/** The option for each field of a request, for error messages. */
type OptionNames = Readonly<Record<string, string>>

/** Print the result of requesting one payment or collection, as a document or as sentences. @returns the exit code */
export function tellAsked(cli: Cli, asked: Asked, optionOf: OptionNames): number {
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
export const waitThroughSignals = (cli: Cli): (() => void) =>
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
