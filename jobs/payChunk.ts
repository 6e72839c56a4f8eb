import { crashPoint, crashPointAfterThis } from '../src/crashPoint.ts'
import { type Batch, findBatch, readBatch } from '../src/ledger/batches.ts'
import { closeChunk, loadChunk, type PendingRow, workLeft } from '../src/ledger/chunks.ts'
import type { ClaimTime, Settled } from '../src/ledger/exchange.ts'
import { hasTooManyUnknown } from '../src/ledger/status.ts'
import type { Slot, SlotUse } from '../src/pacing/pace.ts'
import type { Outcome } from '../src/payout/outcome.ts'
import { outcomeOf } from '../src/provider/outcome.ts'
import { payoutWithRetry } from '../src/provider/payoutWithRetry.ts'
import { closeBatch } from './closeBatch.ts'
import { pauseBatch } from './pauseBatch.ts'
import type { Payer } from './payer.ts'

/** Longest time between asking for the claim and the request's first byte (architecture, rule 3). */
export const longestClaimToSendMs = 5_000

/**
 * Pay what is pending in one chunk. The job may come twice, late, or for a chunk that is long done: the claims decide
 * what is sent, never the job.
 *
 * Crash windows: died anywhere in here, the rows not yet claimed are pending, the claimed ones are `sending` under this
 * worker, and the chunk is open. The sweep makes the second kind unknown and rings for the chunk again.
 */
export async function payChunk(payer: Payer, ring: { batchId: string; chunkNo: number }): Promise<void> {
  const found = await findBatch(payer.ledger, ring.batchId)
  if (found.kind !== 'found' || found.batch.id !== ring.batchId) {
    return payer.log.warn('a job names a batch that is not in the ledger: ignored', { chunk: ring.chunkNo })
  }
  const batch = await pausingDone(payer, found.batch)
  if (batch.state !== 'running' || !isOurs(payer, batch)) return
  const chunk = await loadChunk(payer.ledger, batch.batchNo, ring.chunkNo)
  if (!chunk) return
  // Every row to its end, even if one of them meets a bug: a chunk that is left early would leave requests unwatched.
  const ended = await Promise.allSettled(chunk.rows.map((row) => payRow(payer, batch, row)))
  for (const row of ended) if (row.status === 'rejected') throw row.reason
  await endChunk(payer, batch, ring.chunkNo)
}

/** A pause that this process has decided on, and the ledger hasn't heard of yet, is waited for. */
async function pausingDone(payer: Payer, batch: Batch): Promise<Batch> {
  const pausing = payer.pausing.get(batch.batchNo)
  if (!pausing) return batch
  await pausing
  return readBatch(payer.ledger, batch.batchNo)
}

function isOurs(payer: Payer, batch: Batch): boolean {
  if (batch.sandbox !== payer.sandbox) return false
  if (payer.onlyBatchNo !== undefined) return batch.batchNo === payer.onlyBatchNo
  // A living foreground command pays its own batch.
  return batch.foregroundNo === null
}

/** Pay one row: wait for a turn, claim, send, settle; once more only where the provider provably did not take it. */
async function payRow(payer: Payer, batch: Batch, row: PendingRow): Promise<void> {
  for (;;) {
    const turn = await payer.pace.acquire(row.operator, batch.batchNo)
    if (turn.kind !== 'slot') return
    if (payer.pausing.has(batch.batchNo)) return turn.slot.release({ kind: 'unused' })
    const again = await attempt(payer, batch, row, turn.slot)
    if (!again) return
  }
}

/** @returns whether the row is pending again and may be tried again */
async function attempt(payer: Payer, batch: Batch, row: PendingRow, slot: Slot): Promise<boolean> {
  const workerNo = payer.lease.workerNo()
  // Crash window: died before the claim's commit, the row is pending and nothing was sent. The chunk is rung for again.
  crashPoint('before-claim')
  const claim = await payer.exchange.claim({ batchNo: batch.batchNo, line: row.line, workerNo })
  if (!claim.ok) {
    // Another worker's, paused, cancelled, or our lease has ended: not ours to send.
    slot.release({ kind: 'unused' })
    return false
  }
  // Crash window: from here to the first byte, a death leaves a row unknown that was never sent. Nobody could tell. A
  // process that only stood still here is held back by `maySend` below.
  crashPoint('after-claim')
  const outcome = await call(payer, batch, row, claim.claimedAt)
  // Crash window: the answer is in hand and not yet recorded. A death here leaves the row `sending`, then unknown. A
  // database that is away is waited for; what it hasn't taken when the process is told to stop goes to the spool.
  crashPoint('after-answer')
  const settling = payer.exchange.settle({ attempt: claim.attempt, outcome })
  const pausing = 'pause' in outcome && outcome.pause ? pauseBatch(payer, batch, outcome.pause) : undefined
  slot.release(useOf(outcome))
  const settled = await settling
  // Crash window: the row is settled, its chunk still open. The sweep rings for the chunk, which is then found done.
  crashPoint('after-settle')
  await pausing
  await noteSettled(payer, batch, row, settled)
  return outcome.kind === 'not_taken' && settled.state === 'pending' && pausing === undefined
}

/** Send, and say what it came to. Whatever goes wrong once a byte may have left is `unknown`, our own mistakes too. */
async function call(payer: Payer, batch: Batch, row: PendingRow, claimedAt: ClaimTime): Promise<Outcome> {
  // Asked at the last moment: a stop or a pause holds back what is claimed and not yet sent.
  const maySend = () => {
    const may = isFresh(claimedAt) && !payer.stopping && !payer.pausing.has(batch.batchNo)
    // Crash window: the request is written at once after this yes, and its answer still to come. A death leaves the row
    // unknown; a process that stood still, and was taken for dead, settles it by the late answer of the same attempt.
    if (may) crashPointAfterThis('after-request')
    return may
  }
  const askedMs = performance.now()
  try {
    const answer = await payoutWithRetry(payer.client, row, { beforeSend: maySend })
    const outcome = outcomeOf(answer, row, new Date())
    payer.watch?.answered(row.operator, outcome, performance.now() - askedMs)
    return outcome
  } catch (error) {
    payer.log.error('an answer could not be judged', { line: row.line, error })
    const message = 'The answer could not be read.'
    return { kind: 'unknown', providerReference: null, code: 'unreadable_answer', message }
  }
}

/**
 * The 5 s guard: a process that was stopped, or a loop that was blocked, between the claim and the send may have been
 * taken for dead in the meantime. Both clocks count: the monotonic one stands still while the machine sleeps, the
 * wall clock can be set back.
 */
function isFresh(claimedAt: ClaimTime): boolean {
  const monotonicMs = performance.now() - claimedAt.monotonicMs
  const wallMs = Math.abs(Date.now() - claimedAt.wallMs)
  return monotonicMs <= longestClaimToSendMs && wallMs <= longestClaimToSendMs
}

function useOf(outcome: Outcome): SlotUse {
  switch (outcome.kind) {
    case 'paid':
    case 'failed':
    case 'accepted':
      return { kind: 'good' }
    case 'unknown':
      return { kind: 'ambiguous' }
    case 'not_taken':
      if (outcome.code === 'rate_limited') return { kind: 'busy', waitMs: outcome.waitMs }
      return { kind: outcome.code === 'not_sent' && !outcome.pause && !outcome.heldBack ? 'unreachable' : 'unused' }
  }
}

async function noteSettled(payer: Payer, batch: Batch, row: PendingRow, settled: Settled): Promise<void> {
  if (!settled.own) {
    return payer.log.warn('a late answer came after the row had been settled otherwise: not used', {
      batch: batch.id,
      line: row.line,
      state: settled.state,
    })
  }
  payer.log.debug('row settled', { batch: batch.id, line: row.line, operator: row.operator, state: settled.state })
  if (settled.state === 'pending') return
  payer.onSettled(settled.state)
  payer.watch?.settled(row.operator, settled.state)
  if (settled.state === 'unknown' && !payer.pausing.has(batch.batchNo)) await pauseAtMaxUnknown(payer, batch)
}

async function pauseAtMaxUnknown(payer: Payer, batch: Batch): Promise<void> {
  try {
    const tooMany = await hasTooManyUnknown(payer.ledger, batch.batchNo, batch.maxUnknown)
    if (tooMany) await pauseBatch(payer, batch, 'too_many_unknown')
  } catch (error) {
    // The database is away: the next unknown row counts again.
    payer.log.warn('the unknown rows could not be counted', { batch: batch.id, error })
  }
}

/** Close the chunk if it's done, the batch if that was its last; pause the batch if all that is left is held. */
async function endChunk(payer: Payer, batch: Batch, chunkNo: number): Promise<void> {
  await closeChunk(payer.ledger, batch.batchNo, chunkNo)
  await Promise.all(payer.holding)
  const left = await workLeft(payer.ledger, batch.batchNo)
  // Crash window: died with the last chunk closed and the batch not settled, the next sweep anywhere settles it.
  if (left === 'none') {
    crashPoint('after-last-chunk')
    await closeBatch(payer, batch)
  }
  if (left === 'held') await pauseBatch(payer, batch, 'operator_held')
}
