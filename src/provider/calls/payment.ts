import { z } from 'zod'
import { raisesDoubt } from '../../payout/refusal.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type Answer, namedReference, type Response, readJson } from '../answers/answer.ts'
import {
  type CallUnknown,
  callResultOf,
  callUnknown,
  type NotTakenIn,
  plainWords,
  type Refused,
} from '../answers/callResult.ts'
import { httpOutcome } from '../answers/outcome.ts'
import { type About, providerWords } from '../answers/providerWords.ts'
import { type ProviderClient, sendWithRetry } from '../client.ts'
import {
  description,
  errorAnswer,
  numberOfDigits,
  paymentAnswer,
  paymentMode,
  webAddress,
  type wireCurrencies,
  wireCurrency,
} from '../wire.ts'
import {
  amountShape,
  type Checked,
  callbackShape,
  checkOrder,
  type ExactAmount,
  objectError,
  payerShape,
  readExactAmount,
} from './checkOrder.ts'

/** An online payment to be initiated (interface document, 2.1). */
export interface PaymentOrder {
  /** Text (`'1500'`, `'150.50'`), or minor units (`15050n`); sent as a JSON number of exactly these digits. Above zero. */
  amount: string | bigint
  /** ISO 4217. */
  currency: (typeof wireCurrencies)[number]
  /** `ALL` when absent; `CARD` offers only cards. */
  paymentMode?: 'ALL' | 'CARD' | undefined
  /** Where the payer returns after paying: an absolute http or https address, like the other two. */
  returnUrl: string
  /** Where the payer returns after cancelling. */
  cancelUrl: string
  /** Where notifications are posted. */
  callbackUrl?: string | undefined
  /** At most 500 characters. */
  description?: string | undefined
  customer?: Customer | undefined
}

/** Who pays (2.2). */
export interface Customer {
  name?: string | undefined
  email?: string | undefined
  /** Digits with the country code, with or without a plus. */
  phoneNumber?: string | undefined
}

/** A payment order that was checked. */
export interface CheckedPayment extends ExactAmount {
  currency: (typeof wireCurrencies)[number]
  customer: Customer
  body: Buffer
}

export type PaymentResult =
  /** Send the payer to `paymentUrl`. A notification tells you when it is paid (section 6). */
  | { kind: 'initiated'; reference: string; paymentUrl: string; message: string | null }
  | Refused
  | NotTakenIn
  | CallUnknown

const shape = z.strictObject(
  {
    amount: amountShape,
    currency: wireCurrency(),
    paymentMode: paymentMode('paymentMode').default('ALL'),
    returnUrl: webAddress('returnUrl'),
    cancelUrl: webAddress('cancelUrl'),
    callbackUrl: callbackShape,
    description: description().optional(),
    customer: payerShape,
  },
  { error: objectError(say('provider.the_payment')) },
)

/** Checks an untrusted order and finds all its problems. */
export function checkPayment(order: unknown): Checked<CheckedPayment> {
  return checkOrder(shape, order, (given, report) => {
    const { amount, currency, paymentMode, returnUrl, cancelUrl, callbackUrl, description, customer } = given
    const exact = readExactAmount(amount, currency ?? null, report)
    if (!currency || !exact) return null
    const request = {
      amount: numberOfDigits(exact.digits),
      currency,
      payment_mode: paymentMode,
      return_url: returnUrl,
      cancel_url: cancelUrl,
      callback_url: callbackUrl,
      description,
      customer,
    }
    return { ...exact, currency, customer: customer ?? {}, body: Buffer.from(JSON.stringify(request)) }
  })
}

/** Makes the call (4.1), and repeats it only as long as nothing provably left. Never rejects. */
export async function sendPayment(
  client: Pick<ProviderClient, 'charge'>,
  payment: CheckedPayment,
): Promise<PaymentResult> {
  return paymentResultOf(await sendWithRetry(() => client.charge('payment', payment.body)), payment, new Date())
}

/**
 * What an answer means for a payment. Pure; `now` is only for a Retry-After date.
 *
 * - `initiated` needs HTTP 2xx, a status of 200 to 299, a reference and an http(s) payment_url (2.3).
 * - An error's integer status mirrors an HTTP status, and on which HTTP status it comes is not shown (section 7): on HTTP
 *   200 its own status decides; on 400 and 422 the two have to agree.
 */
function paymentResultOf(answer: Answer, payment: CheckedPayment, now: Date): PaymentResult {
  const decided = httpOutcome(answer, now, aboutCustomer(payment.customer))
  if (decided.kind === 'not_taken' || decided.kind === 'unknown') return callResultOf(decided, answer)
  const { response } = decided
  const json = readJson(response, ['status', 'reference', 'payment_url'])
  if (json.kind !== 'json') return callUnknown(`${json.kind}_answer`, json.message)
  const good = paymentAnswer.safeParse(json.value)
  if (good.success && isGood(good.data.status)) {
    const { reference, payment_url: paymentUrl, message } = good.data
    if (decided.kind === 'body') return { kind: 'initiated', reference, paymentUrl, message: plainWords(message) }
    return callUnknown('contradictory_answer', contradicting(response), reference)
  }
  const bad = errorAnswer.safeParse(json.value)
  if (bad.success && !isGood(bad.data.status) && !hasResult(json.value)) {
    return resultOfError(bad.data, response, payment, now)
  }
  const message = say('provider.provider_answered_form_no_payment_answer', { httpStatus: response.httpStatus })
  return callUnknown('unreadable_answer', message, namedReference(response, 'charge'))
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const contradicting = ({ httpStatus }: Response): Sentence =>
  say('provider.provider_answered_http_another_status_text', { httpStatus })

/** An error with a reference or a payment address is not a real error. */
const hasResult = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('reference' in value || 'payment_url' in value)

function resultOfError(
  { status, message }: { status: number; message: string },
  response: Response,
  { customer }: CheckedPayment,
  now: Date,
): PaymentResult {
  const { httpStatus } = response
  if (!isGood(httpStatus) && status !== httpStatus) {
    return callUnknown('contradictory_answer', contradicting(response))
  }
  if (status === 400 || status === 422) {
    if (!raisesDoubt(message, [])) return refused(message, customer)
    return callUnknown('contradictory_answer', say('provider.error_without_clear_refusal'))
  }
  const same = { ...response, httpStatus: status }
  const decided = status >= 100 && status < 600 ? httpOutcome(same, now, aboutCustomer(customer)) : null
  if (decided?.kind === 'not_taken' || decided?.kind === 'unknown') return callResultOf(decided, same)
  return callUnknown('unreadable_answer', say('provider.provider_answered_status_no_known_meaning'))
}

/** The provider's words, without the customer's details that they may quote. */
export function refused(words: string, customer: Customer): Refused {
  return {
    kind: 'refused',
    message: providerWords(words, aboutCustomer(customer), say('provider.provider_refused_without_giving_reason')),
  }
}

export const aboutCustomer = ({ name, phoneNumber }: Customer): About => ({
  phone: (phoneNumber ?? '').replace(/\D/g, ''),
  name: name ?? null,
})
