import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { type Dispatcher, Pool } from 'undici'

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
  /** @param earlier the references of earlier answers on this connection */
  ended(earlier: ReadonlySet<string>): Ended
  /** `sent` false: nothing was written. */
  failed(error: Error, sent: boolean): void
}

export type Headers = Record<string, string | string[] | undefined>

/** What an answer means for its connection. */
export type Ended =
  /** The connection may be used again: should this answer come a second time, its reference gives it away. */
  | { kind: 'clean'; reference: string }
  /** Another answer may follow, and the next request would take it for its own. */
  | { kind: 'unclear' }
  /** It is the answer to an earlier request. */
  | { kind: 'stray' }

export interface Connections {
  dispatch(request: Dispatcher.DispatchOptions, listener: Listener): void
  /** Waits for the requests in flight, or aborts them (never do that to payouts). */
  close(options?: { breakOff: boolean }): Promise<void>
}

/** A connection that was idle for longer is not reused: the server may be closing it, and a request would go unanswered. */
const maxIdleMs = 1000
/** Bounds the references that are kept of a connection. */
const maxRequests = 1000

/** Why a request is turned back before anything was written. */
const turnedBack = new Error('turned back before sending')

type Tell = (options: ConnectionOptions) => void
const tellClosed: Tell = ({ onNotice }) =>
  onNotice('The provider closed a kept-alive connection during a request. From now on, each request opens its own.')
const tellStray: Tell = ({ onNotice }) =>
  onNotice(
    'The provider sent an answer that no request waited for. From now on, each request opens its own connection.',
  )

/**
 * HTTP/1.1 connections to one origin, one request at a time on each, with nothing that could send a request twice: no
 * HTTP/2 (which re-sends a POST by itself), no retries, no redirects.
 *
 * A connection is used again within a second of its last answer, and less where the server's `Keep-Alive: timeout` says
 * so. Once a used connection has died without an answer, this server closes idle connections on us, and every request on
 * one is a payout that may end unknown: from then on each request has a connection of its own.
 *
 * HTTP/1.1 doesn't say which request an answer belongs to. So a connection ends after any answer that could be followed by another one
 * (`Ended`), and none is used again once a stray answer was seen.
 */
export function createConnections(options: ConnectionOptions): Connections {
  const uses = createUses()
  const retired: Promise<void>[] = []
  const outgoing = watchOutgoing()
  let pool = openPool(options, 1)
  let mayReuse = true
  // undici reads an idle connection before each request, and closes it if anything has arrived.
  pool.on('disconnect', (_origin, _targets, error) => isSpoilt(error) && stopReusing(tellStray))

  function stopReusing(tell: Tell): void {
    if (!mayReuse) return
    mayReuse = false
    retired.push(pool.close().catch(() => undefined))
    pool = openPool(options, 0)
    tell(options)
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
          const used = uses.of(given)
          seen.reused = used !== undefined
          if (used === undefined || performance.now() - used.lastAnswerMs <= maxIdleMs) return
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
        if (uses.ended(seen.socket, listener) === 'stray') stopReusing(tellStray)
      },
      onResponseError(_controller, error) {
        if (seen.again) return queueMicrotask(() => dispatch(request, listener))
        if (seen.sent && seen.reused && !seen.answered && diedByItself(error)) stopReusing(tellClosed)
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
    maxRequestsPerClient: maxRequests,
    maxHeaderSize: 16_384,
  })
}

/** What the sockets have carried. */
function createUses() {
  /** `lastAnswerMs`: monotonic. */
  const uses = new WeakMap<Socket, { lastAnswerMs: number; references: Set<string> }>()
  return {
    of: (socket: Socket) => uses.get(socket),
    /** An answer has ended: its socket is kept, or closed. */
    ended(socket: Socket | null, listener: Listener): Ended['kind'] {
      const references = (socket && uses.get(socket)?.references) ?? new Set<string>()
      const ended = listener.ended(references)
      if (ended.kind === 'clean' && socket) {
        references.add(ended.reference)
        uses.set(socket, { lastAnswerMs: performance.now(), references })
      } else socket?.destroy()
      return ended.kind
    },
  }
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

/**
 * What arrived is no answer that a request waits for. "bad response" and "bad upgrade": undici reports an answer without a request, and a
 * 100 or 101 that nobody asked for, as a socket error.
 */
export const isSpoilt = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'HTTPParserError' || error.message.startsWith('bad '))
