import { takesWrites } from '../../ledger/connection/ledger.ts'
import { readUnreachable, type Unreachable } from '../../ledger/rows/readGauges.ts'
import type { Sentence } from '../../words/sentence.ts'
import { fenceOf } from '../batches/status.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import { isQueueAway } from './queueAway.ts'

/** Why nothing is being paid, in any batch. */
export interface Outages {
  /** Why nothing is sent from this ledger, or null. */
  fence: Sentence | null
  /** Whether the database is read-only. */
  isReadOnly: boolean
  queueAway: boolean
  unreachable: Unreachable | null
}

/** Its cost doesn't depend on the ledger's size. */
export const readOutages = (app: App, sandbox: boolean): Promise<({ ok: true } & Outages) | Failure> =>
  withCore(app, async (core) => ({
    ok: true as const,
    fence: fenceOf(core)?.why ?? null,
    isReadOnly: !(await takesWrites(core.ledger)),
    queueAway: await isQueueAway(app),
    unreachable: await readUnreachable(core.ledger, sandbox),
  }))
