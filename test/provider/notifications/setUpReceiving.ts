import { beforeEach } from 'vitest'
import { openNotificationFolder, receiveNotification } from '../../../src/provider/notifications/notificationFolder.ts'
import type { Notification, NotificationStore } from '../../../src/provider/notifications/readNotification.ts'
import { temporaryFolder } from '../../harness/payrun.ts'

export interface Receiving {
  folder: string
  store: NotificationStore
  /** What the handler was given. */
  given: Notification[]
  /** The handler. */
  take(notification: Notification): void
  receive(request: Parameters<typeof receiveNotification>[0]): ReturnType<typeof receiveNotification>
}

/** Register the hooks of a test file; the object returned is filled anew before each test. */
export function setUpReceiving(): Receiving {
  let store: NotificationStore
  const receiving: Receiving = {
    folder: '',
    get store() {
      return store
    },
    given: [],
    take: (notification) => void receiving.given.push(notification),
    receive: (request) => receiveNotification(request, store, receiving.take),
  }
  beforeEach(async () => {
    const folder = temporaryFolder()
    store = await openNotificationFolder(folder.path)
    receiving.folder = folder.path
    receiving.given = []
    return () => folder.remove()
  })
  return receiving
}
