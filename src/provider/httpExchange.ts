import type { Dispatcher } from 'undici'
import { type Answer, lost, lostBy, notSent, notSentBy } from './answers/answer.ts'
import type { Connections, Headers } from './connections.ts'

export interface ExchangeOptions {
  request: Dispatcher.DispatchOptions
  /** From this call to the last byte of the answer. */
  timeoutMs: number
  /**
   * Called when a connection is open, just before anything is written; false holds the request back, and nothing
   * leaves. It may be called again when the connection turns out to be unfit. Synchronous, so that no time passes
   * between its yes and the write.
   */
  beforeSend?: (() => boolean) | undefined
}

/** More than any answer of the interface, and little enough to hold for every request in flight. */
const maxBodyBytes = 64 * 1024

/** A deadline that is noticed this late was slept through; what came meanwhile is then read for so long. */
const stoodStillMs = 200
const readingMs = 1_000

/**
 * Sends one request once and waits for its whole answer, a failure or the deadline. Never rejects, never sends twice:
 * a request that still waits for a connection at the deadline is not sent later either.
 */
export function exchange(connections: Pick<Connections, 'dispatch'>, options: ExchangeOptions): Promise<Answer> {
  const { request, timeoutMs, beforeSend } = options
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let head: { httpStatus: number; headers: Headers } | null = null
    let started: Dispatcher.DispatchController | null = null
    let settled = false
    let passed = false
    let heldBack = false

    const settle = (answer: Answer) => {
      if (settled) return
      settled = true
      clearTimeout(deadline)
      resolve(answer)
    }
    const breakOff = (answer: Answer) => {
      settle(answer)
      started?.abort(new Error('interrupted'))
    }
    const giveUp = () => breakOff(started ? lost('timeout', head?.httpStatus ?? null) : notSent('deadline'))
    const dueMs = performance.now() + timeoutMs
    let deadline = setTimeout(() => {
      passed = true
      // Crash window: the process stood still (stopped, or its loop was blocked) past the deadline, and the answer came
      // meanwhile. It waits in the socket, and timers run before sockets are read: it is read before we give up on it.
      const stoodStill = started !== null && performance.now() - dueMs > stoodStillMs
      if (stoodStill) deadline = setTimeout(giveUp, readingMs)
      else giveUp()
    }, timeoutMs)

    connections.dispatch(request, {
      mayStart(controller) {
        // undici keeps a waiting request in its queue: what was given up must not go out when its turn comes.
        if (settled || passed) return false
        heldBack = beforeSend !== undefined && !beforeSend()
        if (!heldBack) started = controller
        return !heldBack
      },
      turnedBack() {
        started = null
      },
      head(httpStatus, headers) {
        head = { httpStatus, headers }
      },
      data(chunk) {
        bytes += chunk.length
        if (bytes > maxBodyBytes) breakOff(lost('oversized', head?.httpStatus ?? null))
        else chunks.push(chunk)
      },
      ended() {
        settle(head ? responseOf(head, chunks) : lost('garbled', null))
      },
      failed(error, sent) {
        if (sent) settle(lostBy(error, head?.httpStatus ?? null))
        else settle(heldBack ? notSent('held_back') : notSentBy(error))
      },
    })
  })
}

function responseOf({ httpStatus, headers }: { httpStatus: number; headers: Headers }, chunks: Buffer[]): Answer {
  return {
    kind: 'response',
    httpStatus,
    contentType: first(headers['content-type']),
    retryAfter: first(headers['retry-after']),
    body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
    delimited: httpStatus === 204 || 'content-length' in headers || 'transfer-encoding' in headers,
  }
}

const first = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? value[0] : value) ?? null
