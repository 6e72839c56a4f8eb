import type { Outcome, UnknownCode } from '../payout/outcome.ts'
import { t } from '../words/t.ts'
import type { Answer, Lost, LostCause, Response } from './answer.ts'
import { retryAfterMs } from './retryAfterMs.ts'

export type NotTaken = Extract<Outcome, { kind: 'not_taken' }>
export type Unknown = Extract<Outcome, { kind: 'unknown' }>

/**
 * What HTTP alone decides, for all three operations, by the outcome table of the design; the rest is left to the body of
 * the response: `body` for 2xx, `rejection` for 400 and 422, where only a body that says so itself is a refusal.
 */
export type HttpOutcome = NotTaken | Unknown | { kind: 'body' | 'rejection'; response: Response }

export function httpOutcome(answer: Answer, now: Date): HttpOutcome {
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
    const message = t`The provider did not accept the keys (HTTP ${httpStatus}): check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.`
    return { kind: 'not_taken', code: 'unauthorized', message, pause: 'unauthorized' }
  }
  if (httpStatus === 404 || httpStatus === 405 || httpStatus === 415) {
    const message = t`The provider has no such service at this address (HTTP ${httpStatus}): check PAYRUN_PROVIDER_URL.`
    return { kind: 'not_taken', code: 'not_sent', message, pause: 'wrong_interface' }
  }
  if (httpStatus >= 300 && httpStatus < 400) {
    const message = t`The provider answered with a redirect (HTTP ${httpStatus}), which is not followed: check PAYRUN_PROVIDER_URL.`
    return { ...unknown('redirected', message), pause: 'redirected' }
  }
  if (httpStatus === 400 || httpStatus === 422) return { kind: 'rejection', response: answer }
  if (httpStatus === 408 || httpStatus === 409 || httpStatus >= 500) {
    return unknown('server_error', t`The provider had an error (HTTP ${httpStatus}) and did not say what became of it.`)
  }
  if (httpStatus >= 200 && httpStatus < 300) return { kind: 'body', response: answer }
  return unknown(
    'unreadable_answer',
    t`The provider answered with HTTP ${httpStatus}, which has no known meaning here.`,
  )
}

function outcomeOfLost({ cause, httpStatus, message }: Lost): Unknown {
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

function rateLimited({ retryAfter }: Response, now: Date): NotTaken {
  const waitMs = retryAfterMs(retryAfter, now)
  const message = t`The provider asked to slow down (HTTP 429).`
  return { kind: 'not_taken', code: 'rate_limited', message, ...(waitMs === undefined ? {} : { waitMs }) }
}

export const unknown = (code: UnknownCode, message: string, providerReference: string | null = null): Unknown => ({
  kind: 'unknown',
  providerReference,
  code,
  message,
})
