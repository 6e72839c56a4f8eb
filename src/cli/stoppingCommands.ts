import type { Command } from 'commander'
import { t } from '../words/t.ts'
import { batchArgument, example, forPerson, type RunCommand } from './commandOptions.ts'

/** Stopping a batch for now or for good, and going on with it. */
export function addStoppingCommands(program: Command, run: RunCommand): void {
  const batch = (name: string, description: string) =>
    program.command(name).description(description).addArgument(batchArgument())
  batch('pause', t`stop sending; rows in flight settle`)
    .addHelpText('after', example('payrun pause last'))
    .action((name: string, options) =>
      run(async (cli) => (await import('./pause.ts')).pause(cli, name), forPerson, options.json === true),
    )
  batch('resume', t`go on with a batch that is paused or was interrupted`)
    .option('--detach', t`leave the paying to workers`)
    .addHelpText('after', example('payrun resume last'))
    .action((name: string, options) =>
      run(
        async (cli) => (await import('./resume.ts')).resume(cli, name, options.detach === true),
        forPerson,
        options.json === true,
      ),
    )
  batch('cancel', t`stop a batch for good: its unsent rows are never sent`)
    .addHelpText('after', example('payrun cancel last'))
    .action((name: string, options) =>
      run(async (cli) => (await import('./cancel.ts')).cancel(cli, name), forPerson, options.json === true),
    )
}
