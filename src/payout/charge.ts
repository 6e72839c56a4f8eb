/**
 * The states of a charge (an online payment or a mobile collection that was asked for) and the moves between them. The
 * ledger repeats them as a trigger that refuses the rest (migrations/0009_charges_and_notifications.sql), and a test
 * compares the two.
 */
export const chargeStates = [
  /** Recorded; the request may have left. If its process dies, it becomes `unknown` after the deadline. */
  'asked',
  /** The provider has it, and its reference is known. A notification → an end state. */
  'under_way',
  /** The provider refused it, or provably never took it in. Terminal: nobody is charged. */
  'refused',
  /** The answer is missing or can't be read: the customer may be charged. The late answer, or evidence, moves it on. */
  'unknown',
  /** The customer has paid. Terminal. */
  'paid',
  /** The payment did not go through. Terminal. */
  'failed',
  /** The customer turned it down. Terminal. */
  'cancelled',
  /** Nobody paid in time. Terminal. */
  'expired',
] as const

export type ChargeState = (typeof chargeStates)[number]

/** The end states of a charge that a notification can report. */
export type ChargeEnd = 'paid' | 'failed' | 'cancelled' | 'expired'

const ends: readonly ChargeState[] = ['paid', 'failed', 'cancelled', 'expired'] satisfies ChargeEnd[]

/** Every legal move of a charge, by the state it leaves. */
export const chargeTransitions: Readonly<Record<ChargeState, readonly ChargeState[]>> = {
  asked: ['under_way', 'refused', 'unknown'],
  under_way: ends,
  refused: [],
  unknown: ['under_way', 'refused', ...ends],
  paid: [],
  failed: [],
  cancelled: [],
  expired: [],
}

/** How a statement can contradict a charge. */
export const chargeDiscrepancyKinds = [
  'amount_differs',
  'currency_differs',
  /** Refused, failed, cancelled or expired here, and the statement says that the customer paid, or may have. */
  'ended_but_paid',
  'paid_but_not_paid',
] as const

export type ChargeDiscrepancyKind = (typeof chargeDiscrepancyKinds)[number]

/** `payment`: on a hosted page (interface document, 4.1). `collection`: from a mobile wallet (4.2). */
export const chargeKinds = ['payment', 'collection'] as const

export type ChargeKind = (typeof chargeKinds)[number]
