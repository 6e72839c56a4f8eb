import { grantRoles } from '../ledger/connection/grantRoles.ts'
import type { App, Failure } from './context.ts'
import { openCore } from './open/openCore.ts'
import { openQueueStore } from './open/openServices.ts'

export interface Migrated {
  ok: true
  /** Migrations that were applied, by name. */
  migrated: string[]
  /** Roles that were given their rights. */
  granted: string[]
}

/** Make the tables of the ledger and the queue, or bring them up to date, and give the roles that exist their rights. */
export async function migrate(app: App): Promise<Migrated | Failure> {
  const core = await openCore(app)
  if (!core.ok) return core
  try {
    // Opening the queue makes its tables, where it is on Postgres.
    const store = await openQueueStore(app, core)
    if (!store.ok) return store
    try {
      return { ok: true, migrated: core.migrated, granted: await grantRoles(core.ledger) }
    } finally {
      await store.close()
    }
  } finally {
    await core.close()
  }
}
