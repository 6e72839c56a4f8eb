import { createHmac } from 'node:crypto'
import { signatureHeader, signNotification } from '../provider/notifications/signature.ts'
import type { AlertChannel, TellResult } from './alert.ts'

interface WebhookOptions {
  /** http or https; with a user and a password where the receiver asks for them. */
  url: string
  /** Signs each request, as notifications are signed and as Standard Webhooks does. `whsec_` and base64, or any text. */
  secret: string | undefined
  timeoutMs?: number
}

/** Posts each alert as JSON. */
export function createWebhook(options: WebhookOptions): AlertChannel {
  const post = createPost(options)
  return {
    name: 'webhook',
    tell: (alert) => post(alert.id, JSON.stringify({ type: 'alert', ...alert }), { 'x-payrun-alert': alert.id }),
    close: () => undefined,
  }
}

/** Posts a JSON document; never rejects. `id` names the document, the same each time. */
export type Post = (id: string, body: string, headers?: Readonly<Record<string, string>>) => Promise<TellResult>

/** Any 2xx counts as received; redirects are not followed. */
export function createPost({ url, secret, timeoutMs = 10_000 }: WebhookOptions): Post {
  const { address, authorization } = withoutCredentials(url)
  return async (id, body, more) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'payrun',
      ...more,
      ...authorization,
      ...standardHeaders(id, body, secret),
      ...(secret === undefined ? {} : { [signatureHeader]: signNotification(body, secret) }),
    }
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
      await answer.body?.cancel()
      return toldBy(answer.status)
    } catch (error) {
      return { kind: 'failed', why: whyOf(error) }
    }
  }
}

/** The headers of standardwebhooks.com: the id is the same each time a document is posted, the time is not. */
function standardHeaders(named: string, body: string, secret: string | undefined): Record<string, string> {
  const id = named.replaceAll(' ', '_')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (secret === undefined) return headers
  const key = secret.startsWith(base64Prefix) ? Buffer.from(secret.slice(base64Prefix.length), 'base64') : secret
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}

const base64Prefix = 'whsec_'

/** fetch takes no address with credentials in it. */
function withoutCredentials(url: string): { address: URL; authorization: { authorization?: string } } {
  const address = new URL(url)
  const { username, password } = address
  if (username === '' && password === '') return { address, authorization: {} }
  address.username = ''
  address.password = ''
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`)
  return { address, authorization: { authorization: `Basic ${credentials.toString('base64')}` } }
}

/** Percent-decoded; as it is if it has a plain percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Only 408, 425, 429 and 5xx may pass: whatever else the receiver says, it would say again. */
function toldBy(status: number): TellResult {
  if (status >= 200 && status < 300) return { kind: 'told' }
  const why = `HTTP ${status}`
  return [408, 425, 429].includes(status) || status >= 500 ? { kind: 'failed', why } : { kind: 'refused', why }
}

/** fetch hides the reason in the cause of `fetch failed`. */
function whyOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z_]+$/.test(code) ? code : 'no connection'
}
