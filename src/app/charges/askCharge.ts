import pRetry from 'p-retry'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import {
  type Charge,
  type ChargeAnswer,
  type ChargeToAsk,
  giveUpUnanswered,
  recordChargeAnswer,
} from '../../ledger/evidence/charges.ts'
import { recordChargeAsked } from '../../ledger/evidence/recordCharge.ts'
import type { ChargeState } from '../../payout/charge.ts'
import { callUnknown, type RequestProblem } from '../../provider/answers/callResult.ts'
import type { Checked } from '../../provider/calls/checkOrder.ts'
import {
  type CheckedCollection,
  type CollectionResult,
  checkCollection,
  sendCollection,
} from '../../provider/calls/collection.ts'
import {
  type CheckedPayment,
  type Customer,
  checkPayment,
  type PaymentResult,
  sendPayment,
} from '../../provider/calls/payment.ts'
import type { ProviderClient } from '../../provider/client.ts'
import { parseExact } from '../../provider/wire.ts'
import { moment, money, type Sentence, say } from '../../words/sentence.ts'
import { forbids } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, withCore, withOpened } from '../open/openCore.ts'
import { openChargeProvider } from '../open/openServices.ts'

type ChargeResult = PaymentResult | CollectionResult

/** Records a charge just before it is requested. `before`: it was requested before, and is not requested again. */
export type Recorder<Before> = (
  ledger: Ledger,
  charge: ChargeToAsk,
  who: Customer,
) => Promise<{ kind: 'recorded'; id: string } | { kind: 'before'; before: Before }>

const recordAnew: Recorder<never> = async (ledger, charge) => ({
  kind: 'recorded',
  id: await recordChargeAsked(ledger, charge),
})

interface Ask<Order extends { customer: Customer }, Before> {
  checked: Checked<Order>
  charge(order: Order): ChargeToAsk
  send(client: Pick<ProviderClient, 'charge'>, order: Order): Promise<ChargeResult>
  /** Called just before the request leaves. The function it returns is called once the answer is recorded. */
  hold(): () => void
  record: Recorder<Before>
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
 * Request one payment or collection, and record the outcome. The charge is recorded before the request leaves, so that a
 * notification finds its reference, and a lost answer shows.
 *
 * Crash window: from `hold` on, the request may have left. If the process dies before the answer is recorded, the charge stays `asked`.
 */
async function askCharge<Order extends { customer: Customer }, Before>(
  app: App,
  ask: Ask<Order, Before>,
): Promise<Asked | Before> {
  const { checked } = ask
  const forbidden = forbids(app, 'collect')
  if (forbidden) return forbidden
  if (!checked.ok) return { kind: 'invalid', problems: checked.problems }
  // Missing configuration is reported before anything is stored.
  return withOpened(openChargeProvider(app), (provider) =>
    withCore<Asked | Before>(app, async (core) => {
      for (const lost of await giveUpUnanswered(core.ledger)) app.say(lostSentence(lost))
      const charge = { ...ask.charge(checked.order), sandbox: provider.sandbox }
      const recorded = await ask.record(core.ledger, charge, checked.order.customer)
      if (recorded.kind === 'before') return recorded.before
      const { id } = recorded
      const release = ask.hold()
      const result = await ask.send(provider.client, checked.order)
      const { ok, result: told } = await record(app, core, id, result)
      release()
      return { kind: 'asked', charge: { id, ...charge }, result: told, recorded: ok }
    }),
  )
}

/** For a charge whose process died before it recorded an answer. */
const lostSentence = ({ id, amountMinor, currency, createdAt }: Charge): Sentence =>
  say('terminal.earlier_request_unanswered', { amount: money(amountMinor, currency), id, at: moment(createdAt) })

/** Waits for a ledger that is briefly unreachable, so that the answer is not lost. It is shown to the caller in any case. */
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
      return { state: 'under_way', reference: result.reference, paymentUrl: result.paymentUrl }
    case 'under_way':
      return { state: 'under_way', reference: result.reference }
    case 'unknown':
      return { state: 'unknown', code: result.code, reference: result.reference }
    default:
      return { state: 'refused', code: result.kind }
  }
}

export interface CheckoutWish extends CustomerOptions {
  amount: string
  currency: string
  returnUrl: string
  cancelUrl: string
  callbackUrl?: string | undefined
  mode?: string | undefined
  description?: string | undefined
}

interface CustomerOptions {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}

/**
 * Initiate one online payment (interface document, 4.1).
 *
 * @param hold as in `Ask`
 */
export function checkout<Before = never>(
  app: App,
  wish: CheckoutWish,
  hold: () => () => void,
  record: Recorder<Before> = recordAnew,
): Promise<Asked | Before> {
  return askCharge<CheckedPayment, Before>(app, {
    checked: checkCheckout(wish),
    charge: ({ amountMinor, currency }) => ({ kind: 'payment', amountMinor, currency, operator: null }),
    send: sendPayment,
    hold,
    record,
  })
}

export function checkCheckout(wish: CheckoutWish): Checked<CheckedPayment> {
  const { amount, returnUrl, cancelUrl, callbackUrl, description, name, email, phone } = wish
  return checkPayment({
    amount,
    currency: wish.currency.trim().toUpperCase(),
    paymentMode: wish.mode?.trim().toUpperCase(),
    returnUrl,
    cancelUrl,
    callbackUrl,
    description,
    customer: customerOf(name, email, phone),
  })
}

/** Undefined if nothing was given. */
function customerOf(name: string | undefined, email: string | undefined, phone: string | undefined) {
  if (name === undefined && email === undefined && phone === undefined) return undefined
  return { name, email, phoneNumber: phone?.replace(/[\s().-]/g, '') }
}

export interface CollectWish extends Omit<CustomerOptions, 'phone'> {
  amount: string
  operator: string
  phone: string
  /** The customer's own number (2.2), if it differs from the paying number. */
  customerPhone?: string | undefined
  callbackUrl?: string | undefined
  /** JSON. */
  data?: string | undefined
}

/**
 * Request a payment that the customer confirms on their phone (interface document, 4.2).
 *
 * @param hold as in `Ask`
 */
export async function collect<Before = never>(
  app: App,
  wish: CollectWish,
  hold: () => () => void,
  record: Recorder<Before> = recordAnew,
): Promise<Asked | Before> {
  const read = readData(wish.data)
  if (!read.ok) return failure('usage', say('terminal.data_not_json_quote_shell_order'))
  return askCharge<CheckedCollection, Before>(app, {
    checked: checkCollect(wish, read.value),
    charge: ({ amountMinor, currency, operator: code }) => {
      return { kind: 'collection', amountMinor, currency, operator: code }
    },
    send: sendCollection,
    hold,
    record,
  })
}

/** @param data what `wish.data` says */
export function checkCollect(wish: CollectWish, data: unknown): Checked<CheckedCollection> {
  const { amount, operator, phone, customerPhone, callbackUrl, name, email } = wish
  return checkCollection({
    amount,
    operator,
    phoneNumber: phone,
    customer: customerOf(name, email, customerPhone),
    customData: data,
    callbackUrl,
  })
}

/** Numbers are sent with exactly the digits that were typed. */
function readData(text: string | undefined): { ok: true; value: unknown } | { ok: false } {
  if (text === undefined) return { ok: true, value: undefined }
  try {
    return { ok: true, value: parseExact(text, '*') }
  } catch {
    return { ok: false }
  }
}
