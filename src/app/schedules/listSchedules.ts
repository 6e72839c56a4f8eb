import type { Ledger } from '../../ledger/connection/ledger.ts'
import { type Maintenance, windowsAround } from '../../ledger/policy/windows.ts'
import { latestRun, listRuns as listRunsOf, type ScheduleRun } from '../../ledger/schedules/scheduleRuns.ts'
import { findSchedule, listSchedules as listAll, type Schedule } from '../../ledger/schedules/schedules.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { comingTimes } from './scheduleDocument.ts'
import { notesOf } from './scheduleNotes.ts'

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
