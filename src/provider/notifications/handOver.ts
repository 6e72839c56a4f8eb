import { type Notification, type NotificationHandler, type NotificationStore, withDetails } from './readNotification.ts'

interface HandingOverOptions {
  /** How often the handler is given what it threw at before, in milliseconds; a minute by default. */
  retryEveryMs?: number | undefined
  onTrouble: (error: unknown) => void
}

/**
 * Gives the handler what waits in the store, now and at intervals. This doesn't keep the process alive.
 *
 * @returns a function that stops it, and resolves when no handler is at work anymore
 */
export function keepHandingOver(
  receiver: Pick<HandOver, 'handOverWaiting' | 'idle'>,
  options: HandingOverOptions,
): () => Promise<void> {
  const { retryEveryMs = 60_000, onTrouble } = options
  const stopping = new AbortController()
  let under: Promise<unknown> = Promise.resolve()
  const handOver = () => {
    under = receiver.handOverWaiting(stopping.signal).catch(onTrouble)
  }
  handOver()
  const timer = setInterval(handOver, retryEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await under
    await receiver.idle()
  }
}

interface HandOver {
  /** Gives it to the handler soon. Resolves when the handler is done, with whether it succeeded. */
  handle(notification: Notification): Promise<boolean>
  /** @returns how many were given to the handler */
  handOverWaiting(stopping?: AbortSignal): Promise<number>
  idle(): Promise<void>
}

/** `elsewhere`: another handler is at work on it, or was. */
type Handled = 'handled' | 'failed' | 'elsewhere'

/** Gives notifications to the handler, except one that it is working on already. */
export function createHandOver(
  store: NotificationStore,
  onNotification: NotificationHandler,
  onTrouble: (error: unknown) => void,
): HandOver {
  const atWork = new Map<string, Promise<Handled>>()
  let handingOver: Promise<number> | undefined
  /** Handled since the store was asked for what is waiting. The store's answer may still name them. */
  let handledSince = new Set<string>()

  function handle(notification: Notification): Promise<Handled> {
    const running = atWork.get(notification.key)
    if (running) return running
    const started = handleOnce(notification).finally(() => atWork.delete(notification.key))
    atWork.set(notification.key, started)
    return started
  }

  async function handleOnce(notification: Notification): Promise<Handled> {
    // The sender gets its answer first.
    await new Promise<void>((next) => setImmediate(next))
    let taken: { release(): Promise<void> } | null | undefined
    try {
      taken = await store.take?.(notification.key)
      if (taken === null) return 'elsewhere'
      await onNotification(withDetails(notification))
      await store.markHandled(notification.key)
      if (handingOver) handledSince.add(notification.key)
      return 'handled'
    } catch (error) {
      onTrouble(error)
      return 'failed'
    } finally {
      await taken?.release().catch(onTrouble)
    }
  }

  async function handOverOnce(stopping?: AbortSignal): Promise<number> {
    const waiting = await store.waiting()
    let given = 0
    // One after the other, since there may be many after a long absence.
    for (const notification of waiting) {
      if (stopping?.aborted) break
      if (atWork.has(notification.key) || handledSince.has(notification.key)) continue
      if ((await handle(notification)) !== 'elsewhere') given += 1
    }
    return given
  }

  return {
    handle: async (notification) => (await handle(notification)) === 'handled',
    handOverWaiting: (stopping) => {
      handingOver ??= handOverOnce(stopping).finally(() => {
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
