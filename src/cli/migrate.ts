import { grantRoles } from '../ledger/grantRoles.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { type ExitCode, exitCode } from './exitCode.ts'
import { openCore } from './openCore.ts'
import { openQueueStore } from './openQueue.ts'

/** Make the tables of the ledger and the queue, or bring them up to date, and give the roles that exist their rights. */
export async function migrate(cli: Cli): Promise<ExitCode | number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  // Opening the queue makes its tables, where it is on Postgres.
  const store = await openQueueStore(cli, core)
  if (!store.ok) {
    await core.close()
    return fail(cli, store)
  }
  const { migrated } = core
  const granted = await grantRoles(core.ledger)
  await store.close()
  await core.close()
  if (cli.json) cli.printJson({ migrated, granted })
  else {
    for (const name of migrated) cli.print(t`Applied ${name}.`)
    if (migrated.length === 0) cli.print(t`The tables are up to date.`)
    for (const role of granted) cli.print(t`${role} has its rights.`)
  }
  return exitCode.done
}
