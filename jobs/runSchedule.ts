import { join } from 'node:path'
import { isAway, type Ledger } from '../src/ledger/connection/ledger.ts'
import {
  beginTry,
  endTry,
  type PlannedRun,
  type RunFailure,
  recordFailedRun,
  type TriedFile,
} from '../src/ledger/schedules/scheduleRuns.ts'
import {
  findSchedule,
  listSchedules,
  markHandled,
  type Schedule,
  withScheduleLock,
} from '../src/ledger/schedules/schedules.ts'
import type { Log } from '../src/log.ts'
import { dueTime, latestTime, nextTimes, type PlannedTime, periodOf } from '../src/payout/times/plannedTimes.ts'
import { keepRounds } from '../src/process.ts'
import type { Consumer, ScheduleQueue } from '../src/queue/queues.ts'
import { type Sentence, say } from '../src/words/sentence.ts'
import { cancelledBefore, changedSinceEarly, findScheduledFiles, statOrNothing } from './findScheduledFiles.ts'

export interface ScheduleRunner {
  ledger: Ledger
  log: Log
  /** Check and store a file as the batch of a planned time, and enqueue it. `already`: that time has its batch. */
  submit(schedule: Schedule, path: string, run: PlannedRun): Promise<TriedRun>
  /** Wait for a file that is being written; by default, in real time. */
  wait?(ms: number): Promise<void>
}

type SubmittedRun =
  | { kind: 'submitted'; batchId: string }
  /** `isChanged`: the file has other content than that batch. */
  | { kind: 'already'; batchId: string; isChanged: boolean }
  | { kind: 'failed'; code: RunFailure; message: Sentence }

/** That time had its batch. `cancelled`: a person has cancelled it. `changed`: a person had it made early, and the file has changed since. */
export type TriedRun = SubmittedRun | { kind: 'cancelled'; batchId: string } | { kind: 'changed'; batchId: string }

/** Why it runs: its time has come, or a person asks for the latest planned time since it was added, or for the next one early. */
export type Occasion = { kind: 'due' } | { kind: 'by_hand'; actor: string; time: 'latest' | 'next' }

export type RunResult =
  | { kind: 'ran'; time: PlannedTime; period: string; files: ({ file: string } & SubmittedRun)[] }
  /** Nothing is due, or the schedule is paused, removed or of the other kind. */
  | { kind: 'nothing' }
  /** Another process is running it. */
  | { kind: 'busy' }

/**
 * Run a schedule's latest planned time that is due, as one batch for each file. Earlier times that nobody ran are not caught up with:
 * they are counted and logged. Called twice, late, or by two workers at once, it pays nothing twice: each batch is stored together with
 * its run, and a unique index lets one through.
 *
 * Crash windows: if the process dies before a batch is stored, its time is still due, and the next check runs it. If it dies after that and
 * before the time is marked as handled, the next check finds the batch and marks the time. If it dies before the batch is enqueued, its
 * chunks are open and the sweep enqueues them.
 */
export async function runSchedule(runner: ScheduleRunner, scheduleNo: number, occasion: Occasion): Promise<RunResult> {
  const result = await withScheduleLock(runner.ledger, scheduleNo, async (): Promise<RunResult> => {
    // Read under the lock, so that what another worker has just done is seen.
    const schedule = await findSchedule(runner.ledger, String(scheduleNo))
    const due = schedule && timeFor(schedule, occasion)
    if (!schedule || !due) return { kind: 'nothing' }
    if (due.missed > 0) {
      const words = { schedule: scheduleNo, rows: due.missed }
      runner.log.warn('a schedule missed some planned times: they will not run', words)
    }
    const period = periodOf(schedule.periodFormat, due.time, schedule.zone)
    const { files, isWhole } = await runFiles(runner, schedule, {
      scheduleNo,
      planned: due.time.wall,
      plannedAt: due.time.at,
      period,
      file: schedule.path,
      inFolder: false,
      actor: occasion.kind === 'by_hand' ? occasion.actor : null,
      missed: due.missed,
    })
    // A time that is run early stays planned: when it comes, its batch is found. One with a file that may not be complete stays due.
    if (isWhole && due.time.at <= schedule.now) await markHandled(runner.ledger, scheduleNo, due.time.at)
    return { kind: 'ran', time: due.time, period, files }
  })
  return result ?? { kind: 'busy' }
}

function timeFor(schedule: Schedule, occasion: Occasion): { time: PlannedTime; missed: number } | undefined {
  if (occasion.kind === 'due')
    return schedule.pausedAt === null ? dueTime(schedule, schedule.handledUntil, schedule.now) : undefined
  const time = occasion.time === 'next' ? nextTimes(schedule, schedule.now, 1)[0] : latestTime(schedule, schedule.now)
  // A time before the schedule was added has most likely been paid in another way.
  return time && time.at >= schedule.createdAt ? { time, missed: 0 } : undefined
}

type RunFiles = Extract<RunResult, { kind: 'ran' }>['files']

/** @returns `isWhole`: no file was left for later because it may not be complete */
async function runFiles(
  runner: ScheduleRunner,
  schedule: Schedule,
  run: PlannedRun,
): Promise<{ files: RunFiles; isWhole: boolean }> {
  const found = await findScheduledFiles(runner, schedule, run)
  if (found.kind === 'failed')
    return { files: [{ file: run.file, ...(await fail(runner, run, found)) }], isWhole: true }
  const files: RunFiles = []
  for (const { name, again } of found.files) {
    const inFolder = name !== null
    const [path, its] = inFolder ? [join(schedule.path, name), { ...run, file: name, inFolder }] : [schedule.path, run]
    const ran = again ? await fail(runner, its, again) : await runFile(runner, schedule, path, its)
    files.push({ file: its.file, ...ran })
  }
  for (const path of found.unfinished)
    files.push({ file: path, kind: 'failed', code: 'refused', message: say('commands.may_be_cut_off', { path }) })
  if (files.length === 0) runner.log.info('a scheduled folder has no new file', { schedule: schedule.scheduleNo })
  return { files, isWhole: found.unfinished.length === 0 }
}

async function runFile(
  runner: ScheduleRunner,
  schedule: Schedule,
  path: string,
  run: PlannedRun,
): Promise<SubmittedRun> {
  try {
    const submitted = await tried(runner, run, path, () => runner.submit(schedule, path, run))
    if (submitted.kind === 'already')
      runner.log.info('a planned time or its period has its batch already: nothing was submitted', {
        schedule: run.scheduleNo,
        batch: submitted.batchId,
      })
    // Not paid in its place, and not passed over in silence: nobody would be paid on payday.
    if (submitted.kind === 'cancelled') return await fail(runner, run, cancelledBefore(run, submitted.batchId))
    if (submitted.kind === 'changed') return await fail(runner, run, changedSinceEarly(run, submitted.batchId))
    return submitted.kind === 'failed' ? await fail(runner, run, submitted) : submitted
  } catch (error) {
    // The database or the queue is away: what became of this run is not known, and it stays due.
    if (isAway(error)) throw error
    runner.log.error('a scheduled file could not be submitted', { schedule: run.scheduleNo, error })
    return fail(runner, run, {
      code: 'unexpected',
      message: say('commands.unexpected_error_bug_log_worker_more'),
    })
  }
}

const mostTries = 2

/**
 * Crash window: the file ends the process that reads it (most likely by the memory that it takes). Such a try stays counted, and after
 * two of them the schedule does not open the file any more, or it would end one worker after the other. A person may try it once more. A
 * try whose process lives clears the count.
 */
async function tried(
  { ledger, log }: ScheduleRunner,
  { scheduleNo, file, actor }: PlannedRun,
  path: string,
  submit: () => Promise<TriedRun>,
): Promise<TriedRun> {
  // One that can't be looked at is not opened either: `submit` says why.
  const { size = 0, mtimeMs = 0 } = (await statOrNothing(path).catch(() => undefined)) ?? {}
  const counted: TriedFile = { scheduleNo, file, version: `${size} ${mtimeMs}` }
  const before = await beginTry(ledger, counted)
  const isBarred = before >= mostTries && actor === null
  try {
    if (!isBarred) return await submit()
    return { kind: 'failed', code: 'unexpected', message: say('commands.file_ended_process', { path, tries: before }) }
  } finally {
    // If the ledger is away, the try stays counted, and after the second time a person has to look: better than an endless loop.
    await endTry(ledger, counted, isBarred ? before : 0).catch((error) =>
      log.warn("the end of a scheduled file's try could not be counted", { schedule: scheduleNo, error }),
    )
  }
}

/** Record a failure for `schedule list` and `schedule runs`, and log it as an error. */
async function fail(
  { ledger, log }: ScheduleRunner,
  run: PlannedRun,
  { code, message }: { code: RunFailure; message: Sentence },
): Promise<SubmittedRun> {
  await recordFailedRun(ledger, run, { code, message })
  log.error('a scheduled run failed (see payrun schedule runs)', { schedule: run.scheduleNo, code })
  return { kind: 'failed', code, message }
}

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
