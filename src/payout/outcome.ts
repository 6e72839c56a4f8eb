import type { Words } from '../words/sentence.ts'

/** The error codes of rows whose fate is unknown. */
export const unknownCodes = [
  'timeout',
  'connection_lost',
  'server_error',
  'unreadable_answer',
  'contradictory_answer',
  'redirected',
  'worker_lost',
] as const

export type UnknownCode = (typeof unknownCodes)[number]

/** The error codes of rows that were provably not taken in. */
export const notTakenCodes = ['not_sent', 'rate_limited', 'unauthorized'] as const

export type NotTakenCode = (typeof notTakenCodes)[number]

/**
 * Why a row that was tried is not paid. It is `error_code` in the report.
 * `refused` goes with failed, and so does `resolved_not_paid` (a person's word); `not_final` goes with accepted.
 */
export const errorCodes = ['refused', 'resolved_not_paid', ...unknownCodes, 'not_final', ...notTakenCodes] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * Why payrun stopped a batch by itself; `person` when somebody asked for it, `scheduled` until its time has come (`--at`).
 * `rejected`: it is cancelled, since whoever was to approve it did not.
 */
export const pauseReasons = [
  'person',
  'scheduled',
  'unauthorized',
  'wrong_interface',
  'redirected',
  'tls',
  'too_many_unknown',
  'refused_in_a_row',
  'operator_held',
  'float',
  'window',
  'hours',
  'provider_unreachable',
  'rejected',
] as const

export type PauseReason = (typeof pauseReasons)[number]

/** What became of one attempt to pay one row. Money is safe to say so of: only these, switched on exhaustively. */
export type Outcome =
  | { kind: 'paid'; providerReference: string | null }
  | { kind: 'accepted'; providerReference: string; code: 'not_final'; message: Words }
  | { kind: 'failed'; providerReference: string | null; code: 'refused'; message: Words }
  /** `busy`: the provider asks us to wait all the same, perhaps so long. */
  | {
      kind: 'unknown'
      providerReference: string | null
      code: UnknownCode
      message: Words
      pause?: PauseReason
      busy?: { waitMs?: number }
    }
  /**
   * Proved not to have been taken in: the row goes back to pending. `waitMs`: how long the provider asks us to wait;
   * `heldBack`: we kept it back ourselves, so it says nothing about the provider; `says`: the provider's words, for whoever
   * reads why the batch is paused.
   */
  | {
      kind: 'not_taken'
      code: NotTakenCode
      message: Words
      pause?: PauseReason
      waitMs?: number
      heldBack?: true
      says?: string
    }
