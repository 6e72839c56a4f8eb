import { type Command, Option } from 'commander'
import { example, type RunCommand, wholeNumber } from './commandOptions.ts'
import { addScheduleCommands } from './scheduleCommands.ts'
import { subcommand } from './subcommand.ts'

const forPerson = { level: 'warn', json: false }

/** What people do where several of them and several workers pay: approve batches, plan them, hold operators. */
export function addFleetCommands(program: Command, run: RunCommand): void {
  addApprove(program, run)
  addScheduleCommands(program, run)
  addOperatorCommands(program, run)
  addPurge(program, run)
}

function addApprove(program: Command, run: RunCommand): void {
  program
    .command('approve')
    .description('let a batch go that waits for a second person (PAYRUN_APPROVALS=2)')
    .argument('<batch>', 'an id, a unique beginning of one, or last')
    .option('--as <name>', 'who approves it; else your login name. Never who submitted it')
    .option('--note <text>', 'kept with the approval')
    .option('--sha256 <hash>', 'refuse unless the file is this one')
    .addOption(
      new Option('--expect-count <n>', 'refuse unless this many rows would be paid').argParser(
        wholeNumber(0, 5_000_000),
      ),
    )
    .option('--expect-total <amount>', 'refuse unless they add up to this')
    .addHelpText('after', example('payrun approve last --as "Awa Diop" --expect-total "1 250 000"', approveNote))
    .action((name: string, options) =>
      run(
        async (cli) => {
          const { as, note, sha256, expectCount = null, expectTotal = null } = options
          return (await import('./approve.ts')).approve(cli, name, { as, note, sha256, expectCount, expectTotal })
        },
        forPerson,
        options.json === true,
      ),
    )
}

function addPurge(program: Command, run: RunCommand): void {
  program
    .command('purge')
    .description('blank the names and phone numbers of batches that have been over for long; nothing brings them back')
    .requiredOption('--before <day>', 'batches that were over before this day (UTC), such as 2026-01-31')
    .option('--dry-run', 'say what would be purged, and change nothing')
    .addHelpText('after', example('payrun purge --before 2026-01-31 --dry-run', purgeNote))
    .action((options) =>
      run(
        async (cli) =>
          (await import('./purge.ts')).purge(cli, { before: options.before, dryRun: options.dryRun === true }),
        forPerson,
        options.json === true,
      ),
    )
}

const purgeNote = `Kept are operators, amounts, references, states and times, so that sums, reports, the audit and the refusal of used references go on.
Blank are phone numbers, names, the provider's words, and every column of the file that payrun does not know: it may hold
anything. Batches with unknown or accepted rows are left until these are settled. Failed rows of a purged batch can't be
retried. Reports in PAYRUN_HOME are written anew; those elsewhere, and backups of the database, are yours to see to.`

const approveNote = `The approval covers the file's bytes, the number of rows and their totals, and is kept with them. Upper and lower case and
spaces don't make another person. Ends with 2 when you are who submitted it, with 3 when something is not as expected.`

function addOperatorCommands(program: Command, run: RunCommand): void {
  const operators = program
    .command('operators')
    .description('the operators of each country, and which are held and why; hold and release them')
    .option('--sandbox', "the sandbox's holds")
    .addHelpText('after', example('payrun operators'))
    .action((options) =>
      run(
        async (cli) => (await import('./operators.ts')).operators(cli, options.sandbox === true),
        forPerson,
        options.json === true,
      ),
    )
  const change = (name: 'hold' | 'release', description: string, line: string, note: string) =>
    subcommand(operators, name, description)
      .argument('<code>', 'the code of an operator')
      .option('--note <text>', 'why; kept, and shown by operators and status')
      .option('--sandbox', "the sandbox's operator, which batches with --sandbox are paid to")
      .addHelpText('after', example(line, note))
      .action((code: string, _options, command: Command) => {
        const { note: why, sandbox = false, json = false } = command.optsWithGlobals()
        return run(
          async (cli) => {
            const { holdOperator, releaseOperator } = await import('./holdOperator.ts')
            return (name === 'hold' ? holdOperator : releaseOperator)(cli, code, { note: why, sandbox })
          },
          forPerson,
          json,
        )
      })
  change(
    'hold',
    'send nothing to an operator until it is released',
    'payrun operators hold mtn-benin --note "outage announced"',
    holdNote,
  )
  change('release', 'send to an operator again, whoever held it', 'payrun operators release mtn-benin', releaseNote)
}

const holdNote = `What is in flight settles; workers that are paying stop within 5 seconds. Other operators go on. A batch with nothing but rows
of held operators left is paused (operator_held). What a person holds is never probed: only operators release ends it.`

const releaseNote = `Batches that were paused by the hold are named: payrun resume goes on with each.`
