import type { Sentence } from '../words/sentence.ts'

/**
 * What a person should look at before a row is paid. None of it stops a payment by itself: the policy may ask for one more person,
 * or refuse the file (docs/safeguards.md). The codes come out in what programs are told, as problem codes do.
 */
export const warningCodes = [
  'failed_may_be_paid',
  'amount_below_least',
  'amount_above_most',
  'amount_not_multiple',
  'over_daily_limit',
  'number_changed',
  'name_differs',
  'first_payment',
  'unusual_amount',
  'number_repeated',
  'person_missing',
] as const

export type WarningCode = (typeof warningCodes)[number]

/** One thing to look at: as a problem has it, and nothing that bars the row. */
export interface Warning {
  /** The line of the file on which the row starts; null: nobody in the file, such as somebody who is missing. */
  line: number | null
  /** As the file names it; the canonical name where the file has no such column; '' for the whole row. */
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

/** What to look at before rows are paid. None of it stops them by itself. */
export interface Warned {
  warnings: Warnings
  /** The file beside the one of the last period: what is new, gone and changed, in words and sums. None: there is no such file. */
  compared: readonly Sentence[]
  /** What is to be said of the limits, and of what could not be looked at. */
  notes: readonly Sentence[]
}

export const nothingWarned: Warned = { warnings: noWarnings, compared: [], notes: [] }

/** As programs are told it; undefined: there is nothing to look at. */
export const warnedDocument = ({ warnings, compared, notes }: Warned) =>
  warnings.shown.length + compared.length + notes.length === 0
    ? undefined
    : {
        warnings: warnings.shown,
        warning_counts: warnings.counts,
        ...(compared.length > 0 && { comparison: compared }),
        ...(notes.length > 0 && { notes }),
      }

/** What a warning leads to: it is told, or one more person approves the batch, or the file is refused. */
export const warningActions = ['warn', 'approve', 'block'] as const
export type WarningAction = (typeof warningActions)[number]

export const isWarningCode = (text: string): text is WarningCode => warningCodes.some((code) => code === text)
