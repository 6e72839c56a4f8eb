import { openChunks } from '../src/ledger/chunks.ts'
import { sweepLostRows } from '../src/ledger/sweepLost.ts'
import { endDeadWorkers } from '../src/ledger/workers.ts'
import type { Payer } from './payer.ts'

/** How often every paying process sweeps. */
export const sweepSeconds = 5

/**
 * What keeps the ledger and the queue together, whatever was lost: find dead workers, make their rows unknown, and ring
 * for every chunk that still has work. Any number of processes may sweep at once.
 */
export async function sweep(payer: Payer): Promise<void> {
  const dead = await endDeadWorkers(payer.ledger)
  if (dead > 0) payer.log.warn('workers were found dead', { rows: dead })
  const lost = await sweepLostRows(payer.ledger)
  if (lost > 0) payer.log.warn('rows whose worker was lost are unknown now', { rows: lost })
  await ringOpenChunks(payer)
}

/** Ring for chunks with work. A chunk whose job is still there is not rung twice: the job's id is the same. */
export async function ringOpenChunks(payer: Payer): Promise<void> {
  const chunks = await openChunks(payer.ledger, payer.sandbox, payer.onlyBatchNo)
  const ready = chunks.filter(({ held }) => !held)
  // As many jobs as chunks: nothing was lost. (Most sweeps end here.)
  if (ready.length === 0 || (await payer.queue.count()) >= ready.length) return
  await payer.queue.ring(ready)
}
