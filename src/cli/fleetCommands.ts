import { type Command, Option } from 'commander'
import { t } from '../words/t.ts'
import { batchArgument, example, forPerson, type RunCommand, wholeNumber } from './commandOptions.ts'
import { addScheduleCommands } from './scheduleCommands.ts'

/** What people do where several of them and several workers pay: approve batches, plan them. */
export function addFleetCommands(program: Command, run: RunCommand): void {
  addApprove(program, run)
  addScheduleCommands(program, run)
}

function addApprove(program: Command, run: RunCommand): void {
  program
    .command('approve')
    .description(t`let a batch go that waits for a second person (PAYRUN_APPROVALS=2)`)
    .addArgument(batchArgument())
    .option('--as <name>', t`who approves it; else your login name. Never who submitted it`)
    .option('--note <text>', t`kept with the approval`)
    .option('--sha256 <hash>', t`refuse unless the file is this one`)
    .addOption(
      new Option('--expect-count <n>', t`refuse unless this many rows would be paid`).argParser(
        wholeNumber(0, 5_000_000),
      ),
    )
    .option('--expect-total <amount>', t`refuse unless they add up to this`)
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

const approveNote = [
  t`The approval covers the file's bytes, the number of rows and their totals, and is kept with them. Upper and lower case and spaces don't make another person. Ends with 2 when you are who submitted it, with 3 when something is not as expected.`,
]
