import { ErrorCode } from 'bullmq'
import { z } from 'zod'
import type { Backend } from './backend.ts'

/** What the queue has to know of a schedule. */
export interface SchedulerPlan {
  scheduleNo: number
  cron: string
  zone: string
}

/** The doorbell of schedules: BullMQ's Job Schedulers ring at planned times. What is due then, the ledger says. */
export interface ScheduleQueue {
  /**
   * Make the Job Schedulers those of the plans, whatever was lost, left over or changed: any number of workers may do so at
   * once. @returns how many were made and removed
   */
  restore(plans: readonly SchedulerPlan[]): Promise<{ made: number; removed: number }>
  /** Ring for a schedule by hand. The same `occasion` is not rung for twice while it waits. */
  ring(scheduleNo: number, occasion: string): Promise<void>
  /** Hand rings to `onRing`, one at a time. */
  consume(onRing: (scheduleNo: number) => Promise<void>): { close(): Promise<void> }
  close(): Promise<void>
}

const scheduleJob = z.strictObject({ schedule: z.int().positive() })
const jobOptions = { removeOnComplete: true, removeOnFail: true }
const jobName = 'run-schedule'

/** `onTrouble` hears of a store that is away; nothing of that is fatal, since workers look for themselves what is due. */
export function openScheduleQueue(backend: Backend, name: string, onTrouble: (error: unknown) => void): ScheduleQueue {
  const queue = backend.queue(name)
  queue.on('error', onTrouble)
  return {
    restore: async (plans) => {
      const wanted = new Map(plans.map((plan) => [`schedule-${plan.scheduleNo}`, plan]))
      const there = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]))
      let [made, removed] = [0, 0]
      for (const [key, { scheduleNo, cron, zone }] of wanted) {
        if (there.get(key)?.pattern === cron && there.get(key)?.tz === zone) continue
        const template = { name: jobName, data: { schedule: scheduleNo }, opts: jobOptions }
        if (await isMade(queue.upsertJobScheduler(key, { pattern: cron, tz: zone }, template))) made += 1
      }
      for (const key of there.keys()) if (!wanted.has(key) && (await queue.removeJobScheduler(key))) removed += 1
      return { made, removed }
    },
    ring: async (scheduleNo, occasion) => {
      const opts = { ...jobOptions, jobId: `due-${scheduleNo}-${occasion}` }
      await queue.addBulk([{ name: jobName, data: { schedule: scheduleNo }, opts }])
    },
    consume: (onRing) => {
      const worker = backend.worker(name, (data) => handle(data, onRing, onTrouble), 1)
      worker.on('error', onTrouble)
      worker.on('failed', (_job, error) => onTrouble(error))
      return { close: () => worker.close() }
    },
    close: () => queue.close(),
  }
}

/** On Postgres, of those that make the same one at once, BullMQ lets one through. Should its plan be an older one, the next restore sees it. */
async function isMade(upsert: Promise<unknown>): Promise<boolean> {
  try {
    await upsert
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision) return false
    throw error
  }
}

async function handle(
  data: unknown,
  onRing: (scheduleNo: number) => Promise<void>,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  const job = scheduleJob.safeParse(data)
  // Anything can stand in a queue. What is not a schedule of ours is dropped, and said.
  if (!job.success) return onTrouble(new Error("a job in the queue is not one of payrun's: ignored"))
  try {
    await onRing(job.data.schedule)
  } catch (error) {
    // Not thrown on: the store would keep the error's words among its events. What is due stays due, and is rung for again.
    onTrouble(error)
  }
}
