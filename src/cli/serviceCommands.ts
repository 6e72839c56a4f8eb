import { type Command, Option } from 'commander'
import { t } from '../words/t.ts'
import { example, forService, portOrOff, type RunCommand } from './commandOptions.ts'
import { addReceivingCommands } from './receivingCommands.ts'
import { addSandboxCommand } from './sandboxCommand.ts'

/** What runs until it is stopped. */
export function addServiceCommands(program: Command, run: RunCommand): void {
  program
    .command('worker')
    .description(t`pay whatever is submitted until stopped; SIGTERM finishes what is in flight`)
    .option('--sandbox', t`pay the batches that were submitted with --sandbox, and only those`)
    .addOption(
      new Option('--health-port <port>', t`where its health and metrics are served; off: nowhere`).argParser(portOrOff),
    )
    .addHelpText('after', example('payrun worker --health-port 9400'))
    .action((options) =>
      run(
        async (cli) => (await import('./worker.ts')).worker(cli, options.sandbox === true, options.healthPort),
        forService,
        options.json === true,
      ),
    )
  addReceivingCommands(program, run)
  addSandboxCommand(program, run)
}
