import {
  batchesWithTooManyUnknown,
  finishedBatches,
  readBatch,
  startDueBatches,
} from '../src/ledger/batches/batches.ts'
import { listHoldsAndProbes } from '../src/ledger/policy/holds.ts'
import { readRetryAfterMs } from '../src/ledger/policy/sharedByPayers.ts'
import { mainReason, measureWaits, type OpenChunk, openChunks, resumeOpened } from '../src/ledger/rows/chunks.ts'
import { endDeadWorkers, loseRows, readSending, sweepLostRows } from '../src/ledger/rows/workers.ts'
import type { Payer } from './payer.ts'
import { closeBatch, pauseBatch } from './stopBatch.ts'

/** How often every paying process sweeps. */
export const sweepSeconds = 5

/**
 * Bring the ledger and the queue back together, whatever was lost: find dead workers, make their rows unknown, and enqueue every
 * chunk that still has work. Any number of processes may sweep at once.
 */
export async function sweep(payer: Payer): Promise<void> {
  const dead = await endDeadWorkers(payer.ledger, payer.lease.workerNo())
  if (dead > 0) payer.log.warn('dead workers were found', { rows: dead })
  const lost = (await sweepLostRows(payer.ledger)) + (await sweepUnheldRows(payer))
  if (lost > 0) await noteLost(payer, lost)
  // What one process finds out about an operator applies to all of them.
  const holds = await listHoldsAndProbes(payer.ledger, payer.sandbox)
  const operators = (probed: boolean) => holds.filter((hold) => hold.probed === probed).map(({ operator }) => operator)
  payer.throttle.holdElsewhere(new Set(operators(false)), new Set(operators(true)))
  // So does the provider's request to wait, and for a process that has just started, before it sends anything.
  payer.throttle.waitElsewhere(await readRetryAfterMs(payer.ledger, payer.sandbox))
  const started = payer.onlyBatchNo === undefined ? await startDueBatches(payer.ledger, payer.sandbox) : []
  for (const batch of started) payer.log.info('a batch starts: its time has come', { batch })
  // Rows that wait for the float may fit by now.
  await measureWaits(payer.ledger, payer.sandbox)
  const opened = payer.onlyBatchNo === undefined ? await resumeOpened(payer.ledger, payer.sandbox) : []
  for (const batch of opened) payer.log.info('a batch goes on: what it waited for is there', { batch })
  await enqueueOpenChunks(payer, dead > 0 || lost > 0 || started.length > 0 || opened.length > 0)
  // Crash window: a process that died between closing the last chunk and settling the batch leaves that to this line.
  for (const batch of await finishedBatches(payer.ledger, payer.sandbox, payer.onlyBatchNo))
    await closeBatch(payer, batch)
}

/** For so many sweeps after a connection was lost, its packets may still arrive and leave rows behind. */
const lossSweeps = 24

/** Rows that are `sending` under this worker's number, though it doesn't have them in hand. */
async function sweepUnheldRows({ ledger, lease, groupCommit, losses, sweeps }: Payer): Promise<number> {
  const now = groupCommit.losses()
  if (now !== losses.count) Object.assign(losses, { count: now, until: sweeps + lossSweeps })
  const workerNo = lease.workerNo()
  const sending = await readSending(ledger, workerNo, sweeps < losses.until)
  return loseRows(
    ledger,
    workerNo,
    sending.filter((row) => !groupCommit.isInHand(row)),
  )
}

/** A process that dies again and again leaves unknown rows each time: they count towards --max-unknown like any others. */
async function noteLost(payer: Payer, lost: number): Promise<void> {
  payer.log.warn('rows whose worker was lost are unknown now', { rows: lost })
  for (const batch of await batchesWithTooManyUnknown(payer.ledger, payer.sandbox))
    await pauseBatch(payer, batch, 'too_many_unknown')
}

/** Every so many sweeps all open chunks are enqueued, whatever the count says: jobs that a dead process holds count, too. */
const enqueueAllEvery = 6

/** Enqueue the chunks that have work. A chunk whose job is still in the queue is not enqueued twice: the job's id is the same. */
async function enqueueOpenChunks(payer: Payer, certainly: boolean): Promise<void> {
  payer.sweeps += 1
  const { queue, delivery } = payer
  if (payer.past.last()?.kind !== 'whole') return
  const chunks = await openChunks(payer.ledger, payer.sandbox, payer.onlyBatchNo)
  const ready = chunks.filter(({ held }) => !held)
  if (await delivery.renewIfSilent(queue, ready.length > 0 && !payer.stopping))
    payer.log.warn('work waits in the queue and is not delivered: the connections to the queue are made anew')
  const all = certainly || payer.sweeps % enqueueAllEvery === 0
  try {
    // As many jobs as chunks: nothing was lost. Most sweeps end here.
    if (ready.length > 0 && (all || (await queue.count()) < ready.length)) await queue.enqueue(ready)
  } catch (error) {
    // What else a sweep does needs no queue.
    payer.log.warn('the chunks could not be enqueued: the next sweep tries again', { error })
  }
  await pauseHeldBatches(payer, chunks)
}

/** Pause batches in which nothing but held rows is left (docs/design.md, rule 8). */
async function pauseHeldBatches(payer: Payer, chunks: readonly OpenChunk[]): Promise<void> {
  const working = new Set(chunks.filter(({ held }) => held === null).map(({ batchNo }) => batchNo))
  for (const [batchNo, ofBatch] of Map.groupBy(chunks, (chunk) => chunk.batchNo)) {
    if (working.has(batchNo)) continue
    const reason = mainReason(ofBatch.flatMap(({ held }) => held ?? []))
    await pauseBatch(payer, await readBatch(payer.ledger, batchNo), reason)
  }
}
