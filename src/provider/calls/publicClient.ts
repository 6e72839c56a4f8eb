import { z } from 'zod'
import type { Payable } from '../../payout/keys.ts'
import { countryOfOperator, type OperatorCode } from '../../payout/operators/operator.ts'
import { isPlainHttp } from '../../process.ts'
import { type Language, languages } from '../../words/catalogue.ts'
import { type Rendered, rendered, SaidError } from '../../words/render.ts'
import { country, isSentence, type Sentence, say, type Words } from '../../words/sentence.ts'
import {
  type CallUnknown,
  callResultOf,
  callUnknown,
  type Invalid,
  type NotTakenIn,
  type Refused,
} from '../answers/callResult.ts'
import {
  checkKey,
  createProviderClient,
  judgeOf,
  type ProviderClient,
  payoutWithRetry,
  readBaseUrl,
} from '../client.ts'
import { phoneNumber as phoneNumberShape, text, tooLong } from '../wire.ts'
import {
  amountShape,
  type Checked,
  checkOrder,
  objectError,
  operatorShape,
  phoneShape,
  readExactAmount,
  readInternational,
  readOperator,
} from './checkOrder.ts'
import { type CollectionOrder, type CollectionResult, checkCollection, sendCollection } from './collection.ts'
import { checkPayment, type PaymentOrder, type PaymentResult, sendPayment } from './payment.ts'

/**
 * The provider's three endpoints. No call rejects: every expected outcome is a result, with its `kind`. Each request is checked
 * first; if anything is wrong, the result is `invalid` and nothing is sent. No request is sent twice, unless the first one
 * provably never left this machine (retries take about two seconds).
 *
 * The interface has no idempotency key. After `unknown`, making the same call again may charge or pay somebody twice.
 */
export interface Client {
  /** Initiates an online payment (4.1). `initiated`: send the payer to `paymentUrl`. */
  initiatePayment(order: PaymentOrder): Promise<Rendered<PaymentResult | Invalid>>
  /** Asks a customer for a payment on the handset (4.2). */
  collect(order: CollectionOrder): Promise<Rendered<CollectionResult | Invalid>>
  /**
   * Sends money (4.3). This is the bare call: nothing is recorded, and the same order given twice pays twice. `payrun run` and
   * `payrun payout` go through the ledger, which keeps that from happening.
   */
  payout(order: PayoutOrder): Promise<Rendered<PayoutResult | Invalid>>
  /** Waits for the requests in flight, then closes every connection. Safe to repeat. */
  close(): Promise<void>
}

export interface ClientOptions {
  /** The interface's base URL, `{base_url}` of section 4: http or https; a path and a trailing slash are fine. */
  baseUrl: string
  /** Accept a base URL of another machine without TLS: anybody on the network path can read the keys and send payouts with them. */
  allowCleartext?: boolean
  /** Section 5. It goes into request headers and nowhere else. */
  appKey: string
  /** Section 5. It goes into request headers and nowhere else. */
  merchantKey: string
  /** Deadline of one request, from the call to the answer's last byte: 100 to 600,000; 30,000 by default. */
  timeoutMs?: number
  /** Requests in flight at once, 1 to 10,000; 10 by default. A request beyond them waits, within its deadline. */
  connections?: number
  /** Called with a sentence for a log, without credentials, phone numbers or names. Its errors are ignored. */
  onNotice?: (message: string) => void
  /** The language of payrun's own messages in results, by default English. The provider's words are never translated. */
  language?: Language
}

/**
 * A client of the provider, or of a sandbox.
 *
 * @throws Error if an option is unusable or unknown; the message names it, and all others, and never quotes the base URL or a key.
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options)
  const { timeoutMs = 30_000, connections = 10, language = 'en', onNotice } = options
  const provider = createProviderClient({ ...options, timeoutMs, connections, onNotice: withoutThrowing(onNotice) })
  let closing: Promise<void> | undefined
  return {
    initiatePayment: async (order) =>
      told(await ifValid(checkPayment(order), (payment) => sendPayment(provider, payment)), language),
    collect: async (order) =>
      told(await ifValid(checkCollection(order), (collection) => sendCollection(provider, collection)), language),
    payout: async (order) =>
      told(await ifValid(checkPayout(order), (payable) => sendPayout(provider, payable)), language),
    close: () => {
      closing ??= provider.close()
      return closing
    },
  }
}

/** The result of a payout, in the same form as the other two calls. */
export type PayoutResult =
  | { kind: 'paid'; reference: string | null }
  /** The provider has it, but called it neither paid nor refused. Wait for a notification, or check the account. */
  | { kind: 'under_way'; reference: string; message: Words }
  | Refused
  | NotTakenIn
  | CallUnknown

async function sendPayout(provider: ProviderClient, payable: Payable): Promise<PayoutResult> {
  const judge = judgeOf(payable)
  const answer = await payoutWithRetry(provider, payable, { judge })
  const outcome = judge(answer)
  switch (outcome.kind) {
    case 'paid':
      return { kind: 'paid', reference: outcome.providerReference }
    case 'accepted':
      return { kind: 'under_way', reference: outcome.providerReference, message: outcome.message }
    case 'failed':
      return { kind: 'refused', message: outcome.message }
    case 'unknown':
      return callUnknown(outcome.code, outcome.message, outcome.providerReference)
    case 'not_taken':
      return callResultOf(outcome, answer)
  }
}

/** For sentences that name variables of the environment: what another program, which doesn't have these, is told instead. */
const inCode: Readonly<Record<string, (args: Sentence['args']) => Sentence>> = {
  'provider.provider_did_not_accept_keys_http': (args) => say('provider.keys_refused', statusIn(args)),
  'provider.provider_no_such_service_address_http': (args) => say('provider.no_service_at_base_url', statusIn(args)),
  'provider.provider_answered_redirect_http_not_followed': (args) =>
    say('provider.redirect_from_base_url', statusIn(args)),
}

const statusIn = ({ httpStatus }: Sentence['args']) => ({ httpStatus: Number(httpStatus) })

function told<Result extends object>(result: Result, language: Language): Rendered<Result> {
  const message = 'message' in result ? result.message : undefined
  const other = isSentence(message) ? inCode[message.key]?.(message.args) : undefined
  return rendered<Result>(other ? { ...result, message: other } : result, language)
}

async function ifValid<Order, Result>(
  checked: Checked<Order>,
  send: (order: Order) => Promise<Result>,
): Promise<Result | Invalid> {
  return checked.ok ? send(checked.order) : { kind: 'invalid', problems: checked.problems }
}

/** A mobile payout to be made (interface document, 2.6). */
export interface PayoutOrder {
  /** A code of 2.8. */
  operator: OperatorCode
  /** Text (`'1500'`, `'150.50'`), or minor units (`15050n`); sent as text in the currency's decimals. Above zero. */
  amount: string | bigint
  /** The recipient's mobile number in the operator's country, with the country code, with or without a plus. */
  phoneNumber: string
  /** ISO 4217. By default the currency of the operator's country, and no other is accepted. */
  currency?: string | undefined
  /** The beneficiary's name, sent as customer.name together with the number. At most 100 characters. */
  name?: string | undefined
  /**
   * Who the wallet belongs to, if that is not simply `name` with the recipient's number (2.6): a name of at most 100 characters,
   * a number as digits with the country code. Instead of `name`, not in addition to it.
   */
  customer?: { name?: string | undefined; phoneNumber?: string | undefined } | undefined
}

const beneficiary = z.strictObject(
  {
    name: text('customer.name').max(100, tooLong('customer.name', 100)).optional(),
    phoneNumber: phoneNumberShape('customer.phoneNumber').optional(),
  },
  { error: objectError('customer') },
)

const shape = z.strictObject(
  {
    operator: operatorShape,
    amount: amountShape,
    phoneNumber: phoneShape,
    currency: text('currency').optional(),
    name: text('name').max(100, tooLong('name', 100)).optional(),
    customer: beneficiary.optional(),
  },
  { error: objectError(say('provider.the_payout')) },
)

/** Checks an untrusted order and finds all its problems. */
export function checkPayout(order: unknown): Checked<Payable> {
  return checkOrder(shape, order, ({ amount, phoneNumber, name, customer, ...given }, report, names) => {
    const operator = readOperator(given.operator, report)
    const home = operator && countryOfOperator(operator)
    if (home && given.currency !== undefined && given.currency !== home.currency) {
      report(
        'currency',
        say('provider.currency_must_payouts', { currency: home.currency, country: country(home.code) }),
      )
    }
    if (names.has('name') && names.has('customer')) report('name', say('provider.name_beside_customer'))
    const phone = readInternational(phoneNumber, operator, report)
    const exact = readExactAmount(amount, home?.currency ?? null, report)
    if (!operator || !home || phone === null || !exact) return null
    const customerPhone = customer?.phoneNumber?.replace(/^\+/, '')
    return {
      operator: operator.code,
      phone,
      amountMinor: exact.amountMinor,
      currency: home.currency,
      name: name ?? customer?.name ?? null,
      ...(customerPhone === undefined ? {} : { customerPhone }),
    }
  })
}

/**
 * For callers without types: an invalid option found only after a request has left would cost its result, and a typo would be
 * dropped silently. All that is wrong is said at once.
 */
function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new Error('createClient needs an object of options: baseUrl, appKey and merchantKey at least.')
  }
  const { baseUrl, appKey, merchantKey, allowCleartext, onNotice, language, timeoutMs, connections, ...others } =
    options as Readonly<Record<keyof ClientOptions, unknown>>
  const wrong: string[] = []
  const demand = (isRight: boolean, sentence: string) => {
    if (!isRight) wrong.push(sentence)
  }
  const read = (reader: () => unknown) => {
    try {
      reader()
    } catch (error) {
      if (!(error instanceof SaidError)) throw error
      wrong.push(error.message)
    }
  }
  for (const [name, value] of Object.entries(others))
    demand(value === undefined, `createClient has no option ${JSON.stringify(name.slice(0, 40))}.`)
  if (typeof baseUrl === 'string' || baseUrl instanceof URL) {
    read(() => readBaseUrl(String(baseUrl)))
    demand(
      Boolean(allowCleartext) || !isPlainHttp(String(baseUrl)),
      'baseUrl names another machine without TLS: everybody on the way could read the keys. Write https://, or set allowCleartext if nobody can listen in between.',
    )
  } else wrong.push('baseUrl must be a text: the address of the interface, such as https://pay.example.com.')
  if (typeof appKey === 'string') read(() => checkKey(appKey, 'appKey'))
  else wrong.push('appKey must be a text: the app-key that the provider gave you.')
  if (typeof merchantKey === 'string') read(() => checkKey(merchantKey, 'merchantKey'))
  else wrong.push('merchantKey must be a text: the merchant-key that the provider gave you.')
  demand([undefined, true, false].includes(allowCleartext as undefined), 'allowCleartext must be true or false.')
  demand(onNotice === undefined || typeof onNotice === 'function', 'onNotice must be a function.')
  demand(
    language === undefined || (languages as readonly unknown[]).includes(language),
    `language must be ${languages.map((each) => `"${each}"`).join(' or ')}.`,
  )
  // A timer treats an invalid delay as 1 ms: every request would leave, and be given up before its answer.
  demand(isWithin(timeoutMs, 100, 600_000), 'timeoutMs must be a whole number from 100 to 600000.')
  demand(isWithin(connections, 1, 10_000), 'connections must be a whole number from 1 to 10000.')
  if (wrong.length > 0) throw new Error(wrong.join(' '))
}

const isWithin = (value: unknown, least: number, most: number): boolean =>
  value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)

/** It is called during an exchange: if it throws, the process could end, or a payout could lose its result. */
const withoutThrowing =
  (onNotice: ClientOptions['onNotice']) =>
  (message: string): void => {
    try {
      onNotice?.(message)
    } catch {
      // Nothing depends on it.
    }
  }
