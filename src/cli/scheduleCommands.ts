import type { Command } from 'commander'
import { example, type RunCommand } from './commandOptions.ts'
import { subcommand } from './subcommand.ts'
import { asOption, checkOptions, withCheckOptions } from './submitOptions.ts'

const forPerson = { level: 'warn', json: false }

/** Files that are paid at planned times. */
export function addScheduleCommands(program: Command, run: RunCommand): void {
  const schedule = program
    .command('schedule')
    .description('pay a file, or each new file of a folder, at planned times')
    .addHelpText('after', example('payrun schedule list', scheduleNote))
  addAdd(schedule, run)
  subcommand(schedule, 'list', 'every schedule, its next five times and its latest run')
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
      .argument('<id>', 'its number or name')
      .addHelpText('after', example(`payrun schedule ${name} 1`))
      .action((id: string, options, command: Command) =>
        run(
          async (cli) => act(await import('./schedule.ts'))(cli, id, options),
          forPerson,
          command.optsWithGlobals()['json'] === true,
        ),
      )
  one('runs', 'what became of its planned times, latest first', (schedules) => schedules.listScheduleRuns)
  one(
    'run',
    'run it now, for its latest planned time',
    (schedules) => (cli, id, options) =>
      schedules.runScheduleNow(cli, id, options['next'] === true ? 'next' : 'latest'),
  ).option('--next', 'for its next planned time, early')
  one('pause', 'run none of its times until it is resumed', (schedules) => schedules.pauseOneSchedule)
  one('resume', 'run its times again, from now on', (schedules) => schedules.resumeOneSchedule)
  one('remove', 'never run it again; its batches are kept', (schedules) => schedules.removeOneSchedule)
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
  const add = subcommand(schedule, 'add', 'plan a file or a folder; prints its id')
    .argument('<file|folder>', "as the workers' machines see it")
    .requiredOption('--cron <expression>', 'when: minute, hour, day of the month, month, day of the week')
    .requiredOption('--tz <zone>', 'on the clocks of this time zone, such as Africa/Abidjan')
    .requiredOption('--name <name>', 'of the schedule and of its batches')
    .option('--period-format <format>', 'the period of each planned time, such as yyyy-MM; else one for each minute')
    .addOption(asOption())
  withCheckOptions(add)
    .option('--sandbox', 'pay to the built-in sandbox instead of the provider')
    .addHelpText(
      'after',
      example(
        'payrun schedule add payroll.csv --cron "0 8 28 * *" --tz Africa/Abidjan --period-format yyyy-MM --name Salaries',
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

const scheduleNote = `Workers run schedules: without one (payrun worker) nothing happens at a planned time.`

const addNote = `The file is taken at each planned time, not now. A schedule of a file pays each period once, whatever fires twice or late; one of
a folder takes each new file once, by its name. Of times that were missed (no worker ran) only the latest is run.`
