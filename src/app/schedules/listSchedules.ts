import type { Ledger } from '../../ledger/connection/ledger.ts'
import { type Maintenance, windowsAround } from '../../ledger/policy/windows.ts'
import { latestRun, listRuns as listRunsOf, type ScheduleRun } from '../../ledger/schedules/scheduleRuns.ts'
import { findSchedule, listSchedules as listAll, type Schedule } from '../../ledger/schedules/schedules.ts'
import { type Hours, hoursDocument, hoursSentence, isWithin } from '../../payout/times/hours.ts'
import { nextTimes, periodOf, rhythmOf } from '../../payout/times/plannedTimes.ts'
import { moment, operatorOf, type Sentence, say, type Value } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { notesOf } from './scheduleNotes.ts'
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
