import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Added, Changed, RanNow, ScheduleChange } from '../../app/schedules/changeSchedules.ts'
import type { Schedules as ListedSchedules, Runs } from '../../app/schedules/listSchedules.ts'
import { batchStateOf, count } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { accountOption, actAs, addCommand, example, type Program, passwordOption, type Run } from '../commandOptions.ts'
import { asOption, betweenOption, checkOptions, withCheckOptions } from '../submitOptions.ts'
import { batchStateWord, printable, t, text } from '../terminal/text.ts'

/** Files that are paid at planned times. */
export function addSchedule(program: Program, run: Run): void {
  const schedule = addCommand(program, 'schedule').addHelpText(
    'after',
    example('payrun schedule list', [t('helpNotes.workers_run_schedules_without_one_payrun')]),
  )
  for (const add of [addAdd, addList, addRuns, addRunNow]) add(schedule, run)
  addChange(schedule, run, 'pause', t('help.run_none_times_until_resumed'))
  addChange(schedule, run, 'resume', t('help.run_times_again_now'))
  addChange(schedule, run, 'remove', t('help.never_run_again_batches_kept'))
}

const addAdd = (schedule: Schedules, run: Run) =>
  withCheckOptions(
    addCommand(schedule, 'add', t('help.plan_file_folder_prints_id'))
      .argument('<file|folder>', t('help.workers_machines_see'))
      .optionsGroup(t('help.schedule'))
      .requiredOption('--cron <expression>', t('help.when_minute_hour_day_month_month'))
      .requiredOption('--tz <zone>', t('help.clocks_time_zone_such_africa_abidjan'))
      .addOption(betweenOption())
      .option('--name <name>', t('help.schedule_batches'))
      .option('--period-format <format>', t('help.period_each_planned_time_such_yyyy'))
      .addOption(asOption())
      .addOption(accountOption())
      .addOption(passwordOption())
      .option('--sandbox', t('help.pay_built_sandbox_instead_provider')),
  )
    .addHelpText(
      'after',
      example(t('help.payrun_schedule_add_payroll_csv_cron'), [t('helpNotes.file_taken_each_planned_time_not')]),
    )
    .action((path, options, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const proved = await actAs(cli, options)
        if (!proved.ok) return fail(cli, proved)
        const { cron, tz: zone, name = basename(path), between, periodFormat, as, sandbox = false } = options
        const { addSchedule } = await import('../../app/schedules/changeSchedules.ts')
        const wish = { path, cron, zone, name, between, periodFormat, as, sandbox, options: checkOptions(options) }
        const added = await addSchedule(proved.app, wish)
        if (!added.ok) return fail(cli, added)
        await tellAdded(cli, added)
        return exitCode.done
      }),
    )

async function tellAdded(cli: Cli, { schedule, isThere, notes }: Added): Promise<void> {
  const { scheduleDocument } = await import('../../app/schedules/listSchedules.ts')
  if (cli.json) return cli.printJson(scheduleDocument(schedule))

  const { path, zone, scheduleNo: id } = schedule
  cli.print(String(id))
  if (!isThere) cli.say(t('ledger.nothing_there_yet', { path }))
  const seeRuns = t('ledger.see_runs', { command: cli.config.command, id })
  for (const note of notes) cli.say(text(note))
  cli.say([t('ledger.added', { path, zone }), ...(await nextLines(schedule)), seeRuns].join('\n'))
}

const addRuns = (schedule: Schedules, run: Run) =>
  addOnOne(schedule, 'runs', t('help.became_planned_times_latest_first')).action((id, _options, command) =>
    run(command.optsWithGlobals(), async (cli) => {
      const { listRuns, runDocument } = await import('../../app/schedules/listSchedules.ts')
      const listed = await listRuns(cli, id)
      if (!listed.ok) return fail(cli, listed)
      const { scheduleNo, name } = listed.schedule
      if (cli.json) cli.printJson({ schedule: scheduleNo, name, runs: listed.runs.map(runDocument) })
      else cli.print(listed.runs.length === 0 ? t('ledger.not_run_yet') : await runTable(cli, listed))
      return exitCode.done
    }),
  )

/** The runs, latest first. */
async function runTable({ width, style }: Cli, { runs }: Runs): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  return renderTable({
    columns: [
      { head: t('ledger.column_planned') },
      { head: t('summary.period') },
      { head: t('ledger.column_file') },
      { head: t('summary.batch_head') },
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
const addRunNow = (schedule: Schedules, run: Run) =>
  addOnOne(schedule, 'run', t('help.run_now_latest_planned_time'))
    .option('--next', t('help.next_planned_time_early'))
    .action((id, { next }, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const { runNow } = await import('../../app/schedules/changeSchedules.ts')
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
    case 'already': {
      const { batchId, rows, paid, isChanged } = run
      const told = { file, batchId, state: batchStateOf(run.state), rows: count(rows), paid: count(paid) }
      const before = t('ledger.file_submitted_before', told)
      return isChanged ? `${before} ${t('ledger.file_changed_since')}` : before
    }
    case 'failed':
      return t('ledger.file_failed', { file, message: run.message })
  }
}

const addList = (schedule: Schedules, run: Run) =>
  addCommand(schedule, 'list', t('help.every_schedule_next_five_times_latest'))
    .addHelpText('after', example('payrun schedule list'))
    .action((_options, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const { listSchedules, scheduleDocument } = await import('../../app/schedules/listSchedules.ts')
        const listed = await listSchedules(cli)
        if (!listed.ok) return fail(cli, listed)
        const { schedules } = listed
        if (cli.json)
          cli.printJson({
            schedules: schedules.map((each) => scheduleDocument(each.schedule, each.lastRun, each.maintenance)),
          })
        else if (schedules.length === 0) cli.print(t('ledger.none_yet', { command: cli.config.command }))
        else cli.print((await Promise.all(schedules.map(scheduleText))).join('\n\n'))
        return exitCode.done
      }),
    )

type Listed = ListedSchedules['schedules'][number]

async function scheduleText({ schedule, lastRun, maintenance, notes }: Listed): Promise<string> {
  const { cron, zone, periodFormat, pausedAt, sandbox } = schedule
  const [name, path] = [printable(schedule.name), printable(schedule.path)]
  const { hoursText, maintenanceText, rhythmText } = await import('../../app/schedules/listSchedules.ts')
  const [hours, rhythm] = [hoursText(schedule), rhythmText(schedule)]
  const next = await nextLines(schedule)
  return [
    `${schedule.scheduleNo}  ${pausedAt === null ? name : t('ledger.heading_paused', { name })}`,
    `  ${sandbox ? t('ledger.path_in_sandbox', { path }) : path}`,
    `  ${t('ledger.times_and_periods', { cron: rhythm ? text(rhythm) : cron, zone, format: periodFormat })}`,
    ...(hours ? [`  ${text(hours)}`] : []),
    `  ${lastRunText(lastRun)}`,
    ...notes.map((note) => `  ${text(note)}`),
    ...(pausedAt === null ? [`  ${t('ledger.next_times')}`, ...next.map((line) => `  ${line}`)] : []),
    ...maintenance.map((each) => `  ${text(maintenanceText(each))}`),
  ].join('\n')
}

/** The next five times, each on a line with its period. */
async function nextLines(schedule: Listed['schedule']): Promise<string[]> {
  const { comingTimes, periodText } = await import('../../app/schedules/listSchedules.ts')
  const shared = periodText(schedule)
  return [
    ...comingTimes(schedule).map(
      ({ wall, period }) => `  ${t('ledger.time', { wall: wall.replace('T', ' '), period })}`,
    ),
    ...(shared ? [text(shared)] : []),
  ]
}

function lastRunText(run: Listed['lastRun']): string {
  if (!run) return t('ledger.not_run_yet')
  const planned = run.planned.replace('T', ' ')
  const { code, batchId, batchState } = run
  if (code !== null) return t('ledger.last_run_failed', { planned, code, message: printable(text(run.message ?? '')) })
  const state = batchState === null ? '' : batchStateWord(batchState)
  return t('ledger.last_run_batch', { planned, batchId: batchId ?? '', state })
}

const addChange = (schedule: Schedules, run: Run, change: ScheduleChange, description: string) =>
  addOnOne(schedule, change, description).action((id, _options, command) =>
    run(command.optsWithGlobals(), async (cli) => {
      const { changeSchedule } = await import('../../app/schedules/changeSchedules.ts')
      const { scheduleDocument } = await import('../../app/schedules/listSchedules.ts')
      const changed = await changeSchedule(cli, id, change)
      if (!changed.ok) return fail(cli, changed)
      const { schedule: before, after } = changed
      if (cli.json) cli.printJson(after ? scheduleDocument(after) : { id: before.scheduleNo, state: 'removed' })
      else cli.print(changeText(change, changed))
      return exitCode.done
    }),
  )

function changeText(change: ScheduleChange, { schedule, changed }: Changed): string {
  const which = { id: schedule.scheduleNo, name: schedule.name }
  switch (change) {
    case 'pause':
      return changed ? t('ledger.paused', which) : t('ledger.paused_already', which)
    case 'resume':
      return changed ? t('ledger.resumed', which) : t('ledger.not_paused', which)
    case 'remove':
      return t('ledger.removed', which)
  }
}

/** The parent of the commands about schedules. */
type Schedules = Command<[], { json?: true }>

/** A command about one schedule. */
const addOnOne = (schedule: Schedules, name: string, description: string) =>
  addCommand(schedule, name, description)
    .argument('<id>', t('help.number_name'))
    .addHelpText('after', example(`payrun schedule ${name} 1`))
