import { z } from 'zod'
import type { Payable } from '../../payout/keys.ts'
import { saysFailed, saysUnderWay } from '../../payout/refusal.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'
import { type Answer, leavesDoubt, type ReadAnswer, type Response, readAnswer, statusMeaning } from './answer.ts'
import { fieldsContradict, messageContradicts } from './messageContradicts.ts'
import { retryAfterMs } from './outcome.ts'
import { providerWords } from './providerWords.ts'

/**
 * What an answer to a status call says about an accepted payout. Only the first two change anything. `shown` is for people: the
 * provider's word, or why there is none, in at most 80 characters, without numbers and the beneficiary's name.
 */
export type StatusReading =
  | { kind: 'paid' }
  | { kind: 'failed'; message: Words }
  | { kind: 'under_way' | 'unrecognised' | 'unreadable' | 'contradictory'; shown: Words }
  /** `waitMs`: how long the provider asks to wait, at most an hour. */
  | { kind: 'unanswered'; shown: Words; waitMs?: number }

/** The payout that was asked about. */
export interface Asked {
  reference: string
  payable: Payable
}

/**
 * Reads the answer to a status call. The interface document has no such call, so it is read by the rules of its payout
 * answers (2.7), and a reading that isn't certain changes nothing:
 *
 * - Only the two words that the document shows decide, `success` and `FAILED`, in any case. Every other word is shown
 *   to people: `COMPLETED` may mean that the question was completed, `EXPIRED` that the question came too late.
 * - `error: false` with `success` is paid. With `error: true` the two contradict each other.
 * - `FAILED` is failed, but only in an answer that gives our reference. `error: false` doesn't contradict it here, unlike
 *   in the answer to a payout: there `error` and `status` both speak of the payout; here `error: false` says that the question
 *   could be answered, and `status` is the answer. With `error: true` and our reference both say the same. Without the
 *   reference, `FAILED` may speak of the question ("no such payment"), and a row that is called failed can be paid again.
 * - Beside `success` no other text of the answer may say that the payout is under way or that its end is not known, and no
 *   part of it that the payout failed; beside `FAILED` none may speak of a timeout, a duplicate, something under way or a success (refusal.ts).
 * - Words for "under way" leave the row as it is.
 * - Another reference, or another number, amount or currency (in the message, or as fields of their own), is an answer about
 *   another payout. A status inside a part of the answer (`{"status": "success", "data": {"status": …}}`) means that
 *   the outer one speaks of the question.
 * - HTTP statuses other than 2xx, and answers that didn't come, say nothing about the payout.
 */
export function readStatus(answer: Answer, asked: Asked, now = new Date()): StatusReading {
  if (answer.kind !== 'response') return unanswered(causes[answer.cause])
  const { httpStatus } = answer
  if (httpStatus < 200 || httpStatus > 299) return turnedAway(answer, now)
  const read = readAnswer(answer)
  switch (read.kind) {
    case 'payout':
      return readPayoutStatus(read, asked)
    case 'error':
    case 'bare_error':
      return unreadable(say('provider.error_without_payment_status'))
    case 'contradictory':
      return { kind: 'contradictory', shown: say('provider.answer_gives_same_field_twice') }
    case 'unreadable':
      return unreadable(say('provider.answer_no_known_form'))
  }
}

function readPayoutStatus(said: Extract<ReadAnswer, { kind: 'payout' }>, asked: Asked): StatusReading {
  const { error, status, reference, message } = said.answer
  const word = shownWord(status, asked.payable)
  if (reference && reference !== asked.reference) return contradictory(say('provider.answer_about_another_reference'))
  if (messageContradicts(message ?? '', asked.payable) || fieldsContradict(said.fields, asked.payable)) {
    return contradictory(say('provider.answer_about_another_number_amount'))
  }
  if (hasNestedStatus(said.fields)) return unreadable(say('provider.answer_status_inside_another_part'))
  const meaning = statusMeaning(status)
  if (meaning === 'success') {
    if (error) return contradictory(say('provider.with_an_error', { word }))
    return said.says().some(saysUnderWay) || saysFailed(message ?? '') || said.hasFailedPart()
      ? contradictory(say('provider.words_against_status', { word }))
      : { kind: 'paid' }
  }
  if (status.trim().toLowerCase() === 'failed') {
    if (leavesDoubt(said)) return contradictory(say('provider.words_against_status', { word }))
    if (reference === asked.reference)
      return { kind: 'failed', message: providerWords(message ?? status, asked.payable) }
    return unreadable(say('provider.without_payments_reference', { word }))
  }
  if (meaning === 'under_way')
    return error ? contradictory(say('provider.with_an_error', { word })) : { kind: 'under_way', shown: word }
  return { kind: 'unrecognised', shown: word }
}

/** Nobody is waiting for the status, so a provider that asks for a long pause gets it. */
const longestQuietMs = 3_600_000

function turnedAway({ httpStatus, retryAfter }: Response, now: Date): StatusReading {
  const reading = unanswered(`HTTP ${httpStatus}`)
  const saysWhen = httpStatus === 429 || httpStatus === 503
  const waitMs = saysWhen ? retryAfterMs(retryAfter, now, longestQuietMs) : undefined
  return waitMs === undefined ? reading : { ...reading, waitMs }
}

const unreadable = (shown: Words): StatusReading => ({ kind: 'unreadable', shown })
const contradictory = (shown: Words): StatusReading => ({ kind: 'contradictory', shown })
const unanswered = (shown: Words) => ({ kind: 'unanswered', shown }) as const

const causes: Record<Exclude<Answer, Response>['cause'], Sentence> = {
  refused: say('provider.connection_refused'),
  dns: say('provider.host_name_not_found'),
  connect_timeout: say('provider.no_connection_time'),
  tls: say('provider.tls_failed'),
  deadline: say('provider.no_connection_time'),
  held_back: say('provider.held_back'),
  timeout: say('provider.no_answer_time'),
  reset: say('provider.connection_reset'),
  closed: say('provider.connection_closed'),
  aborted: say('provider.broken_off'),
  oversized: say('provider.answer_over_64_kib'),
  garbled: say('provider.not_http'),
  stray: say('provider.answer_to_earlier_request'),
  other: say('provider.connection_lost'),
}

const shownWord = (status: string, payable: Payable): Words => {
  const word = providerWords(status, payable)
  return typeof word === 'string' && word.length > 60 ? `${word.slice(0, 59).toWellFormed()}…` : word
}

const hasNestedStatus = (fields: Record<string, unknown>): boolean =>
  Object.values(fields)
    .flat()
    .some((part) => typeof part === 'object' && part !== null && 'status' in part)

/** Text or a number, as text; anything else is left out. */
export const plain = z
  .union([z.string().max(40), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)
