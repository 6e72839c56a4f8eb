import type { Command } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'
import { subcommand } from './subcommand.ts'
import { asOption, checkOptions, withCheckOptions } from './submitOptions.ts'

/** Files that are paid at planned times. */
export function addScheduleCommands(program: Command, run: RunCommand): void {
  const schedule = program
    .command('schedule')
    .description(t`pay a file, or each new file of a folder, at planned times`)
    .addHelpText('after', example('payrun schedule list', scheduleNote))
  addAdd(schedule, run)
  subcommand(schedule, 'list', t`every schedule, its next five times and its latest run`)
    .addHelpText('after', example('payrun schedule list'))
    .action((_options, command: Command) =>
      run(
        async (cli) => (await import('./schedule.ts')).listAllSchedules(cli),
        forPerson,
        command.optsWithGlobals()['json'] === true,
      ),
    )
  const one = (name: string, description: string, act: ActOnOne) =>
    subcommand(schedule, name, description)
      .argument('<id>', t`its number or name`)
      .addHelpText('after', example(`payrun schedule ${name} 1`))
      .action((id: string, options, command: Command) =>
        run(
          async (cli) => act(await import('./schedule.ts'))(cli, id, options),
          forPerson,
          command.optsWithGlobals()['json'] === true,
        ),
      )
  one('runs', t`what became of its planned times, latest first`, (schedules) => schedules.listScheduleRuns)
  one(
    'run',
    t`run it now, for its latest planned time`,
    (schedules) => (cli, id, options) =>
      schedules.runScheduleNow(cli, id, options['next'] === true ? 'next' : 'latest'),
  ).option('--next', t`for its next planned time, early`)
  one('pause', t`run none of its times until it is resumed`, (schedules) => schedules.pauseOneSchedule)
  one('resume', t`run its times again, from now on`, (schedules) => schedules.resumeOneSchedule)
  one('remove', t`never run it again; its batches are kept`, (schedules) => schedules.removeOneSchedule)
}

type Schedules = typeof import('./schedule.ts')
type ActOnOne = (
  schedules: Schedules,
) => (
  cli: Parameters<Schedules['listAllSchedules']>[0],
  id: string,
  options: Record<string, unknown>,
) => Promise<number>

function addAdd(schedule: Command, run: RunCommand): void {
  const add = subcommand(schedule, 'add', t`plan a file or a folder; prints its id`)
    .argument('<file|folder>', t`as the workers' machines see it`)
    .optionsGroup(t`Schedule:`)
    .requiredOption('--cron <expression>', t`when: minute, hour, day of the month, month, day of the week`)
    .requiredOption('--tz <zone>', t`on the clocks of this time zone, such as Africa/Abidjan`)
    .requiredOption('--name <name>', t`of the schedule and of its batches`)
    .option('--period-format <format>', t`the period of each planned time, such as yyyy-MM; else one for each minute`)
    .addOption(asOption())
    .option('--sandbox', t`pay to the built-in sandbox instead of the provider`)
  withCheckOptions(add)
    .addHelpText(
      'after',
      example(
        t`payrun schedule add payroll.csv --cron "0 8 28 * *" --tz Africa/Abidjan --period-format yyyy-MM --name Salaries`,
        addNote,
      ),
    )
    .action((path: string, _options, command: Command) => {
      const options = command.optsWithGlobals()
      const { cron, tz: zone, name, periodFormat, as, sandbox = false, json = false } = options
      const check = checkOptions(command.opts())
      return run(
        async (cli) => {
          const { addToSchedules } = await import('./schedule.ts')
          return addToSchedules(cli, { path, cron, zone, name, periodFormat, as, sandbox, options: check })
        },
        forPerson,
        json,
      )
    })
}

const scheduleNote = [t`Workers run schedules: without one (payrun worker) nothing happens at a planned time.`]

const addNote = [
  t`The file is taken at each planned time, not now. A schedule of a file pays each period once, whatever fires twice or late; one of a folder takes each new file once, by its name. Of times that were missed (no worker ran) only the latest is run.`,
]
