import type { Command } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'

/** What whoever runs payrun's servers does. */
export function addOperationCommands(program: Command, run: RunCommand): void {
  program
    .command('doctor')
    .description(t`check the configuration, the ledger, the queue, the provider's reachability; nothing is sent`)
    .addHelpText(
      'after',
      example(
        'payrun doctor',
        t`Ends with 0 when nothing is a problem, with 2 when the configuration is one, and with 6 when the database or the queue can not be reached.`,
      ),
    )
    .action((options) =>
      run(async (cli) => (await import('./doctor.ts')).doctor(cli), forPerson, options.json === true, {
        evenMisconfigured: true,
      }),
    )
  program
    .command('migrate')
    .description(
      t`make the ledger's and the queue's tables, or bring them up to date, and grant the roles their rights`,
    )
    .addHelpText('after', example('payrun migrate', migrateNote))
    .action((options) =>
      run(async (cli) => (await import('./migrate.ts')).migrate(cli), forPerson, options.json === true),
    )
  addPurge(program, run)
}

const migrateNote = [
  t`Call it as the owner of the tables, before workers of a new edition start. Any number may be called at once, and calling it again changes nothing. The roles are those of deploy/roles.sql; where there are none, every command works as the owner.`,
]

function addPurge(program: Command, run: RunCommand): void {
  program
    .command('purge')
    .description(t`blank the names and phone numbers of batches that have been over for long; nothing brings them back`)
    .requiredOption('--before <day>', t`batches that were over before this day (UTC), such as 2026-01-31`)
    .option('--dry-run', t`say what would be purged, and change nothing`)
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

const purgeNote = [
  t`Kept are operators, amounts, references, states and times, so that sums, reports, the audit and the refusal of used references go on. Blank are phone numbers, names, the provider's words, and every column of the file that payrun does not know: it may hold anything. Batches with unknown or accepted rows are left until these are settled. Failed rows of a purged batch can't be retried. Reports in PAYRUN_HOME are written anew; those elsewhere, and backups of the database, are yours to see to.`,
]
