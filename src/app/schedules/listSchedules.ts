import { listRuns as listRunsOf, type ScheduleRun } from '../../ledger/schedules/scheduleRuns.ts'
import { listSchedules as listAll, type Schedule } from '../../ledger/schedules/schedules.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import { withSchedule } from './scheduleDocument.ts'

export interface Schedules {
  ok: true
  schedules: { schedule: Schedule; lastRun: ScheduleRun | undefined }[]
}

/** Every schedule with its latest run. */
export const listSchedules = (app: App): Promise<Schedules | Failure> =>
  withCore(app, async ({ ledger }) => {
    const schedules = await Promise.all(
      (await listAll(ledger)).map(async (schedule) => ({
        schedule,
        lastRun: (await listRunsOf(ledger, schedule.scheduleNo, 1))[0],
      })),
    )
    return { ok: true, schedules }
  })

export interface Runs {
  ok: true
  schedule: Schedule
  runs: ScheduleRun[]
}

/** What became of a schedule's planned times, latest first. */
export const listRuns = (app: App, id: string): Promise<Runs | Failure> =>
  withSchedule<Runs>(app, id, async ({ ledger }, schedule) => ({
    ok: true,
    schedule,
    runs: await listRunsOf(ledger, schedule.scheduleNo),
  }))
