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
  /** Take no more jobs; resolves when the jobs under way have ended. */
  close(): Promise<void>
}

export interface ChunkQueue {
  /**
   * Enqueue a job for each chunk. A job that still waits or is being worked on is not enqueued twice. As all that asks the store, it
   * rejects when there is no answer: for the next 500 jobs, within `answerMs`.
   */
  enqueue(chunks: readonly QueuedChunk[], answerMs?: number): Promise<void>
  /** How many jobs are waiting or being worked on. */
  count(): Promise<number>
  /** How many jobs are waiting for anybody to take them. */
  waiting(): Promise<number>
  /** The store gave no answer a moment ago, and none has come since: whoever can do without it need not wait. */
  isAway(): boolean
  /** Hand jobs to `onChunk`, up to `concurrency` at a time. A job that throws is dropped: the sweep enqueues its chunk again. */
  consume(concurrency: number, onChunk: (chunk: { batchId: string; chunkNo: number }) => Promise<void>): Consumer
  /** Open all connections again, also those of consumers, which keep their jobs under way. For a store that has fallen silent. */
  renew(): void
  /** Delete the queue with whatever is in it. */
  dispose(): Promise<void>
  close(): Promise<void>
}

/** A count is quick. What a loaded server has to write may take longer. */
const countMs = 3_000
const writeMs = 10_000

const chunkJob = z.strictObject({ batch: z.string().regex(/^[a-z0-9]{1,32}$/), chunk: z.int().positive() })

/** Open a queue of chunks by its name. `onTrouble` hears of a store that is away; none of that is fatal. */
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

/** Hand each job of a queue that is of this shape to `onJob`. */
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
    // Anything may be in a queue. What is not one of our jobs is reported and dropped.
    if (!job.success) return onTrouble(new Error("a job in the queue is not one of payrun's: ignored"))
    try {
      await onJob(job.data)
    } catch (error) {
      // Not rethrown: the store would keep the error's text in its events. The ledger still has the work.
      onTrouble(error)
    }
  }
  const worker = backend.worker(name, handle, concurrency)
  worker.on('error', onTrouble)
  worker.on('failed', (_job, error) => onTrouble(error))
  return { close: () => worker.close() }
}
