import type { Currency } from '../payout/country.ts'
import { type CollectionRequest, collectionRequest, type PaymentRequest, paymentRequest } from '../provider/wire.ts'
import { amountNumberProblem, checkWallet, invalidRequest } from './checkWallet.ts'
import { firstProblem } from './firstProblem.ts'
import { deliverable } from './postNotification.ts'
import type { PayerRecord } from './records.ts'

export type Checked<Request> = { ok: true; request: Request } | { ok: false; message: string }

/** A collection's request, with what follows from its operator. `phone` is digits with the country code. */
export type CheckedCollection = CollectionRequest & { phone: string; currency: Currency }

/**
 * Checks an online payment's body (interface document, 2.1). Required: amount, currency, payment_mode, return_url and
 * cancel_url. Which fields are required is not shown: see docs/provider-interface-choices.md.
 *
 * @param digits the amount as it stands in the JSON, null when it is no number
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

/** What is kept of the customer (2.2). */
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
