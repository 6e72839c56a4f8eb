import { z } from 'zod'
import type { ChargeEnd } from '../../payout/charge.ts'
import type { Payable } from '../../payout/keys.ts'
import { maskNote } from '../../payout/maskNote.ts'
import { parseAmount } from '../../payout/money/money.ts'
import { type Currency, isCurrency } from '../../payout/operators/operator.ts'
import { say } from '../../words/sentence.ts'
import { recipientForms } from '../answers/messageContradicts.ts'
import { plain, readStatus, type StatusReading } from '../answers/status.ts'
import type { Notification } from './readNotification.ts'

/** What a notification says of an online payment or a collection. Only `end` changes anything. */
type ChargeReading = { kind: 'end'; end: ChargeEnd } | { kind: 'undecided' } | { kind: 'contradictory' }

/**
 * The words that end a charge. The interface document shows `success` and `FAILED` (2.5, 2.7). The others mean the same in every
 * service of this kind, and none of them says that money came in.
 */
const ends = new Map<string, ChargeEnd>([
  ['success', 'paid'],
  ['failed', 'failed'],
  ['declined', 'failed'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['expired', 'expired'],
])

/**
 * Reads a notification about a charge. It is contradictory when its amount or currency is not the one asked for, or when
 * `error: true` stands beside `success`. A person must look at it then.
 */
export function judgeChargeNotification(
  { status, body }: Pick<Notification, 'status' | 'body'>,
  asked: { amountMinor: bigint; currency: string },
): ChargeReading {
  const { amount, currency, error } = details.parse(JSON.parse(body))
  const end = ends.get(status.trim().toLowerCase())
  if (end === undefined) return { kind: 'undecided' }
  if (currency !== undefined && currency.toUpperCase() !== asked.currency) return { kind: 'contradictory' }
  if (amount !== undefined && isCurrency(asked.currency) && !isAmount(amount, asked.amountMinor, asked.currency)) {
    return { kind: 'contradictory' }
  }
  return end === 'paid' && error === true ? { kind: 'contradictory' } : { kind: 'end', end }
}

/**
 * Reads a notification about a payout, exactly as the answer to a status call would be read: only `success` and `FAILED`
 * decide, and another amount, currency or number is a contradiction. A notification without an `error` field is read as `error: false`.
 */
export function judgePayoutNotification(
  { reference, body }: Pick<Notification, 'reference' | 'body'>,
  payable: Payable,
): StatusReading {
  const { phoneNumber, phone_number, phone, msisdn, ...fields } = loose.parse(JSON.parse(body))
  const numbers = [phoneNumber, phone_number, phone, msisdn, ...numbersOf(fields['customer'])]
  if (numbers.some((masked) => isAnotherNumber(masked, payable.phone))) {
    return { kind: 'contradictory', shown: say('provider.notification_about_another_number') }
  }
  // The digits around a mask (`150**00 XOF`) must not be read as an amount.
  const { message } = fields
  const words = typeof message === 'string' ? message.replaceAll(/\d{3}\*+\d\d/g, '…') : message
  const answer = {
    kind: 'response' as const,
    httpStatus: 200,
    contentType: 'application/json',
    retryAfter: null,
    // The payout was found by this reference. The kept text may mask it.
    body: Buffer.from(JSON.stringify({ error: false, ...fields, message: words, reference })),
    delimited: true,
  }
  return readStatus(answer, { reference, payable })
}

const details = z.object({
  amount: plain,
  currency: z.string().max(10).optional().catch(undefined),
  error: z.boolean().optional().catch(undefined),
})
const loose = z.looseObject({
  phoneNumber: z.unknown().optional(),
  phone_number: z.unknown().optional(),
  phone: z.unknown().optional(),
  msisdn: z.unknown().optional(),
})

/** The beneficiary's phone numbers, in the fields of the request (interface document, 2.6). */
function numbersOf(customer: unknown): unknown[] {
  const read = loose.safeParse(customer)
  return read.success ? [read.data.phoneNumber, read.data.phone_number, read.data.phone, read.data.msisdn] : []
}

function isAmount(text: string, amountMinor: bigint, currency: Currency): boolean {
  const read = parseAmount(text, currency)
  return read.ok && read.amountMinor === amountMinor
}

/** Kept numbers are masked, so only their ends are compared, with each form of ours (with and without the country code). */
function isAnotherNumber(masked: unknown, phone: string): boolean {
  if (typeof masked !== 'string' || !masked.includes('*')) return false
  const ends = (text: string) => text.replace(/\*+/, '*')
  return ![...recipientForms(phone).forms].some((form) => ends(maskNote(form, { name: null })) === ends(masked))
}
