import { z } from 'zod'
import { type Currency, isCurrency } from '../payout/country.ts'
import { maskNote } from '../payout/maskNote.ts'
import { parseAmount } from '../payout/money.ts'
import type { Payable } from '../payout/payable.ts'
import type { PayinEnd } from '../payout/payin.ts'
import { readStatus, type StatusReading } from '../provider/readStatus.ts'
import type { Notification } from './notification.ts'

/** What a notification says of an online payment or a collection. Only `end` changes anything. */
export type PayinReading = { kind: 'end'; end: PayinEnd } | { kind: 'undecided' } | { kind: 'contradictory' }

/**
 * The words that end a payin. The interface document shows `success` and `FAILED` (2.5, 2.7); the others say nothing else
 * in any service of this kind, and none of them says that money came in.
 */
const ends = new Map<string, PayinEnd>([
  ['success', 'paid'],
  ['failed', 'failed'],
  ['declined', 'failed'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['expired', 'expired'],
])

/**
 * Read a notification about a payin. Other amounts or another currency than what was asked for contradict it, and so does
 * `error: true` beside `success`: then a person looks.
 */
export function judgePayinNotification(
  { status, body }: Pick<Notification, 'status' | 'body'>,
  asked: { amountMinor: bigint; currency: string },
): PayinReading {
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
  const { phoneNumber, phone, msisdn, ...fields } = loose.parse(JSON.parse(body))
  if ([phoneNumber, phone, msisdn].some((masked) => isAnotherNumber(masked, payable.phone))) {
    return { kind: 'contradictory', shown: 'a notification about another number' }
  }
  const answer = {
    kind: 'response' as const,
    httpStatus: 200,
    contentType: 'application/json',
    retryAfter: null,
    body: Buffer.from(JSON.stringify({ error: false, ...fields })),
    delimited: true,
  }
  return readStatus(answer, { reference, payable })
}

const plain = z
  .union([z.string().max(40), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)
const details = z.object({
  amount: plain,
  currency: z.string().max(10).optional().catch(undefined),
  error: z.boolean().optional().catch(undefined),
})
const loose = z.looseObject({
  phoneNumber: z.unknown().optional(),
  phone: z.unknown().optional(),
  msisdn: z.unknown().optional(),
})

function isAmount(text: string, amountMinor: bigint, currency: Currency): boolean {
  const read = parseAmount(text, currency)
  return read.ok && read.amountMinor === amountMinor
}

/** Kept numbers are masked: the country code and the last two digits are left to compare. */
function isAnotherNumber(masked: unknown, phone: string): boolean {
  if (typeof masked !== 'string' || !masked.includes('*')) return false
  const ours = maskNote(phone, { name: null })
  return masked.slice(0, 3) !== ours.slice(0, 3) || masked.slice(-2) !== ours.slice(-2)
}
