import { t } from '../words/t.ts'
import type { Lost, LostCause, NotSent, NotSentCause } from './answer.ts'

/** The answer for a request of which no byte left; `error` says why no connection could be had. */
export function notSentBy(error: unknown): NotSent {
  const code = codeOf(error)
  return notSent(notSentCauseOf(code), code)
}

export const notSent = (cause: NotSentCause, code?: string): NotSent => ({
  kind: 'not_sent',
  cause,
  message: t`${withCode(notSentSentences[cause](), code)}: nothing was sent.`,
})

/** The answer for a request that left, and whose answer did not come whole. */
export function lostBy(error: unknown, httpStatus: number | null): Lost {
  const code = codeOf(error)
  // "bad response" and "bad upgrade": undici reports a 100 or 101 that nobody asked for as a socket error.
  const isSpoilt = error instanceof Error && (error.name === 'HTTPParserError' || error.message.startsWith('bad '))
  return lost(isSpoilt ? 'garbled' : lostCauseOf(code), httpStatus, code)
}

export const lost = (cause: LostCause, httpStatus: number | null, code?: string): Lost => ({
  kind: 'lost',
  cause,
  httpStatus,
  message: t`${withCode(lostSentence(cause), code)}: the payout may have been made.`,
})

const withCode = (sentence: string, code: string | undefined): string => (code ? `${sentence} (${code})` : sentence)

const notSentSentences: Record<NotSentCause, () => string> = {
  refused: () => t`The provider refused the connection`,
  dns: () => t`The provider's host name could not be found`,
  connect_timeout: () => t`No connection to the provider came about in time`,
  tls: () => t`The provider's TLS certificate or handshake failed`,
  deadline: () => t`The time limit passed before a connection was free`,
  held_back: () => t`The request was held back at the last moment`,
  other: () => t`No connection to the provider could be had`,
}

/** How an answer was lost, without an end: what may have happened depends on what was asked for. */
export const lostSentence = (cause: LostCause): string => lostSentences[cause]()

const lostSentences: Record<LostCause, () => string> = {
  timeout: () => t`The provider did not answer in time`,
  reset: () => t`The connection was reset before the whole answer came`,
  closed: () => t`The connection was closed before the whole answer came`,
  aborted: () => t`The request was broken off before the answer came`,
  oversized: () => t`The answer was larger than any answer of this interface`,
  garbled: () => t`What came back was not HTTP`,
  other: () => t`The answer was lost`,
}

/** OpenSSL's and Node's names for a certificate or a handshake that does not hold. */
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

/** The error's code when it looks like one; nothing else of an error is shown, since texts quote hosts and headers. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code) ? error.code : ''
}
