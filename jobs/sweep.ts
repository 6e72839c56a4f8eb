import { batchesWithTooManyUnknown, finishedBatches, readBatch, startDueBatches } from '../src/ledger/batches.ts'
import { type OpenChunk, openChunks } from '../src/ledger/chunks.ts'
import { listHoldsAndProbes } from '../src/ledger/holds.ts'
import { sweepLostRows } from '../src/ledger/sweepLost.ts'
import { endDeadWorkers } from '../src/ledger/workers.ts'
import { closeBatch } from './closeBatch.ts'
import { pauseBatch } from './pauseBatch.ts'
import type { Payer } from './payer.ts'

/** How often every paying process sweeps. */
export const sweepSeconds = 5

/**
 * What keeps the ledger and the queue together, whatever was lost: find dead workers, make their rows unknown, and ring
 * for every chunk that still has work. Any number of processes may sweep at once.
 */
export async function sweep(payer: Payer): Promise<void> {
  const dead = await endDeadWorkers(payer.ledger, payer.lease.workerNo())
  if (dead > 0) payer.log.warn('workers were found dead', { rows: dead })
  const lost = await sweepLostRows(payer.ledger)
  if (lost > 0) await noteLost(payer, lost)
  // What one process finds out about an operator holds for all of them.
  const holds = await listHoldsAndProbes(payer.ledger, payer.sandbox)
  const operators = (probed: boolean) => holds.filter((hold) => hold.probed === probed).map(({ operator }) => operator)
  payer.pace.holdElsewhere(new Set(operators(false)), new Set(operators(true)))
  const started = payer.onlyBatchNo === undefined ? await startDueBatches(payer.ledger, payer.sandbox) : []
  for (const batch of started) payer.log.info('a batch starts: its time has come', { batch })
  await ringOpenChunks(payer, dead > 0 || lost > 0 || started.length > 0)
  // Crash window: a process that died between closing the last chunk and settling the batch leaves it to this line.
  for (const batch of await finishedBatches(payer.ledger, payer.sandbox, payer.onlyBatchNo))
    await closeBatch(payer, batch)
}

/** A process that is lost again and again leaves unknown rows each time: they count towards --max-unknown like any. */
async function noteLost(payer: Payer, lost: number): Promise<void> {
  payer.log.warn('rows whose worker was lost are unknown now', { rows: lost })
  for (const batch of await batchesWithTooManyUnknown(payer.ledger, payer.sandbox))
    await pauseBatch(payer, batch, 'too_many_unknown')
}

/** Now and then every open chunk is rung for, whatever the count says: a job that a dead process holds counts too. */
const ringAllEvery = 6

/** Ring for chunks with work. A chunk whose job is still there is not rung twice: the job's id is the same. */
async function ringOpenChunks(payer: Payer, certainly: boolean): Promise<void> {
  const chunks = await openChunks(payer.ledger, payer.sandbox, payer.onlyBatchNo)
  const ready = chunks.filter(({ held }) => !held)
  payer.sweeps += 1
  const all = certainly || payer.sweeps % ringAllEvery === 0
  // As many jobs as chunks: nothing was lost. (Most sweeps end here.)
  if (ready.length > 0 && (all || (await payer.queue.count()) < ready.length)) await payer.queue.ring(ready)
  await pauseHeldBatches(payer, chunks)
}

/** Batches of which nothing is left but held operators' rows (architecture, rule 8). */
async function pauseHeldBatches(payer: Payer, chunks: readonly OpenChunk[]): Promise<void> {
  const working = new Set(chunks.filter(({ held }) => !held).map(({ batchNo }) => batchNo))
  const held = new Set(chunks.map(({ batchNo }) => batchNo).filter((batchNo) => !working.has(batchNo)))
  for (const batchNo of held) await pauseBatch(payer, await readBatch(payer.ledger, batchNo), 'operator_held')
}
