import type { JobType } from 'bullmq'
import { z } from 'zod'
import type { Backend } from './backend.ts'

/** There is work in this chunk. A new `roundNo` makes a new job where an old one may be stuck. */
export interface QueuedChunk {
  batchId: string
  chunkNo: number
  roundNo: number
}

export interface Consumer {
  /** Takes no more jobs. Resolves when the jobs under way have ended. */
  close(): Promise<void>
}

export interface ChunkQueue {
  /**
   * Enqueues a job for each chunk. A job that still waits or is being worked on is not enqueued twice. Like everything that asks the
   * store, it rejects when there is no answer: each 500 jobs must be answered within `answerMs`.
   */
  enqueue(chunks: readonly QueuedChunk[], answerMs?: number): Promise<void>
  /** How many jobs are waiting or being worked on. */
  count(): Promise<number>
  /** How many jobs are waiting for a worker. */
  waiting(): Promise<number>
  /** The store gave no answer a moment ago, and none has come since: a caller that can do without the store shouldn't wait. */
  isAway(): boolean
  /** Hands jobs to `onChunk`, up to `concurrency` at a time. A job that throws is dropped: the sweep enqueues its chunk again. */
  consume(concurrency: number, onChunk: (chunk: { batchId: string; chunkNo: number }) => Promise<void>): Consumer
  /** For a store that has fallen silent: opens all connections again, also those of consumers, whose jobs go on. */
  renew(): void
  /** Deletes the queue with everything in it. */
  dispose(): Promise<void>
  close(): Promise<void>
}

/** A count is quick. On a loaded server, a write may take longer. */
const countMs = 3_000
const writeMs = 10_000

const chunkJob = z.strictObject({ batch: z.string().regex(/^[a-z0-9]{1,32}$/), chunk: z.int().positive() })

/** Opens a queue of chunks by its name. `onTrouble` is called with errors such as a store that is away. None of them is fatal. */
export function openChunkQueue(backend: Backend, name: string, onTrouble: (error: unknown) => void): ChunkQueue {
  const open = () => {
    const opened = backend.queue(name)
    opened.on('error', onTrouble)
    return opened
  }
  let queue = open()
  const { ask, isAway, end } = backend.asked
  const consumers = new Set<{ renew(): void }>()
  const countOf = async (...types: JobType[]) => {
    const counts = await ask(countMs, queue.getJobCounts(...types))
    return Object.values(counts).reduce((sum, n) => sum + n, 0)
  }
  return {
    enqueue: async (chunks, answerMs = writeMs) => {
      for (let at = 0; at < chunks.length; at += 500) {
        const jobs = chunks.slice(at, at + 500).map(({ batchId, chunkNo, roundNo }) => ({
          name: 'pay-chunk',
          data: { batch: batchId, chunk: chunkNo },
          opts: { jobId: `${batchId}-${chunkNo}-${roundNo}`, removeOnComplete: true, removeOnFail: true },
        }))
        await ask(answerMs, queue.addBulk(jobs))
      }
    },
    count: () => countOf('wait', 'active', 'delayed', 'prioritized'),
    waiting: () => countOf('wait', 'prioritized'),
    isAway,
    consume: (concurrency, onChunk) => {
      const onJob = ({ batch, chunk }: z.infer<typeof chunkJob>) => onChunk({ batchId: batch, chunkNo: chunk })
      const start = () => consumeJobs(backend, name, concurrency, chunkJob, onJob, onTrouble)
      let worker = start()
      const old = new Set<Promise<void>>()
      const end = () => {
        const ending = worker.close().finally(() => old.delete(ending))
        old.add(ending)
      }
      const consumer = {
        renew: () => {
          end()
          worker = start()
        },
      }
      consumers.add(consumer)
      return {
        close: async () => {
          consumers.delete(consumer)
          end()
          await Promise.all(old)
        },
      }
    },
    renew: () => {
      queue.close().catch(onTrouble)
      backend.reconnect()
      queue = open()
      for (const consumer of consumers) consumer.renew()
    },
    dispose: () => ask(writeMs, queue.obliterate({ force: true })),
    close: () => end(queue.close()),
  }
}

/** Hands each job of a queue to `onJob` if it has this shape. */
export function consumeJobs<Job>(
  backend: Backend,
  name: string,
  concurrency: number,
  shape: z.ZodType<Job>,
  onJob: (job: Job) => Promise<void>,
  onTrouble: (error: unknown) => void,
): Consumer {
  const handle = async (data: unknown) => {
    const job = shape.safeParse(data)
    // Anything may be in a queue. A job that isn't ours is reported and dropped.
    if (!job.success) return onTrouble(new Error("a job in the queue is not one of payrun's: ignored"))
    try {
      await onJob(job.data)
    } catch (error) {
      // Not thrown again: the store would keep the error's text in its events. The ledger still has the work.
      onTrouble(error)
    }
  }
  const worker = backend.worker(name, handle, concurrency)
  worker.on('error', onTrouble)
  worker.on('failed', (_job, error) => onTrouble(error))
  return { close: () => worker.close() }
}
