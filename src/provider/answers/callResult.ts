import type { UnknownCode } from '../../payout/outcome.ts'
import { say, type Words } from '../../words/sentence.ts'
import { type Answer, namedReference } from './answer.ts'
import { lostSentences, type NotSentCause } from './noAnswer.ts'
import type { NotTaken, Unknown } from './outcome.ts'

/** Something is wrong with a request; nothing was sent. */
export interface Invalid {
  kind: 'invalid'
  problems: RequestProblem[]
}

export interface RequestProblem {
  /** The field of the request, as `returnUrl` or `customer.email`; '' for the whole. */
  field: string
  /** One sentence that begins with the field's name. It never quotes a phone number, a name or an address. */
  message: Words
}

/** The provider said no, in its own words (section 7 of the interface document). Nobody is charged. */
export interface Refused {
  kind: 'refused'
  /** At most 300 characters on one line; phone numbers and the customer's name are taken out. */
  message: Words
}

/** The provider provably did not accept it: the same request may be made again. */
export type NotTakenIn =
  /** The provider did not accept the keys (HTTP 401 or 403). */
  | { kind: 'unauthorized'; message: Words }
  /** HTTP 429. `waitMs`: how long the provider asks to wait (1 s to 5 min), or null. */
  | { kind: 'rate_limited'; waitMs: number | null; message: Words }
  /** Nothing was sent, or this address does not serve the interface (`wrong_interface`: HTTP 404, 405 or 415). */
  | { kind: 'not_sent'; cause: NotSentCause | 'wrong_interface'; message: Words }

/**
 * The outcome is unknown: the customer may be asked to pay. A program must never repeat the request. Look at the account with
 * the provider, or wait for a notification.
 */
export interface CallUnknown {
  kind: 'unknown'
  code: UnknownCode
  /** Null if the answer has none. */
  reference: string | null
  message: Words
}

/** The result of a charge that HTTP alone decides. */
export function callResultOf(decided: NotTaken | Unknown, answer: Answer): NotTakenIn | CallUnknown {
  if (decided.kind === 'unknown') {
    const message =
      answer.kind === 'lost'
        ? say('provider.customer_may_asked_pay_all_same', { cause: lostSentences[answer.cause] })
        : decided.message
    return callUnknown(decided.code, message, answer.kind === 'response' ? namedReference(answer, 'charge') : null)
  }
  const { code, message, waitMs = null } = decided
  switch (code) {
    case 'unauthorized':
      return { kind: 'unauthorized', message }
    case 'rate_limited':
      return { kind: 'rate_limited', waitMs, message }
    case 'not_sent':
      return { kind: 'not_sent', cause: answer.kind === 'not_sent' ? answer.cause : 'wrong_interface', message }
  }
}

export const callUnknown = (code: UnknownCode, message: Words, reference: string | null = null): CallUnknown => ({
  kind: 'unknown',
  code,
  reference,
  message,
})

/** The provider's message, on one line, without control characters, at most 1,000 characters; null if empty. */
export function plainWords(words: string | null | undefined): string | null {
  const line = (words ?? '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, 1000)
  return line === '' ? null : line.toWellFormed()
}
