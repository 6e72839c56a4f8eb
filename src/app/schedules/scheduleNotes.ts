import { stat } from 'node:fs/promises'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { listWorkers } from '../../ledger/rows/workers.ts'
import { findOtherPeriods, findPaidElsewhere, type ScheduleRun } from '../../ledger/schedules/scheduleRuns.ts'
import type { Schedule } from '../../ledger/schedules/schedules.ts'
import { dueTime, latestTime, periodOf } from '../../payout/times/plannedTimes.ts'
import { type Sentence, say } from '../../words/sentence.ts'

/** What people would not expect of a schedule: why its times pass without a batch, or a file that is not what was paid. */
export const notesOf = async (
  ledger: Ledger,
  schedule: Schedule,
  lastRun: ScheduleRun | undefined,
): Promise<Sentence[]> =>
  (
    await Promise.all([
      overdueNote(ledger, schedule),
      otherPeriodsNote(ledger, schedule),
      paidElsewhereNote(ledger, schedule, lastRun),
      changedNote(schedule, lastRun),
    ])
  ).flatMap((note) => note ?? [])

const minuteMs = 60_000
/** Where there is a worker, it may be reading a large file, or waiting for one that is not complete. */
const busyMs = 15 * minuteMs

/** Its time has passed, and nobody has run it. */
export async function overdueNote(ledger: Ledger, schedule: Schedule): Promise<Sentence | undefined> {
  const { pausedAt, handledUntil, now, sandbox } = schedule
  const due = pausedAt === null ? dueTime(schedule, handledUntil, now) : undefined
  const overMs = due ? now.getTime() - due.time.at.getTime() : 0
  if (!due || overMs < minuteMs) return undefined
  if (overMs < busyMs && (await listWorkers(ledger)).some(({ state }) => state === 'alive')) return undefined
  const told = { wall: clock(due.time.wall) }
  return sandbox ? say('ledger.overdue_in_sandbox', told) : say('ledger.overdue', told)
}

/** What other schedules of the file have paid is refused, in whatever period. */
async function otherPeriodsNote(ledger: Ledger, { scheduleNo }: Schedule): Promise<Sentence | undefined> {
  const other = await findOtherPeriods(ledger, scheduleNo)
  return other && say('ledger.other_periods', { ...other })
}

async function paidElsewhereNote(
  ledger: Ledger,
  schedule: Schedule,
  lastRun: ScheduleRun | undefined,
): Promise<Sentence | undefined> {
  const { scheduleNo, periodFormat, zone, createdAt, handledUntil, now } = schedule
  const time = latestTime(schedule, now)
  if (!time || time.at < createdAt || time.at > handledUntil) return undefined
  if (lastRun && lastRun.plannedAt >= time.at) return undefined
  const period = periodOf(periodFormat, time, zone)
  const other = await findPaidElsewhere(ledger, scheduleNo, period)
  return other && say('ledger.period_paid_elsewhere', { ...other, period, wall: clock(time.wall) })
}

/** On a machine that sees the file. */
async function changedNote({ path }: Schedule, lastRun: ScheduleRun | undefined): Promise<Sentence | undefined> {
  if (!lastRun?.batchId || lastRun.inFolder) return undefined
  const file = await stat(path).catch(() => undefined)
  return file?.isFile() && file.mtime > lastRun.at ? say('ledger.changed_since_run') : undefined
}

const clock = (wall: string): string => wall.replace('T', ' ')
