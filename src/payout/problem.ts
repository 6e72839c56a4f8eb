import { type Sentence, say, stateOf } from '../words/sentence.ts'
import type { Reported } from './report.ts'

/** Why a row of a payout file can't be paid. Reports show these codes. */
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
  /** The column as the file names it, or the canonical name if the file has no such column; '' for the whole row. */
  column: string
  /** The cell as it was, '' when empty. Shortened to 80 characters. */
  value: string
  code: ProblemCode
  /** One sentence: what is wrong and how to fix it. */
  message: Sentence
  /** A likely correction of the cell, if there is one. A person decides. */
  suggestion?: string
}

/** Whether its row is already paid, or may still be. An office's own mark in a column doesn't count, as it may be removed. */
export const isInUse = ({ code, message }: Pick<Problem, 'code' | 'message'>): boolean =>
  code === 'reference_in_use' && message.key !== 'payout.marked_paid'

export const linesInUse = (problems: readonly Problem[]): Set<number> =>
  new Set(problems.filter(isInUse).map(({ line }) => line))

/** The problem without advice, for a row in use: correcting it instead of removing it could pay it a second time. */
export function withoutAdvice(problem: Problem): Problem {
  const message = faults[problem.code]
  if (message === null) return problem
  const { suggestion: _, ...rest } = problem
  return { ...rest, message }
}

/** What is wrong, without how to correct it. Null if the problem's own sentence says to remove a row, or names a row. */
const faults: Readonly<Record<ProblemCode, Sentence | null>> = {
  malformed: null,
  missing_operator: say('payout.fault_missing_operator'),
  unknown_operator: say('payout.fault_unknown_operator'),
  operator_country_mismatch: say('payout.fault_operator_country_mismatch'),
  unknown_country: say('payout.fault_unknown_country'),
  missing_phone: say('payout.fault_missing_phone'),
  invalid_phone: say('payout.fault_invalid_phone'),
  phone_country_mismatch: say('payout.fault_phone_country_mismatch'),
  phone_not_mobile: say('payout.fault_phone_not_mobile'),
  missing_amount: say('payout.fault_missing_amount'),
  invalid_amount: say('payout.fault_invalid_amount'),
  amount_not_positive: say('payout.fault_amount_not_positive'),
  too_many_decimals: say('payout.fault_too_many_decimals'),
  amount_over_limit: say('payout.fault_amount_over_limit'),
  unknown_currency: say('payout.fault_unknown_currency'),
  currency_mismatch: say('payout.fault_currency_mismatch'),
  invalid_name: say('payout.fault_invalid_name'),
  duplicate_reference: null,
  reference_in_use: null,
  possible_duplicate: null,
}

/** Why a row of a report isn't paid again, if nothing but the report is known about it. */
export function reportedSentence(says: Exclude<Reported['says'], 'invalid' | 'cancelled'>): Sentence {
  if (says === 'marked_paid') return say('payout.marked_paid')
  if (says === 'marked_not_to_pay') return say('payout.marked_not_to_pay')
  if (says === 'marked_other_way') return say('payout.marked_other_way')
  if (says === 'unclear' || says === 'in_use') return say('payout.report_unclear')
  return says === 'failed' ? say('payout.report_failed') : say('payout.report_not_again', { state: stateOf(says) })
}
