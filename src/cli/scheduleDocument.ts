import type { ScheduleRun } from '../ledger/scheduleRuns.ts'
import type { Schedule } from '../ledger/schedules.ts'
import { nextTimes, periodOf } from '../payout/plannedTimes.ts'
import { t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import { printable } from './terminal/printable.ts'
import { batchStateWord } from './terminal/stateWords.ts'
import { renderTable } from './terminal/table.ts'

/** How many coming times are shown. */
const shownTimes = 5

/** A schedule as `schedule list --json` prints it. */
export const scheduleDocument = (schedule: Schedule, runs: readonly ScheduleRun[]) => ({
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
  last_run: runs[0] ? runDocument(runs[0]) : null,
})

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

function comingTimes(schedule: Schedule) {
  if (schedule.pausedAt !== null) return []
  const { periodFormat, zone, now } = schedule
  return nextTimes(schedule, now, shownTimes).map((time) => ({ ...time, period: periodOf(periodFormat, time, zone) }))
}

/** The next five times, each on a line with its period. */
export const nextLines = (schedule: Schedule): string[] =>
  comingTimes(schedule).map(({ wall, period }) => `  ${wall.replace('T', ' ')}  ${t`period ${period}`}`)

export function scheduleText(schedule: Schedule, last: ScheduleRun | undefined): string {
  const name = printable(schedule.name)
  const path = printable(schedule.path)
  const head = `${schedule.scheduleNo}  ${schedule.pausedAt === null ? name : t`${name} (paused)`}`
  return [
    head,
    `  ${schedule.sandbox ? t`${path}, in the sandbox` : path}`,
    `  ${schedule.cron}  ${t`${schedule.zone}, periods ${schedule.periodFormat}`}`,
    `  ${last ? t`Last run: ${lastRun(last)}` : t`It has not run yet.`}`,
    ...(schedule.pausedAt === null ? [`  ${t`Next:`}`, ...nextLines(schedule).map((line) => `  ${line}`)] : []),
  ].join('\n')
}

const lastRun = (run: ScheduleRun): string =>
  run.code === null
    ? t`${run.planned.replace('T', ' ')}, batch ${run.batchId ?? ''}, ${stateOf(run)}`
    : t`${run.planned.replace('T', ' ')} FAILED (${run.code}): ${printable(run.message ?? '')}`

const stateOf = ({ batchState }: ScheduleRun): string => (batchState === null ? '' : batchStateWord(batchState))

/** Runs for people, latest first. */
export const runTable = (runs: readonly ScheduleRun[], cli: Pick<Cli, 'width' | 'style'>): string =>
  renderTable({
    columns: [{ head: t`Planned` }, { head: t`Period` }, { head: t`File` }, { head: t`Batch` }, { head: t`State` }],
    rows: runs.map((run) => [
      run.planned.replace('T', ' '),
      run.period,
      printable(run.file),
      run.batchId ?? '',
      run.code === null ? stateOf(run) : t`failed (${run.code}): ${printable(run.message ?? '')}`,
    ]),
    width: cli.width,
    style: cli.style,
  })
