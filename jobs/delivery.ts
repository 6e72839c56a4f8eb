import type { ChunkQueue } from '../src/queue/queues.ts'

/** Chunks that one process works on at once: enough to keep its slots busy, few enough to leave work for other workers. */
export const chunksAtOnce = 8

/** A queue that has work and delivers none for so long, though this process could take some, has fallen silent. */
const takenForSilentMs = 15_000

/** What the queue delivers to this process, and whether it delivers what there is. */
export interface Delivery {
  /** Work on a chunk that was delivered. */
  take(work: Promise<void>): Promise<void>
  /**
   * Each sweep says whether the ledger has chunks that may be paid. If work waits in the queue, and this process could take some and
   * gets none, the connections have fallen silent and are opened again (docs/design.md, rule 13). So are those of a queue that
   * doesn't answer.
   *
   * @returns whether they were
   */
  renewIfSilent(queue: ChunkQueue, hasWork: boolean): Promise<boolean>
  /** Work has waited for too long: this process is not ready. */
  isLate(): boolean
}

export function createDelivery(silentMs = takenForSilentMs): Delivery {
  let inHand = 0
  /** Since when work waits that could have been delivered; undefined when there is none, or some has come. */
  let sinceMs: number | undefined
  let renewedMs = 0
  const isLate = () => sinceMs !== undefined && performance.now() - sinceMs > silentMs
  return {
    take: async (work) => {
      sinceMs = undefined
      inHand += 1
      await work.finally(() => {
        inHand -= 1
      })
    },
    renewIfSilent: async (queue, hasWork) => {
      const before = inHand
      const waits = hasWork && before < chunksAtOnce && (await isWaiting(queue))
      if (!waits) sinceMs = undefined
      // Some came while the queue was asked.
      if (!waits || inHand > before) return false
      const now = performance.now()
      sinceMs ??= now
      if (!isLate() || now - renewedMs < silentMs) return false
      renewedMs = now
      queue.renew()
      return true
    },
    isLate,
  }
}

/** A queue that doesn't answer may well have some. */
const isWaiting = (queue: ChunkQueue): Promise<boolean> =>
  queue.waiting().then(
    (jobs) => jobs > 0,
    () => true,
  )
