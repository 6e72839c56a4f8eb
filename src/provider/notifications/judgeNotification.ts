import { z } from 'zod'
import type { ChargeEnd } from '../../payout/charge.ts'
import type { Payable } from '../../payout/keys.ts'
import { maskNote } from '../../payout/maskNote.ts'
import { parseAmount } from '../../payout/money/money.ts'
import { type Currency, isCurrency } from '../../payout/operators/operator.ts'
import { say } from '../../words/sentence.ts'
import { recipientForms } from '../answers/providerWords.ts'
import { plain, readStatus, type StatusReading } from '../answers/status.ts'
import type { Notification } from './readNotification.ts'

/** What a notification says of an online payment or a collection. Only `end` changes anything. */
type ChargeReading = { kind: 'end'; end: ChargeEnd } | { kind: 'undecided' } | { kind: 'contradictory' }

/**
 * The words that end a charge. The interface document shows `success` and `FAILED` (2.5, 2.7); the others say nothing else
 * in any service of this kind, and none of them says that money came in.
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
 * Read a notification about a charge. Other amounts or another currency than what was asked for contradict it, and so does
 * `error: true` beside `success`: then a person looks.
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
 * Read a notification about a payout, exactly as the answer to a status call about it would be: only `success` and `FAILED`
 * decide, and another amount or number contradicts. (A notification's reference is always there; without an `error` field
 * of its own there was none.)
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
  // What is left of a masked number or amount (`150**00 XOF`) is no amount of its own.
  const { message } = fields
  const words = typeof message === 'string' ? message.replaceAll(/\d{3}\*+\d\d/g, '…') : message
  const answer = {
    kind: 'response' as const,
    httpStatus: 200,
    contentType: 'application/json',
    retryAfter: null,
    // Its reference is whose we have found, even where the kept text masks it.
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

/** The beneficiary's, as in the request (interface document, 2.6). */
function numbersOf(customer: unknown): unknown[] {
  const read = loose.safeParse(customer)
  return read.success ? [read.data.phoneNumber, read.data.phone_number, read.data.phone, read.data.msisdn] : []
}

function isAmount(text: string, amountMinor: bigint, currency: Currency): boolean {
  const read = parseAmount(text, currency)
  return read.ok && read.amountMinor === amountMinor
}

/** Kept numbers are masked, some by the provider: the ends are compared, of each form of ours with and without the country code. */
function isAnotherNumber(masked: unknown, phone: string): boolean {
  if (typeof masked !== 'string' || !masked.includes('*')) return false
  const ends = (text: string) => text.replace(/\*+/, '*')
  return ![...recipientForms(phone).forms].some((form) => ends(maskNote(form, { name: null })) === ends(masked))
}
