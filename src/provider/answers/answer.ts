import { saysDuplicate } from '../../payout/refusal.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import {
  decodeUtf8,
  type ErrorAnswer,
  errorAnswer,
  hasRepeatedKey,
  type PayoutAnswer,
  parseJson,
  payoutAnswer,
  referenceCode,
  withReference,
} from '../wire.ts'
import { type Said, saidIn } from './said.ts'

/**
 * The result of one request, before it is interpreted. The three kinds differ in what they prove about the money:
 * `not_sent` proves that no byte left, `response` carries what the provider said, `lost` proves nothing.
 * Messages are payrun's own sentences, without credentials, phone numbers or names.
 */
export type Answer = Response | NotSent | Lost

export interface Response {
  kind: 'response'
  /** 200 to 599: informational answers are not answers. */
  httpStatus: number
  contentType: string | null
  /** The Retry-After header as it came. */
  retryAfter: string | null
  /** At most 64 KiB. */
  body: Buffer
  /**
   * False when neither Content-Length nor chunks said where the body ends: it ended because the connection did, so it
   * may be cut short without any error.
   */
  delimited: boolean
}

interface NotSent {
  kind: 'not_sent'
  cause: NotSentCause
  /** The reason, without its consequences. */
  why: Sentence
  message: Sentence
}

export interface Lost {
  kind: 'lost'
  cause: LostCause
  /** Not null if the headers arrived, but not the body. */
  httpStatus: number | null
  message: Sentence
}

export type NotSentCause =
  /** Nobody listens at the address. */
  | 'refused'
  | 'dns'
  | 'connect_timeout'
  /** The certificate is invalid, or the other side does not speak TLS. */
  | 'tls'
  /** The deadline passed while the request waited for a connection. */
  | 'deadline'
  /** The caller's `beforeSend` said no. */
  | 'held_back'
  | 'other'

export type LostCause =
  | 'timeout'
  | 'reset'
  | 'closed'
  /** The client was torn down while the request was out. */
  | 'aborted'
  /** More than 64 KiB of body, or too many headers. */
  | 'oversized'
  /** Not HTTP. */
  | 'garbled'
  /** It names the reference of an earlier answer on the same connection. */
  | 'stray'
  | 'other'

/** The answer for a request that was not sent at all. `error` says why there was no connection. */
export function notSentBy(error: unknown): NotSent {
  const code = codeOf(error)
  return notSent(notSentCauseOf(code), code)
}

export function notSent(cause: NotSentCause, code?: string): NotSent {
  const why = withCode(notSentSentences[cause], code)
  return { kind: 'not_sent', cause, why, message: say('provider.nothing_sent', { cause: why }) }
}

/** The answer for a request that left, but got no complete answer. */
export function lostBy(error: unknown, httpStatus: number | null): Lost {
  const code = codeOf(error)
  return lost(isSpoilt(error) ? 'garbled' : lostCauseOf(code), httpStatus, code)
}

/**
 * What arrived is no answer that a request waits for. "bad response" and "bad upgrade": undici reports an answer without a request, and a
 * 100 or 101 that nobody asked for, as a socket error.
 */
export const isSpoilt = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'HTTPParserError' || error.message.startsWith('bad '))

export const lost = (cause: LostCause, httpStatus: number | null, code?: string): Lost => ({
  kind: 'lost',
  cause,
  httpStatus,
  message: say('provider.payout_may_made', { cause: withCode(lostSentences[cause], code) }),
})

const withCode = (cause: Sentence, code: string | undefined): Sentence =>
  code ? say('provider.cause_with_code', { cause, code }) : cause

const notSentSentences: Record<NotSentCause, Sentence> = {
  refused: say('provider.provider_refused_connection'),
  dns: say('provider.providers_host_name_could_not_found'),
  connect_timeout: say('provider.no_connection_provider_came_about_time'),
  tls: say('provider.providers_tls_certificate_handshake_failed'),
  deadline: say('provider.time_limit_passed_before_connection_free'),
  held_back: say('provider.request_held_back_last_moment'),
  other: say('provider.no_connection_provider_could'),
}

/** How an answer was lost. The caller completes the sentence: the consequences depend on the request. */
export const lostSentences: Record<LostCause, Sentence> = {
  timeout: say('provider.provider_did_not_answer_time'),
  reset: say('provider.connection_reset_before_whole_answer_came'),
  closed: say('provider.connection_closed_before_whole_answer_came'),
  aborted: say('provider.request_broken_off_before_answer_came'),
  oversized: say('provider.answer_larger_any_answer_interface'),
  garbled: say('provider.came_back_not_http'),
  stray: say('provider.answer_to_earlier_request'),
  other: say('provider.answer_lost'),
}

/** OpenSSL's and Node's codes for an invalid certificate or a failed handshake. */
const tlsCodes =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_|EPROTO$)/

function notSentCauseOf(code: string): NotSentCause {
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL') return 'dns'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect_timeout'
  if (tlsCodes.test(code)) return 'tls'
  return 'other'
}

function lostCauseOf(code: string): LostCause {
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset'
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'oversized'
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED' || code === 'UND_ERR_ABORTED') return 'aborted'
  if (code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'closed'
  return 'other'
}

/** The error's code, if it looks like one. The rest of an error is never shown, because messages quote hosts and headers. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code) ? error.code : ''
}

export type ReadAnswer =
  /** `fields`: the whole answer, with those that the document doesn't list. */
  | ({ kind: 'payout'; answer: PayoutAnswer; fields: Record<string, unknown> } & Said)
  /** An error body with an integer status (interface document, section 7). */
  | ({ kind: 'error'; answer: ErrorAnswer } & Said)
  /** `error: true` without a status: a refusal only if the HTTP status says so too. */
  | ({ kind: 'bare_error'; message: string } & Said)
  | { kind: 'contradictory'; message: Sentence }
  | { kind: 'unreadable'; message: Sentence }

const decidingKeys = ['error', 'status', 'reference'] as const

/** Reads the body of an answer with any HTTP status. Strict about types: the text "false" is not a boolean. */
export function readAnswer(response: Response): ReadAnswer {
  const json = readJson(response, decidingKeys)
  if (json.kind !== 'json') return json
  const { value } = json
  const said = saidIn(value)
  const payout = payoutAnswer.safeParse(value)
  if (payout.success) return { kind: 'payout', answer: payout.data, fields: value as Record<string, unknown>, ...said }
  if (isBareError(value, response.httpStatus)) {
    return { kind: 'bare_error', message: textOf(value, 'message'), ...said }
  }
  if (typeof value === 'object' && value !== null && 'error' in value) {
    return unreadable(say('provider.answer_missing_unexpected_fields'))
  }
  const error = errorAnswer.safeParse(value)
  if (error.success) return { kind: 'error', answer: error.data, ...said }
  return unreadable(say('provider.answer_missing_unexpected_fields'))
}

/** `{"error": true}` without a text status. It may have section 7's integer status if that mirrors the HTTP status. */
export function isBareError(value: unknown, httpStatus: number): value is { error: true } {
  if (typeof value !== 'object' || value === null || !('error' in value) || value.error !== true) return false
  return !('status' in value) || value.status === httpStatus
}

export function textOf(value: object, key: string): string {
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}

type ReadJson =
  | { kind: 'json'; value: unknown; text: string }
  | { kind: 'contradictory'; message: Sentence }
  | { kind: 'unreadable'; message: Sentence }

/**
 * Reads the body of an answer as JSON, whatever its content type says.
 *
 * @param decidingKeys the fields that decide: given twice, a parser silently takes the last, and the sender may have meant
 *   the first
 */
export function readJson({ body, delimited, httpStatus }: Response, decidingKeys: readonly string[]): ReadJson {
  if (body.length === 0) return unreadable(say('provider.empty_answer_http', { httpStatus }))
  const text = decodeUtf8(body)
  if (text === null) return unreadable(say('provider.answer_not_utf_8'))
  const value = parseJson(text)
  if (value === undefined)
    return unreadable(delimited ? say('provider.answer_not_json') : say('provider.answer_cut_short'))
  if (hasRepeatedKey(text, decidingKeys)) {
    return { kind: 'contradictory', message: say('provider.providers_answer_gives_same_field_twice') }
  }
  return { kind: 'json', value: withReference(value, text), text }
}

const unreadable = (what: Sentence): { kind: 'unreadable'; message: Sentence } => ({
  kind: 'unreadable',
  message: say('provider.provider_sent_cant_told_became_request', { what }),
})

/**
 * The reference in an answer that decides nothing. A person can ask the provider about it, and a statement or a notification
 * about it counts for the request. So it has to be the request's own reference: an answer that reports a duplicate (as 409 does)
 * may name the original payout, and is treated as having none.
 *
 * For a payout, an answer that reports an error has none either: it may mean another payout, in words that we don't know. For an
 * online payment or a collection it counts: each gets its own reference before the payer is asked (2.3, 2.5), and without it nobody
 * could follow what the payer may still pay.
 */
export function namedReference(answer: Response, of: 'payout' | 'charge'): string | null {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return null
  if (answer.httpStatus === 409 || ('status' in json.value && json.value.status === 409)) return null
  const reference = referenceIn(answer)
  if (reference === null || (of === 'payout' && reportsError(json.value))) return null
  return callsItselfDuplicate(saidIn(json.value), textOf(json.value, 'status')) ? null : reference
}

/** The reference in an answer, be it the request's own or another one's. */
export function referenceIn(answer: Response): string | null {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return null
  return referenceCode().safeParse(textOf(json.value, 'reference')).data ?? null
}

/** Whether an answer calls the request a duplicate of an earlier one. */
export const callsItselfDuplicate = ({ says, statuses, flags }: Said, status: string): boolean =>
  [status, ...says(), ...statuses(), ...flags()].some(saysDuplicate)

function reportsError(value: object): boolean {
  const { error, status } = value as { error?: unknown; status?: unknown }
  const isError = error !== undefined && error !== null && error !== false && error !== 0 && error !== 'false'
  return isError || (typeof status === 'number' && (status < 200 || status > 299))
}
