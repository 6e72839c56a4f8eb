import type { Outcome } from '../../src/payout/outcome.ts'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { render } from '../../src/words/render.ts'
import { payable } from './payables.ts'

export const now = new Date('2026-11-21T10:00:00Z')

/** What an answer of this status and body comes to. */
export function judge(httpStatus: number, body: unknown, refusalWords: readonly string[] = []): Outcome {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const answer = { kind: 'response' as const, contentType: 'application/json', retryAfter: null, delimited: true }
  return outcomeOf({ ...answer, httpStatus, body: bytes }, payable, now, refusalWords)
}

/** As `unknown timeout`. */
export const brief = (outcome: Outcome): string =>
  'code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind

export const textOf = (outcome: Outcome): string => {
  const message = 'message' in outcome ? outcome.message : ''
  return typeof message === 'string' ? message : render(message, 'en')
}
