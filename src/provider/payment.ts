import { z } from 'zod'
import { t } from '../words/t.ts'
import type { Answer, Response } from './answer.ts'
import { type CallUnknown, callResultOf, callUnknown, type NotTakenIn, plainWords, type Refused } from './callResult.ts'
import { type Checked, checkOrder, type ExactAmount, readExactAmount } from './checkOrder.ts'
import type { ProviderClient } from './client.ts'
import { numberOfDigits } from './exactJson.ts'
import { httpOutcome } from './httpOutcome.ts'
import { amountShape, callbackShape, objectError, payerShape } from './orderShapes.ts'
import { sendWithRetry } from './payoutWithRetry.ts'
import { providerWords } from './providerWords.ts'
import { readJson } from './readJson.ts'
import { errorAnswer, paymentAnswer, text, tooLong, webAddress, wireCurrencies } from './wire.ts'

/** An online payment to be initiated (interface document, 2.1). */
export interface PaymentOrder {
  /** Text (`'1500'`, `'150.50'`), or minor units (`15050n`); sent as a JSON number of exactly these digits. Above zero. */
  amount: string | bigint
  /** ISO 4217. */
  currency: (typeof wireCurrencies)[number]
  /** `ALL` when absent; `CARD` offers only cards. */
  paymentMode?: 'ALL' | 'CARD' | undefined
  /** Where the payer comes back to after paying: an absolute http or https address, as the other two. */
  returnUrl: string
  /** Where the payer comes back to after cancelling. */
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
  /** Digits with the country code; a leading plus at most. */
  phoneNumber?: string | undefined
}

/** A payment order that was checked. */
export interface CheckedPayment extends ExactAmount {
  currency: (typeof wireCurrencies)[number]
  customer: Customer
  body: Buffer
}

export type PaymentResult =
  /** Send the payer to `paymentUrl`. That it was paid, a notification tells (section 6). */
  | { kind: 'initiated'; reference: string; paymentUrl: string; message: string | null }
  | Refused
  | NotTakenIn
  | CallUnknown

const shape = z.strictObject(
  {
    amount: amountShape,
    currency: z.enum(wireCurrencies, { error: () => t`currency must be one of ${wireCurrencies.join(', ')}` }),
    paymentMode: z.enum(['ALL', 'CARD'], { error: () => t`${'paymentMode'} must be ALL or CARD` }).default('ALL'),
    returnUrl: webAddress('returnUrl'),
    cancelUrl: webAddress('cancelUrl'),
    callbackUrl: callbackShape,
    description: text('description').max(500, tooLong('description', 500)).optional(),
    customer: payerShape,
  },
  { error: objectError(() => t`the payment`) },
)

/** Checks an order of whatever origin; finds all its problems. */
export function checkPayment(order: unknown): Checked<CheckedPayment> {
  return checkOrder(shape, order, (given, report) => {
    const { amount, currency, paymentMode, returnUrl, cancelUrl, callbackUrl, description, customer } = given
    const exact = readExactAmount(amount, currency, report)
    if (!exact) return null
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

/** Makes the call (4.1); once more only while it is proved that nothing left. Never rejects. */
export async function sendPayment(
  client: Pick<ProviderClient, 'payin'>,
  payment: CheckedPayment,
): Promise<PaymentResult> {
  return paymentResultOf(await sendWithRetry(() => client.payin('payment', payment.body)), payment, new Date())
}

/**
 * What an answer means for a payment. Pure; `now` is only for a Retry-After date.
 *
 * - `initiated` needs HTTP 2xx, a status of 200 to 299, a reference and an http(s) payment_url (2.3).
 * - An error's integer status mirrors an HTTP status, and on which HTTP status it comes is not shown (section 7): on HTTP
 *   200 its own status decides; on 400 and 422 the two have to agree.
 */
export function paymentResultOf(answer: Answer, payment: CheckedPayment, now: Date): PaymentResult {
  const decided = httpOutcome(answer, now)
  if (decided.kind === 'not_taken' || decided.kind === 'unknown') return callResultOf(decided, answer)
  const { response } = decided
  const json = readJson(response, ['status', 'reference', 'payment_url'])
  if (json.kind === 'contradictory') return callUnknown('contradictory_answer', json.message)
  if (json.kind === 'unreadable') return callUnknown('unreadable_answer', json.message)
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
  return callUnknown(
    'unreadable_answer',
    t`The provider answered in a form that is no payment answer (HTTP ${response.httpStatus}).`,
  )
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const contradicting = ({ httpStatus }: Response): string =>
  t`The provider answered with HTTP ${httpStatus} and another status in its text.`

/** An error that comes with a reference or an address to pay at is none. */
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
  if (status === 400 || status === 422) return refused(message, customer)
  const same = { ...response, httpStatus: status }
  const decided = status >= 100 && status < 600 ? httpOutcome(same, now) : null
  if (decided?.kind === 'not_taken' || decided?.kind === 'unknown') return callResultOf(decided, same)
  return callUnknown('unreadable_answer', t`The provider answered with a status that has no known meaning here.`)
}

/** The provider's words, without what they may quote of the customer. */
export function refused(words: string, { name, phoneNumber }: Customer): Refused {
  const about = { phone: (phoneNumber ?? '').replace(/\D/g, ''), name: name ?? null }
  return { kind: 'refused', message: providerWords(words, about, t`The provider refused it without giving a reason.`) }
}
