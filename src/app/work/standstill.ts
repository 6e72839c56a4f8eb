import { type Batch, listBatches } from '../../ledger/batches/batches.ts'
import { readFloats } from '../../ledger/policy/floats.ts'
import { type Hold, listHoldsAndProbes, listHoldsOfBatch } from '../../ledger/policy/holds.ts'
import { listWindows, type OperatorWindow } from '../../ledger/policy/windows.ts'
import { readUnreachable, type Unreachable } from '../../ledger/rows/readUnreachable.ts'
import { type BatchDocument, batchDocument } from '../batchDocument.ts'
import type { Core } from '../open/openCore.ts'

/** What nobody sends at this moment, and why. What only waits for its time is none of it. */
export interface Standstill {
  /** Operators that are held or tried again. */
  holds: Hold[]
  /** The provider is out of reach: payrun tries again by itself. */
  unreachable: Unreachable | null
  /** Planned maintenance that is on. */
  maintenance: OperatorWindow[]
  /** The latest batches that are paused until somebody does something. */
  paused: PausedBatch[]
  /** How many of them there are beside those. */
  morePaused: number
  /** Of which currencies no more may be spent at this moment, and the batches that wait for it in part. */
  floats: { currency: string; batches: string[] }[]
}

type PausedBatch = Pick<BatchDocument, 'id' | 'reason' | 'reason_says'> & { itsHolds: Hold[] }

const mostListed = 10
/** A ledger may have those of the sandbox and real ones: so many of both are looked at. */
const mostRead = 100

/** Adds up no batch: it costs the same whatever their size. */
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
