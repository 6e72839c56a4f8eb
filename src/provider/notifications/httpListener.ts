import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxNotificationBytes } from './readNotification.ts'
import { checkToken, createReceiver, type ReceiverOptions } from './receiver.ts'

/**
 * Receives notifications in `node:http`, Express, and whatever else hands over Node's own request and response: the last part of
 * the path is the token. Put it before anything that reads bodies, since a signature is over the raw bytes.
 *
 * What was kept and not handled when the process ended is given to the handler at once.
 *
 * @throws when the token or the secret is no check: not set, empty, or short enough to be guessed
 */
export function notificationListener(
  options: ReceiverOptions & { token: string },
): (request: IncomingMessage, response: ServerResponse) => void {
  const { onTrouble = () => undefined } = options
  checkToken(options.token)
  const receiver = createReceiver(options)
  receiver.handOverWaiting().catch(onTrouble)

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

  return (request, response) =>
    void answer(request).then(
      (status) => response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end(),
      // Whoever breaks off in the middle must not end this process.
      () => response.destroy(),
    )
}
