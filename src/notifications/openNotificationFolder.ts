import { randomUUID } from 'node:crypto'
import { appendFile, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Notification, NotificationStore } from './notification.ts'

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
  for (const each of [kept, handled, again]) await mkdir(each, { recursive: true, mode: 0o700 })

  return {
    keep: async (notification) => {
      const temporary = join(folder, `.${randomUUID()}.tmp`)
      await writeDurably(temporary, JSON.stringify(notification))
      try {
        // A link is made by one of any number of processes, and the file behind it is whole already.
        await link(temporary, join(kept, notification.key))
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
        await appendFile(join(again, notification.key), '.', { mode: 0o600 })
        return { kind: 'repeated', times: 1 + (await stat(join(again, notification.key))).size }
      } finally {
        await rm(temporary, { force: true })
      }
      await syncFolder(kept)
      return { kind: 'new' }
    },
    markHandled: async (key) => {
      await writeDurably(join(handled, key), '')
      await syncFolder(handled)
    },
    waiting: async () => {
      const done = new Set(await readdir(handled))
      const keys = (await readdir(kept)).filter((key) => !done.has(key))
      const found = await Promise.all(keys.map((key) => readFile(join(kept, key), 'utf8')))
      return found
        .map((text): Notification => JSON.parse(text))
        .sort((one, other) => one.receivedAt.localeCompare(other.receivedAt))
    },
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
