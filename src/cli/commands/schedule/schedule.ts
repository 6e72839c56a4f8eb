import type { Added } from '../../../app/schedules/changeSchedules.ts'
import { type Cli, exitCode, fail } from '../../cli.ts'
import { addCommand, example, type Program, type Run } from '../../commandOptions.ts'
import { t } from '../../speak.ts'
import { asOption, checkOptions, withCheckOptions } from '../../submitOptions.ts'
import { addPause, addRemove, addResume, type Schedules } from './change.ts'
import { addList, addRunNow, addRuns } from './runs.ts'

/** Files that are paid at planned times. */
export function addSchedule(program: Program, run: Run): void {
  const schedule = addCommand(program, 'schedule').addHelpText(
    'after',
    example('payrun schedule list', [t('helpNotes.workers_run_schedules_without_one_payrun')]),
  )
  for (const add of [addAdd, addList, addRuns, addRunNow, addPause, addResume, addRemove]) add(schedule, run)
}

const addAdd = (schedule: Schedules, run: Run) =>
  withCheckOptions(
    addCommand(schedule, 'add', t('help.plan_file_folder_prints_id'))
      .argument('<file|folder>', t('help.workers_machines_see'))
      .optionsGroup(t('help.schedule'))
      .requiredOption('--cron <expression>', t('help.when_minute_hour_day_month_month'))
      .requiredOption('--tz <zone>', t('help.clocks_time_zone_such_africa_abidjan'))
      .requiredOption('--name <name>', t('help.schedule_batches'))
      .option('--period-format <format>', t('help.period_each_planned_time_such_yyyy'))
      .addOption(asOption())
      .option('--sandbox', t('help.pay_built_sandbox_instead_provider')),
  )
    .addHelpText(
      'after',
      example(t('help.payrun_schedule_add_payroll_csv_cron'), [t('helpNotes.file_taken_each_planned_time_not')]),
    )
    .action((path, options, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const { cron, tz: zone, name, periodFormat, as, sandbox = false } = options
        const { addSchedule } = await import('../../../app/schedules/changeSchedules.ts')
        const wish = { path, cron, zone, name, periodFormat, as, sandbox, options: checkOptions(options) }
        const added = await addSchedule(cli, wish)
        if (!added.ok) return fail(cli, added)
        await tellAdded(cli, added)
        return exitCode.done
      }),
    )

async function tellAdded(cli: Cli, { schedule, isThere }: Added): Promise<void> {
  const { scheduleDocument } = await import('../../../app/schedules/scheduleDocument.ts')
  if (cli.json) return cli.printJson(scheduleDocument(schedule))
  const { nextLines } = await import('./runs.ts')
  const { path, zone, scheduleNo: id } = schedule
  cli.print(String(id))
  if (!isThere) cli.say(t('ledger.nothing_there_yet', { path }))
  const seeRuns = t('ledger.see_runs', { command: cli.config.command, id })
  cli.say([t('ledger.added', { path, zone }), ...(await nextLines(schedule)), seeRuns].join('\n'))
}
