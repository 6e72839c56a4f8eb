import { listSchedules, type Schedule } from '../src/ledger/schedules.ts'
import { dueTime } from '../src/payout/plannedTimes.ts'
import type { ScheduleQueue } from '../src/queue/scheduleQueue.ts'
import { runSchedule, type ScheduleRunner } from './runSchedule.ts'

/** How often a worker looks whether the queue has missed something. */
export const lookSeconds = 5
/** Every so many looks, and at the start, the Job Schedulers are compared with the ledger. */
const restoreEvery = 6

export interface SchedulesKept {
  /** Run no more schedules; ends when the one under way has ended. */
  stop(): Promise<void>
}

/**
 * Run schedules in this process: rung for by BullMQ's Job Schedulers, and kept together with the ledger, whatever was lost.
 * A queue that was flushed gets its Job Schedulers again; what is due and was not rung for is rung for. The queue is opened
 * with the first schedule that there is: most fleets have none.
 */
export async function keepSchedules(
  runner: ScheduleRunner,
  open: () => ScheduleQueue,
  sandbox: boolean,
): Promise<SchedulesKept> {
  let opened: { queue: ScheduleQueue; consumer: { close(): Promise<void> } } | undefined
  let looks = 0
  const openAll = () => {
    const queue = open()
    const consumer = queue.consume(async (scheduleNo) => {
      await runSchedule(runner, scheduleNo, { kind: 'due' })
    })
    return { queue, consumer }
  }
  const look = async () => {
    try {
      const active = (await listSchedules(runner.ledger, sandbox)).filter(({ pausedAt }) => pausedAt === null)
      if (active.length > 0) opened ??= openAll()
      if (!opened) return
      await ringForDue(opened.queue, active)
      if (looks % restoreEvery === 0) await restore(runner, opened.queue, active)
      looks += 1
    } catch (error) {
      // The next look restores again.
      looks = 0
      runner.log.warn('the schedules could not be looked at', { error })
    }
  }
  await look()
  let under: Promise<void> | undefined
  const timer = setInterval(() => {
    under ??= look().finally(() => {
      under = undefined
    })
  }, lookSeconds * 1_000)
  return {
    stop: async () => {
      clearInterval(timer)
      await under
      await opened?.consumer.close()
      await opened?.queue.close()
    },
  }
}

/** The same ring as long as it waits: the job's id is the planned time. */
async function ringForDue(queue: ScheduleQueue, active: readonly Schedule[]): Promise<void> {
  for (const schedule of active) {
    const due = dueTime(schedule, schedule.handledUntil, schedule.now)
    if (due) await queue.ring(schedule.scheduleNo, String(due.time.at.getTime()))
  }
}

async function restore({ log }: ScheduleRunner, queue: ScheduleQueue, active: readonly Schedule[]): Promise<void> {
  const { made, removed } = await queue.restore(active)
  if (made + removed > 0) log.info("the queue's schedulers are those of the ledger again", { rows: made + removed })
}
