import type { PayoutState } from '../payout/state.ts'

/** A fault that the sandbox plays for numbers that end in `digits`, and what a row that meets it ends as. */
export interface ScriptedOutcome {
  digits: string
  what: string
  /** Whether the sandbox carries the payout out: what the merchant's account would show. */
  carriedOut: boolean
  expectedState: PayoutState
}

/** By the last four digits of the recipient's number. Every other number is paid. */
export const scriptedOutcomes = [
  { digits: '9901', what: 'refused: error true, status FAILED', carriedOut: false, expectedState: 'failed' },
  { digits: '9902', what: 'HTTP 400, the request is invalid', carriedOut: false, expectedState: 'failed' },
  { digits: '9903', what: 'slow: success after 3 seconds', carriedOut: true, expectedState: 'paid' },
  { digits: '9904', what: 'HTTP 429 at the first try, then success', carriedOut: true, expectedState: 'paid' },
  { digits: '9905', what: 'HTTP 500 after paying', carriedOut: true, expectedState: 'unknown' },
  { digits: '9906', what: 'connection reset after paying', carriedOut: true, expectedState: 'unknown' },
  { digits: '9907', what: 'an HTML page with HTTP 200 after paying', carriedOut: true, expectedState: 'unknown' },
  { digits: '9908', what: 'contradictory: error false, status FAILED', carriedOut: false, expectedState: 'unknown' },
  { digits: '9909', what: 'not final: error false, status PENDING', carriedOut: true, expectedState: 'accepted' },
] as const satisfies readonly ScriptedOutcome[]

export type Script = (typeof scriptedOutcomes)[number]['digits']

const scripts = new Set<string>(scriptedOutcomes.map((each) => each.digits))

/** The script of a number, null when it is simply paid. */
export function scriptOf(phone: string): Script | null {
  const digits = phone.slice(-4)
  return isScript(digits) ? digits : null
}

const isScript = (digits: string): digits is Script => scripts.has(digits)
