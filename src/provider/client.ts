import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { Payable } from '../payout/keys.ts'
import { formatWireAmount } from '../payout/money/money.ts'
import type { Outcome } from '../payout/outcome.ts'
import { SaidError } from '../words/render.ts'
import { say } from '../words/sentence.ts'
import type { Answer, Response } from './answers/answer.ts'
import type { NotSentCause } from './answers/noAnswer.ts'
import { outcomeOf } from './answers/outcome.ts'
import { createConnections } from './connections.ts'
import { blankKeysOf, exchange, type Recognised } from './exchange.ts'
import { type PayoutRequest, wirePaths } from './wire.ts'

export interface ProviderClientOptions {
  /** The interface's base URL: http or https, a path and a trailing slash are fine. */
  baseUrl: string
  appKey: string
  merchantKey: string
  /** Requests in flight at once (PAYRUN_CONCURRENCY). */
  connections: number
  /** Deadline of one request, from the call to the answer's last byte. */
  timeoutMs: number
  /** How long connecting may take. By default 4000, within the 5 s between a claim and its send. */
  connectTimeoutMs?: number
  /** Path of the provider's status call, with `{reference}` in it (PAYRUN_STATUS_PATH); undefined: it has none. */
  statusPath?: string | undefined
  /** Called with a sentence for the log, without credentials or phone numbers. */
  onNotice?: (message: string) => void
}

interface SendOptions {
  /** Called just before the first byte is written. False holds the request back (see `exchange`). */
  beforeSend?: () => boolean
  /** What an answer means, by default `judgeOf`. Its connection is used again only after `paid` or `accepted` with a reference. */
  judge?: (answer: Response) => Outcome
}

export interface ProviderClient {
  /** Makes one payout call, once (interface document, 4.3). Never rejects. */
  payout(payable: Payable, options?: SendOptions): Promise<Answer>
  /** Makes one call of 4.1 or 4.2, once, with this JSON body. Never rejects. */
  charge(operation: 'payment' | 'collection', body: Buffer): Promise<Answer>
  /** Asks for the status of a payout, by the provider's reference. Undefined without a `statusPath`. */
  status: StatusCall | undefined
  /** Whether the provider can be reached: a HEAD of the base URL, without credentials and without any payout. */
  probe(): Promise<Answer>
  /** Waits for the requests in flight, then closes every connection. */
  close(): Promise<void>
}

/**
 * The provider over HTTP. A call sends at most one request, and never repeats it.
 *
 * @throws Error if the base URL or a key is unusable; the message never quotes them.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { appKey, merchantKey, connections, timeoutMs, connectTimeoutMs = 4000, onNotice = () => undefined } = options
  const base = readBaseUrl(options.baseUrl)
  checkKey(appKey, 'appKey')
  checkKey(merchantKey, 'merchantKey')
  const wire = createConnections({
    origin: base.origin,
    connections,
    connectTimeoutMs: Math.min(timeoutMs, connectTimeoutMs),
    onNotice,
  })
  // The exchange's own deadline is the one that counts; these only keep undici from waiting for its 5 minutes.
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const questions = openStatusCall(options, base)
  const blankKeys = blankKeysOf([appKey, merchantKey])
  const payoutPath = base.path + wirePaths.payout
  const headers = [
    ...['accept', 'application/json', 'content-type', 'application/json'],
    ...['app-key', appKey, 'merchant-key', merchantKey],
  ]

  return {
    async payout(payable, { beforeSend, judge = judgeOf(payable) } = {}) {
      const request = { path: payoutPath, method: 'POST', headers, body: payoutBody(payable), ...limits } as const
      const recognise = (answer: Response) => recognised(judge(blankKeys(answer)))
      return exchange(wire, { request, timeoutMs, beforeSend, recognise })
    },
    async charge(operation, body) {
      const request = { path: base.path + wirePaths[operation], method: 'POST', headers, body, ...limits } as const
      return blankKeys(await exchange(wire, { request, timeoutMs }))
    },
    status: questions && (async (reference) => blankKeys(await questions.call(reference))),
    probe() {
      const request = { path: base.path || '/', method: 'HEAD', reset: true, ...limits } as const
      return exchange(wire, { request, timeoutMs })
    },
    close: async () => {
      await Promise.all([wire.close(), questions?.close()])
    },
  }
}

/** `outcomeOf` for one payout. The client judges an answer for its connection's sake: its caller doesn't do so once more. */
export function judgeOf(payable: Payable, refusalWords: readonly string[] = []): (answer: Answer) => Outcome {
  let last: { answer: Answer; outcome: Outcome } | undefined
  return (answer) => {
    if (last?.answer !== answer) last = { answer, outcome: outcomeOf(answer, payable, new Date(), refusalWords) }
    return last.outcome
  }
}

const recognised = (outcome: Outcome): Recognised => ({
  reference: 'providerReference' in outcome ? outcome.providerReference : null,
  isClear: outcome.kind === 'paid' || outcome.kind === 'accepted',
})

interface BaseUrl {
  /** `https://host:port`. */
  origin: string
  /** Without a trailing slash. */
  path: string
}

/** @throws SaidError if it is unusable */
export function readBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SaidError(say('provider.providers_base_url_must_start_http'))
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new SaidError(say('provider.providers_base_url_must_address_only'))
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

/** Checks at start-up, not at the first payout, that an HTTP header can carry the key (RFC 9110, 5.5): @throws SaidError if not */
export function checkKey(key: string, of: keyof typeof keySentences): void {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new SaidError(keySentences[of])
}

const keySentences = {
  appKey: say('provider.app_key_empty_spaces_line_breaks'),
  merchantKey: say('provider.merchant_key_empty_spaces_line_breaks'),
}

/** Asks for the status of one payout, by the provider's reference. Never rejects. */
export type StatusCall = (reference: string) => Promise<Answer>

interface OpenStatusCall {
  call: StatusCall
  /** Aborts the questions in flight: asking again does no harm. */
  close(): Promise<void>
}

/** Questions are few and can wait. */
const connectionsAtMost = 4

/**
 * The status call, which is not in the interface document, but which providers of this kind have: GET base URL + template. A
 * GET changes nothing, so it may be repeated. It still uses the same careful exchange as a payout (one deadline, at most 64 KiB,
 * no redirects). It has its own connections, so a slow answer never delays a payout between its claim and its send.
 *
 * @returns undefined without a `statusPath`
 */
function openStatusCall(options: ProviderClientOptions, base: BaseUrl): OpenStatusCall | undefined {
  const { statusPath, appKey, merchantKey, timeoutMs, connectTimeoutMs = 4000 } = options
  if (statusPath === undefined) return undefined
  if (!/^\/[\x21-\x22\x24-\x7e]*$/.test(statusPath) || !statusPath.includes('{reference}')) {
    throw new SaidError(say('provider.payrun_status_path_must_path_without', { field: '{reference}' }))
  }
  const wire = createConnections({
    origin: base.origin,
    connections: connectionsAtMost,
    connectTimeoutMs: Math.min(timeoutMs, connectTimeoutMs),
    // If a kept connection dies during a question, nothing is lost: it is asked again.
    onNotice: () => undefined,
  })
  const headers = ['accept', 'application/json', 'app-key', appKey, 'merchant-key', merchantKey]
  return {
    call: (reference) => {
      const path = base.path + statusPath.replaceAll('{reference}', () => encodeURIComponent(reference.toWellFormed()))
      const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
      return exchange(wire, { request: { path, method: 'GET', headers, ...limits }, timeoutMs })
    },
    close: () => wire.close({ breakOff: true }),
  }
}

/** The request body of a payout (interface document, 2.6), in one piece so that its length is known. */
export function payoutBody({ operator, amountMinor, phone, currency, name, customerPhone }: Payable): Buffer {
  const request: PayoutRequest = {
    operator,
    amount: formatWireAmount(amountMinor, currency),
    phoneNumber: phone,
    currency,
    ...(name || customerPhone ? { customer: { ...(name ? { name } : {}), phoneNumber: customerPhone ?? phone } } : {}),
  }
  return Buffer.from(JSON.stringify(request))
}

/**
 * The causes after which it is worth trying again, under the same claim. Absent on purpose: `tls` (a certificate does
 * not fix itself), `held_back` (the claim is too old), `deadline` (the time is spent) and `closed`.
 */
const passing: readonly NotSentCause[] = ['refused', 'dns', 'connect_timeout', 'other']

/** Three tries within about two seconds: a claim must be sent within 5 s. */
const firstPauseMs = 100
const pauses = { retries: 1, minTimeout: 200, maxTimeout: 500, factor: 2, randomize: true, maxRetryTime: 2000 } as const

/**
 * Makes one payout call. It tries again after a pause, but only as long as nothing provably left. A request that left, or may
 * have, is never repeated here. Never rejects.
 */
export async function payoutWithRetry(
  client: Pick<ProviderClient, 'payout'>,
  payable: Payable,
  options: SendOptions = {},
): Promise<Answer> {
  return sendWithRetry(() => client.payout(payable, options))
}

/** The same for any request: `send` makes one call. */
export async function sendWithRetry(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send()
  // The usual case, thousands of times a second, costs no retry machinery.
  if (!mayTryAgain(answer)) return answer
  const attempt = async (): Promise<Answer> => {
    await delay(firstPauseMs)
    answer = await send()
    // p-retry needs something thrown; the answer itself is kept.
    if (mayTryAgain(answer)) throw notYet
    return answer
  }
  return pRetry(attempt, pauses).catch((error: unknown) => {
    if (error !== notYet) throw error
    return answer
  })
}

const notYet = new Error('not sent yet')

const mayTryAgain = (answer: Answer): boolean => answer.kind === 'not_sent' && passing.includes(answer.cause)
