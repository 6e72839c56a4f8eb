import { z } from 'zod'
import { parseAmount } from '../../payout/money/money.ts'
import { type Currency, countryOfOperator, isCurrency, type OperatorCode } from '../../payout/operators/operator.ts'
import { isRefusal, mentionsRefusal, saysOtherwise } from '../../payout/refusal.ts'
import { type Sentence, say, toSay } from '../../words/sentence.ts'
import {
  type Answer,
  callsItselfDuplicate,
  isBareError,
  leavesDoubt,
  namedReference,
  type Response,
  readJson,
  type Said,
  saidIn,
  statusMeaning,
  textOf,
} from '../answers/answer.ts'
import {
  type CallUnknown,
  callResultOf,
  callUnknown,
  type NotTakenIn,
  plainWords,
  type Refused,
} from '../answers/callResult.ts'
import { httpOutcome } from '../answers/outcome.ts'
import { type ProviderClient, sendWithRetry } from '../client.ts'
import { collectionAnswer, errorAnswer, numberOfDigits, parseExact, withReference } from '../wire.ts'
import {
  amountShape,
  type Checked,
  callbackShape,
  checkOrder,
  type ExactAmount,
  objectError,
  operatorShape,
  payerShape,
  phoneShape,
  readExactAmount,
  readInternational,
  readOperator,
} from './checkOrder.ts'
import { aboutCustomer, type Customer, refused } from './payment.ts'

/** A mobile collection to be initiated (interface document, 2.4). */
export interface CollectionOrder {
  /**
   * Text (`'1500'`, `'150.50'`), or minor units (`15050n`), in the currency of the operator's country; sent as a JSON number
   * of exactly these digits. Above zero.
   */
  amount: string | bigint
  /** A code of 2.8. */
  operator: OperatorCode
  /** The customer's mobile number in the operator's country, with the country code, with or without a plus. */
  phoneNumber: string
  customer?: Customer | undefined
  /** Anything that JSON can say, of 48 KiB at most: no NaN, Map, bigint or function. A Date goes out as its text. */
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

/** It comes back in a notification, which has 64 KiB at most with everything else in it. */
const mostDataKiB = 48

/** More problems than this have the same cause. */
const mostTold = 20

/**
 * Anything that JSON can express (interface document, 2.4). `JSON.stringify` leaves out the rest (NaN, a Map, a function), or writes
 * it as null or {}: that is reported here as a problem, with its path. A value with `toJSON`, such as a Date, counts as what that
 * returns, and a field that is undefined counts as absent.
 */
const customDataShape = z.unknown().superRefine((value, context) => {
  const outside = value === undefined ? [] : pathsOutsideJson(value)
  if (value !== undefined && outside.length === 0 && isTooLarge(value))
    context.addIssue({ code: 'custom', message: toSay(say('provider.custom_data_too_large', { most: mostDataKiB })) })
  for (const path of outside) {
    const name = ['customData', ...path].join('.')
    context.addIssue({ code: 'custom', path, message: toSay(say('provider.must_something_json_can_say', { name })) })
  }
})

/** Whoever sends it back may write each character beyond ASCII in six. */
const isTooLarge = (data: unknown): boolean =>
  (JSON.stringify(data) ?? '').replaceAll(/[^\0-\x7f]/g, '\\uffff').length > mostDataKiB * 1024

const shape = z.strictObject(
  {
    amount: amountShape,
    operator: operatorShape,
    phoneNumber: phoneShape,
    customer: payerShape,
    customData: customDataShape.optional(),
    callbackUrl: callbackShape,
  },
  { error: objectError(say('provider.the_collection')) },
)

/** Checks an untrusted order and finds all its problems. */
export function checkCollection(order: unknown): Checked<CheckedCollection> {
  return checkOrder(shape, order, (given, report) => {
    const { amount, phoneNumber, customer, customData, callbackUrl } = given
    const operator = readOperator(given.operator, report)
    const currency = operator && countryOfOperator(operator).currency
    const phone = readInternational(phoneNumber, operator, report)
    const exact = readExactAmount(amount, currency, report)
    if (!operator || currency === null || phone === null || !exact) return null
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

type Path = readonly string[]

function pathsOutsideJson(value: unknown): string[][] {
  const found: string[][] = []
  try {
    look(value, '', [], new Set(), found)
    if (found.length === 0) JSON.stringify(value)
    return found
  } catch {
    // Too deep, or a getter or `toJSON` that throws.
    return [[]]
  }
}

/** @param above the objects that contain it, to detect cycles */
function look(given: unknown, key: string, path: Path, above: Set<object>, found: string[][]): void {
  const value = saidByItself(given, key)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)) return
  if (found.length >= mostTold) return
  if (typeof value !== 'object' || above.has(value) || !isData(value)) {
    found.push([...path])
    return
  }
  above.add(value)
  for (const [name, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (item === undefined && !Array.isArray(value)) continue
    look(item, String(name), [...path, shown(String(name))], above, found)
  }
  above.delete(value)
}

function saidByItself(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value
  // JSON writes an invalid date as null.
  if (value instanceof Date && Number.isNaN(value.getTime())) return value
  return typeof value.toJSON === 'function' ? (value.toJSON(key) as unknown) : value
}

/** Lists, and objects that are their fields: a Map, bytes or an Error is more than its fields, and JSON writes {}. */
const isData = (value: object): boolean =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'

/** A name in a program is shown; anything else may be a phone number or a person's name. */
const shown = (name: string): string => (/^(?:\d{1,5}|[A-Za-z_$][\w$]{0,39})$/.test(name) ? name : '…')

/** Makes the call (4.2), and repeats it only as long as nothing provably left. Never rejects. */
export async function sendCollection(
  client: Pick<ProviderClient, 'charge'>,
  collection: CheckedCollection,
): Promise<CollectionResult> {
  const answer = await sendWithRetry(() => client.charge('collection', collection.body))
  return collectionResultOf(answer, collection, new Date())
}

/**
 * What an answer means for a collection (2.5). Pure; `now` is only for a Retry-After date. Where the document is silent:
 *
 * - `error: false` with FAILED, the document's own sample, is `unknown`: the two contradict each other, and the customer may
 *   be asked to pay. So is `error: true` without a word of refusal, or with one that speaks against it, as in a payout's answer.
 * - `error: false` with any other word and a reference is `under_way`, `success` too: it may mean that the request was made.
 * - Another amount than was asked for is a contradiction.
 * - Errors may come in the form of 2.5 or in that of section 7.
 */
function collectionResultOf(answer: Answer, collection: CheckedCollection, now: Date): CollectionResult {
  const decided = httpOutcome(answer, now, aboutCustomer(collection.customer))
  if (decided.kind === 'not_taken' || decided.kind === 'unknown') return callResultOf(decided, answer)
  const { response } = decided
  const json = readJson(response, ['error', 'status', 'reference', 'amount'])
  if (json.kind !== 'json') return callUnknown(`${json.kind}_answer`, json.message)
  const read = exactAnswer.safeParse(withReference(parseExact(json.text, ['amount', 'fees']), json.text))
  if (!read.success) return resultOfError(json.value, response, collection)
  if (decided.kind === 'rejection' && !read.data.error) {
    const message = say('provider.provider_answered_http_no_error_text', { httpStatus: response.httpStatus })
    return callUnknown('contradictory_answer', message, read.data.reference ?? null)
  }
  return resultOfAnswer(read.data, saidIn(json.value), collection, decided.kind === 'rejection')
}

/** Numbers are parsed as strings of their digits. */
const exactAnswer = collectionAnswer.extend({ amount: z.string().nullish(), fees: z.string().nullish() })

function resultOfAnswer(
  answer: z.infer<typeof exactAnswer>,
  said: Said,
  collection: CheckedCollection,
  isRejection: boolean,
): CollectionResult {
  const { error, status, amount = null, fees = null, message } = answer
  const reference = answer.reference ?? null
  const meaning = statusMeaning(status)
  const contradictory = (sentence: Sentence) => callUnknown('contradictory_answer', sentence, reference)
  if (error) {
    const isClear = isRejection ? !saysOtherwise(status, []) : isRefusal(status, [])
    if (isClear && !leavesDoubt(said)) return refused(message ?? status, collection.customer)
    const ownReference = callsItselfDuplicate(said, status) ? null : reference
    return callUnknown('contradictory_answer', say('provider.error_without_clear_refusal'), ownReference)
  }
  if (meaning === 'failure' || mentionsRefusal(status, [])) {
    return contradictory(say('provider.provider_reported_no_error_together_status'))
  }
  if (amount !== null && isAnotherAmount(amount, collection)) {
    return contradictory(say('provider.provider_answered_about_another_amount_asked'))
  }
  if (reference === null) {
    return callUnknown('unreadable_answer', say('provider.provider_reported_no_error_gave_no'))
  }
  const word = plainWords(status)?.slice(0, 60) ?? ''
  return { kind: 'under_way', reference, status: word, amount, fees, message: plainWords(message) }
}

/** An unreadable amount contradicts nothing. */
function isAnotherAmount(text: string, { amountMinor, currency }: CheckedCollection): boolean {
  const read = isCurrency(currency) ? parseAmount(text, currency) : null
  return read?.ok === true && read.amountMinor !== amountMinor
}

/** On HTTP 400 and 422: an error in the form of section 7, or one without a status. */
function resultOfError(value: unknown, response: Response, { customer }: CheckedCollection): CollectionResult {
  const { httpStatus } = response
  const reference = namedReference(response, 'charge')
  const isRejection = httpStatus >= 400
  if (isRejection && leavesDoubt(saidIn(value))) {
    return callUnknown('contradictory_answer', say('provider.error_without_clear_refusal'), reference)
  }
  if (isRejection && isBareError(value, httpStatus)) return refused(textOf(value, 'message'), customer)
  const error = errorAnswer.safeParse(value)
  if (isRejection && error.success && !(typeof value === 'object' && value !== null && 'error' in value)) {
    if (error.data.status === httpStatus) return refused(error.data.message, customer)
    const message = say('provider.provider_answered_http_another_status_text', { httpStatus })
    return callUnknown('contradictory_answer', message, reference)
  }
  const message = say('provider.provider_answered_form_no_collection_answer', { httpStatus })
  return callUnknown('unreadable_answer', message, reference)
}
