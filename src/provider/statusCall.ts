import { t } from '../words/t.ts'
import type { Answer } from './answer.ts'
import { createConnections } from './connections.ts'
import { exchange } from './exchange.ts'

/** Asks what became of one payout, by the provider's reference. Never rejects. */
export type StatusCall = (reference: string) => Promise<Answer>

export interface StatusCallOptions {
  /** `https://host:port`. */
  origin: string
  /** The path of the base URL, without a trailing slash. */
  basePath: string
  /** PAYRUN_STATUS_PATH: begins with a slash and has `{reference}` in it. */
  template: string
  appKey: string
  merchantKey: string
  timeoutMs: number
  connectTimeoutMs: number
}

export interface OpenStatusCall {
  call: StatusCall
  /** Breaks off the questions that are out: asking again does no harm. */
  close(): Promise<void>
}

/** Questions are few and can wait. */
const connectionsAtMost = 4

/**
 * The status call that providers of this kind have, though the interface document doesn't: GET base URL + template. A GET
 * changes nothing, so it may be repeated; it goes through the same careful exchange as a payout all the same (one
 * deadline, 64 KiB at most, no redirects). Its connections are its own: a slow answer here never keeps a payout waiting
 * between its claim and its send.
 */
export function createStatusCall(options: StatusCallOptions): OpenStatusCall {
  const { origin, basePath, template, appKey, merchantKey, timeoutMs, connectTimeoutMs } = options
  if (!/^\/[\x21-\x22\x24-\x7e]*$/.test(template) || !template.includes('{reference}')) {
    throw new Error(t`PAYRUN_STATUS_PATH must be a path with ${'{reference}'} in it, without spaces and #.`)
  }
  const wire = createConnections({
    origin,
    connections: connectionsAtMost,
    connectTimeoutMs,
    // A kept connection that dies under a question costs nothing: it is asked again.
    onNotice: () => undefined,
  })
  const headers = ['accept', 'application/json', 'app-key', appKey, 'merchant-key', merchantKey]
  return {
    call: (reference) => {
      const path = basePath + template.replaceAll('{reference}', () => encodeURIComponent(reference.toWellFormed()))
      const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
      return exchange(wire, { request: { path, method: 'GET', headers, ...limits }, timeoutMs })
    },
    close: () => wire.close({ breakOff: true }),
  }
}
