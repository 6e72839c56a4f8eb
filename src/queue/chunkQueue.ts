import { z } from 'zod'
import type { Backend } from './backend.ts'

/** One ring of the doorbell: there is work in this chunk. `ringNo` makes a new job where an old one may be stuck. */
export interface Ring {
  batchId: string
  chunkNo: number
  ringNo: number
}

export interface Consumer {
  /** Take no more jobs; ends when the jobs under way have ended. */
  close(): Promise<void>
}

export interface ChunkQueue {
  /** Ring for chunks. A ring that is still waiting or being worked on is not repeated. */
  ring(rings: readonly Ring[]): Promise<void>
  /** How many jobs are waiting or being worked on. */
  count(): Promise<number>
  /** Hand jobs to `onRing`, up to `concurrency` at a time. One that throws is dropped: the sweep rings again. */
  consume(concurrency: number, onRing: (ring: { batchId: string; chunkNo: number }) => Promise<void>): Consumer
  /** Delete the queue with whatever is in it. */
  dispose(): Promise<void>
  close(): Promise<void>
}

const chunkJob = z.strictObject({ batch: z.string().regex(/^[a-z0-9]{1,32}$/), chunk: z.int().positive() })

/** A queue of chunks by its name. `onTrouble` hears of a store that is away; nothing of that is fatal. */
export function openChunkQueue(backend: Backend, name: string, onTrouble: (error: unknown) => void): ChunkQueue {
  const queue = backend.queue(name)
  queue.on('error', onTrouble)
  return {
    ring: async (rings) => {
      for (let at = 0; at < rings.length; at += 500) {
        await queue.addBulk(
          rings.slice(at, at + 500).map(({ batchId, chunkNo, ringNo }) => ({
            name: 'pay-chunk',
            data: { batch: batchId, chunk: chunkNo },
            opts: { jobId: `${batchId}-${chunkNo}-${ringNo}`, removeOnComplete: true, removeOnFail: true },
          })),
        )
      }
    },
    count: async () => {
      const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized')
      return Object.values(counts).reduce((sum, n) => sum + n, 0)
    },
    consume: (concurrency, onRing) => consume(backend, name, concurrency, onRing, onTrouble),
    dispose: () => queue.obliterate({ force: true }),
    close: () => queue.close(),
  }
}

function consume(
  backend: Backend,
  name: string,
  concurrency: number,
  onRing: (ring: { batchId: string; chunkNo: number }) => Promise<void>,
  onTrouble: (error: unknown) => void,
): Consumer {
  const worker = backend.worker(
    name,
    async (data) => {
      const job = chunkJob.safeParse(data)
      // Anything can stand in a queue. What is not a chunk of ours is dropped, and said.
      if (!job.success) return onTrouble(new Error("a job in the queue is not one of payrun's: ignored"))
      try {
        await onRing({ batchId: job.data.batch, chunkNo: job.data.chunk })
      } catch (error) {
        // Not thrown on: the store would keep the error's words among its events.
        onTrouble(error)
      }
    },
    concurrency,
  )
  worker.on('error', onTrouble)
  worker.on('failed', (_job, error) => onTrouble(error))
  return { close: () => worker.close() }
}
