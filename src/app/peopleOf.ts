import { countPeople } from '../ledger/batches/toBePaid.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'

/** How many people a batch pays, or was to pay. */
export const peopleOf = (app: App, batchId: string): Promise<{ ok: true; people: number } | Failure> =>
  withCore(app, async ({ ledger }) => ({ ok: true as const, people: await countPeople(ledger, batchId) }))
