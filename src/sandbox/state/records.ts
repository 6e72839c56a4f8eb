import type { Language } from '../../words/catalogue.ts'

/**
 * What the sandbox keeps, and what its pages and its interface do with that. States and amounts are the sandbox's own
 * choices where the interface document says "not shown": see docs/provider-interface-choices.md.
 */

/** A payout that the sandbox made: what the merchant's account would show. */
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
 * Of an online payment. `created`: the payer has not decided; leads to each of the others, which are final: `paid` (money
 * moved), `cancelled` (by the payer), `failed` (refused for good), `expired` (nobody came in time).
 */
export type PaymentState = 'created' | 'paid' | 'cancelled' | 'failed' | 'expired'

/** Of a collection. `pending`: the handset asks the customer; leads to each of the others, which are final. */
export type CollectionState = 'pending' | 'paid' | 'declined' | 'failed' | 'expired'

/** Why a try to pay, or a payment as a whole, was refused. For pages to put into words. */
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

/** How somebody paid online. Of a card, no more is ever kept than its last four digits. */
export type PaidBy = { by: 'card'; lastFour: string } | { by: 'mobile'; operator: string; phone: string }

/** A payer may try so often; the last refusal fails the payment. */
export const maxTries = 3

/** An online payment (4.1). The reference is unguessable: it is all that /pay/:reference asks for. */
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
  /** ISO 8601, all three; `settledAt` is null while the payment is open. */
  createdAt: string
  expiresAt: string
  settledAt: string | null
  paidBy: PaidBy | null
  /** Tries that were refused; the last of `maxTries` fails the payment. */
  refusedTries: number
  /** Of the last refused try. */
  refusal: Refusal | null
}

/** A mobile collection (4.2). */
export interface CollectionRecord {
  reference: string
  state: CollectionState
  /** The digits that the merchant sent, unchanged. */
  amount: string
  /** That of the operator's country. */
  currency: string
  operator: string
  /** Digits with the country code. */
  phone: string
  customer: PayerRecord
  /** Whatever the merchant sent; given back in the notification. Undefined when nothing was sent. */
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
  /** Sent again by a person; it uses up none of the plan's tries. */
  byHand: boolean
}

/** A notification to the merchant's callback_url, sent until the receiver answers with 2xx or the tries are used up. */
export interface NotificationRecord {
  id: string
  event: 'payment' | 'collection'
  reference: string
  status: string
  url: string
  /** The JSON as it is posted, byte for byte the same each time. */
  body: string
  createdAt: string
  /** `waiting`: another attempt is due at `nextAt`. `given_up`: the last try of the plan failed. */
  state: 'waiting' | 'delivered' | 'given_up'
  nextAt: string | null
  attempts: NotificationAttempt[]
}

/** A request that one of the endpoints refused, as much of it as can be shown. */
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
 * The switchboard: what goes wrong at all three endpoints. A request meets at most one of them, looked at in this order:
 * outage, 429, 500, reset. An outage and a 429 never move money; 500s and resets take turns: the first comes before
 * the request is carried out, the second after it, and so on.
 */
export interface Faults {
  /** Every answer waits this long, 0 to 600000. */
  latencyMs: number
  /** Share of requests, 0 to 1, each. */
  tooManyRate: number
  errorRate: number
  resetRate: number
  /** Whole seconds, in the Retry-After of a 429. */
  retryAfterSeconds: number
  /** An operator of the table whose collections and payouts are answered with 503; null: none. */
  outageOperator: string | null
}

export type FaultsSet = { ok: true; faults: Faults } | { ok: false; field: keyof Faults | null; message: string }

export interface Page<Row> {
  /** Of all rows. */
  total: number
  /** Newest first. */
  rows: Row[]
}

export interface PageAsked {
  offset: number
  limit: number
}

export type PayAsked =
  /** The digits of a card; spaces are fine. */
  | { by: 'card'; card: string }
  /** `phone` is international, a leading plus at most. */
  | { by: 'mobile'; operator: string; phone: string }

export type PayResult =
  | { kind: 'paid'; payment: PaymentRecord }
  /** The payment is still open when its state is `created`: the payer may try another way. */
  | { kind: 'refused'; payment: PaymentRecord; refusal: Refusal }
  /** It was in an end state already: nothing was done. */
  | { kind: 'final'; payment: PaymentRecord }
  /** Nothing was tried: the card is not one, the operator is not of the currency's countries, and so on. */
  | { kind: 'invalid'; payment: PaymentRecord; field: 'card' | 'operator' | 'phone' }
  | { kind: 'not_found' }

type CancelResult =
  | { kind: 'cancelled'; payment: PaymentRecord }
  | { kind: 'final'; payment: PaymentRecord }
  | { kind: 'not_found' }

export type ApproveResult =
  | { kind: 'paid'; collection: CollectionRecord }
  /** A wrong PIN leaves it `pending` until the third; what else refuses it is final. */
  | { kind: 'refused'; collection: CollectionRecord; refusal: Refusal }
  | { kind: 'final'; collection: CollectionRecord }
  /** The PIN is not 4 to 6 digits. */
  | { kind: 'invalid'; collection: CollectionRecord; field: 'pin' }
  | { kind: 'not_found' }

type DeclineResult =
  | { kind: 'declined'; collection: CollectionRecord }
  | { kind: 'final'; collection: CollectionRecord }
  | { kind: 'not_found' }

/** What a caller of the interface is told about a request that made nothing. */
type Created<Kept> = { ok: true; record: Kept } | { ok: false; message: string }

/** What pages and the JSON interface work with. Records are copies as of now; what is due to expire has expired. */
export interface SandboxServices {
  merchant: { name: string }
  /** For pages, when a visitor asks for neither English nor French. */
  language: Language
  payments: {
    /** @param body the request as parsed, @param amount its digits as they stood in the JSON */
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
    /** @param phone digits with the country code; only the requests of this number */
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
    /** Sends it once more, now, whatever its state. Resolves after that attempt. */
    resend(id: string): Promise<NotificationRecord | null>
  }
  faults: {
    get(): Faults
    /** Fields that are left out stay as they are. */
    set(changes: unknown): FaultsSet
  }
}
