import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxNotificationBytes } from './readNotification.ts'
import { checkToken, createReceiver, keepHandingOver, type ReceiverOptions } from './receiver.ts'

export interface ListenerOptions extends ReceiverOptions {
  /** The unguessable part of the address: 22 to 100 letters, digits, `-` or `_`. */
  token: string
  /** How often notifications whose handler threw are given to it again, in milliseconds; a minute by default. */
  retryEveryMs?: number | undefined
}

/** For `createServer`, or in Express for a route. */
export interface NotificationListener {
  (request: IncomingMessage, response: ServerResponse): void
  /**
   * Gives the handler nothing again that it threw at; resolves when it is done with what it has in hand. For after the server
   * is closed; without it, nothing here keeps a process alive.
   */
  close(): Promise<void>
}

/**
 * Receives notifications in `node:http`, Express, and whatever else hands over Node's own request and response: the last part of
 * the path is the token. Put it before anything that reads bodies, since a signature is over the raw bytes.
 *
 * What was kept and not handled when the process ended is given to the handler at once, and what it threw at a minute later.
 *
 * @throws when the token or the secret is no check: not set, empty, or short enough to be guessed
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
      // Whoever breaks off in the middle must not end this process.
      () => response.destroy(),
    )
  return Object.assign(listener, { close })
}
