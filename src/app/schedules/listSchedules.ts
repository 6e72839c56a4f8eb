import { stat } from 'node:fs/promises'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { type Maintenance, windowsAround } from '../../ledger/policy/windows.ts'
import { listWorkers } from '../../ledger/rows/workers.ts'
import {
  findOtherPeriods,
  findPaidElsewhere,
  latestRun,
  listRuns as listRunsOf,
  type ScheduleRun,
} from '../../ledger/schedules/scheduleRuns.ts'
import { findSchedule, listSchedules as listAll, type Schedule } from '../../ledger/schedules/schedules.ts'
import { type Hours, hoursDocument, hoursSentence, isWithin } from '../../payout/times/hours.ts'
import { dueTime, latestTime, nextTimes, periodOf, rhythmOf } from '../../payout/times/plannedTimes.ts'
import { moment, operatorOf, type Sentence, say, type Value } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'
import type { ScheduledOptions } from './scheduleRunner.ts'

export type { ScheduleRun }

export interface ListedSchedule {
  schedule: Schedule
  lastRun: ScheduleRun | undefined
  /** Planned maintenance of operators during its next run. */
  maintenance: Maintenance[]
  notes: Sentence[]
}

export interface Schedules {
  ok: true
  schedules: ListedSchedule[]
}

/** Every schedule with its latest run. */
export const listSchedules = (app: App): Promise<Schedules | Failure> =>
  withCore(app, async ({ ledger }) => {
    const schedules = await Promise.all(
      (await listAll(ledger)).map(async (schedule) => {
        const lastRun = await latestRun(ledger, schedule.scheduleNo)
        const maintenance = await maintenanceOf(ledger, schedule)
        return { schedule, lastRun, maintenance, notes: await notesOf(ledger, schedule, lastRun) }
      }),
    )
    return { ok: true, schedules }
  })

/** The names of a submitter's active schedules: they continue to pay, even if the account is disabled. */
export async function runningSchedulesOf({ ledger }: Core, submitter: string): Promise<string[]> {
  const all = await listAll(ledger)
  return all.filter((each) => each.submitter === submitter && each.pausedAt === null).map(({ name }) => name)
}

/** Planned maintenance of operators during the next run of a schedule, or within an hour after it. */
export async function maintenanceOf(ledger: Ledger, schedule: Schedule): Promise<Maintenance[]> {
  const [next] = comingTimes(schedule)
  return next ? windowsAround(ledger, schedule.sandbox, next.at) : []
}

export interface Runs {
  ok: true
  schedule: Schedule
  runs: ScheduleRun[]
  maintenance: Maintenance[]
  notes: Sentence[]
}

/** The runs of a schedule, latest first. */
export const listRuns = (app: App, id: string): Promise<Runs | Failure> =>
  withSchedule<Runs>(app, id, async ({ ledger }, schedule) => {
    const runs = await listRunsOf(ledger, schedule.scheduleNo)
    const maintenance = await maintenanceOf(ledger, schedule)
    return { ok: true, schedule, runs, maintenance, notes: await notesOf(ledger, schedule, runs[0]) }
  })

/** Opens the ledger, finds the schedule by number or name, and calls `act`. */
export const withSchedule = <Done>(
  app: App,
  id: string,
  act: (core: Core, schedule: Schedule) => Promise<Done | Failure>,
): Promise<Done | Failure> =>
  withCore(app, async (core) => {
    const schedule = await findSchedule(core.ledger, id)
    if (schedule) return act(core, schedule)
    return refused('not_found', say('ledger.unknown', { id, command: app.config.command }))
  })

/** How many coming times to show. */
const shownTimes = 5

/** A schedule as `schedule list --json` prints it. */
export const scheduleDocument = (
  schedule: Schedule,
  lastRun?: ScheduleRun,
  maintenance: readonly Maintenance[] = [],
) => ({
  id: schedule.scheduleNo,
  name: schedule.name,
  path: schedule.path,
  cron: schedule.cron,
  tz: schedule.zone,
  period_format: schedule.periodFormat,
  sandbox: schedule.sandbox,
  state: schedule.pausedAt === null ? 'active' : 'paused',
  submitter: schedule.submitter,
  created_at: schedule.createdAt.toISOString(),
  next: comingTimes(schedule).map(({ at, wall, period }) => ({ at: at.toISOString(), local: wall, period })),
  ...(hoursOf(schedule) && { between: hoursDocument(hoursOf(schedule)!) }),
  ...(maintenance.length > 0 && {
    next_in_maintenance: maintenance.map(({ operator, from, until }) => ({
      operator,
      from: from.toISOString(),
      until: until.toISOString(),
    })),
  }),
  last_run: lastRun ? runDocument(lastRun) : null,
})

/** How its files are read, checked and paid, as chosen when it was added. */
export const optionsOf = ({ options }: Schedule): ScheduledOptions => options as ScheduledOptions

/** The hours in which its batches are paid, or undefined for any. */
const hoursOf = (schedule: Schedule): Hours | undefined => optionsOf(schedule).hours

/** The hours in words, with whether its next run has to wait for them. */
export function hoursText(schedule: Schedule): Sentence | undefined {
  const [hours, next] = [hoursOf(schedule), comingTimes(schedule)[0]]
  // The hours are in the schedule's time zone.
  return hours && hoursSentence(hours, next !== undefined && !isWithin(hours, next.wall.slice(11, 16)))
}

/** In cron's order. */
const weekdayNames = [
  say('ledger.sunday'),
  say('ledger.monday'),
  say('ledger.tuesday'),
  say('ledger.wednesday'),
  say('ledger.thursday'),
  say('ledger.friday'),
  say('ledger.saturday'),
] as const

/** Its times in words, or undefined if only cron can express them. */
export function rhythmText({ cron }: Pick<Schedule, 'cron'>): Sentence | undefined {
  const rhythm = rhythmOf(cron)
  if (rhythm === undefined) return undefined
  const { time } = rhythm
  switch (rhythm.each) {
    case 'month':
      return say('ledger.each_month', { day: rhythm.day, time })
    case 'month_end':
      return say('ledger.each_month_end', { time })
    case 'week':
      return say('ledger.each_week', { weekday: weekdayNames[rhythm.weekday]!, time })
    case 'day':
      return say('ledger.each_day', { time })
  }
}

/** A note if coming times share a period, so that not all of them pay the file, as people might expect. */
export function periodText(schedule: Schedule): Sentence | undefined {
  const periods = comingTimes(schedule).map(({ period }) => period)
  return new Set(periods).size < periods.length ? say('ledger.times_share_period') : undefined
}

/**
 * What planned maintenance means for the next run.
 * @param name the operator's name, if its code is not enough
 */
export const maintenanceText = (
  { operator, from, until }: Maintenance,
  name: Sentence | string | Value = operatorOf(operator),
): Sentence => say('ledger.next_in_maintenance', { operator: name, from: moment(from), until: moment(until) })

/** A run as `schedule runs --json` prints it. */
export const runDocument = (run: ScheduleRun) => ({
  planned_at: run.plannedAt.toISOString(),
  local: run.planned,
  period: run.period,
  file: run.file,
  at: run.at.toISOString(),
  by: run.actor,
  missed: run.missed,
  state: run.code === null ? (run.setAside ? 'cancelled' : 'submitted') : 'failed',
  batch: run.batchId,
  batch_state: run.batchState,
  code: run.code,
  message: run.message,
})

/** The next five times of a schedule, each with its period. Empty while it is paused. */
export function comingTimes(schedule: Schedule) {
  if (schedule.pausedAt !== null) return []
  const { periodFormat, zone, now } = schedule
  return nextTimes(schedule, now, shownTimes).map((time) => ({ ...time, period: periodOf(periodFormat, time, zone) }))
}

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
