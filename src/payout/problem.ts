import { type Sentence, say, stateOf } from '../words/sentence.ts'
import type { Reported } from './reportColumns.ts'

/** Why a row of a payout file can't be paid. The codes are part of the contract: they come out in reports. */
export const problemCodes = [
  'malformed',
  'missing_operator',
  'unknown_operator',
  'operator_country_mismatch',
  'unknown_country',
  'missing_phone',
  'invalid_phone',
  'phone_country_mismatch',
  'phone_not_mobile',
  'missing_amount',
  'invalid_amount',
  'amount_not_positive',
  'too_many_decimals',
  'amount_over_limit',
  'unknown_currency',
  'currency_mismatch',
  'invalid_name',
  'duplicate_reference',
  'reference_in_use',
  'possible_duplicate',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** One thing wrong with one cell of a row. */
export interface Problem {
  /** The line of the file on which the row starts (JSON: the element's index from 1). */
  line: number
  /** The column as the file names it; the canonical name where the file has no such column; '' for the whole row. */
  column: string
  /** The cell as it was, '' when empty. Shortened to 80 characters. */
  value: string
  code: ProblemCode
  /** One sentence: what is wrong and how to fix it. */
  message: Sentence
  /** What could stand in the cell in its place, where there is a likely guess; a person decides. */
  suggestion?: string
}

/** Why a row of a report isn't paid again, where the report is all that is known of it. */
export function reportedSentence(says: Exclude<Reported['says'], 'invalid' | 'cancelled'>): Sentence {
  if (says === 'marked_paid') return say('payout.marked_paid')
  if (says === 'marked_not_to_pay') return say('payout.marked_not_to_pay')
  if (says === 'unclear') return say('payout.report_unclear')
  return says === 'failed' ? say('payout.report_failed') : say('payout.report_not_again', { state: stateOf(says) })
}
