import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxNotificationBytes } from './readNotification.ts'
import { checkToken, createReceiver, keepHandingOver, type ReceiverOptions } from './receiver.ts'

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
 * @throws when the token is not set, or the token or the secret is empty or short enough to be guessed
 */
export function notificationListener(options: ListenerOptions): NotificationListener {
  const { retryEveryMs, onTrouble = () => undefined } = options
  checkToken(options.token)
  const receiver = createReceiver(options)
  const close = keepHandingOver(receiver, { retryEveryMs, onTrouble })

  async function answer(request: IncomingMessage): Promise<number> {
    const token = new URL(request.url ?? '/', 'http://any.invalid').pathname.split('/').at(-1)
    if (!receiver.isToken(token)) return 404
    if (request.method !== 'POST') return 405
    const parts: Buffer[] = []
    let size = 0
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxNotificationBytes) return 413
      parts.push(part)
    }
    const { headers } = request
    return (await receiver.receive({ headers, body: Buffer.concat(parts), token })).httpStatus
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request).then(
      (status) => response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end(),
      // A sender that breaks off in the middle must not end this process.
      () => response.destroy(),
    )
  return Object.assign(listener, { close })
}
