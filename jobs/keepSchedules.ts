import { listSchedules, type Schedule } from '../src/ledger/schedules/schedules.ts'
import { dueTime } from '../src/payout/times/plannedTimes.ts'
import { keepRounds } from '../src/process.ts'
import type { Consumer } from '../src/queue/chunkQueue.ts'
import type { ScheduleQueue } from '../src/queue/scheduleQueue.ts'
import { runSchedule, type ScheduleRunner } from './runSchedule.ts'

/** How often a worker checks whether the queue has missed something. */
const lookSeconds = 5
/** The Job Schedulers are compared with the ledger at the start and every so many checks. */
const restoreEvery = 6
/** If something has been due for `silentMs` and was not delivered here, the queue may have fallen silent. */
const usual = { lookMs: lookSeconds * 1_000, silentMs: 15_000 }

interface SchedulesKept {
  /** Run no more schedules; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/**
 * Run schedules in this process. BullMQ's Job Schedulers enqueue them, and are kept in step with the ledger: a queue that was flushed
 * gets its Job Schedulers again, and whatever is due and not enqueued is enqueued. The queue is opened once there is a schedule: most
 * installations have none.
 */
export async function keepSchedules(
  runner: ScheduleRunner,
  open: () => ScheduleQueue,
  sandbox: boolean,
  { lookMs, silentMs } = usual,
): Promise<SchedulesKept> {
  let opened: { queue: ScheduleQueue; consumer: Consumer } | undefined
  let looks = 0
  /** Since when something is due and was not delivered here; undefined while nothing is due. */
  let sinceMs: number | undefined
  let running = 0
  const openAll = () => {
    const queue = open()
    const consumer = queue.consume(async (scheduleNo) => {
      running += 1
      sinceMs = undefined
      await runSchedule(runner, scheduleNo, { kind: 'due' }).finally(() => {
        running -= 1
      })
    })
    return { queue, consumer }
  }
  /** Another worker may be running it, and take long. Opening idle connections again costs nothing. */
  const isSilent = (isDue: boolean): boolean => {
    if (!isDue || running > 0) sinceMs = undefined
    else sinceMs ??= performance.now()
    return sinceMs !== undefined && performance.now() - sinceMs > silentMs
  }
  const look = async () => {
    try {
      const active = (await listSchedules(runner.ledger, sandbox)).filter(({ pausedAt }) => pausedAt === null)
      if (active.length > 0) opened ??= openAll()
      if (!opened) return
      const due = dueOf(active)
      if (isSilent(due.length > 0)) {
        runner.log.warn('a schedule is due and is not delivered: the connections to its queue are made anew')
        sinceMs = undefined
        for (const { close } of [opened.consumer, opened.queue]) close().catch(() => undefined)
        opened = openAll()
      }
      for (const { scheduleNo, occasion } of due) await opened.queue.enqueue(scheduleNo, occasion)
      if (looks % restoreEvery === 0) await restore(runner, opened.queue, active)
      looks += 1
    } catch (error) {
      // The next check restores the Job Schedulers again.
      looks = 0
      runner.log.warn('the schedules could not be read', { error })
    }
  }
  await look()
  const looking = keepRounds(lookMs, look)
  return {
    stop: async () => {
      await looking.stop()
      await opened?.consumer.close()
      await opened?.queue.close()
    },
  }
}

/** The planned time is the occasion, so that a job which still waits is not enqueued twice. */
const dueOf = (active: readonly Schedule[]): { scheduleNo: number; occasion: string }[] =>
  active.flatMap((schedule) => {
    const due = dueTime(schedule, schedule.handledUntil, schedule.now)
    return due ? { scheduleNo: schedule.scheduleNo, occasion: String(due.time.at.getTime()) } : []
  })

async function restore({ log }: ScheduleRunner, queue: ScheduleQueue, active: readonly Schedule[]): Promise<void> {
  const { made, removed } = await queue.restore(active)
  if (made + removed > 0) log.info("the queue's schedulers are those of the ledger again", { rows: made + removed })
}
