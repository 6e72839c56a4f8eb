import type { PayoutState } from '../payout/state.ts'
import type { CollectionState, PaymentState } from './state/records.ts'

/** A fault that the sandbox plays for numbers that end in `digits`, and the end state of a row that meets it. */
interface ScriptedOutcome {
  digits: string
  what: string
  /** Whether the sandbox carries the payout out, so that the merchant's account would show it. */
  carriedOut: boolean
  expectedState: PayoutState
}

/** By the last four digits of the recipient's number. Payouts to all other numbers are paid. */
export const scriptedOutcomes = [
  { digits: '9901', what: 'refused: error true, status FAILED', carriedOut: false, expectedState: 'failed' },
  { digits: '9902', what: 'HTTP 400, the request is invalid', carriedOut: false, expectedState: 'failed' },
  { digits: '9903', what: 'slow: success after 3 seconds', carriedOut: true, expectedState: 'paid' },
  { digits: '9904', what: 'HTTP 429 at the first try, then success', carriedOut: true, expectedState: 'paid' },
  { digits: '9905', what: 'HTTP 500 after paying', carriedOut: true, expectedState: 'unknown' },
  { digits: '9906', what: 'connection reset after paying', carriedOut: true, expectedState: 'unknown' },
  { digits: '9907', what: 'an HTML page with HTTP 200 after paying', carriedOut: true, expectedState: 'unknown' },
  { digits: '9908', what: 'contradictory: error false, status FAILED', carriedOut: false, expectedState: 'unknown' },
  { digits: '9909', what: 'not final: error false, status PENDING', carriedOut: true, expectedState: 'accepted' },
] as const satisfies readonly ScriptedOutcome[]

export type Script = (typeof scriptedOutcomes)[number]['digits']

/** What happens to a collection from a number that ends in `digits`. */
interface CollectionScript {
  digits: string
  what: string
  /** Its end state, or null if no collection is created. */
  ends: CollectionState | null
}

/**
 * By the last four digits of the customer's number. For all other numbers, the handset page asks the customer. An event "by itself" happens
 * a second after the request, or after the time that the sandbox was given.
 */
export const collectionScripts = [
  { digits: '9901', what: 'refused at once: error true, status FAILED; no notification', ends: 'failed' },
  { digits: '9902', what: 'HTTP 400, the request is invalid', ends: null },
  { digits: '9903', what: 'slow: answered after 3 seconds', ends: 'pending' },
  { digits: '9904', what: 'HTTP 429 at the first try, then accepted', ends: 'pending' },
  { digits: '9905', what: 'HTTP 500, and yet the customer is asked', ends: 'pending' },
  { digits: '9906', what: 'connection reset, and yet the customer is asked', ends: 'pending' },
  {
    digits: '9908',
    what: "the document's sample: error false, status FAILED; nobody is asked, no notification",
    ends: 'failed',
  },
  { digits: '9911', what: 'the right PIN, but insufficient funds', ends: 'failed' },
  { digits: '9912', what: 'declined by the customer, by itself', ends: 'declined' },
  { digits: '9913', what: 'expires by itself', ends: 'expired' },
  { digits: '9914', what: 'paid by itself', ends: 'paid' },
  { digits: '9915', what: 'paid by itself, and no notification is sent', ends: 'paid' },
  { digits: '9916', what: 'paid by itself, and the notification is sent twice', ends: 'paid' },
  { digits: '9917', what: 'fails by itself', ends: 'failed' },
] as const satisfies readonly CollectionScript[]

export type CollectionDigits = (typeof collectionScripts)[number]['digits']

/** What happens when a payer on the hosted page uses a card or a number that ends in `digits`. */
interface PayerScript {
  digits: string
  what: string
  /** The payment's state afterwards. `created` means that the payer may try again, three times in total. */
  ends: PaymentState
}

/** By the last four digits of the card or the mobile number. All others pay. */
export const payerScripts = [
  { digits: '9901', what: 'refused for good', ends: 'failed' },
  { digits: '9911', what: 'insufficient funds: another way may be tried', ends: 'created' },
  {
    digits: '9912',
    what: '3-D Secure fails (a mobile number: wrong PIN): another way may be tried',
    ends: 'created',
  },
  {
    digits: '9913',
    what: 'the card has expired (a mobile number: refused): another way may be tried',
    ends: 'created',
  },
  { digits: '9915', what: 'paid, and no notification is sent', ends: 'paid' },
  { digits: '9916', what: 'paid, and the notification is sent twice', ends: 'paid' },
] as const satisfies readonly PayerScript[]

export type PayerDigits = (typeof payerScripts)[number]['digits']

/** The script of a payout to this number, or null if it is simply paid. */
export const scriptOf = (phone: string): Script | null => digitsAmong(scriptedOutcomes, phone)

/** The script of a collection from this number, or null if the handset asks. */
export const collectionScriptOf = (phone: string): CollectionDigits | null => digitsAmong(collectionScripts, phone)

/** The script of a payer's card or number, or null if it simply pays. */
export const payerScriptOf = (cardOrPhone: string): PayerDigits | null => digitsAmong(payerScripts, cardOrPhone)

/** How often a script of a payer or a collection notifies the end. */
export const notificationTimes = (script: string | null): number => ({ '9915': 0, '9916': 2 })[script ?? ''] ?? 1

function digitsAmong<Digits extends string>(scripts: readonly { digits: Digits }[], number: string): Digits | null {
  const digits = number.slice(-4)
  return scripts.find((each) => each.digits === digits)?.digits ?? null
}
