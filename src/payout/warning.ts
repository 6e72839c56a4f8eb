import type { Sentence } from '../words/sentence.ts'

/**
 * What a person should check before a row is paid. A warning does not stop a payment by itself, but the policy may require one more
 * approver or refuse the file (docs/safeguards.md). Programs see these codes, as they see problem codes.
 */
export const warningCodes = [
  'failed_may_be_paid',
  'called_not_paid',
  'other_period',
  'amount_below_least',
  'amount_above_most',
  'amount_not_multiple',
  'over_daily_limit',
  'number_changed',
  'name_differs',
  'first_payment',
  'unusual_amount',
  'number_repeated',
  'name_repeated',
  'person_missing',
] as const

export type WarningCode = (typeof warningCodes)[number]

/** One thing to check. Like a problem, but it does not block the row. */
export interface Warning {
  /** The line of the file where the row starts; null if it is about somebody who is missing from the file. */
  line: number | null
  /** The column as the file names it, or the canonical name if the file has no such column; '' for the whole row. */
  column: string
  value: string
  code: WarningCode
  message: Sentence
}

export type WarningCounts = Partial<Record<WarningCode, number>>

/** `counts` has all of them, `shown` the first of each code. */
export interface Warnings {
  counts: WarningCounts
  shown: readonly Warning[]
}

export const noWarnings: Warnings = { counts: {}, shown: [] }

/** What to check before rows are paid. */
export interface Warned {
  warnings: Warnings
  /** How the file differs from that of the last period: what is new, gone and changed. Empty if there was none. */
  compared: readonly Sentence[]
  /** Notes about the limits, and about what could not be checked. */
  notes: readonly Sentence[]
}

export const nothingWarned: Warned = { warnings: noWarnings, compared: [], notes: [] }

/** The JSON for programs; undefined if there is nothing to check. */
export const warnedDocument = ({ warnings, compared, notes }: Warned) =>
  warnings.shown.length + compared.length + notes.length === 0
    ? undefined
    : {
        warnings: warnings.shown,
        warning_counts: warnings.counts,
        ...(compared.length > 0 && { comparison: compared }),
        ...(notes.length > 0 && { notes }),
      }

/** What a warning leads to: it is only shown, one more person has to approve, or the file is refused. */
export const warningActions = ['warn', 'approve', 'block'] as const
export type WarningAction = (typeof warningActions)[number]

export const isWarningCode = (text: string): text is WarningCode => warningCodes.some((code) => code === text)
