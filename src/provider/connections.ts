import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { type Dispatcher, Pool } from 'undici'

export interface ConnectionOptions {
  /** `https://host:port`, no path. */
  origin: string
  /** At most so many connections at once: a request beyond them waits. */
  connections: number
  connectTimeoutMs: number
  /** Told once, in a sentence for the log, when connections stop being used again. */
  onNotice: (message: string) => void
}

/** What is told of one request. Exactly one of `ended` and `failed` comes, last. */
export interface Listener {
  /**
   * A connection is open and nothing has been written to it: this is the proof of "not sent", since no byte leaves
   * before it. False: nothing will leave. May be asked again when the connection turns out to be unfit.
   */
  mayStart(controller: Dispatcher.DispatchController): boolean
  /** After a yes of `mayStart`: nothing was written after all. `mayStart` is asked again. */
  turnedBack(): void
  head(httpStatus: number, headers: Headers): void
  data(chunk: Buffer): void
  ended(): void
  /** `sent` false: nothing was written. */
  failed(error: Error, sent: boolean): void
}

export type Headers = Record<string, string | string[] | undefined>

export interface Connections {
  dispatch(request: Dispatcher.DispatchOptions, listener: Listener): void
  /** Waits for the requests that are out, or breaks them off (which is not for payouts). */
  close(options?: { breakOff: boolean }): Promise<void>
}

/** A connection that was idle for longer is not used again: servers close theirs, and a request then dies unanswered. */
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
          // The process stood still past the idle limit. The abort destroys the socket before undici writes to it.
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
    connectTimeout: connectTimeoutMs,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    keepAliveTimeoutThreshold: 1000,
    maxHeaderSize: 16_384,
  })
}

/**
 * Tells which socket a request goes out on. undici publishes it between onRequestStart and the write, in the same call
 * stack, and nowhere else; so whoever asks in onRequestStart is answered before a byte is written.
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

/** The other side ended the connection, as opposed to a timeout or an abort of ours. */
const diedByItself = (error: Error): boolean =>
  'code' in error && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(error.code))
