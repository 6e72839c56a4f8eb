import { type Batch, listBatches } from '../../ledger/batches/batches.ts'
import { takesWrites } from '../../ledger/connection/ledger.ts'
import { readFloats } from '../../ledger/policy/floats.ts'
import { type Hold, listHoldsAndProbes, listHoldsOfBatch } from '../../ledger/policy/holds.ts'
import { listWindows, type OperatorWindow } from '../../ledger/policy/windows.ts'
import { readUnreachable, type Unreachable } from '../../ledger/rows/readGauges.ts'
import type { Sentence } from '../../words/sentence.ts'
import { type BatchDocument, batchDocument } from '../batches/batchDocument.ts'
import { fenceOf, isQueueAway } from '../batches/status.ts'
import type { App, Failure } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'

/** What is not being sent at the moment, and why, except batches that wait for a planned time. */
export interface Standstill {
  /** Operators that are held or being tried again. */
  holds: Hold[]
  /** Set if the provider can't be reached: payrun keeps trying by itself. */
  unreachable: Unreachable | null
  /** Planned maintenance at the moment. */
  maintenance: OperatorWindow[]
  /** The latest batches that are paused until somebody acts. */
  paused: PausedBatch[]
  /** How many more of them there are. */
  morePaused: number
  /** Currencies whose spending limit is used up, and the batches that wait for it. */
  floats: { currency: string; batches: string[] }[]
}

type PausedBatch = Pick<BatchDocument, 'id' | 'reason' | 'reason_says'> & { itsHolds: Hold[] }

const mostListed = 10
/** How many to read: a ledger may have both real batches and batches of the sandbox. */
const mostRead = 100

/** Computes no batch totals, so its cost doesn't depend on the size of batches. */
export async function readStandstill({ ledger }: Core, sandbox: boolean): Promise<Standstill> {
  const [holds, windows, read, floats, unreachable] = await Promise.all([
    listHoldsAndProbes(ledger, sandbox),
    listWindows(ledger, sandbox),
    listBatches(ledger, { state: 'paused', limit: mostRead, without: ['scheduled', 'hours', 'window'] }),
    readFloats(ledger, sandbox),
    readUnreachable(ledger, sandbox),
  ])
  const all = read.filter((batch) => batch.sandbox === sandbox)
  const told = new Set(all.map(({ id }) => id))
  const pausedBatch = async (batch: Batch): Promise<PausedBatch> => ({
    ...batchDocument(batch),
    itsHolds: batch.reason === 'operator_held' ? await listHoldsOfBatch(ledger, batch.batchNo) : [],
  })
  return {
    holds,
    unreachable,
    maintenance: windows.filter(({ openUntil }) => openUntil !== null),
    paused: await Promise.all(all.slice(0, mostListed).map(pausedBatch)),
    morePaused: Math.max(0, all.length - mostListed),
    floats: floats.flatMap(({ currency, waiting }) => {
      const batches = waiting.filter((id) => !told.has(id))
      return batches.length > 0 ? [{ currency, batches }] : []
    }),
  }
}

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
