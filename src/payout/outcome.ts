import type { Words } from '../words/sentence.ts'
import type { OperatorCode } from './operators/operator.ts'

/** The error codes of unknown rows. */
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

/** The error codes of rows that the provider provably did not accept. */
export const notTakenCodes = ['not_sent', 'rate_limited', 'unauthorized'] as const

export type NotTakenCode = (typeof notTakenCodes)[number]

/**
 * Why an attempted row is not paid: `error_code` in the report. `refused` and `resolved_not_paid` (a person's decision) are
 * codes of failed rows, `not_final` is the code of accepted rows.
 */
export const errorCodes = ['refused', 'resolved_not_paid', ...unknownCodes, 'not_final', ...notTakenCodes] as const

/**
 * Why payrun stopped a batch by itself. `person`: somebody asked for it. `scheduled`: its start time (`--at`) has not come.
 * `rejected`: it was cancelled because an approver rejected it.
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
  'mark_unwritable',
  'rejected',
] as const

export type PauseReason = (typeof pauseReasons)[number]

/** Reasons for a pause that end by themselves: the batch goes on without anybody's resuming it, unless a person pauses it, too. */
export const passingReasons: ReadonlySet<PauseReason> = new Set(['scheduled', 'window', 'hours', 'float'])

/** The outcome of one attempt to pay one row. Switch on it exhaustively. */
export type Outcome =
  | { kind: 'paid'; providerReference: string | null }
  | { kind: 'accepted'; providerReference: string; code: 'not_final'; message: Words }
  | { kind: 'failed'; providerReference: string | null; code: 'refused'; message: Words }
  /** `busy`: the provider also asks us to wait, and may say how long. */
  | {
      kind: 'unknown'
      providerReference: string | null
      code: UnknownCode
      message: Words
      pause?: PauseReason
      busy?: { waitMs?: number }
    }
  /**
   * The provider provably did not accept it: the row goes back to pending. `waitMs`: how long the provider asks us to wait.
   * `heldBack`: we held it back ourselves, so this says nothing about the provider. `says`: the provider's words, to explain
   * why the batch is paused.
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

/** How many refusals in a row, with the same words, pause a batch (docs/design.md, rule 8). */
export interface MaxRefused {
  ofOperator: number
  overAll: number
}

/** When the account is empty, everybody is refused: stop before the whole file is. */
export const defaultMaxRefused: MaxRefused = { ofOperator: 10, overAll: 20 }

/** What one process adds to the batch's count, which all processes share. */
export interface RefusalsToShare {
  /** '' for all operators together. */
  operator: OperatorCode | ''
  words: string
  rows: number
  /** The count starts again: a good answer, or a refusal with other words, came before these. */
  anew: boolean
}
