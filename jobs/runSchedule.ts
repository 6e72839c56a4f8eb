import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAway, type Ledger } from '../src/ledger/connection/ledger.ts'
import {
  beginTry,
  endTry,
  type PlannedRun,
  type RunFailure,
  readFolderRuns,
  recordFailedRun,
  type TriedFile,
} from '../src/ledger/schedules/scheduleRuns.ts'
import { findSchedule, markHandled, type Schedule, withScheduleLock } from '../src/ledger/schedules/schedules.ts'
import type { Log } from '../src/log.ts'
import { dueTime, latestTime, nextTimes, type PlannedTime, periodOf } from '../src/payout/times/plannedTimes.ts'
import { hasCode } from '../src/process.ts'
import { type Sentence, say } from '../src/words/sentence.ts'

/** A file that was written to within this time may not be complete: it is waited for, a few times. */
const freshSeconds = 10
const mostWaits = 3

export interface ScheduleRunner {
  ledger: Ledger
  log: Log
  /** Check and store a file as the batch of a planned time, and enqueue it. `already`: that time has its batch. */
  submit(schedule: Schedule, path: string, run: PlannedRun): Promise<SubmittedRun>
  /** Wait for a file that is being written; by default, in real time. */
  wait?(ms: number): Promise<void>
}

export type SubmittedRun =
  | { kind: 'submitted' | 'already'; batchId: string }
  | { kind: 'failed'; code: RunFailure; message: Sentence }

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
 * Crash windows: died before a batch is stored, its time is still due, and the next check runs it. Died after that and before the time is
 * marked as handled, the next check finds the batch and marks the time. Died before the batch is enqueued, its chunks are open and the
 * sweep enqueues them.
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
    // A time that is run early stays planned: when it comes, its batch is found.
    if (due.time.at <= schedule.now) await markHandled(runner.ledger, scheduleNo, due.time.at)
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

async function runFiles(runner: ScheduleRunner, schedule: Schedule, run: PlannedRun): Promise<RunFiles> {
  const found = await findFiles(runner, schedule, run)
  if (found.kind === 'failed') return [{ file: run.file, ...(await fail(runner, run, found)) }]
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
    const submitted = await tried(runner, run, path, () => runner.submit(schedule, path, run))
    if (submitted.kind === 'already')
      runner.log.info('a planned time or its period has its batch already: nothing was submitted', {
        schedule: run.scheduleNo,
        batch: submitted.batchId,
      })
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
 * two of them the file is not opened any more, or it would end one worker after the other.
 */
async function tried(
  { ledger, log }: ScheduleRunner,
  { scheduleNo, file }: PlannedRun,
  path: string,
  submit: () => Promise<SubmittedRun>,
): Promise<SubmittedRun> {
  const { size = 0, mtimeMs = 0 } = (await statOrNothing(path)) ?? {}
  const counted: TriedFile = { scheduleNo, file, version: `${size} ${mtimeMs}` }
  const before = await beginTry(ledger, counted)
  try {
    if (before < mostTries) return await submit()
    return { kind: 'failed', code: 'unexpected', message: say('commands.file_ended_process', { path, tries: before }) }
  } finally {
    // If the ledger is away, the try stays counted, and after the second time a person has to look: better than an endless loop.
    await endTry(ledger, counted).catch((error) =>
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

type Found =
  | { kind: 'failed'; code: RunFailure; message: Sentence }
  | { kind: 'file' }
  | { kind: 'folder'; names: string[] }

/** What there is to pay, once it is no longer being written. */
async function findFiles(runner: ScheduleRunner, schedule: Schedule, run: PlannedRun): Promise<Found> {
  const { wait = (ms) => delay(ms) } = runner
  const { path, scheduleNo } = schedule
  for (let waits = 0; ; waits += 1) {
    const seen = await look(runner.ledger, schedule, run)
    if (seen.kind === 'failed' || seen.freshMs === undefined) return seen
    if (waits < mostWaits) {
      await wait(freshSeconds * 1_000 - seen.freshMs)
    } else if (seen.kind === 'folder') {
      runner.log.warn('a file of a scheduled folder is too new, and left for the next time', { schedule: scheduleNo })
      return seen
    } else {
      return { kind: 'failed', code: 'refused', message: say('commands.still_written_when_paid', { path }) }
    }
  }
}

/** `freshMs`: how long ago something was written to that may not be complete. */
type Seen = Extract<Found, { kind: 'failed' }> | (Exclude<Found, { kind: 'failed' }> & { freshMs: number | undefined })

async function look(ledger: Ledger, schedule: Schedule, run: PlannedRun): Promise<Seen> {
  const { path } = schedule
  try {
    const there = await statOrNothing(path)
    if (!there) return missing(say('commands.nothing_when_paid', { path }))
    if (there.isDirectory()) return await lookIntoFolder(ledger, schedule, run)
    // Whoever runs a file by hand says that it is complete.
    return { kind: 'file', freshMs: run.actor === null ? freshMsOf(there) : undefined }
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
    if (code === undefined || isAway(error)) throw error
    // Recorded as a failure and not left due, or nobody would hear of it.
    return missing(say('commands.could_not_looked_when_paid', { path, code }))
  }
}

const missing = (message: Sentence): Seen => ({ kind: 'failed', code: 'missing', message })

/** Their extensions. */
export const payoutFiles: ReadonlySet<string> = new Set([
  '.csv',
  '.tsv',
  '.txt',
  '.json',
  '.ndjson',
  '.jsonl',
  '.xlsx',
  '.xml',
])

/**
 * The new files of a folder, by name, without hidden ones and those that may still be being written. A planned run also leaves out files
 * that were refused and have not changed since, and those whose batch a person has cancelled.
 */
async function lookIntoFolder(ledger: Ledger, { scheduleNo, path }: Schedule, { actor }: PlannedRun): Promise<Seen> {
  const before = await readFolderRuns(ledger, scheduleNo)
  const names: string[] = []
  let freshMs: number | undefined
  for (const name of (await readdir(path)).sort()) {
    const was = before.get(name)
    if (was?.taken || name.startsWith('.') || !payoutFiles.has(extname(name).toLowerCase())) continue
    if (actor === null && was?.cancelled) continue
    const file = await statOrNothing(join(path, name))
    if (!file?.isFile()) continue
    const changedMs = Math.max(file.mtimeMs, file.ctimeMs)
    if (actor === null && was?.failedAt && changedMs < was.failedAt.getTime() - clockSlackMs) continue
    const fresh = freshMsOf(file)
    if (fresh === undefined) names.push(name)
    else freshMs = Math.min(fresh, freshMs ?? fresh)
  }
  return { kind: 'folder', names, freshMs }
}

/** A file's times lag a little, and may be another machine's: better to try a file once too often than never. */
const clockSlackMs = 1_000

/** Undefined: not written to lately. A time far in the future is another clock's, and says nothing. */
function freshMsOf({ mtimeMs }: { mtimeMs: number }): number | undefined {
  const agoMs = Math.abs(Date.now() - mtimeMs)
  return agoMs < freshSeconds * 1_000 ? agoMs : undefined
}

async function statOrNothing(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
