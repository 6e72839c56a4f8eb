/**
 * The states of a payout (one row of a file) and the moves between them. This table is the only place in code that
 * says what may follow what; the ledger repeats it twice, as `where state = …` in every update and as a trigger that
 * refuses the rest (migrations/0003_payouts.sql), and a test compares the three.
 */
export const payoutStates = [
  /** Failed a check; its reasons are kept. Terminal: fix the file. */
  'invalid',
  /** To be paid. Claimed → `sending`; cancelled → `cancelled`. See also `recoveryTransitions`. */
  'pending',
  /**
   * A claim is committed; the request may have left. An answer → `paid`, `failed`, `accepted` or `unknown`; proof that
   * it never left → `pending`; its worker is dead → `unknown`.
   */
  'sending',
  /** The provider has it and called it neither done nor failed. Evidence or a person → `paid` or `failed`. */
  'accepted',
  /** The money may have moved. Never sent again by a machine. Evidence or a person → `paid` or `failed`. */
  'unknown',
  /** The provider said success; its reference is kept. Terminal for machines. */
  'paid',
  /** The provider refused it. A person's retry → `pending`, as a new attempt. */
  'failed',
  /** Stopped before it was sent. Terminal. */
  'cancelled',
] as const

export type PayoutState = (typeof payoutStates)[number]

/** Every legal move of a payout, by the state it leaves. */
export const payoutTransitions: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  invalid: [],
  pending: ['sending', 'cancelled'],
  sending: ['paid', 'failed', 'accepted', 'unknown', 'pending'],
  accepted: ['paid', 'failed'],
  unknown: ['paid', 'failed'],
  paid: [],
  failed: ['pending'],
  cancelled: [],
}

/**
 * Moves that are legal only while a person says that the ledger went back in time (`recover --since`): what looks unsent may
 * have been sent.
 */
export const recoveryTransitions: Partial<Record<PayoutState, readonly PayoutState[]>> = {
  pending: ['unknown'],
  failed: ['unknown'],
  cancelled: ['unknown'],
}

/** The states in which a payout holds its idempotency key: no other file may bring the same payout. */
export const keyHoldingStates: readonly PayoutState[] = ['pending', 'sending', 'accepted', 'unknown', 'paid']

export const mayMove = (from: PayoutState, to: PayoutState): boolean => payoutTransitions[from].includes(to)

/** States of a batch. `settled`: no row is pending or sending; it never implies that all were paid. */
export const batchStates = ['awaiting_approval', 'running', 'paused', 'settled', 'cancelled'] as const

export type BatchState = (typeof batchStates)[number]

/**
 * Every legal move of a batch. A retry of failed rows moves a settled batch back to running. A batch that is approved before
 * its start time (`--at`) is paused until then.
 */
export const batchTransitions: Readonly<Record<BatchState, readonly BatchState[]>> = {
  awaiting_approval: ['running', 'paused', 'cancelled'],
  running: ['paused', 'settled', 'cancelled'],
  paused: ['running', 'settled', 'cancelled'],
  settled: ['running'],
  cancelled: [],
}

/** What evidence that nobody has looked into says against a row: an unpaid one was paid after all, or a paid one was not. */
export type Doubt = 'maybe_paid' | 'maybe_not_paid'
