import { randomUUID } from 'node:crypto'
import { access, appendFile, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeDurably } from '../../durableFile.ts'
import { isGone, ownIdentity, type ProcessIdentity } from '../../process.ts'
import { distrust, readTrusted } from '../../trust.ts'
import { SaidError } from '../../words/render.ts'
import type { Notification, NotificationHandler, NotificationStore } from './readNotification.ts'
import { createReceiver, type IncomingNotification, type Received } from './receiver.ts'

/**
 * A store of notifications in a folder of its own, created with mode 0700 if missing. Each notification is a file, synced before
 * it counts as kept. Any number of processes of one machine may share the folder. It's meant for thousands of notifications: for
 * millions, write a store on your own database.
 *
 * `kept` holds the notifications, `handled` an empty file for each one that the handler is done with, and `again` a file with a
 * byte for each time that one came again. `at-work` holds a file for each one that a handler is working on, of the process that it
 * runs in: it counts until that process is gone.
 */
export async function openNotificationFolder(path: string): Promise<NotificationStore> {
  const folder = resolve(path)
  const [kept, handled, again] = [join(folder, 'kept'), join(folder, 'handled'), join(folder, 'again')]
  const atWork = join(folder, 'at-work')
  for (const each of [folder, kept, handled, again, atWork]) {
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
    take: async (key) => {
      let release = await takeLease(atWork, key)
      for (let again = 0; !release && again < 3; again += 1) {
        await delay(Math.random() * 50)
        release = await takeLease(atWork, key)
      }
      // Only now: until it was taken here, another process may have been handling it.
      if (!(await exists(join(handled, key)))) return release && { release }
      await release?.()
      return null
    },
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const renewEveryMs = 10_000
/** A lease that was not renewed for so long has ended, where nobody can tell whether its process is gone: it is in another container. */
const silentMs = 120_000

/**
 * Takes a lease. Each one has a file of its own, which is written before the others are read. So of two that are taken at the same
 * moment, at least one sees the other, and at most one is held; it may be neither.
 *
 * @returns a function that ends it; null if another process has one
 */
async function takeLease(folder: string, key: string): Promise<(() => Promise<void>) | null> {
  const name = `${key}.${randomUUID()}`
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(ownIdentity()), { mode: 0o600, flag: 'wx' })
  const renewing = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => undefined)
  }, renewEveryMs)
  renewing.unref()
  const release = async () => {
    clearInterval(renewing)
    await rm(path, { force: true })
  }
  try {
    for (const other of await readdir(folder)) {
      if (!other.startsWith(`${key}.`) || other === name) continue
      if (await isLeaseHeld(join(folder, other))) {
        await release()
        return null
      }
      await rm(join(folder, other), { force: true })
    }
    return release
  } catch (error) {
    await release()
    throw error
  }
}

async function isLeaseHeld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found) return false
  const own = ownIdentity()
  const holder = readHolder(path)
  const isHere = holder?.host === own.host && holder.bootId === own.bootId
  return isHere ? !isGone(holder, own) : Date.now() - found.mtimeMs < silentMs
}

/** Undefined for a file that is being written or removed at the moment, or that its process died over. */
function readHolder(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readTrusted(path)) as ProcessIdentity
  } catch {
    return undefined
  }
}

/**
 * Receives one notification, with any HTTP server: checks where it comes from and what it looks like, keeps it once, and gives
 * a new one to the handler. Answer the request with the result's `httpStatus`. The handler may still be at work then.
 *
 * If the handler throws, or the process dies before it is done, the notification stays in the store's `waiting()`. A receiver
 * (`createReceiver`) can hand those over again.
 *
 * @param request its headers (names in lower case) and raw body bytes; `secret`, if notifications are signed; `token`, if the
 *   address has an unguessable part: the one that came and the right one. Leave both out only if you check the address yourself
 * @throws before anything is read, when the right token or the secret is empty or short enough to be guessed, when one is passed as
 *   undefined and the other is not set, or when the request is an object of your own with an unknown field
 */
export async function receiveNotification(
  request: Pick<IncomingNotification, 'headers' | 'body'> & {
    secret?: string | undefined
    token?: { given: string | undefined; expected: string }
  },
  store: NotificationStore,
  handler: NotificationHandler,
): Promise<Received> {
  const { headers, body, token, secret: _, ...others } = request
  const [unknown] = Object.getPrototypeOf(request) === Object.prototype ? Object.keys(others) : []
  // With a misspelt secret, nothing would be checked.
  if (unknown !== undefined) throw new Error(`receiveNotification takes no ${JSON.stringify(unknown.slice(0, 40))}.`)
  // Passing undefined is not the same as leaving it out: it comes from a variable that isn't set.
  const secret = 'secret' in request ? { secret: request.secret } : {}
  const expected = 'token' in request ? { token: token?.expected as string } : {}
  const receiver = createReceiver({ store, onNotification: handler, ...secret, ...expected })
  return receiver.receive({ headers, body, token: token?.given })
}
