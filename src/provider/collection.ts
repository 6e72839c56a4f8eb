import { z } from 'zod'
import { type Currency, isCurrency } from '../payout/country.ts'
import { parseAmount } from '../payout/money.ts'
import { countryOfOperator, type OperatorCode } from '../payout/operator.ts'
import { t } from '../words/t.ts'
import type { Answer, Response } from './answer.ts'
import { type CallUnknown, callResultOf, callUnknown, type NotTakenIn, plainWords, type Refused } from './callResult.ts'
import {
  type Checked,
  checkOrder,
  type ExactAmount,
  readExactAmount,
  readInternational,
  readOperator,
} from './checkOrder.ts'
import type { ProviderClient } from './client.ts'
import { numberOfDigits, parseExact } from './exactJson.ts'
import { httpOutcome } from './httpOutcome.ts'
import { amountShape, callbackShape, objectError, operatorShape, payerShape, phoneShape } from './orderShapes.ts'
import { type Customer, refused } from './payment.ts'
import { sendWithRetry } from './payoutWithRetry.ts'
import { isBareError, textOf } from './readAnswer.ts'
import { readJson } from './readJson.ts'
import { statusMeaning } from './statusMeaning.ts'
import { collectionAnswer, errorAnswer } from './wire.ts'

/** A mobile collection to be initiated (interface document, 2.4). */
export interface CollectionOrder {
  /**
   * Text (`'1500'`, `'150.50'`), or minor units (`15050n`), in the currency of the operator's country; sent as a JSON number
   * of exactly these digits. Above zero.
   */
  amount: string | bigint
  /** A code of 2.8. */
  operator: OperatorCode
  /** The customer's mobile number with the country code, a leading plus or not; of the operator's country. */
  phoneNumber: string
  customer?: Customer | undefined
  /** Anything that JSON can say. */
  customData?: unknown
  /** Where notifications are posted: an absolute http or https address. */
  callbackUrl?: string | undefined
}

/** A collection order that was checked. */
export interface CheckedCollection extends ExactAmount {
  operator: OperatorCode
  currency: Currency
  customer: Customer
  body: Buffer
}

export type CollectionResult =
  /**
   * The customer is asked on the handset; `message` tells what to do. `status` is the provider's word, whatever it is: that
   * it was paid, a notification tells (section 6). Amounts are texts of the digits that came.
   */
  | {
      kind: 'under_way'
      reference: string
      status: string
      amount: string | null
      fees: string | null
      message: string | null
    }
  | Refused
  | NotTakenIn
  | CallUnknown

const shape = z.strictObject(
  {
    amount: amountShape,
    operator: operatorShape,
    phoneNumber: phoneShape,
    customer: payerShape,
    customData: z
      .unknown()
      .refine(isJson, { error: () => t`customData must be something that JSON can say` })
      .optional(),
    callbackUrl: callbackShape,
  },
  { error: objectError(() => t`the collection`) },
)

/** Checks an order of whatever origin; finds all its problems. */
export function checkCollection(order: unknown): Checked<CheckedCollection> {
  return checkOrder(shape, order, (given, report) => {
    const { amount, phoneNumber, customer, customData, callbackUrl } = given
    const operator = readOperator(given.operator, report)
    if (!operator) return null
    const { currency } = countryOfOperator(operator)
    const phone = readInternational(phoneNumber, operator, report)
    const exact = readExactAmount(amount, currency, report)
    if (phone === null || !exact) return null
    const request = {
      amount: numberOfDigits(exact.digits),
      operator: operator.code,
      phoneNumber: phone,
      customer,
      custom_data: customData,
      callback_url: callbackUrl,
    }
    return {
      ...exact,
      operator: operator.code,
      currency,
      customer: { ...customer, phoneNumber: phone },
      body: Buffer.from(JSON.stringify(request)),
    }
  })
}

function isJson(value: unknown): boolean {
  try {
    return value === undefined || JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/** Makes the call (4.2); once more only while it is proved that nothing left. Never rejects. */
export async function sendCollection(
  client: Pick<ProviderClient, 'payin'>,
  collection: CheckedCollection,
): Promise<CollectionResult> {
  const answer = await sendWithRetry(() => client.payin('collection', collection.body))
  return collectionResultOf(answer, collection, new Date())
}

/**
 * What an answer means for a collection (2.5). Pure; `now` is only for a Retry-After date. Where the document is silent:
 *
 * - `error: false` with FAILED, the document's own sample, is `unknown`: the two contradict each other, and the customer may
 *   be asked to pay. So is `error: true` with a word of success or of "under way".
 * - `error: false` with any other word and a reference is `under_way`, `success` too: it may mean that the request was made.
 * - Another amount than was asked for is a contradiction.
 * - Errors may come in the form of 2.5 or in that of section 7.
 */
export function collectionResultOf(answer: Answer, collection: CheckedCollection, now: Date): CollectionResult {
  const decided = httpOutcome(answer, now)
  if (decided.kind === 'not_taken' || decided.kind === 'unknown') return callResultOf(decided, answer)
  const { response } = decided
  const json = readJson(response, ['error', 'status', 'reference', 'amount'])
  if (json.kind === 'contradictory') return callUnknown('contradictory_answer', json.message)
  if (json.kind === 'unreadable') return callUnknown('unreadable_answer', json.message)
  const read = exactAnswer.safeParse(parseExact(json.text, ['amount', 'fees']))
  if (!read.success) return resultOfError(json.value, response, collection)
  if (decided.kind === 'rejection' && !read.data.error) {
    const message = t`The provider answered with HTTP ${response.httpStatus} and no error in its text.`
    return callUnknown('contradictory_answer', message, read.data.reference ?? null)
  }
  return resultOfAnswer(read.data, collection)
}

/** Numbers come as the texts of their digits. */
const exactAnswer = collectionAnswer.extend({ amount: z.string().nullish(), fees: z.string().nullish() })

function resultOfAnswer(answer: z.infer<typeof exactAnswer>, collection: CheckedCollection): CollectionResult {
  const { error, status, amount = null, fees = null, message } = answer
  const reference = answer.reference ?? null
  const meaning = statusMeaning(status)
  const contradictory = (sentence: string) => callUnknown('contradictory_answer', sentence, reference)
  if (error && meaning !== 'failure' && meaning !== 'other') {
    return contradictory(t`The provider reported an error together with a status that is none.`)
  }
  if (error) return refused(message ?? status, collection.customer)
  if (meaning === 'failure') {
    return contradictory(t`The provider reported no error together with a status of failure.`)
  }
  if (amount !== null && isAnotherAmount(amount, collection)) {
    return contradictory(t`The provider answered about another amount than was asked for.`)
  }
  if (reference === null) {
    return callUnknown('unreadable_answer', t`The provider reported no error, and gave no reference.`)
  }
  const word = plainWords(status)?.slice(0, 60) ?? ''
  return { kind: 'under_way', reference, status: word, amount, fees, message: plainWords(message) }
}

/** Only an amount that can be read says something. */
function isAnotherAmount(text: string, { amountMinor, currency }: CheckedCollection): boolean {
  const read = isCurrency(currency) ? parseAmount(text, currency) : null
  return read?.ok === true && read.amountMinor !== amountMinor
}

/** On HTTP 400 and 422: an error in the form of section 7, or one without a status. */
function resultOfError(value: unknown, { httpStatus }: Response, { customer }: CheckedCollection): CollectionResult {
  const isRejection = httpStatus >= 400
  if (isRejection && isBareError(value, httpStatus)) return refused(textOf(value, 'message'), customer)
  const error = errorAnswer.safeParse(value)
  if (isRejection && error.success && !(typeof value === 'object' && value !== null && 'error' in value)) {
    if (error.data.status === httpStatus) return refused(error.data.message, customer)
    const message = t`The provider answered with HTTP ${httpStatus} and another status in its text.`
    return callUnknown('contradictory_answer', message)
  }
  return callUnknown(
    'unreadable_answer',
    t`The provider answered in a form that is no collection answer (HTTP ${httpStatus}).`,
  )
}
