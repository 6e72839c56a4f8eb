import type { Language } from '../../words/catalogue.ts'

/**
 * The sandbox's records, and the services for its pages and its interface. Where the interface document says "not shown", states and
 * amounts are the sandbox's own choices: see docs/provider-interface-choices.md.
 */

/** A payout that the sandbox made, as the merchant's account would show it. */
export interface CarriedOut {
  reference: string
  operator: string
  amount: string
  currency: string
  /** Digits with the country code. */
  phone: string
  /** ISO 8601. */
  at: string
}

/**
 * The state of an online payment. `created`: the payer has not decided yet. It leads to each of the others, which are final: `paid` (money
 * moved), `cancelled` (by the payer), `failed` (refused for good), `expired` (not paid in time).
 */
export type PaymentState = 'created' | 'paid' | 'cancelled' | 'failed' | 'expired'

/** The state of a collection. `pending`: the handset asks the customer. It leads to each of the others, which are final. */
export type CollectionState = 'pending' | 'paid' | 'declined' | 'failed' | 'expired'

/** Why an attempt to pay, or a whole payment, was refused. Pages have a sentence for each. */
export type Refusal =
  | 'refused'
  | 'insufficient_funds'
  | 'three_d_secure_failed'
  | 'expired_card'
  | 'operator_unavailable'
  | 'wrong_pin'
  | 'too_many_tries'

export interface PayerRecord {
  name: string | null
  email: string | null
  phoneNumber: string | null
}

/** How somebody paid online. Only the last four digits of a card are ever stored. */
export type PaidBy = { by: 'card'; lastFour: string } | { by: 'mobile'; operator: string; phone: string }

/** How often a payer may try. The last refusal fails the payment. */
export const maxTries = 3

/** An online payment (4.1). The reference must not be guessable: /pay/:reference needs nothing else. */
export interface PaymentRecord {
  reference: string
  state: PaymentState
  /** The digits that the merchant sent, unchanged: `1500`, `150.50`. */
  amount: string
  currency: string
  mode: 'ALL' | 'CARD'
  returnUrl: string
  cancelUrl: string
  callbackUrl: string | null
  description: string | null
  customer: PayerRecord
  /** These three are ISO 8601. `settledAt` is null while the payment is open. */
  createdAt: string
  expiresAt: string
  settledAt: string | null
  paidBy: PaidBy | null
  /** Refused attempts. The last of `maxTries` fails the payment. */
  refusedTries: number
  /** The refusal of the last attempt. */
  refusal: Refusal | null
}

/** A mobile collection (4.2). */
export interface CollectionRecord {
  reference: string
  state: CollectionState
  /** The digits that the merchant sent, unchanged. */
  amount: string
  /** The currency of the operator's country. */
  currency: string
  operator: string
  /** Digits with the country code. */
  phone: string
  customer: PayerRecord
  /** What the merchant sent, returned in the notification. Undefined if nothing was sent. */
  customData?: unknown
  callbackUrl: string | null
  createdAt: string
  expiresAt: string
  settledAt: string | null
  refusedTries: number
  refusal: Refusal | null
}

/** One attempt to deliver a notification: the receiver's status, or why there was none. */
export interface NotificationAttempt {
  /** ISO 8601. */
  at: string
  status: number | null
  error: string | null
  ms: number
  /** The first 200 characters of the receiver's answer. */
  answer: string | null
  /** Sent again by a person. It doesn't count as a planned try. */
  byHand: boolean
}

/** A notification to the merchant's callback_url, sent until the receiver answers with 2xx or the tries are used up. */
export interface NotificationRecord {
  id: string
  event: 'payment' | 'collection'
  reference: string
  status: string
  url: string
  /** The JSON that is posted, the same bytes each time. */
  body: string
  createdAt: string
  /** `waiting`: another attempt is due at `nextAt`. `given_up`: the last planned try failed. */
  state: 'waiting' | 'delivered' | 'given_up'
  nextAt: string | null
  attempts: NotificationAttempt[]
}

/** A request that an endpoint refused, with the parts that can be shown. */
export interface RefusedRequest {
  kind: 'payout' | 'payment' | 'collection'
  /** ISO 8601. */
  at: string
  /** 200 for a payout that the operator refused. */
  httpStatus: number
  message: string
  amount: string | null
  currency: string | null
  account: PaidBy | null
}

/**
 * The switchboard: what goes wrong at all three endpoints. A request meets at most one fault, checked in this order: outage, 429, 500,
 * reset. An outage and a 429 never move money. 500s and resets alternate: the first comes before the request is carried out, the second
 * after it, and so on.
 */
export interface Faults {
  /** How long every answer waits, 0 to 600000. */
  latencyMs: number
  /** The share of requests that meet each fault, from 0 to 1. */
  tooManyRate: number
  errorRate: number
  resetRate: number
  /** Whole seconds, in the Retry-After of a 429. */
  retryAfterSeconds: number
  /** The operator whose collections and payouts are answered with 503, or null. */
  outageOperator: string | null
}

export type FaultsSet = { ok: true; faults: Faults } | { ok: false; field: keyof Faults | null; message: string }

export interface Page<Row> {
  /** The number of all rows. */
  total: number
  /** Newest first. */
  rows: Row[]
}

export interface PageAsked {
  offset: number
  limit: number
}

export type PayAsked =
  /** The digits of a card, with or without spaces. */
  | { by: 'card'; card: string }
  /** `phone` is international, with or without a plus. */
  | { by: 'mobile'; operator: string; phone: string }

export type PayResult =
  | { kind: 'paid'; payment: PaymentRecord }
  /** If the payment's state is `created`, it is still open, and the payer may try again. */
  | { kind: 'refused'; payment: PaymentRecord; refusal: Refusal }
  /** It was already in an end state: nothing was done. */
  | { kind: 'final'; payment: PaymentRecord }
  /** Nothing was tried: for example, the card number is invalid, or the operator's country has another currency. */
  | { kind: 'invalid'; payment: PaymentRecord; field: 'card' | 'operator' | 'phone' }
  | { kind: 'not_found' }

type CancelResult =
  | { kind: 'cancelled'; payment: PaymentRecord }
  | { kind: 'final'; payment: PaymentRecord }
  | { kind: 'not_found' }

export type ApproveResult =
  | { kind: 'paid'; collection: CollectionRecord }
  /** A wrong PIN leaves it `pending` until the third. Any other refusal is final. */
  | { kind: 'refused'; collection: CollectionRecord; refusal: Refusal }
  | { kind: 'final'; collection: CollectionRecord }
  /** The PIN is not 4 to 6 digits. */
  | { kind: 'invalid'; collection: CollectionRecord; field: 'pin' }
  | { kind: 'not_found' }

type DeclineResult =
  | { kind: 'declined'; collection: CollectionRecord }
  | { kind: 'final'; collection: CollectionRecord }
  | { kind: 'not_found' }

/** What the caller is told if a request created nothing. */
type Created<Kept> = { ok: true; record: Kept } | { ok: false; message: string }

/** What pages and the JSON interface use. Records are current copies: whatever was due to expire has expired. */
export interface SandboxServices {
  merchant: { name: string }
  /** The language of pages for visitors who ask for neither English nor French. */
  language: Language
  payments: {
    /**
     * @param body the parsed request
     * @param amount its digits as in the JSON
     */
    create(body: unknown, amount: string | null): Created<PaymentRecord>
    find(reference: string): PaymentRecord | null
    list(page: PageAsked): Page<PaymentRecord>
    pay(reference: string, asked: PayAsked): PayResult
    cancel(reference: string): CancelResult
  }
  collections: {
    create(body: unknown, amount: string | null): Created<CollectionRecord>
    find(reference: string): CollectionRecord | null
    list(page: PageAsked): Page<CollectionRecord>
    /** @param phone digits with the country code, to list only the requests of this number */
    listOpen(phone?: string): CollectionRecord[]
    approve(reference: string, pin: string): ApproveResult
    decline(reference: string): DeclineResult
  }
  payouts: {
    list(page: PageAsked): Page<CarriedOut>
  }
  refusals: {
    list(page: PageAsked): Page<RefusedRequest>
  }
  notifications: {
    find(id: string): NotificationRecord | null
    list(page: PageAsked): Page<NotificationRecord>
    /** Sends it again now, whatever its state. Resolves after that attempt. */
    resend(id: string): Promise<NotificationRecord | null>
  }
  faults: {
    get(): Faults
    /** Absent fields stay as they are. */
    set(changes: unknown): FaultsSet
  }
}
