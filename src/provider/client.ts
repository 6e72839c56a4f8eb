import type { Payable } from '../payout/payable.ts'
import { t } from '../words/t.ts'
import type { Answer } from './answer.ts'
import { createConnections } from './connections.ts'
import { exchange } from './exchange.ts'
import { payoutBody } from './payoutBody.ts'
import { createStatusCall, type StatusCall } from './statusCall.ts'
import { wirePaths } from './wire.ts'

export { payoutBody } from './payoutBody.ts'

export interface ProviderClientOptions {
  /** The interface's base URL: http or https, a path and a trailing slash are fine. */
  baseUrl: string
  appKey: string
  merchantKey: string
  /** Requests in flight at once (PAYRUN_CONCURRENCY). */
  connections: number
  /** Deadline of one request, from the call to the answer's last byte. */
  timeoutMs: number
  /** How long connecting may take; 4000 by default, so that it stays inside the 5 s between a claim and its send. */
  connectTimeoutMs?: number
  /** Path of the provider's status call, with `{reference}` in it (PAYRUN_STATUS_PATH); undefined: it has none. */
  statusPath?: string | undefined
  /** Told in a sentence for the log, without credentials or numbers. */
  onNotice?: (message: string) => void
}

export interface SendOptions {
  /** Asked just before the first byte leaves; false holds the request back (see `exchange`). */
  beforeSend?: () => boolean
}

export interface ProviderClient {
  /** Makes one payout call, once (interface document, 4.3). Never rejects. */
  payout(payable: Payable, options?: SendOptions): Promise<Answer>
  /** Makes one call of 4.1 or 4.2, once, with this JSON body. Never rejects. */
  payin(operation: 'payment' | 'collection', body: Buffer): Promise<Answer>
  /** Asks what became of a payout, by the provider's reference; undefined without a `statusPath`. */
  status: StatusCall | undefined
  /** Whether the provider can be reached: a HEAD of the base URL, without credentials and without any payout. */
  probe(): Promise<Answer>
  /** Waits for what is out, then closes every connection. */
  close(): Promise<void>
}

/**
 * The provider over HTTP. One call is one request at most: nothing here sends a second time.
 *
 * @throws Error when the base URL or a key can't be used at all; the text never quotes them.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { appKey, merchantKey, connections, timeoutMs, connectTimeoutMs = 4000, onNotice = () => undefined } = options
  const base = readBaseUrl(options.baseUrl)
  checkKey(
    appKey,
    () => t`The app key is empty or has spaces, line breaks or letters beyond ASCII in it: copy it again.`,
  )
  checkKey(
    merchantKey,
    () => t`The merchant key is empty or has spaces, line breaks or letters beyond ASCII in it: copy it again.`,
  )
  const wire = createConnections({
    origin: base.origin,
    connections,
    connectTimeoutMs: Math.min(timeoutMs, connectTimeoutMs),
    onNotice,
  })
  // The exchange's own deadline is the one that counts; these only keep undici from waiting for its 5 minutes.
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const questions = openQuestions(options, base)
  const quoted = quotedForms([appKey, merchantKey])
  const payoutPath = base.path + wirePaths.payout
  const headers = [
    ...['accept', 'application/json', 'content-type', 'application/json'],
    ...['app-key', appKey, 'merchant-key', merchantKey],
  ]

  return {
    async payout(payable, { beforeSend } = {}) {
      const request = { path: payoutPath, method: 'POST', headers, body: payoutBody(payable), ...limits } as const
      return withoutKeys(await exchange(wire, { request, timeoutMs, beforeSend }), quoted)
    },
    async payin(operation, body) {
      const request = { path: base.path + wirePaths[operation], method: 'POST', headers, body, ...limits } as const
      return withoutKeys(await exchange(wire, { request, timeoutMs }), quoted)
    },
    status: questions && (async (reference) => withoutKeys(await questions.call(reference), quoted)),
    probe() {
      const request = { path: base.path || '/', method: 'HEAD', reset: true, ...limits } as const
      return exchange(wire, { request, timeoutMs })
    },
    close: async () => {
      await Promise.all([wire.close(), questions?.close()])
    },
  }
}

function openQuestions(options: ProviderClientOptions, base: { origin: string; path: string }) {
  const { statusPath, appKey, merchantKey, timeoutMs, connectTimeoutMs = 4000 } = options
  if (statusPath === undefined) return undefined
  return createStatusCall({
    origin: base.origin,
    basePath: base.path,
    template: statusPath,
    appKey,
    merchantKey,
    timeoutMs,
    connectTimeoutMs: Math.min(timeoutMs, connectTimeoutMs),
  })
}

function readBaseUrl(text: string): { origin: string; path: string } {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(t`The provider's base URL must start with http:// or https:// and name a host.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Error(t`The provider's base URL must be an address only: no user, password, ? or # in it.`)
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

/** What an HTTP header can carry (RFC 9110, 5.5), found out here and not at the first payout. */
function checkKey(key: string, problem: () => string): void {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(problem())
}

/** Shorter keys than this can't be told from ordinary words of an answer. */
const minKeyLength = 12

/** What the keys look like in an answer that quotes them: some JSON writers escape slashes. */
const quotedForms = (keys: readonly string[]): string[] => [
  ...new Set(keys.filter(({ length }) => length >= minKeyLength).flatMap((key) => [key, key.replaceAll('/', '\\/')])),
]

/** A provider that quotes a key back in its error text would carry it into reports and the ledger. */
function withoutKeys(answer: Answer, forms: readonly string[]): Answer {
  if (answer.kind !== 'response') return answer
  for (const form of forms) {
    for (let at = answer.body.indexOf(form); at >= 0; at = answer.body.indexOf(form)) {
      answer.body.fill('x', at, at + form.length)
      // A key of x alone would be found for ever.
      if (/^x+$/.test(form)) break
    }
  }
  return answer
}
