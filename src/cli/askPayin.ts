import pRetry from 'p-retry'
import {
  giveUpUnanswered,
  type Payin,
  type PayinAnswer,
  type PayinToAsk,
  recordPayinAnswer,
  recordPayinAsked,
} from '../ledger/payins.ts'
import { formatWireAmount } from '../payout/money.ts'
import type { PayinState } from '../payout/payin.ts'
import { callUnknown } from '../provider/callResult.ts'
import type { Checked } from '../provider/checkOrder.ts'
import type { ProviderClient } from '../provider/client.ts'
import type { CollectionResult } from '../provider/collection.ts'
import type { PaymentResult } from '../provider/payment.ts'
import { onStopSignals } from '../shutdown.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { type ExitCode, exitCode } from './exitCode.ts'
import { type Core, openCore } from './openCore.ts'
import { openPayinProvider } from './openProvider.ts'
import { lostPayinSentence, payinLines } from './terminal/payin.ts'

export type PayinResult = PaymentResult | CollectionResult

export interface Ask<Order> {
  checked: Checked<Order>
  /** What a field of the request is called as an option: for its problems. */
  optionOf: Readonly<Record<string, string>>
  payin(order: Order): PayinToAsk
  send(client: Pick<ProviderClient, 'payin'>, order: Order): Promise<PayinResult>
}

/**
 * Ask for one payment or collection, record it, and say what came of it. Recorded before the request leaves, so that `listen`
 * knows its reference, and a lost answer can be seen.
 */
export async function askPayin<Order>(cli: Cli, ask: Ask<Order>): Promise<number> {
  const { checked } = ask
  if (!checked.ok) return tellInvalid(cli, checked.problems, ask.optionOf)
  // Whatever is missing is said before anything is stored.
  const provider = await openPayinProvider(cli)
  if (!provider.ok) return fail(cli, provider)
  try {
    const core = await openCore(cli)
    if (!core.ok) return fail(cli, core)
    try {
      for (const lost of await giveUpUnanswered(core.ledger)) cli.say(lostPayinSentence(lost))
      const payin = ask.payin(checked.order)
      const id = await recordPayinAsked(core.ledger, payin)
      const stopListening = waitThroughSignals(cli)
      const result = await ask.send(provider.client, checked.order)
      const recorded = await record(cli, core, id, result)
      stopListening()
      return tell(cli, { id, ...payin }, recorded.result, recorded.ok)
    } finally {
      await core.close()
    }
  } finally {
    await provider.close()
  }
}

function tellInvalid(
  cli: Cli,
  problems: readonly { field: string; message: string }[],
  optionOf: Ask<unknown>['optionOf'],
): number {
  const named = problems.map(({ field, message }) => {
    const option = optionOf[field] ?? field
    return { option, message: field === '' ? message : message.replace(field, option) }
  })
  if (cli.json) cli.printJson({ outcome: 'invalid', problems: named })
  else for (const { message } of named) cli.say(message)
  return exitCode.usage
}

/** Crash window: the request is out. The first Ctrl-C waits for its answer; a second one leaves the payin `asked`. */
const waitThroughSignals = (cli: Cli): (() => void) =>
  onStopSignals(
    () => cli.say(t`The request is out: its answer is waited for. Ctrl-C once more quits without it.`),
    (signal) => process.exit(signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated),
  )

/** A ledger that is away for a moment is waited for: an answer in hand is not thrown away, and in any case told. */
async function record(
  cli: Cli,
  core: Core,
  id: string,
  result: PayinResult,
): Promise<{ ok: boolean; result: PayinResult }> {
  const answer = answerOf(result)
  let state: PayinState
  try {
    const pauses = { retries: 5, minTimeout: 200, factor: 2, randomize: false }
    state = await pRetry(() => recordPayinAnswer(core.ledger, id, answer), pauses)
  } catch (error) {
    cli.log.error('the ledger did not take the answer', { error })
    return { ok: false, result }
  }
  if (answer.state !== 'under_way' || state !== 'unknown') return { ok: true, result }
  const message = t`The provider answered with the reference of another payment that was asked for earlier.`
  return { ok: true, result: callUnknown('contradictory_answer', message, answer.reference) }
}

function answerOf(result: PayinResult): PayinAnswer {
  switch (result.kind) {
    case 'initiated':
    case 'under_way':
      return { state: 'under_way', reference: result.reference }
    case 'unknown':
      return { state: 'unknown', code: result.code, reference: result.reference }
    default:
      return { state: 'refused', code: result.kind }
  }
}

/** The result as a document, or in words. */
function tell(cli: Cli, payin: PayinToAsk & Pick<Payin, 'id'>, result: PayinResult, isRecorded: boolean): ExitCode {
  if (cli.json) cli.printJson(documentOf(payin, result))
  else cli.print(payinLines(payin, result, cli.style).join('\n'))
  if (isRecorded) return exitCodes[result.kind]
  cli.say(t`The ledger did not take this answer: keep it, since a notification about it will not be recognised.`)
  return exitCode.unreachable
}

function documentOf(payin: PayinToAsk & Pick<Payin, 'id'>, result: PayinResult) {
  const { id, kind, amountMinor, currency, operator } = payin
  const { kind: outcome, ...rest } = result
  const snake = Object.entries(rest).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const asked = { id, kind, amount: formatWireAmount(amountMinor, currency), currency, ...(operator && { operator }) }
  // An amount that the provider echoes is its own business: what was asked for is told.
  return { outcome, ...Object.fromEntries(snake), ...asked }
}

const exitCodes: Record<PayinResult['kind'], ExitCode> = {
  initiated: exitCode.done,
  under_way: exitCode.done,
  refused: exitCode.notAllPaid,
  unknown: exitCode.notAllPaid,
  unauthorized: exitCode.paused,
  rate_limited: exitCode.paused,
  not_sent: exitCode.paused,
}
