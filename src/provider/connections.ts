import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { type Dispatcher, Pool } from 'undici'
import { type Answer, lost, lostBy, notSent, notSentBy } from './answers/answer.ts'

interface ConnectionOptions {
  /** `https://host:port`, no path. */
  origin: string
  /** At most so many connections at once: a request beyond them waits. */
  connections: number
  connectTimeoutMs: number
  /** Called once, with a sentence for the log, when connections are no longer reused. */
  onNotice: (message: string) => void
}

/** The events of one request. Exactly one of `ended` and `failed` is called, last. */
export interface Listener {
  /**
   * A connection is open and nothing has been written to it: until then, "not sent" is proved. Return false to send nothing.
   * May be called again if the connection turns out to be unusable.
   */
  mayStart(controller: Dispatcher.DispatchController): boolean
  /** `mayStart` returned true, but nothing was written after all. `mayStart` is called again. */
  turnedBack(): void
  head(httpStatus: number, headers: Headers): void
  data(chunk: Buffer): void
  ended(): void
  /** `sent` false: nothing was written. */
  failed(error: Error, sent: boolean): void
}

type Headers = Record<string, string | string[] | undefined>

export interface Connections {
  dispatch(request: Dispatcher.DispatchOptions, listener: Listener): void
  /** Waits for the requests in flight, or aborts them (never do that to payouts). */
  close(options?: { breakOff: boolean }): Promise<void>
}

/** A connection that was idle for longer is not reused: the server may be closing it, and a request would go unanswered. */
const maxIdleMs = 1000

/** Why a request is turned back before anything was written. */
const turnedBack = new Error('turned back before sending')

const tellReuseEnded = ({ onNotice }: ConnectionOptions): void =>
  onNotice('The provider closed a kept-alive connection during a request. From now on, each request opens its own.')

/**
 * HTTP/1.1 connections to one origin, one request at a time on each, with nothing that could send a request twice: no
 * HTTP/2 (which re-sends a POST by itself), no retries, no redirects.
 *
 * A connection is used again within a second of its last answer, and less where the server's `Keep-Alive: timeout` says
 * so. Once a used connection has died without an answer, this server closes idle connections on us, and every request on
 * one is a payout that may end unknown: from then on each request has a connection of its own.
 */
export function createConnections(options: ConnectionOptions): Connections {
  /** Sockets that have carried a request, with the time (ms, monotonic) of their last answer. */
  const lastAnswerMs = new WeakMap<Socket, number>()
  const retired: Promise<void>[] = []
  const outgoing = watchOutgoing()
  let pool = openPool(options, 1)
  let mayReuse = true

  function stopReusing(): void {
    if (!mayReuse) return
    mayReuse = false
    retired.push(pool.close().catch(() => undefined))
    pool = openPool(options, 0)
    tellReuseEnded(options)
  }

  function dispatch(request: Dispatcher.DispatchOptions, listener: Listener): void {
    const dispatchedTo = pool
    const seen = { sent: false, again: false, answered: false, reused: false, socket: null as Socket | null }

    const turnBack = (controller: Dispatcher.DispatchController) => {
      seen.again = true
      controller.abort(turnedBack)
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        if (dispatchedTo !== pool) return turnBack(controller)
        if (!listener.mayStart(controller)) return controller.abort(turnedBack)
        seen.sent = true
        outgoing.next((given) => {
          seen.socket = given
          const usedMs = lastAnswerMs.get(given)
          seen.reused = usedMs !== undefined
          if (usedMs === undefined || performance.now() - usedMs <= maxIdleMs) return
          // The process was suspended past the idle limit. The abort destroys the socket before undici writes to it.
          listener.turnedBack()
          turnBack(controller)
        })
      },
      onResponseStarted() {
        seen.answered = true
      },
      onResponseStart(_controller, httpStatus, headers) {
        if (httpStatus >= 200) listener.head(httpStatus, headers)
      },
      onResponseData(_controller, chunk) {
        listener.data(chunk)
      },
      onResponseEnd() {
        if (seen.socket) lastAnswerMs.set(seen.socket, performance.now())
        listener.ended()
      },
      onResponseError(_controller, error) {
        if (seen.again) return queueMicrotask(() => dispatch(request, listener))
        if (seen.sent && seen.reused && !seen.answered && diedByItself(error)) stopReusing()
        listener.failed(error, seen.sent)
      },
    }
    pool.dispatch(request, handler)
  }

  async function close({ breakOff } = { breakOff: false }): Promise<void> {
    // What dies from here on must not open another pool behind our back.
    mayReuse = false
    await Promise.all([breakOff ? pool.destroy() : pool.close(), ...retired])
    outgoing.stop()
  }

  return { dispatch, close }
}

function openPool({ origin, connections, connectTimeoutMs }: ConnectionOptions, pipelining: 0 | 1): Pool {
  return new Pool(origin, {
    connections,
    // In undici's terms 1 keeps connections, one request at a time, and 0 does not keep them.
    pipelining,
    allowH2: false,
    // Regardless of NODE_TLS_REJECT_UNAUTHORIZED.
    connect: { rejectUnauthorized: true },
    connectTimeout: connectTimeoutMs,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    keepAliveTimeoutThreshold: 1000,
    maxHeaderSize: 16_384,
  })
}

/**
 * Finds out which socket a request uses. undici publishes it only between onRequestStart and the write, in the same call
 * stack, so a callback registered in onRequestStart runs before a byte is written.
 */
function watchOutgoing() {
  let take: ((socket: Socket) => void) | null = null
  const onSendHeaders = (event: unknown) => {
    const taker = take
    take = null
    taker?.((event as { socket: Socket }).socket)
  }
  subscribe('undici:client:sendHeaders', onSendHeaders)
  return {
    next(taker: (socket: Socket) => void) {
      take = taker
    },
    stop: () => unsubscribe('undici:client:sendHeaders', onSendHeaders),
  }
}

/** The other side ended the connection, not a timeout or an abort of our own. */
const diedByItself = (error: Error): boolean =>
  'code' in error && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.code))

interface ExchangeOptions {
  request: Dispatcher.DispatchOptions
  /** From this call to the last byte of the answer. */
  timeoutMs: number
  /**
   * Called when a connection is open, just before anything is written. False holds the request back, and nothing leaves. It may
   * be called again if the connection turns out to be unusable. It is synchronous, so no time passes before the write.
   */
  beforeSend?: (() => boolean) | undefined
}

/** More than any answer of the interface needs, and small enough to buffer for every request in flight. */
const maxBodyBytes = 64 * 1024

/** If a deadline is noticed this late, the process was suspended. Answers that came meanwhile are then read for this long. */
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
        // undici keeps a waiting request in its queue. Once given up, it must not be sent when its turn comes.
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
