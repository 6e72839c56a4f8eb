import { ErrorCode, type JobSchedulerTemplateOptions, type JobsOptions, type JobType } from 'bullmq'
import { z } from 'zod'
import type { RedisClient } from './redis.ts'

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

/** What the queue must know about a schedule. */
interface SchedulerPlan {
  scheduleNo: number
  cron: string
  zone: string
}

/**
 * The queue of schedules: BullMQ's Job Schedulers enqueue a job at each planned time, and the ledger says what is due then. Every method
 * that asks the store rejects when there is no answer.
 */
export interface ScheduleQueue {
  /**
   * Brings the Job Schedulers in line with the plans, whatever was lost, left over or changed. Any number of workers may do so at once.
   *
   * @returns how many were made and removed
   */
  restore(plans: readonly SchedulerPlan[]): Promise<{ made: number; removed: number }>
  /** Enqueues a run by hand. The same `occasion` is not enqueued twice while it waits. */
  enqueue(scheduleNo: number, occasion: string): Promise<void>
  /** Hands jobs to `onSchedule`, one at a time. */
  consume(onSchedule: (scheduleNo: number) => Promise<void>): Consumer
  close(): Promise<void>
}

const scheduleJob = z.strictObject({ schedule: z.int().positive() })
const jobOptions = { removeOnComplete: true, removeOnFail: true }
const jobName = 'run-schedule'
/** Short, since a person may be waiting. Workers find a changed schedule in the ledger anyway. */
const answerMs = 2_000

/** `onTrouble` is called with errors such as a store that is away. None of them is fatal, since workers check what is due themselves. */
export function openScheduleQueue(backend: Backend, name: string, onTrouble: (error: unknown) => void): ScheduleQueue {
  const queue = backend.queue(name)
  queue.on('error', onTrouble)
  const { ask, end } = backend.asked
  return {
    restore: async (plans) => {
      const wanted = new Map(plans.map((plan) => [`schedule-${plan.scheduleNo}`, plan]))
      const there = new Map(
        (await ask(answerMs, queue.getJobSchedulers())).map((scheduler) => [scheduler.key, scheduler]),
      )
      let [made, removed] = [0, 0]
      for (const [key, { scheduleNo, cron, zone }] of wanted) {
        if (there.get(key)?.pattern === cron && there.get(key)?.tz === zone) continue
        const template = { name: jobName, data: { schedule: scheduleNo }, opts: jobOptions }
        const making = queue.upsertJobScheduler(key, { pattern: cron, tz: zone }, template)
        if (await ask(answerMs, isMade(making))) made += 1
      }
      for (const key of there.keys())
        if (!wanted.has(key) && (await ask(answerMs, queue.removeJobScheduler(key)))) removed += 1
      return { made, removed }
    },
    enqueue: async (scheduleNo, occasion) => {
      const opts = { ...jobOptions, jobId: `due-${scheduleNo}-${occasion}` }
      await ask(answerMs, queue.addBulk([{ name: jobName, data: { schedule: scheduleNo }, opts }]))
    },
    consume: (onSchedule) =>
      consumeJobs(backend, name, 1, scheduleJob, ({ schedule }) => onSchedule(schedule), onTrouble),
    close: () => end(queue.close()),
  }
}

/** SQLSTATE: Postgres ended one of two statements that waited for each other. */
const deadlock = '40P01'

/**
 * On Postgres, if several workers make the same one at once, BullMQ or Postgres lets one of them through. If that one has an older plan,
 * the next restore corrects it.
 */
async function isMade(upsert: Promise<unknown>): Promise<boolean> {
  try {
    await upsert
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === ErrorCode.SchedulerJobIdCollision || code === deadlock) return false
    throw error
  }
}

/** Hands each job of a queue to `onJob` if it has this shape. */
function consumeJobs<Job>(
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

/** A job: which chunk has work, or which schedule has something due. Ids only: no name, number or amount is ever in the queue. */
export type AnyJob = { batch: string; chunk: number } | { schedule: number }

/** What payrun uses of a BullMQ queue, over either backend. */
interface BackendQueue {
  addBulk(jobs: { name: string; data: AnyJob; opts: JobsOptions }[]): Promise<unknown>
  upsertJobScheduler(
    id: string,
    repeat: { pattern: string; tz: string },
    template: { name: string; data: AnyJob; opts: JobSchedulerTemplateOptions },
  ): Promise<unknown>
  getJobSchedulers(): Promise<{ key: string; pattern?: string; tz?: string }[]>
  removeJobScheduler(id: string): Promise<boolean>
  getJobCounts(...types: JobType[]): Promise<Record<string, number>>
  obliterate(options: { force: boolean }): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}

export interface BackendWorker {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'failed', listener: (job: unknown, error: Error) => void): unknown
  close(): Promise<void>
}

/** What payrun uses of BullMQ, the same over both backends. */
export interface Backend {
  /** The connection, to share with a rate limiter; only with Redis. */
  redis: RedisClient | undefined
  /** Shared by all queues, so that all know what one has found out. */
  asked: StoreAsked
  queue(name: string): BackendQueue
  /** Each worker has connections of its own. */
  worker(name: string, process: (data: unknown) => Promise<void>, concurrency: number): BackendWorker
  /** Reconnect what all queues share, because it doesn't answer. A queue's own connections are renewed by opening it again. */
  reconnect(): void
  close(): Promise<void>
}

/** Asks the queue's store, and knows whether it has answered lately. */
export interface StoreAsked {
  /** Rejects if there is no answer within `ms`. The request may still be carried out later, which does no harm. */
  ask<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer>
  /** Whether the latest request failed or got no answer, a moment ago: a caller that can do without the store shouldn't wait. */
  isAway(): boolean
  /** Whether it answers now, within a second. If it is known to be away, it isn't asked. */
  isThere(): Promise<boolean>
  /** Wait until something is closed, unless the store is away. */
  end(closing: Promise<void>): Promise<void>
}
