import { ErrorCode } from 'bullmq'
import { z } from 'zod'
import type { Backend } from './backend.ts'
import { type Consumer, consumeJobs } from './chunkQueue.ts'

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
