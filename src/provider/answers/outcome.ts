import type { Payable } from '../../payout/keys.ts'
import type { Outcome } from '../../payout/outcome.ts'
import { isRefusal, mentionsRefusal, saysOtherwise } from '../../payout/refusal.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { PayoutAnswer } from '../wire.ts'
import type { Answer, Response } from './answer.ts'
import { httpOutcome, unknown } from './httpOutcome.ts'
import { messageContradicts, providerWords } from './providerWords.ts'
import { leavesDoubt, type ReadAnswer, readAnswer } from './readAnswer.ts'
import { statusMeaning } from './status.ts'

/**
 * What an answer means for the payout, by the outcome table of the design. Pure; `now` is only for a Retry-After date.
 *
 * Where the interface document is silent, a reading that could pay twice loses against one that asks a person:
 * - `paid` needs `error: false` and the one word that the document shows, `success` (any case).
 * - `failed` needs `error: true` and a word of refusal (refusal.ts), with no word beside it, in whichever field, that speaks
 *   of a timeout, a duplicate, something under way or a success. On HTTP 400 and 422 the status line refuses, so no word of
 *   refusal is needed there.
 * - An answer without a status is unknown, with `error: true` too: the document gives every answer a status, so it isn't
 *   one that we know how to read.
 * - The body decides, not its Content-Type: a JSON answer labelled text/html is still the provider's answer.
 */
export function outcomeOf(answer: Answer, payable: Payable, now: Date, refusalWords: readonly string[] = []): Outcome {
  const decided = httpOutcome(answer, now, payable)
  switch (decided.kind) {
    case 'rejection':
      return outcomeOfRejection(decided.response, payable, refusalWords)
    case 'body':
      return outcomeOfBody(decided.response, payable, refusalWords)
    default:
      return decided
  }
}

/** 400 and 422: only a JSON body that says so itself is a refusal; a proxy's error page says nothing about the payout. */
function outcomeOfRejection(answer: Response, payable: Payable, refusalWords: readonly string[]): Outcome {
  const { httpStatus } = answer
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout': {
      const { error, status, message } = read.answer
      const providerReference = read.answer.reference ?? null
      if (!error) {
        return contradictory(say('provider.provider_answered_http_no_error_text', { httpStatus }), providerReference)
      }
      const isOpen = saysOtherwise(status, refusalWords) || leavesDoubt(read, refusalWords)
      return isOpen ? notClearlyRefused(providerReference) : refused(message ?? status, providerReference, payable)
    }
    case 'error':
      if (read.answer.status !== httpStatus) {
        return contradictory(say('provider.provider_answered_http_another_status_text', { httpStatus }))
      }
      return leavesDoubt(read, refusalWords) ? notClearlyRefused() : refused(read.answer.message, null, payable)
    case 'bare_error':
      return leavesDoubt(read, refusalWords) ? notClearlyRefused() : refused(read.message, null, payable)
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message)
  }
}

function outcomeOfBody(answer: Response, payable: Payable, refusalWords: readonly string[]): Outcome {
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout':
      if (read.answer.error) return outcomeOfError(read, payable, refusalWords)
      return outcomeWithoutError(read.answer, payable, refusalWords)
    case 'error':
    case 'bare_error':
      return unknown(
        'unreadable_answer',
        say('provider.provider_answered_form_no_payout_answer', { httpStatus: answer.httpStatus }),
      )
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message)
  }
}

function outcomeOfError(
  read: Extract<ReadAnswer, { kind: 'payout' }>,
  payable: Payable,
  refusalWords: readonly string[],
): Outcome {
  const { status, reference, message } = read.answer
  const isClear = isRefusal(status, refusalWords) && !leavesDoubt(read, refusalWords)
  return isClear ? refused(message ?? status, reference ?? null, payable) : notClearlyRefused(reference ?? null)
}

function outcomeWithoutError(
  { status, reference, message }: PayoutAnswer,
  payable: Payable,
  refusalWords: readonly string[],
): Outcome {
  const providerReference = reference ?? null
  const meaning = statusMeaning(status)
  if (meaning === 'failure' || mentionsRefusal(status, refusalWords)) {
    return contradictory(say('provider.provider_reported_no_error_together_status'), providerReference)
  }
  if (message && messageContradicts(message, payable)) {
    return contradictory(say('provider.provider_answered_about_another_number_amount'), providerReference)
  }
  if (meaning === 'success') return { kind: 'paid', providerReference }
  if (providerReference === null) {
    return unknown('unreadable_answer', say('provider.provider_called_neither_done_nor_failed'))
  }
  const notFinal = say('provider.provider_payout_not_said_yet_whether')
  return { kind: 'accepted', providerReference, code: 'not_final', message: notFinal }
}

const refused = (words: string, providerReference: string | null, payable: Payable): Outcome => ({
  kind: 'failed',
  providerReference,
  code: 'refused',
  message: providerWords(words, payable),
})

const contradictory = (message: Sentence, providerReference: string | null = null): Outcome =>
  unknown('contradictory_answer', message, providerReference)

const notClearlyRefused = (providerReference: string | null = null): Outcome =>
  contradictory(say('provider.error_without_clear_refusal'), providerReference)
