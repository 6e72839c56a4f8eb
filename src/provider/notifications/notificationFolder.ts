import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeDurably } from '../../durableFile.ts'
import { distrust, readTrusted } from '../../trust.ts'
import { SaidError } from '../../words/render.ts'
import type { Notification, NotificationHandler, NotificationStore } from './readNotification.ts'
import { createReceiver, type IncomingNotification, type Received } from './receiver.ts'

/**
 * A store of notifications in a folder of its own (made with mode 0700 when it isn't there): a file for each, synced before
 * it counts as kept. Any number of processes of one machine may share it. It's meant for thousands, not for millions: for
 * more, write a store on your own database.
 *
 * Below `kept` stands what came, below `handled` an empty file for each that the handler is done with, below `again` a byte
 * for each time that one came again.
 */
export async function openNotificationFolder(path: string): Promise<NotificationStore> {
  const folder = resolve(path)
  const [kept, handled, again] = [join(folder, 'kept'), join(folder, 'handled'), join(folder, 'again')]
  for (const each of [folder, kept, handled, again]) {
    await mkdir(each, { recursive: true, mode: 0o700 })
    const planted = distrust(each)
    if (planted !== null) throw new SaidError(planted)
  }

  const temporary = () => join(folder, `.${randomUUID()}.tmp`)

  return {
    keep: async (notification) => {
      const path = join(kept, notification.key)
      const pieces = [JSON.stringify(notification)]
      const error = await writeDurably({ path, temporary: temporary(), pieces, isNew: true })
      if (error === null) return { kind: 'new' }
      if (error.code !== 'EEXIST') throw error
      await appendFile(join(again, notification.key), '.', { mode: 0o600 })
      return { kind: 'repeated', times: 1 + (await stat(join(again, notification.key))).size }
    },
    markHandled: async (key) => {
      const error = await writeDurably({ path: join(handled, key), temporary: temporary(), pieces: [''] })
      if (error !== null) throw error
    },
    waiting: async () => {
      const done = new Set(await readdir(handled))
      const keys = (await readdir(kept)).filter((key) => !done.has(key))
      return keys
        .map((key): Notification => JSON.parse(readTrusted(join(kept, key))))
        .sort((one, other) => one.receivedAt.localeCompare(other.receivedAt))
    },
  }
}

/**
 * Receive one notification, with any HTTP server: check where it comes from and what it looks like, keep it once, and give
 * a new one to the handler. Answer the request with the result's `httpStatus`; the handler is still at work then.
 *
 * A handler that throws, or a process that dies before it is done, leaves the notification in the store's `waiting()`:
 * `createReceiver` has the means to hand those over again.
 *
 * @param request its headers (names in lower case) and raw body bytes; `secret`, when notifications are signed; `token`, when
 *   the address has an unguessable part: the one that came and the one that is right
 * @throws at once when the right token or the secret is no check: empty, or short enough to be guessed; or named, and not set.
 *   With neither named, you have checked the address yourself
 */
export async function receiveNotification(
  request: Pick<IncomingNotification, 'headers' | 'body'> & {
    secret?: string | undefined
    token?: { given: string | undefined; expected: string }
  },
  store: NotificationStore,
  handler: NotificationHandler,
): Promise<Received> {
  const { headers, body, token, ...guards } = request
  // Named and undefined is not the same as left out: a variable that isn't set gives that.
  const secret = 'secret' in guards ? { secret: guards.secret } : {}
  const expected = 'token' in request ? { token: token?.expected as string } : {}
  const receiver = createReceiver({ store, onNotification: handler, ...secret, ...expected })
  return receiver.receive({ headers, body, token: token?.given })
}
