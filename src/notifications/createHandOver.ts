import type { Notification, NotificationHandler, NotificationStore } from './notification.ts'

export interface HandOver {
  /** Give it to the handler, soon; resolves when that is done, with whether it succeeded. */
  handle(notification: Notification): Promise<boolean>
  /** @returns how many were given to the handler */
  handOverWaiting(): Promise<number>
  idle(): Promise<void>
}

/** Gives notifications to the handler: one that is in its hands already isn't given to it again. */
export function createHandOver(
  store: NotificationStore,
  onNotification: NotificationHandler,
  onTrouble: (error: unknown) => void,
): HandOver {
  const atWork = new Map<string, Promise<boolean>>()
  let handingOver: Promise<number> | undefined
  /** Handled since the store was asked for what is waiting: its answer may name them still. */
  let handledSince = new Set<string>()

  function handle(notification: Notification): Promise<boolean> {
    const running = atWork.get(notification.key)
    if (running) return running
    const started = handleOnce(notification).finally(() => atWork.delete(notification.key))
    atWork.set(notification.key, started)
    return started
  }

  async function handleOnce(notification: Notification): Promise<boolean> {
    // Whoever is answered comes first.
    await new Promise<void>((next) => setImmediate(next))
    try {
      await onNotification(notification)
      await store.markHandled(notification.key)
      if (handingOver) handledSince.add(notification.key)
      return true
    } catch (error) {
      onTrouble(error)
      return false
    }
  }

  async function handOverOnce(): Promise<number> {
    const waiting = await store.waiting()
    let given = 0
    // One after the other: after a long absence there may be many.
    for (const notification of waiting) {
      if (atWork.has(notification.key) || handledSince.has(notification.key)) continue
      given += 1
      await handle(notification)
    }
    return given
  }

  return {
    handle,
    handOverWaiting: () => {
      handingOver ??= handOverOnce().finally(() => {
        handingOver = undefined
        handledSince = new Set()
      })
      return handingOver
    },
    idle: async () => {
      while (atWork.size > 0) await Promise.all(atWork.values())
    },
  }
}
