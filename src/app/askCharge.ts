import pRetry from 'p-retry'
import {
  type Charge,
  type ChargeAnswer,
  type ChargeToAsk,
  giveUpUnanswered,
  recordChargeAnswer,
  recordChargeAsked,
} from '../ledger/evidence/charges.ts'
import type { ChargeState } from '../payout/charge.ts'
import { callUnknown, type RequestProblem } from '../provider/answers/callResult.ts'
import type { Checked } from '../provider/calls/checkOrder.ts'
import type { CollectionResult } from '../provider/calls/collection.ts'
import type { PaymentResult } from '../provider/calls/payment.ts'
import type { ProviderClient } from '../provider/client.ts'
import { moment, money, type Sentence, say } from '../words/sentence.ts'
import type { App, Failure } from './context.ts'
import { type Core, openCore } from './open/openCore.ts'
import { openChargeProvider } from './open/openProvider.ts'

export type ChargeResult = PaymentResult | CollectionResult

export interface Ask<Order> {
  checked: Checked<Order>
  charge(order: Order): ChargeToAsk
  send(client: Pick<ProviderClient, 'charge'>, order: Order): Promise<ChargeResult>
  /** Called when the request is about to leave; what it returns, when its answer is recorded. */
  hold(): () => void
}

export interface AskedCharge {
  kind: 'asked'
  charge: ChargeToAsk & Pick<Charge, 'id'>
  result: ChargeResult
  /** Whether the ledger took the answer. */
  recorded: boolean
}

export type Asked = AskedCharge | { kind: 'invalid'; problems: RequestProblem[] } | Failure

/**
 * Ask for one payment or collection, and record what came of it. Recorded before the request leaves, so that a notification
 * finds its reference, and a lost answer can be seen.
 *
 * Crash window: from `hold` on the request is out. Died before its answer is recorded, the charge stays `asked`.
 */
export async function askCharge<Order>(app: App, ask: Ask<Order>): Promise<Asked> {
  const { checked } = ask
  if (!checked.ok) return { kind: 'invalid', problems: checked.problems }
  // Whatever is missing is said before anything is stored.
  const provider = await openChargeProvider(app)
  if (!provider.ok) return provider
  try {
    const core = await openCore(app)
    if (!core.ok) return core
    try {
      for (const lost of await giveUpUnanswered(core.ledger)) app.say(lostSentence(lost))
      const charge = ask.charge(checked.order)
      const id = await recordChargeAsked(core.ledger, charge)
      const release = ask.hold()
      const result = await ask.send(provider.client, checked.order)
      const { ok, result: told } = await record(app, core, id, result)
      release()
      return { kind: 'asked', charge: { id, ...charge }, result: told, recorded: ok }
    } finally {
      await core.close()
    }
  } finally {
    await provider.close()
  }
}

/** A charge whose asker died before it recorded an answer. */
const lostSentence = ({ id, amountMinor, currency, createdAt }: Charge): Sentence =>
  say('terminal.earlier_request_unanswered', { amount: money(amountMinor, currency), id, at: moment(createdAt) })

/** A ledger that is away for a moment is waited for: an answer in hand is not thrown away, and in any case told. */
async function record(
  app: App,
  core: Core,
  id: string,
  result: ChargeResult,
): Promise<{ ok: boolean; result: ChargeResult }> {
  const answer = answerOf(result)
  let state: ChargeState
  try {
    const pauses = { retries: 5, minTimeout: 200, factor: 2, randomize: false }
    state = await pRetry(() => recordChargeAnswer(core.ledger, id, answer), pauses)
  } catch (error) {
    app.log.error('the ledger did not accept the answer', { error })
    return { ok: false, result }
  }
  if (answer.state !== 'under_way' || state !== 'unknown') return { ok: true, result }
  const message = say('terminal.provider_answered_reference_another_payment_asked')
  return { ok: true, result: callUnknown('contradictory_answer', message, answer.reference) }
}

function answerOf(result: ChargeResult): ChargeAnswer {
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
