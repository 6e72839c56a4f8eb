import type { FastifyReply } from 'fastify'
import type { ZodSafeParseError } from 'zod'
import {
  type Country,
  type Currency,
  countryOfOperator,
  currencyDecimals,
  type Operator,
  operatorOf,
} from '../payout/operators/operator.ts'
import {
  type CollectionRequest,
  collectionRequest,
  type PaymentRequest,
  type PayoutRequest,
  paymentRequest,
  payoutRequest,
} from '../provider/wire.ts'
import { renderWords } from '../words/render.ts'
import { saidIn } from '../words/sentence.ts'
import { deliverable } from './notifications/postNotification.ts'
import type { PayerRecord } from './state/records.ts'

/**
 * Checks a payout's body as a provider would: the fields of the interface document (2.6), an operator from its table (2.8), a number and
 * the currency of the operator's country, and an amount with no more decimals than the currency has.
 */
export function checkPayout(body: unknown): Checked<PayoutRequest> {
  const read = payoutRequest.safeParse(body)
  if (!read.success) return invalid(firstProblem(read))
  const payout = read.data
  const wallet = checkWallet(payout.operator, payout.phoneNumber)
  if (!wallet.ok) return invalid(wallet.message)
  const { currency } = wallet.country
  if (payout.currency !== currency) return invalid(`currency must be ${currency} for this operator`)
  const problem = amountProblem(payout.amount, currency)
  if (problem !== null) return invalid(problem)
  return { ok: true, request: { ...payout, phoneNumber: wallet.phone } }
}

type Checked<Request> = { ok: true; request: Request } | { ok: false; message: string }

/** A collection's request with the currency of its operator. `phone` is digits with the country code. */
export type CheckedCollection = CollectionRequest & { phone: string; currency: Currency }

/**
 * Checks an online payment's body (interface document, 2.1). Required: amount, currency, payment_mode, return_url and cancel_url. The
 * document doesn't say which fields are required: see docs/provider-interface-choices.md.
 *
 * @param digits the amount as in the JSON, or null if it isn't a number
 */
export function checkPayment(body: unknown, digits: string | null): Checked<PaymentRequest> {
  const read = paymentRequest.safeParse(body)
  if (!read.success) return invalid(firstProblem(read))
  const problem = amountNumberProblem(digits ?? '', read.data.currency) ?? callbackProblem(read.data.callback_url)
  return problem === null ? { ok: true, request: read.data } : invalid(problem)
}

/** Checks a collection's body (2.4). Required: amount, operator and phoneNumber. */
export function checkCollection(body: unknown, digits: string | null): Checked<CheckedCollection> {
  const read = collectionRequest.safeParse(body)
  if (!read.success) return invalid(firstProblem(read))
  const wallet = checkWallet(read.data.operator, read.data.phoneNumber)
  if (!wallet.ok) return invalid(wallet.message)
  const { currency } = wallet.country
  const problem = amountNumberProblem(digits ?? '', currency) ?? callbackProblem(read.data.callback_url)
  if (problem !== null) return invalid(problem)
  return { ok: true, request: { ...read.data, phone: wallet.phone, currency } }
}

/** What is stored about the customer (2.2). */
export const payerRecord = (customer: PaymentRequest['customer']): PayerRecord => ({
  name: customer?.name ?? null,
  email: customer?.email ?? null,
  phoneNumber: customer?.phoneNumber ?? null,
})

const callbackProblem = (url: string | undefined): string | null =>
  url === undefined || deliverable(url)
    ? null
    : 'callback_url must not be a link-local address, or one where a cloud keeps credentials'

const invalid = (problem: string): { ok: false; message: string } => ({ ok: false, message: invalidRequest(problem) })

type CheckedWallet =
  | { ok: true; operator: Operator; country: Country /** Digits with the country code. */; phone: string }
  | { ok: false; field: 'operator' | 'phone'; message: string }

/** Checks an operator from the table (interface document, 2.8) and an international number of its country, with or without a plus. */
export function checkWallet(operatorCode: string, phoneNumber: string): CheckedWallet {
  const operator = operatorOf(operatorCode)
  if (!operator) return { ok: false, field: 'operator', message: 'operator is not one of the supported codes' }
  const country = countryOfOperator(operator)
  const phone = phoneNumber.replace(/^\+/, '')
  const fits = /^\d{8,15}$/.test(phone) && phone.startsWith(country.diallingCode)
  if (fits && phone.length >= country.diallingCode.length + 8) return { ok: true, operator, country, phone }
  const message = `phoneNumber must be a number of ${country.name} with the country code ${country.diallingCode}`
  return { ok: false, field: 'phone', message }
}

/** What is wrong with an amount's digits in this currency (ISO 4217 decimals), or null. */
function amountProblem(amount: string, currency: Currency): string | null {
  if (/^[0.]+$/.test(amount)) return 'amount must be above zero'
  const decimals = currencyDecimals[currency]
  if ((amount.split('.')[1]?.length ?? 0) <= decimals) return null
  return `amount has too many decimals: ${currency} has ${decimals}`
}

/** The same for the digits of a JSON number: 1500.00 is 1500, and an exponent is refused. */
function amountNumberProblem(digits: string, currency: Currency): string | null {
  if (!/^\d{1,15}(?:\.\d{1,15})?$/.test(digits)) return 'amount must be written in digits, such as 1500 or 150.50'
  return amountProblem(digits.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
}

/** The message that refuses a request. */
export const invalidRequest = (problem: string): string => `The request is invalid: ${problem}.`

/**
 * The first problem of a body, in the schemas' own words, or ours if something is not an object. It is in English, like the interface
 * document, whatever the sandbox's language.
 */
function firstProblem(read: ZodSafeParseError<unknown>): string {
  const [issue] = read.error.issues
  if (!issue) return 'the body is not right'
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return renderWords(saidIn(issue), 'en')
  return issue.path.length === 0 ? 'the body is not a JSON object' : `${issue.path.join('.')} is not an object`
}

/**
 * Parses a request's body strictly (RFC 8259), for all three endpoints. A byte order mark (8.1) is refused.
 *
 * @throws an error that the error handler answers with 400
 */
export function readJsonBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(new Error('no JSON', { cause }), { statusCode: 400 })
  }
}

/** The answer to a caller; `reset` breaks the connection instead. */
export type SandboxAnswer =
  | { kind: 'json'; httpStatus: number; body: object; retryAfterSeconds?: number }
  | { kind: 'html'; body: string }
  | { kind: 'reset' }

/** Which of the two forms an endpoint's errors have. */
export type ErrorForm = 'payment' | 'transfer'

export const ok = (body: object): SandboxAnswer => ({ kind: 'json', httpStatus: 200, body })

/**
 * An error in the form of section 7 of the document: an integer status equal to the HTTP status, and a message. Errors of collections and
 * payouts ("transfer") also have the boolean `error` of their answers (2.5, 2.7). The document doesn't show the rest of their form, so it
 * is our choice (docs/provider-interface-choices.md).
 */
export const errorAnswer = (form: ErrorForm, status: number, message: string): SandboxAnswer => ({
  kind: 'json',
  httpStatus: status,
  body: form === 'payment' ? { status, message } : { error: true, status, message },
})

/** Refuses a request with an error. */
export const sendError = (reply: FastifyReply, form: ErrorForm, httpStatus: number, message: string): FastifyReply =>
  send(reply, errorAnswer(form, httpStatus, message))

/** Sends an answer of any kind. */
export function send(reply: FastifyReply, answer: SandboxAnswer): FastifyReply {
  switch (answer.kind) {
    case 'json':
      if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
      return reply.code(answer.httpStatus).send(answer.body)
    case 'html':
      return reply.type('text/html').send(answer.body)
    case 'reset':
      reply.hijack()
      reply.raw.socket?.resetAndDestroy()
      return reply
  }
}
