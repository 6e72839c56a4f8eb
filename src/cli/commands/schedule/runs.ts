import type { RanNow } from '../../../app/schedules/changeSchedules.ts'
import type { Schedules as ListedSchedules, Runs } from '../../../app/schedules/listSchedules.ts'
import { type Cli, exitCode, fail } from '../../cli.ts'
import { addCommand, example, type Run } from '../../commandOptions.ts'
import { t, text } from '../../speak.ts'
import { batchStateWord, printable } from '../../terminal/text.ts'
import { addOnOne, type Schedules } from './change.ts'

export const addRuns = (schedule: Schedules, run: Run) =>
  addOnOne(schedule, 'runs', t('help.became_planned_times_latest_first')).action((id, _options, command) =>
    run(command.optsWithGlobals(), async (cli) => {
      const { listRuns } = await import('../../../app/schedules/listSchedules.ts')
      const { runDocument } = await import('../../../app/schedules/scheduleDocument.ts')
      const listed = await listRuns(cli, id)
      if (!listed.ok) return fail(cli, listed)
      const { scheduleNo, name } = listed.schedule
      if (cli.json) cli.printJson({ schedule: scheduleNo, name, runs: listed.runs.map(runDocument) })
      else cli.print(listed.runs.length === 0 ? t('ledger.not_run_yet') : await runTable(cli, listed))
      return exitCode.done
    }),
  )

/** Latest first. */
async function runTable({ width, style }: Cli, { runs }: Runs): Promise<string> {
  const { renderTable } = await import('../../terminal/table.ts')
  return renderTable({
    columns: [
      { head: t('ledger.column_planned') },
      { head: t('summary.period') },
      { head: t('ledger.column_file') },
      { head: t('summary.batch_2') },
      { head: t('summary.state') },
    ],
    rows: runs.map((run) => [
      run.planned.replace('T', ' '),
      run.period,
      printable(run.file),
      run.batchId ?? '',
      stateText(run),
    ]),
    width,
    style,
  })
}

function stateText({ code, message, batchState }: Runs['runs'][number]): string {
  if (code !== null) return t('ledger.run_failed', { code, message: printable(text(message ?? '')) })
  return batchState === null ? '' : batchStateWord(batchState)
}

/** Exits with code 3 when the file is missing or refused. */
export const addRunNow = (schedule: Schedules, run: Run) =>
  addOnOne(schedule, 'run', t('help.run_now_latest_planned_time'))
    .option('--next', t('help.next_planned_time_early'))
    .action((id, { next }, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const { runNow } = await import('../../../app/schedules/changeSchedules.ts')
        const ran = await runNow(cli, id, next ? 'next' : 'latest')
        if (!ran.ok) return fail(cli, ran)
        tellRan(cli, ran)
        return ran.files.some(({ kind }) => kind === 'failed') ? exitCode.refused : exitCode.done
      }),
    )

function tellRan(cli: Cli, { schedule: { zone }, time, period, files }: RanNow): void {
  if (cli.json) {
    cli.printJson({ planned_at: time.at.toISOString(), period, files: files.map(fileDocument) })
    return
  }
  cli.say(t('ledger.ran_for', { wall: time.wall.replace('T', ' '), zone, period }))
  if (files.length === 0) cli.print(t('ledger.folder_without_new_file'))
  for (const file of files) cli.print(fileLine(file))
}

const fileDocument = (run: RanNow['files'][number]) =>
  run.kind === 'failed' ? { ...run, message: text(run.message) } : run

function fileLine(run: RanNow['files'][number]): string {
  const { file } = run
  switch (run.kind) {
    case 'submitted':
      return t('ledger.file_submitted', { file, batchId: run.batchId })
    case 'already':
      return t('ledger.file_submitted_before', { file, batchId: run.batchId })
    case 'failed':
      return t('ledger.file_failed', { file, message: run.message })
  }
}

export const addList = (schedule: Schedules, run: Run) =>
  addCommand(schedule, 'list', t('help.every_schedule_next_five_times_latest'))
    .addHelpText('after', example('payrun schedule list'))
    .action((_options, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const { listSchedules } = await import('../../../app/schedules/listSchedules.ts')
        const { scheduleDocument } = await import('../../../app/schedules/scheduleDocument.ts')
        const listed = await listSchedules(cli)
        if (!listed.ok) return fail(cli, listed)
        const { schedules } = listed
        if (cli.json)
          cli.printJson({ schedules: schedules.map((each) => scheduleDocument(each.schedule, each.lastRun)) })
        else if (schedules.length === 0) cli.print(t('ledger.none_yet', { command: cli.config.command }))
        else cli.print((await Promise.all(schedules.map(scheduleText))).join('\n\n'))
        return exitCode.done
      }),
    )

type Listed = ListedSchedules['schedules'][number]

async function scheduleText({ schedule, lastRun }: Listed): Promise<string> {
  const { cron, zone, periodFormat, pausedAt, sandbox } = schedule
  const [name, path] = [printable(schedule.name), printable(schedule.path)]
  const next = await nextLines(schedule)
  return [
    `${schedule.scheduleNo}  ${pausedAt === null ? name : t('ledger.heading_paused', { name })}`,
    `  ${sandbox ? t('ledger.path_in_sandbox', { path }) : path}`,
    `  ${t('ledger.times_and_periods', { cron, zone, format: periodFormat })}`,
    `  ${lastRunText(lastRun)}`,
    ...(pausedAt === null ? [`  ${t('ledger.next_times')}`, ...next.map((line) => `  ${line}`)] : []),
  ].join('\n')
}

/** The next five times, each on a line with its period. */
export async function nextLines(schedule: Listed['schedule']): Promise<string[]> {
  const { comingTimes } = await import('../../../app/schedules/scheduleDocument.ts')
  return comingTimes(schedule).map(
    ({ wall, period }) => `  ${t('ledger.time', { wall: wall.replace('T', ' '), period })}`,
  )
}

function lastRunText(run: Listed['lastRun']): string {
  if (!run) return t('ledger.not_run_yet')
  const planned = run.planned.replace('T', ' ')
  const { code, batchId, batchState } = run
  if (code !== null) return t('ledger.last_run_failed', { planned, code, message: printable(text(run.message ?? '')) })
  const state = batchState === null ? '' : batchStateWord(batchState)
  return t('ledger.last_run_batch', { planned, batchId: batchId ?? '', state })
}
