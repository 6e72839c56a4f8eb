import type { IncomingMessage, ServerResponse } from 'node:http'
import { keepHandingOver } from './handOver.ts'
import { maxNotificationBytes } from './readNotification.ts'
import { checkOptions, checkToken, createReceiver, NotificationRefused, type ReceiverOptions } from './receiver.ts'

export interface ListenerOptions extends ReceiverOptions {
  /** The unguessable part of the address: 22 to 100 letters, digits, `-` or `_`. */
  token: string
  /** How often the handler is given what it threw at before, in milliseconds; a minute by default. */
  retryEveryMs?: number | undefined
}

/** Pass it to `createServer`, or to a route in Express. */
export interface NotificationListener {
  (request: IncomingMessage, response: ServerResponse): void
  /**
   * Stops giving the handler what it threw at before. Resolves when the handler has finished what it is working on. Call it
   * after the server is closed. A listener that isn't closed doesn't keep the process alive.
   */
  close(): Promise<void>
}

/**
 * Receives notifications in `node:http`, Express, and anything else that hands over Node's own request and response. The last
 * part of the path is the token. Put it before anything that reads bodies, since a signature is over the raw bytes.
 *
 * Notifications that were kept and not handled when the process ended are given to the handler at once. Those that it throws
 * at are given to it again after `retryEveryMs`.
 *
 * Without `onTrouble`, what goes wrong becomes a warning of the process (`process.emitWarning`).
 *
 * @throws when an option is unknown or unusable, when the token is not set, or when the token or the secret is empty or short enough
 *   to be guessed
 */
export function notificationListener(options: ListenerOptions): NotificationListener {
  checkOptions('notificationListener', options, ['retryEveryMs'])
  const { retryEveryMs, onTrouble = warn, ...others } = options
  checkToken(options.token)
  const receiver = createReceiver({ ...others, onTrouble })
  const close = keepHandingOver(receiver, { retryEveryMs, onTrouble })

  async function answer(request: IncomingMessage): Promise<Answer> {
    const token = new URL(request.url ?? '/', 'http://any.invalid').pathname.split('/').at(-1)
    if (!receiver.isToken(token)) return { httpStatus: 404 }
    if (request.method !== 'POST') return { httpStatus: 405 }
    if (request.readableDidRead || request.readableEnded) return refuse(alreadyRead, 500)
    const parts: Buffer[] = []
    let size = 0
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxNotificationBytes) return refuse('A notification has 64 KiB at most.', 413)
      parts.push(part)
    }
    const { headers } = request
    return receiver.receive({ headers, body: Buffer.concat(parts), token })
  }

  function refuse(reason: string, httpStatus: number): Answer {
    onTrouble(new NotificationRefused(reason, httpStatus))
    return { reason, httpStatus }
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request).then(
      ({ httpStatus, reason }) => {
        const type = reason === undefined ? {} : { 'content-type': 'application/json' }
        const body = reason === undefined ? '' : JSON.stringify({ error: reason })
        response.writeHead(httpStatus, { ...type, ...(httpStatus === 413 && { connection: 'close' }) }).end(body)
      },
      // A sender that breaks off in the middle must not end this process.
      () => response.destroy(),
    )
  return Object.assign(listener, { close })
}

interface Answer {
  httpStatus: number
  reason?: string
}

const alreadyRead =
  'Something has read the body before: put the listener before anything that reads bodies, such as express.json().'

/** Without the error's own words, which may quote a notification. */
const warn = (error: unknown): void =>
  process.emitWarning(
    error instanceof NotificationRefused
      ? `A notification was refused with ${error.httpStatus}: ${error.message}`
      : 'A notification could not be handled. It will be tried again.',
    'PayrunWarning',
  )
