import { createReceiver, type IncomingNotification, type Received } from './createReceiver.ts'
import type { NotificationHandler, NotificationStore } from './notification.ts'

/**
 * Receive one notification, with any HTTP server: check where it comes from and what it looks like, keep it once, and give
 * a new one to the handler. Answer the request with the result's `httpStatus`; the handler is still at work then.
 *
 * A handler that throws, or a process that dies before it is done, leaves the notification in the store's `waiting()`:
 * `createReceiver` has the means to hand those over again.
 *
 * @param request its headers (names in lower case) and raw body bytes; `secret`, when notifications are signed; `token`, when
 *   the address has an unguessable part: the one that came and the one that is right
 * @throws when the right token or the secret is no check: empty, or short enough to be guessed
 */
export async function receiveNotification(
  request: Pick<IncomingNotification, 'headers' | 'body'> & {
    secret?: string | undefined
    token?: { given: string | undefined; expected: string } | undefined
  },
  store: NotificationStore,
  handler: NotificationHandler,
): Promise<Received> {
  const { headers, body, secret, token } = request
  const receiver = createReceiver({ store, onNotification: handler, secret, token: token?.expected })
  return receiver.receive({ headers, body, token: token?.given })
}
