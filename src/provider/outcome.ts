import type { Outcome, UnknownCode } from '../payout/outcome.ts'
import type { Payable } from '../payout/payable.ts'
import type { Answer, Lost, LostCause, Response } from './answer.ts'
import { messageContradicts } from './messageContradicts.ts'
import { providerWords } from './providerWords.ts'
import { readAnswer } from './readAnswer.ts'
import { retryAfterMs } from './retryAfterMs.ts'
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
  if (answer.kind === 'not_sent') {
    const { cause, message } = answer
    if (cause === 'tls') return { kind: 'not_taken', code: 'not_sent', message, pause: 'tls' }
    // Kept back by ourselves, since the claim had grown too old: it says nothing about the provider.
    if (cause === 'held_back') return { kind: 'not_taken', code: 'not_sent', message, heldBack: true }
    return { kind: 'not_taken', code: 'not_sent', message }
  }
  if (answer.kind === 'lost') return outcomeOfLost(answer)
  const { httpStatus } = answer
  if (httpStatus === 429) return rateLimited(answer, now)
  if (httpStatus === 401 || httpStatus === 403) {
    const message = `The provider did not accept the keys (HTTP ${httpStatus}): check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.`
    return { kind: 'not_taken', code: 'unauthorized', message, pause: 'unauthorized' }
  }
  if (httpStatus === 404 || httpStatus === 405 || httpStatus === 415) {
    const message = `The provider has no payout service at this address (HTTP ${httpStatus}): check PAYRUN_PROVIDER_URL.`
    return { kind: 'not_taken', code: 'not_sent', message, pause: 'wrong_interface' }
  }
  if (httpStatus >= 300 && httpStatus < 400) {
    const message = `The provider answered with a redirect (HTTP ${httpStatus}), which is not followed: check PAYRUN_PROVIDER_URL.`
    return { ...unknown('redirected', message), pause: 'redirected' }
  }
  if (httpStatus === 400 || httpStatus === 422) return outcomeOfRejection(answer, payable)
  if (httpStatus === 408 || httpStatus === 409 || httpStatus >= 500) {
    return unknown('server_error', `The provider had an error (HTTP ${httpStatus}) and did not say what became of it.`)
  }
  if (httpStatus >= 200 && httpStatus < 300) return outcomeOfBody(answer, payable)
  return unknown('unreadable_answer', `The provider answered with HTTP ${httpStatus}, which has no known meaning here.`)
}

function outcomeOfLost({ cause, httpStatus, message }: Lost): Outcome {
  const lostOutcome = unknown(lostCodes[cause], message)
  // The status line arrived, so the next row would fare the same: stop, though this row stays unknown.
  if (httpStatus === 401 || httpStatus === 403) return { ...lostOutcome, pause: 'unauthorized' }
  if (httpStatus === 404 || httpStatus === 405 || httpStatus === 415)
    return { ...lostOutcome, pause: 'wrong_interface' }
  if (httpStatus !== null && httpStatus >= 300 && httpStatus < 400) return { ...lostOutcome, pause: 'redirected' }
  return lostOutcome
}

const lostCodes: Record<LostCause, UnknownCode> = {
  timeout: 'timeout',
  reset: 'connection_lost',
  closed: 'connection_lost',
  aborted: 'connection_lost',
  oversized: 'unreadable_answer',
  garbled: 'unreadable_answer',
  other: 'connection_lost',
}

function rateLimited({ retryAfter }: Response, now: Date): Outcome {
  const waitMs = retryAfterMs(retryAfter, now)
  const message = 'The provider asked to slow down (HTTP 429).'
  return { kind: 'not_taken', code: 'rate_limited', message, ...(waitMs === undefined ? {} : { waitMs }) }
}

/** 400 and 422: only a JSON body that says so itself is a refusal; a proxy's error page says nothing about the payout. */
function outcomeOfRejection(answer: Response, payable: Payable): Outcome {
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout':
      if (read.answer.error) return outcomeOfAnswer(read.answer, payable)
      return contradictory(`The provider answered with HTTP ${answer.httpStatus} and no error in its text.`)
    case 'error':
      if (read.answer.status === answer.httpStatus) return refused(read.answer.message, null, payable)
      return contradictory(`The provider answered with HTTP ${answer.httpStatus} and another status in its text.`)
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
      return unknown('unreadable_answer', `${notAPayoutAnswer} (HTTP ${answer.httpStatus}).`)
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message)
  }
}

const notAPayoutAnswer = 'The provider answered in a form that is no payout answer'

function outcomeOfAnswer({ error, status, reference, message }: PayoutAnswer, payable: Payable): Outcome {
  const providerReference = reference ?? null
  const meaning = statusMeaning(status)
  if (error && (meaning === 'success' || meaning === 'positive' || meaning === 'under_way')) {
    return contradictory('The provider reported an error together with a status that is none.', providerReference)
  }
  if (error) return refused(message ?? status, providerReference, payable)
  if (meaning === 'failure') {
    return contradictory('The provider reported no error together with a status of failure.', providerReference)
  }
  if (message && messageContradicts(message, payable)) {
    return contradictory('The provider answered about another number or amount than was sent.', providerReference)
  }
  if (meaning === 'success') return { kind: 'paid', providerReference }
  if (providerReference === null) {
    return unknown('unreadable_answer', 'The provider called it neither done nor failed, and gave no reference.')
  }
  const notFinal = 'The provider has the payout and has not said yet whether it was made.'
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

const unknown = (
  code: UnknownCode,
  message: string,
  providerReference: string | null = null,
): Extract<Outcome, { kind: 'unknown' }> => ({ kind: 'unknown', providerReference, code, message })
