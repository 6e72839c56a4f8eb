import { grantRoles } from '../ledger/connection/grantRoles.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'
import { withQueueStore } from './open/openServices.ts'

interface Migrated {
  ok: true
  /** Migrations that were applied, by name. */
  migrated: string[]
  /** Roles that were given their rights. */
  granted: string[]
}

/** Make the tables of the ledger and the queue, or bring them up to date, and give the roles that exist their rights. */
export const migrate = (app: App): Promise<Migrated | Failure> =>
  withCore(app, (core) =>
    // Opening the queue makes its tables, where it is on Postgres.
    withQueueStore<Migrated>(app, core, async () => ({
      ok: true,
      migrated: core.migrated,
      granted: await grantRoles(core.ledger),
    })),
  )
