import { type Command, Option } from 'commander'
import { t } from '../words/t.ts'
import { batchArgument, example, forPerson, lineNumber, type RunCommand } from './commandOptions.ts'
import { formatOf, formatOption } from './submitOptions.ts'

/** What became of batches and rows; nothing is changed. */
export function addLookingCommands(program: Command, run: RunCommand): void {
  const batch = (name: string, description: string) =>
    program.command(name).description(description).addArgument(batchArgument())
  program
    .command('list')
    .description(t`all batches, newest first`)
    .addHelpText('after', example('payrun list'))
    .action((options) => run(async (cli) => (await import('./list.ts')).list(cli), forPerson, options.json === true))
  batch('status', t`one batch's state, counts and sums`)
    .option('--watch', t`follow it until it is settled or paused`)
    .addHelpText('after', example('payrun status last --watch'))
    .action((name: string, options) =>
      run(
        async (cli) => (await import('./status.ts')).status(cli, name, options.watch === true),
        forPerson,
        options.json === true,
      ),
    )
  batch('report', t`write the report (to standard output without -o)`)
    .option('-o, --output <file>', t`where to write it; an older report there is replaced whole`)
    .addOption(formatOption())
    .addHelpText('after', example('payrun report last -o paid.csv'))
    .action((name: string, options) =>
      run(
        async (cli) =>
          (await import('./report.ts')).report(cli, name, {
            output: options.output,
            format: options.format ?? formatOf(options.output),
          }),
        forPerson,
        options.json === true,
      ),
    )
  batch('audit', t`verify a batch's audit trail: an edit, a deletion, a swap or a cut-off tail is found`)
    .addOption(
      new Option('--line <n>', t`tell the whole history of the payout on this line of the file`).argParser(lineNumber),
    )
    .addHelpText('after', example('payrun audit last --line 17', t`Ends with 4 when the trail is not intact.`))
    .action((name: string, options) =>
      run(async (cli) => (await import('./audit.ts')).audit(cli, name, options.line), forPerson, options.json === true),
    )
}
