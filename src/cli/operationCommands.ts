import type { Command } from 'commander'
import { example, type RunCommand } from './commandOptions.ts'

const forPerson = { level: 'warn', json: false }

/** What whoever runs payrun's servers does. */
export function addOperationCommands(program: Command, run: RunCommand): void {
  program
    .command('migrate')
    .description("make the ledger's and the queue's tables, or bring them up to date, and grant the roles their rights")
    .addHelpText('after', example('payrun migrate', migrateNote))
    .action((options) =>
      run(async (cli) => (await import('./migrate.ts')).migrate(cli), forPerson, options.json === true),
    )
}

const migrateNote = `Call it as the owner of the tables, before workers of a new edition start. Any number may be called at once, and calling it
again changes nothing. The roles are those of deploy/roles.sql; where there are none, every command works as the owner.`
