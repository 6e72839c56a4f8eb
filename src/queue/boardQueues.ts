import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { Queue } from 'bullmq'
import type { Backend } from './backend.ts'

/** Queues as bull-board shows them. */
export interface BoardQueues {
  adapters: BullMQAdapter[]
  close(): Promise<void>
}

/** Queues to look at: through these nothing can be added, retried, removed or paused. `onTrouble` hears of a store that is away. */
export function boardQueues(
  backend: Backend,
  names: readonly string[],
  onTrouble: (error: unknown) => void,
): BoardQueues {
  const queues = names.map((name) => {
    const queue = backend.queue(name)
    queue.on('error', onTrouble)
    if (!(queue instanceof Queue)) throw new Error("a backend's queues are BullMQ's")
    return queue
  })
  return {
    adapters: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    close: async () => {
      for (const queue of queues) await queue.close()
    },
  }
}
