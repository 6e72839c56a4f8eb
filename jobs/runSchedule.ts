import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { isAway } from '../src/ledger/faults.ts'
import type { Ledger } from '../src/ledger/ledger.ts'
import { listTakenFiles, type PlannedRun, type RunFailure, recordFailedRun } from '../src/ledger/scheduleRuns.ts'
import { findSchedule, markHandled, type Schedule, withScheduleLock } from '../src/ledger/schedules.ts'
import type { Log } from '../src/log.ts'
import { dueTime, latestTime, nextTimes, type PlannedTime, periodOf } from '../src/payout/plannedTimes.ts'
import { t } from '../src/words/t.ts'

/** A file that was touched this short a time ago may still be being written: it is left for the next time. */
export const freshSeconds = 10

export interface ScheduleRunner {
  ledger: Ledger
  log: Log
  /** Check and store a file as the batch of a planned time, and ring for it. `already`: that time has its batch. */
  submit(schedule: Schedule, path: string, run: PlannedRun): Promise<SubmittedRun>
}

export type SubmittedRun =
  | { kind: 'submitted' | 'already'; batchId: string }
  | { kind: 'failed'; code: RunFailure; message: string }

/** What runs it: its time has come; or a person wants the latest planned time, or the next one early. */
export type Occasion = { kind: 'due' } | { kind: 'by_hand'; actor: string; time: 'latest' | 'next' }

export type RunResult =
  | { kind: 'ran'; time: PlannedTime; period: string; files: ({ file: string } & SubmittedRun)[] }
  /** Nothing is due, or the schedule is paused, removed or of the other kind. */
  | { kind: 'nothing' }
  /** Another process works on it at this moment. */
  | { kind: 'busy' }

/**
 * Run what is due of a schedule: its latest planned time, as one batch for each file. Earlier times that nobody ran are not
 * caught up with: they are counted, and logged. Called twice, late, or by two workers at once, it pays nothing twice: each
 * batch is stored together with its run, and the database has room for one.
 *
 * Crash windows: died before a batch is stored, its time is still due, and whoever looks next runs it. Died after that and
 * before the time is marked as handled, the next to look finds the batch there and marks it. Died before the ring, the
 * batch's chunks are open and the sweep rings for them.
 */
export async function runSchedule(runner: ScheduleRunner, scheduleNo: number, occasion: Occasion): Promise<RunResult> {
  const result = await withScheduleLock(runner.ledger, scheduleNo, async (): Promise<RunResult> => {
    // Read with the lock in hand: what another worker has just done is seen.
    const schedule = await findSchedule(runner.ledger, String(scheduleNo))
    const due = schedule && timeFor(schedule, occasion)
    if (!schedule || !due) return { kind: 'nothing' }
    if (due.missed > 0) {
      const words = { schedule: scheduleNo, rows: due.missed }
      runner.log.warn('planned times of a schedule were missed, and are not run any more', words)
    }
    const period = periodOf(schedule.periodFormat, due.time, schedule.zone)
    const files = await runFiles(runner, schedule, {
      scheduleNo,
      planned: due.time.wall,
      plannedAt: due.time.at,
      period,
      file: schedule.path,
      inFolder: false,
      actor: occasion.kind === 'by_hand' ? occasion.actor : null,
      missed: due.missed,
    })
    // A time that is run early stays planned: when it comes, its batch is found there.
    if (due.time.at <= schedule.now) await markHandled(runner.ledger, scheduleNo, due.time.at)
    return { kind: 'ran', time: due.time, period, files }
  })
  return result ?? { kind: 'busy' }
}

function timeFor(schedule: Schedule, occasion: Occasion): { time: PlannedTime; missed: number } | undefined {
  if (occasion.kind === 'due')
    return schedule.pausedAt === null ? dueTime(schedule, schedule.handledUntil, schedule.now) : undefined
  const time = occasion.time === 'next' ? nextTimes(schedule, schedule.now, 1)[0] : latestTime(schedule, schedule.now)
  return time && { time, missed: 0 }
}

type RunFiles = Extract<RunResult, { kind: 'ran' }>['files']

async function runFiles(runner: ScheduleRunner, schedule: Schedule, run: PlannedRun): Promise<RunFiles> {
  const found = await findFiles(runner, schedule)
  if (found.kind === 'missing') {
    const message = t`There was nothing at ${schedule.path} when it was to be paid.`
    return [{ file: run.file, ...(await fail(runner, run, { code: 'missing', message })) }]
  }
  if (found.kind === 'file') return [{ file: run.file, ...(await runFile(runner, schedule, schedule.path, run)) }]
  const results: RunFiles = []
  for (const name of found.names) {
    const path = join(schedule.path, name)
    results.push({ file: name, ...(await runFile(runner, schedule, path, { ...run, file: name, inFolder: true })) })
  }
  if (results.length === 0) runner.log.info('a scheduled folder has no new file', { schedule: schedule.scheduleNo })
  return results
}

async function runFile(
  runner: ScheduleRunner,
  schedule: Schedule,
  path: string,
  run: PlannedRun,
): Promise<SubmittedRun> {
  try {
    const submitted = await runner.submit(schedule, path, run)
    return submitted.kind === 'failed' ? await fail(runner, run, submitted) : submitted
  } catch (error) {
    // The database or the queue is away: nothing is known of this run, and it stays due.
    if (isAway(error)) throw error
    runner.log.error('a scheduled file could not be submitted', { schedule: run.scheduleNo, error })
    return fail(runner, run, {
      code: 'unexpected',
      message: t`An unexpected error (a bug): the log of the worker has more.`,
    })
  }
}

/** Seen by `schedule list` and `schedule runs`, and in the log at error level. */
async function fail(
  { ledger, log }: ScheduleRunner,
  run: PlannedRun,
  { code, message }: { code: RunFailure; message: string },
): Promise<SubmittedRun> {
  await recordFailedRun(ledger, run, { code, message })
  log.error('a scheduled run failed: see payrun schedule runs', { schedule: run.scheduleNo, code })
  return { kind: 'failed', code, message }
}

type Found = { kind: 'missing' } | { kind: 'file' } | { kind: 'folder'; names: string[] }

const payoutFiles = new Set(['.csv', '.tsv', '.txt', '.json', '.ndjson', '.jsonl', '.xlsx'])

/** The schedule's file, or the new files of its folder by name: no hidden ones, and none that may still be being written. */
async function findFiles({ ledger, log }: ScheduleRunner, { scheduleNo, path }: Schedule): Promise<Found> {
  const there = await statOrNothing(path)
  if (!there) return { kind: 'missing' }
  if (!there.isDirectory()) return { kind: 'file' }
  const taken = await listTakenFiles(ledger, scheduleNo)
  const names: string[] = []
  for (const name of (await readdir(path)).sort()) {
    if (taken.has(name) || name.startsWith('.') || !payoutFiles.has(extname(name).toLowerCase())) continue
    const file = await statOrNothing(join(path, name))
    if (!file?.isFile()) continue
    if (Date.now() - file.mtimeMs < freshSeconds * 1_000)
      log.warn('a file of a scheduled folder is too new, and left for the next time', { schedule: scheduleNo })
    else names.push(basename(name))
  }
  return { kind: 'folder', names }
}

async function statOrNothing(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EACCES'].includes(String(error.code)))
      return undefined
    throw error
  }
}
