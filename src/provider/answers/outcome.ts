import type { Payable } from '../../payout/keys.ts'
import type { Outcome, UnknownCode } from '../../payout/outcome.ts'
import { isRefusal, mentionsRefusal, saysFailed, saysOtherwise } from '../../payout/refusal.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'
import {
  type Answer,
  callsItselfDuplicate,
  leavesDoubt,
  namedReference,
  type ReadAnswer,
  type Response,
  readAnswer,
  readJson,
  referenceIn,
  statusMeaning,
  textOf,
} from './answer.ts'
import { fieldsContradict, messageContradicts } from './messageContradicts.ts'
import type { Lost, LostCause } from './noAnswer.ts'
import { type About, plainProviderWords, providerWords } from './providerWords.ts'
import { isUnreadable, saysTaken } from './turnedAway.ts'

/**
 * What an answer means for the payout, by the outcome table of the design. Pure; `now` is only for a Retry-After date.
 *
 * Where the interface document is silent, asking a person is preferred to a reading that could pay twice:
 * - `paid` needs `error: false` and the one word that the document shows, `success` (any case).
 * - `failed` needs `error: true` and a word of refusal (refusal.ts), with no word beside it, in whichever field, that speaks
 *   of a timeout, a duplicate, something under way or a success. On HTTP 400 and 422 the status line refuses, so no word of
 *   refusal is needed there.
 * - An answer without a status is unknown, with `error: true` too: the document gives every answer a status, so it isn't
 *   one that we know how to read.
 * - The body decides, not its Content-Type: a JSON answer labelled text/html is still the provider's answer.
 */
export function outcomeOf(answer: Answer, payable: Payable, now: Date, refusalWords: readonly string[] = []): Outcome {
  const outcome = judged(answer, payable, now, refusalWords)
  if (outcome.kind !== 'unknown' || outcome.providerReference !== null || answer.kind !== 'response') return outcome
  // It may be another payout's, so it is no evidence; but a person can ask about it.
  const reference = referenceIn(answer)
  if (reference === null) return outcome
  return { ...outcome, message: say('provider.names_reference', { said: outcome.message, reference }) }
}

function judged(answer: Answer, payable: Payable, now: Date, refusalWords: readonly string[]): Outcome {
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
      return isOpen
        ? notClearlyRefused(message, payable, ownReference(read))
        : refused(message ?? status, providerReference, payable)
    }
    case 'error':
      if (read.answer.status !== httpStatus) {
        return contradictory(say('provider.provider_answered_http_another_status_text', { httpStatus }))
      }
      return leavesDoubt(read, refusalWords)
        ? notClearlyRefused(read.answer.message, payable)
        : refused(read.answer.message, null, payable)
    case 'bare_error':
      return leavesDoubt(read, refusalWords)
        ? notClearlyRefused(read.message, payable)
        : refused(read.message, null, payable)
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message, namedReference(answer, 'payout'))
  }
}

function outcomeOfBody(answer: Response, payable: Payable, refusalWords: readonly string[]): Outcome {
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout':
      if (read.answer.error) return outcomeOfError(read, payable, refusalWords)
      return outcomeWithoutError(read, payable, refusalWords)
    case 'error':
    case 'bare_error':
      return unknown(
        'unreadable_answer',
        say('provider.provider_answered_form_no_payout_answer', { httpStatus: answer.httpStatus }),
      )
    case 'contradictory':
      return contradictory(read.message)
    case 'unreadable':
      return unknown('unreadable_answer', read.message, namedReference(answer, 'payout'))
  }
}

function outcomeOfError(
  read: Extract<ReadAnswer, { kind: 'payout' }>,
  payable: Payable,
  refusalWords: readonly string[],
): Outcome {
  const { status, reference, message } = read.answer
  const isClear = isRefusal(status, refusalWords) && !leavesDoubt(read, refusalWords)
  return isClear
    ? refused(message ?? status, reference ?? null, payable)
    : notClearlyRefused(message, payable, ownReference(read))
}

const ownReference = (read: Extract<ReadAnswer, { kind: 'payout' }>): string | null =>
  callsItselfDuplicate(read, read.answer.status) ? null : (read.answer.reference ?? null)

function outcomeWithoutError(
  read: Extract<ReadAnswer, { kind: 'payout' }>,
  payable: Payable,
  refusalWords: readonly string[],
): Outcome {
  const { status, reference, message } = read.answer
  const providerReference = reference ?? null
  const meaning = statusMeaning(status)
  if (meaning === 'failure' || mentionsRefusal(status, refusalWords)) {
    return contradictory(say('provider.provider_reported_no_error_together_status'), providerReference)
  }
  if ((message && messageContradicts(message, payable)) || fieldsContradict(read.fields, payable)) {
    return contradictory(say('provider.provider_answered_about_another_number_amount'), providerReference)
  }
  if (meaning === 'success') {
    if (read.hasFailedPart() || (message && saysFailed(message))) {
      return contradictory(say('provider.success_beside_failure'), providerReference)
    }
    return { kind: 'paid', providerReference }
  }
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

/** With the provider's words, so that a person can ask about it. */
function notClearlyRefused(
  said: string | null | undefined,
  about: About,
  providerReference: string | null = null,
): Outcome {
  const words = said == null ? null : plainProviderWords(said, about)
  const message =
    words === null
      ? say('provider.error_without_clear_refusal')
      : say('provider.error_without_clear_refusal_in_words', { words })
  return contradictory(message, providerReference)
}

export type NotTaken = Extract<Outcome, { kind: 'not_taken' }>
export type Unknown = Extract<Outcome, { kind: 'unknown' }>

type HttpOutcome = NotTaken | Unknown | { kind: 'body' | 'rejection'; response: Response }

/**
 * What HTTP alone decides, for all three operations, by the outcome table of the design. If the request was turned away, its body is
 * read only for a contradiction. Otherwise the body decides: `body` for 2xx, `rejection` for 400 and 422, where only a body that says
 * so itself is a refusal.
 */
export function httpOutcome(answer: Answer, now: Date, about: About): HttpOutcome {
  if (answer.kind === 'not_sent') {
    const { cause, message } = answer
    if (cause === 'tls') return { kind: 'not_taken', code: 'not_sent', message, pause: 'tls' }
    // We held it back ourselves because the claim was too old: this says nothing about the provider.
    if (cause === 'held_back') return { kind: 'not_taken', code: 'not_sent', message, heldBack: true }
    return { kind: 'not_taken', code: 'not_sent', message }
  }
  if (answer.kind === 'lost') return outcomeOfLost(answer)
  const { httpStatus } = answer
  const turnedAway = turnedAwayOutcome(answer, now, about)
  if (turnedAway && isUnreadable(answer))
    return contradictedBy(answer, turnedAway, say('provider.turned_away_unreadable', { httpStatus }))
  if (turnedAway) return saysTaken(answer.body) ? contradictedBy(answer, turnedAway) : turnedAway
  if (httpStatus >= 300 && httpStatus < 400) {
    const message = say('provider.provider_answered_redirect_http_not_followed', { httpStatus })
    return { ...unknown('redirected', message, namedReference(answer, 'payout')), pause: 'redirected' }
  }
  if (httpStatus === 400 || httpStatus === 422) return { kind: 'rejection', response: answer }
  if (httpStatus === 408 || httpStatus === 409 || httpStatus >= 500) {
    const message = say('provider.provider_error_http_did_not_say', { httpStatus })
    return unknown('server_error', message, namedReference(answer, 'payout'))
  }
  if (httpStatus >= 200 && httpStatus < 300) return { kind: 'body', response: answer }
  const message = say('provider.provider_answered_http_no_known_meaning', { httpStatus })
  return unknown('unreadable_answer', message, namedReference(answer, 'payout'))
}

/** 429, 401, 403, 404, 405 and 415: the request was turned away unread, as far as the status says. */
function turnedAwayOutcome(answer: Response, now: Date, about: About): NotTaken | null {
  const { httpStatus } = answer
  if (httpStatus === 429) return rateLimited(answer, now)
  if (httpStatus === 401 || httpStatus === 403) return unauthorized(answer, about)
  if (httpStatus === 404 || httpStatus === 405 || httpStatus === 415) {
    const message = say('provider.provider_no_such_service_address_http', { httpStatus })
    return { kind: 'not_taken', code: 'not_sent', message, pause: 'wrong_interface' }
  }
  return null
}

/** The keys are wrong, or the account may not do this (not approved for payouts): the body's own words say which. */
function unauthorized(answer: Response, about: About): NotTaken {
  const { httpStatus } = answer
  const outcome = { kind: 'not_taken', code: 'unauthorized', pause: 'unauthorized' } as const
  const json = readJson(answer, [])
  const isObject = json.kind === 'json' && typeof json.value === 'object' && json.value !== null
  const says = isObject ? plainProviderWords(textOf(json.value as object, 'message'), about) : null
  if (says === null) return { ...outcome, message: say('provider.provider_did_not_accept_keys_http', { httpStatus }) }
  return { ...outcome, message: say('provider.turned_away_in_words', { httpStatus, words: says }), says }
}

/** The status line says that nothing was accepted, the body that it was, or perhaps: never send it again, but pause as the status asks. */
function contradictedBy(
  answer: Response,
  { pause, waitMs }: NotTaken,
  message = say('provider.turned_away_but_taken_in', { httpStatus: answer.httpStatus }),
): Unknown {
  const { httpStatus } = answer
  const outcome = unknown('contradictory_answer', message, namedReference(answer, 'payout'))
  if (httpStatus === 429) return { ...outcome, busy: waitMs === undefined ? {} : { waitMs } }
  return pause ? { ...outcome, pause } : outcome
}

function outcomeOfLost({ cause, httpStatus, message }: Lost): Unknown {
  const lostOutcome = unknown(lostCodes[cause], message)
  if (httpStatus === 429) return { ...lostOutcome, busy: {} }
  // The status line arrived, so the next row would get the same: stop, though this row stays unknown.
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
  stray: 'contradictory_answer',
  other: 'connection_lost',
}

function rateLimited({ retryAfter }: Response, now: Date): NotTaken {
  const waitMs = retryAfterMs(retryAfter, now)
  const message = say('provider.provider_asked_slow_down_http_429')
  return { kind: 'not_taken', code: 'rate_limited', message, ...(waitMs === undefined ? {} : { waitMs }) }
}

export const unknown = (code: UnknownCode, message: Words, providerReference: string | null = null): Unknown => ({
  kind: 'unknown',
  providerReference,
  code,
  message,
})

const minWaitMs = 1000
const longestPayoutWaitMs = 5 * 60 * 1000

/**
 * A Retry-After header (RFC 9110, 10.2.3: whole seconds or an HTTP date) as milliseconds from `now`, never under 1 s or
 * over `longestMs` (5 min for payouts: rows are waiting). Undefined when there is none or it can't be read: the caller has
 * its own pause then.
 */
export function retryAfterMs(header: string | null, now: Date, longestMs = longestPayoutWaitMs): number | undefined {
  const clamp = (waitMs: number): number => Math.min(Math.max(waitMs, minWaitMs), longestMs)
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000)
  // Date.parse also takes "-1" and "1e9" for years: only what begins with a weekday is an HTTP date.
  if (!/^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /.test(text)) return undefined
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : clamp(atMs - now.getTime())
}
