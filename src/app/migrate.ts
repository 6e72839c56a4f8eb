import { grantRoles } from '../ledger/connection/grantRoles.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'
import { withQueueStore } from './open/openServices.ts'

interface Migrated {
  ok: true
  /** The names of the applied migrations. */
  migrated: string[]
  /** The database roles that were granted their rights. */
  granted: string[]
}

/** Create or update the tables of the ledger and the queue, and grant the existing roles their rights. */
export const migrate = (app: App): Promise<Migrated | Failure> =>
  withCore(app, (core) =>
    // Opening a queue on Postgres creates its tables.
    withQueueStore<Migrated>(app, core, async () => ({
      ok: true,
      migrated: core.migrated,
      granted: await grantRoles(core.ledger),
    })),
  )
