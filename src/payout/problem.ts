import { type Sentence, say, stateOf } from '../words/sentence.ts'
import type { Reported } from './reportColumns.ts'

/** Why a row of a payout file can't be paid. The codes come out in reports. */
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

/** Whether its row is paid, or may be yet, whatever else is wrong with it: what an office wrote in a column of its own may be cleared. */
export const isInUse = ({ code, message }: Pick<Problem, 'code' | 'message'>): boolean =>
  code === 'reference_in_use' && message.key !== 'payout.marked_paid'

export const linesInUse = (problems: readonly Problem[]): Set<number> =>
  new Set(problems.filter(isInUse).map(({ line }) => line))

/** The same problem of a row in use: nobody is to correct a row that is to be removed, and pay it a second time. */
export function withoutAdvice(problem: Problem): Problem {
  const message = faultOf(problem.code)
  if (message === null) return problem
  const { suggestion: _, ...rest } = problem
  return { ...rest, message }
}

/** What is wrong, and no word of how to correct it. Null: the problem's own sentence says to remove a row, or of which row it speaks. */
function faultOf(code: ProblemCode): Sentence | null {
  switch (code) {
    case 'missing_operator':
      return say('payout.fault_missing_operator')
    case 'unknown_operator':
      return say('payout.fault_unknown_operator')
    case 'operator_country_mismatch':
      return say('payout.fault_operator_country_mismatch')
    case 'unknown_country':
      return say('payout.fault_unknown_country')
    case 'missing_phone':
      return say('payout.fault_missing_phone')
    case 'invalid_phone':
      return say('payout.fault_invalid_phone')
    case 'phone_country_mismatch':
      return say('payout.fault_phone_country_mismatch')
    case 'phone_not_mobile':
      return say('payout.fault_phone_not_mobile')
    case 'missing_amount':
      return say('payout.fault_missing_amount')
    case 'invalid_amount':
      return say('payout.fault_invalid_amount')
    case 'amount_not_positive':
      return say('payout.fault_amount_not_positive')
    case 'too_many_decimals':
      return say('payout.fault_too_many_decimals')
    case 'amount_over_limit':
      return say('payout.fault_amount_over_limit')
    case 'unknown_currency':
      return say('payout.fault_unknown_currency')
    case 'currency_mismatch':
      return say('payout.fault_currency_mismatch')
    case 'invalid_name':
      return say('payout.fault_invalid_name')
    case 'malformed':
    case 'duplicate_reference':
    case 'reference_in_use':
    case 'possible_duplicate':
      return null
  }
}

/** Why a row of a report isn't paid again, where the report is all that is known of it. */
export function reportedSentence(says: Exclude<Reported['says'], 'invalid' | 'cancelled'>): Sentence {
  if (says === 'marked_paid') return say('payout.marked_paid')
  if (says === 'marked_not_to_pay') return say('payout.marked_not_to_pay')
  if (says === 'unclear') return say('payout.report_unclear')
  return says === 'failed' ? say('payout.report_failed') : say('payout.report_not_again', { state: stateOf(says) })
}
