import type { Outcome } from '../payout/outcome.ts'
import type { Payable } from '../payout/payable.ts'
import { t } from '../words/t.ts'
import type { Answer, Response } from './answer.ts'
import { httpOutcome, unknown } from './httpOutcome.ts'
import { messageContradicts } from './messageContradicts.ts'
import { providerWords } from './providerWords.ts'
import { readAnswer } from './readAnswer.ts'
import { statusMeaning } from './statusMeaning.ts'
import type { PayoutAnswer } from './wire.ts'

/**
 * What an answer means for the payout, by the outcome table of the design. Pure; `now` is only for a Retry-After date.
 *
 * Where the interface document is silent, a reading that could pay twice loses against one that asks a person:
 * - `paid` needs `error: false` and the one word that the document shows, `success` (any case).
 * - `failed` needs `error: true` and a status that neither claims success (`success`, `completed`, `paid`, …) nor says
 *   that the payout is under way (`PENDING`, `processing`, …): those contradict the error, so they are unknown.
 * - An answer without a status is unknown, with `error: true` too: the document gives every answer a status, so it isn't
 *   one that we know how to read.
 * - The body decides, not its Content-Type: a JSON answer labelled text/html is still the provider's answer.
 */
export function outcomeOf(answer: Answer, payable: Payable, now: Date): Outcome {
  const decided = httpOutcome(answer, now)
  switch (decided.kind) {
    case 'rejection':
      return outcomeOfRejection(decided.response, payable)
    case 'body':
      return outcomeOfBody(decided.response, payable)
    default:
      return decided
  }
}

/** 400 and 422: only a JSON body that says so itself is a refusal; a proxy's error page says nothing about the payout. */
function outcomeOfRejection(answer: Response, payable: Payable): Outcome {
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout':
      if (read.answer.error) return outcomeOfAnswer(read.answer, payable)
      return contradictory(t`The provider answered with HTTP ${answer.httpStatus} and no error in its text.`)
    case 'error':
      if (read.answer.status === answer.httpStatus) return refused(read.answer.message, null, payable)
      return contradictory(t`The provider answered with HTTP ${answer.httpStatus} and another status in its text.`)
    case 'bare_error':
      return refused(read.message, null, payable)
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message)
  }
}

function outcomeOfBody(answer: Response, payable: Payable): Outcome {
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout':
      return outcomeOfAnswer(read.answer, payable)
    case 'error':
    case 'bare_error':
      return unknown(
        'unreadable_answer',
        t`The provider answered in a form that is no payout answer (HTTP ${answer.httpStatus}).`,
      )
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message)
  }
}

function outcomeOfAnswer({ error, status, reference, message }: PayoutAnswer, payable: Payable): Outcome {
  const providerReference = reference ?? null
  const meaning = statusMeaning(status)
  if (error && (meaning === 'success' || meaning === 'positive' || meaning === 'under_way')) {
    return contradictory(t`The provider reported an error together with a status that is none.`, providerReference)
  }
  if (error) return refused(message ?? status, providerReference, payable)
  if (meaning === 'failure') {
    return contradictory(t`The provider reported no error together with a status of failure.`, providerReference)
  }
  if (message && messageContradicts(message, payable)) {
    return contradictory(t`The provider answered about another number or amount than was sent.`, providerReference)
  }
  if (meaning === 'success') return { kind: 'paid', providerReference }
  if (providerReference === null) {
    return unknown('unreadable_answer', t`The provider called it neither done nor failed, and gave no reference.`)
  }
  const notFinal = t`The provider has the payout and has not said yet whether it was made.`
  return { kind: 'accepted', providerReference, code: 'not_final', message: notFinal }
}

const refused = (words: string, providerReference: string | null, payable: Payable): Outcome => ({
  kind: 'failed',
  providerReference,
  code: 'refused',
  message: providerWords(words, payable),
})

const contradictory = (message: string, providerReference: string | null = null): Outcome =>
  unknown('contradictory_answer', message, providerReference)
