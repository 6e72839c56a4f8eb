import { type Sentence, say } from '../../words/sentence.ts'
import { isSpoilt } from '../connections.ts'

/** No byte of the request left. */
export interface NotSent {
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
  /** The client was closed before the call. */
  | 'closed'
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
  const cause = notSentCauseOf(code)
  return cause === 'closed' ? notSent(cause) : notSent(cause, code)
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
  closed: say('provider.client_closed'),
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
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed'
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
