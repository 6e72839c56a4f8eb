import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addMigrate = (program: Program, run: Run) =>
  addCommand(program, 'migrate')
    .addHelpText('after', example('payrun migrate', [t('helpNotes.call_owner_tables_before_workers_new')]))
    .action((options) => run(options, migrate))

/** Make the tables of the ledger and the queue, or bring them up to date, and give the roles that exist their rights. */
async function migrate(cli: Cli): Promise<number> {
  const { migrate: migrateTables } = await import('../../app/open/openServices.ts')
  const done = await migrateTables(cli)
  if (!done.ok) return fail(cli, done)
  const { migrated, granted } = done
  if (cli.json) cli.printJson({ migrated, granted })
  else {
    for (const name of migrated) cli.print(t('commands.applied', { name }))
    if (migrated.length === 0) cli.print(t('commands.tables_up_date'))
    for (const role of granted) cli.print(t('commands.has_its_rights', { role }))
  }
  return exitCode.done
}
