import { crashPoint, crashPointAfterThis } from '../src/crashPoint.ts'
import { type Batch, findBatch } from '../src/ledger/batches/batches.ts'
import { hasTooManyUnknown } from '../src/ledger/batches/totals.ts'
import { type ClaimTime, isNews, type Settled } from '../src/ledger/commit/groupCommit.ts'
import { shareRefusals } from '../src/ledger/policy/sharedByPayers.ts'
import { closeChunk, loadChunk, measureWaits, type PendingRow, workLeft } from '../src/ledger/rows/chunks.ts'
import type { LogFields } from '../src/log.ts'
import { alikeWords } from '../src/pacing/refusals.ts'
import type { Slot, SlotUse } from '../src/pacing/throttle.ts'
import type { Outcome } from '../src/payout/outcome.ts'
import { judgeOf, payoutWithRetry } from '../src/provider/client.ts'
import { say } from '../src/words/sentence.ts'
import type { Payer } from './payer.ts'
import { closeBatch, leaveUnlessRunning, pauseBatch } from './stopBatch.ts'

/** Longest time between asking for the claim and the request's first byte (docs/design.md, rule 3). */
export const longestClaimToSendMs = 5_000

/**
 * Pay what is pending in one chunk. The job may come twice, late, or for a chunk that is long done: the claims decide
 * what is sent, never the job.
 *
 * Crash windows: if the process dies anywhere in here, the rows not yet claimed are pending, the claimed ones are `sending` under this
 * worker, and the chunk is open. The sweep makes the second kind unknown and enqueues the chunk again.
 */
export async function payChunk(payer: Payer, job: { batchId: string; chunkNo: number }): Promise<void> {
  const found = await findBatch(payer.ledger, job.batchId)
  if (found.kind !== 'found' || found.batch.id !== job.batchId) {
    return payer.log.warn('a job names a batch that is not in the ledger: ignored', { chunk: job.chunkNo })
  }
  const { batch } = found
  if (!isWhole(payer)) return
  // A pause that this process has decided on, and the ledger may not have yet: rows in flight don't count as refusals of a new run.
  if (payer.pausing.has(batch.batchNo)) return
  if (batch.state !== 'running' || !isOurs(payer, batch)) return
  payer.refusals.begin(batch.batchNo)
  const rows = await loadChunk(payer.ledger, batch.batchNo, job.chunkNo)
  if (!rows) return
  countAtWork(payer, batch, 1)
  try {
    await payRows(payer, batch, rows)
    await closeChunk(payer.ledger, batch.batchNo, job.chunkNo)
  } finally {
    countAtWork(payer, batch, -1)
  }
  // The last chunk of a batch to end here checks what is left of the batch. If that one threw, the next sweep does.
  if (!payer.atWork.has(batch.batchNo)) await lookWhatIsLeft(payer, batch)
}

function countAtWork({ atWork }: Payer, { batchNo }: Batch, by: 1 | -1): void {
  const chunks = (atWork.get(batchNo) ?? 0) + by
  if (chunks > 0) atWork.set(batchNo, chunks)
  else atWork.delete(batchNo)
}

/**
 * Pay rows in their order, no more at once than there are slots: a waiting row takes memory. A row that was begun is finished even if
 * another one throws: a chunk that ends early would leave requests unwatched.
 */
async function payRows(payer: Payer, batch: Batch, rows: readonly PendingRow[]): Promise<void> {
  const bugs: unknown[] = []
  let next = 0
  const slot = async () => {
    while (next < rows.length) {
      const mayGoOn = await payRow(payer, batch, rows[next++]!).catch((error: unknown) => bugs.push(error) > 0)
      if (!mayGoOn) next = rows.length
    }
  }
  await Promise.all(Array.from({ length: payer.throttle.slots }, slot))
  if (bugs.length > 0) throw bugs[0]
}

/** While the ledger may have gone back in time, nothing is sent: what looks unsent may have been paid. */
const isWhole = ({ past }: Payer): boolean => past.last()?.kind === 'whole'

function isOurs(payer: Payer, batch: Batch): boolean {
  if (batch.sandbox !== payer.sandbox) return false
  if (payer.onlyBatchNo !== undefined) return batch.batchNo === payer.onlyBatchNo
  // Otherwise a running foreground command pays it.
  return batch.foregroundNo === null
}

/**
 * Pay one row: wait for a turn, claim, send, settle; once more only where the provider provably did not take it.
 *
 * @returns false when nothing more of its batch and operator is to be sent for now
 */
async function payRow(payer: Payer, batch: Batch, row: PendingRow): Promise<boolean> {
  for (;;) {
    const turn = await payer.throttle.acquire(row.operator, batch.batchNo)
    if (turn.kind !== 'slot') return false
    if (payer.pausing.has(batch.batchNo)) {
      turn.slot.release({ kind: 'unused' })
      return false
    }
    const next = await attempt(payer, batch, row, turn.slot)
    if (next !== 'again') return next === 'on'
  }
}

/** @returns `again`: the row is pending and may be tried once more; `on`: go on to the next row; `leave`: stop paying the batch for now */
async function attempt(payer: Payer, batch: Batch, row: PendingRow, slot: Slot): Promise<'again' | 'on' | 'leave'> {
  const workerNo = payer.lease.workerNo()
  // Crash window: if the process dies before the claim's commit, the row is pending and nothing was sent. The chunk is enqueued again.
  crashPoint('before-claim')
  const claim = await payer.groupCommit.claim({ batchNo: batch.batchNo, line: row.line, workerNo })
  if (!claim.ok) {
    // Another worker's, paused, cancelled, or our lease has ended: not ours to send.
    slot.release({ kind: 'unused' })
    return (await leaveUnlessRunning(payer, batch)) ? 'leave' : 'on'
  }
  // Crash window: if the process dies between here and the first byte, the row becomes unknown though it was never sent: nobody can tell.
  // A process that only stood still here is held back by `maySend` below.
  crashPoint('after-claim')
  const outcome = await call(payer, batch, row, claim.claimedAt)
  // Crash window: if the process dies with the answer in hand and not recorded, the row stays `sending` and then becomes unknown. If the
  // database is away, the answer is retried; if it is still not recorded when the process stops, it goes to the outbox.
  crashPoint('after-answer')
  const settling = payer.groupCommit.settle({ attempt: claim.attempt, outcome })
  const pausing = pauseAfter(payer, batch, row, outcome)
  // The slot of an unknown row is released only once the row is counted: the next row could exceed --max-unknown.
  if (outcome.kind === 'unknown') slot.answered(useOf(outcome))
  else slot.release(useOf(outcome))
  const settled = await settling
  // Crash window: the row is settled, its chunk still open. The sweep enqueues the chunk, which is then found done.
  crashPoint('after-settle')
  await pausing
  await noteSettled(payer, batch, row, settled).finally(() => slot.release(useOf(outcome)))
  return outcome.kind === 'not_taken' && settled.state === 'pending' && pausing === undefined ? 'again' : 'on'
}

/** Pause the batch where the answer asks for it, with the provider's words if there are any. */
function pauseAfter(payer: Payer, batch: Batch, row: PendingRow, outcome: Outcome): Promise<void> | undefined {
  if (!('pause' in outcome) || !outcome.pause) return noteRefusal(payer, batch, row, outcome)
  return pauseBatch(payer, batch, outcome.pause, 'says' in outcome ? outcome.says : undefined)
}

/** Send a row. @returns what came of it: `unknown` for whatever goes wrong once a byte may have left, our own bugs included */
async function call(payer: Payer, batch: Batch, row: PendingRow, claimedAt: ClaimTime): Promise<Outcome> {
  // Asked at the last moment: a stop or a pause still holds back a claimed row that was not sent.
  const maySend = () => {
    const may = isFresh(claimedAt) && !payer.stopping && isWhole(payer) && !payer.pausing.has(batch.batchNo)
    // Crash window: the request is written right after this. If the process dies before its answer, the row becomes unknown; a process that
    // only stood still, and was taken for dead, settles it by the late answer of the same attempt.
    if (may) crashPointAfterThis('after-request')
    if (may) payer.sent.add(row)
    return may
  }
  const judge = judgeOf(row, payer.refusalWords)
  const askedMs = performance.now()
  try {
    const answer = await payoutWithRetry(payer.client, row, { beforeSend: maySend, judge })
    const outcome = judge(answer)
    const tookMs = performance.now() - askedMs
    payer.watch?.answered(row.operator, outcome, tookMs)
    payer.answers?.answered(row.operator, outcome, tookMs)
    return outcome
  } catch (error) {
    payer.log.error('an answer could not be judged', { line: row.line, error })
    const message = say('provider.answer_could_not_be_read')
    return { kind: 'unknown', providerReference: null, code: 'unreadable_answer', message }
  } finally {
    payer.sent.delete(row)
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
    case 'accepted':
      return { kind: 'good' }
    case 'failed':
      return { kind: 'refused' }
    case 'unknown':
      return outcome.busy ? { kind: 'ambiguous', busy: outcome.busy } : { kind: 'ambiguous' }
    case 'not_taken':
      if (outcome.code === 'rate_limited') return { kind: 'busy', waitMs: outcome.waitMs }
      return { kind: outcome.code === 'not_sent' && !outcome.pause && !outcome.heldBack ? 'unreachable' : 'unused' }
  }
}

function noteLate({ log }: Payer, late: Settled['late'], about: LogFields): void {
  if (late === 'kept') log.warn('a late answer contradicts the ledger: it is kept as evidence', about)
  else if (late === 'settled') log.warn('a late answer settled a row that was waiting to be sent again', about)
  else log.warn('a late answer arrived, and the ledger knew already what it says', about)
}

async function noteSettled(payer: Payer, batch: Batch, row: PendingRow, settled: Settled): Promise<void> {
  if (isNews(settled)) payer.staleReports.add(batch.batchNo)
  if (!settled.own) return noteLate(payer, settled.late, { batch: batch.id, line: row.line, state: settled.state })
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

/** Settle the batch if all its chunks are closed; pause it if everything left is held. */
async function lookWhatIsLeft(payer: Payer, batch: Batch): Promise<void> {
  await Promise.all(payer.writes)
  let left = await workLeft(payer.ledger, batch.batchNo)
  if (left === 'float') {
    // A smaller row than those that were tried may fit: the next sweep enqueues its chunk.
    await measureWaits(payer.ledger, batch.sandbox)
    left = await workLeft(payer.ledger, batch.batchNo)
  }
  // Crash window: if the process dies with the last chunk closed and the batch not settled, the next sweep anywhere settles it.
  if (left === 'none') {
    crashPoint('after-last-chunk')
    await closeBatch(payer, batch)
  } else if (left !== 'work') await pauseBatch(payer, batch, left)
}

/**
 * Count an answer for the batch's refusals in a row (docs/design.md, rule 8), and pause the batch at its limit. The processes that
 * pay it share their counts through the ledger: one write at a time, with everything since the last.
 *
 * Crash window: if the process dies before the counts are shared, other processes count fewer. Each still pauses at its own count.
 *
 * @returns the pause, if this answer led to one
 */
function noteRefusal(payer: Payer, batch: Batch, row: PendingRow, outcome: Outcome): Promise<void> | undefined {
  const { batchNo, maxRefused } = batch
  if (outcome.kind === 'paid' || outcome.kind === 'accepted') {
    if (payer.refusals.good(batchNo, row.operator)) share(payer, batch, undefined)
    return undefined
  }
  if (outcome.kind !== 'failed') return undefined
  const { message } = outcome
  const says = typeof message === 'string' ? message : undefined
  const words = typeof message === 'string' ? alikeWords(message) : message.key
  const inARow = payer.refusals.refused(batchNo, row.operator, words)
  if (inARow.ofOperator >= maxRefused.ofOperator || inARow.overAll >= maxRefused.overAll) {
    return pauseFor(payer, batch, says)
  }
  share(payer, batch, says)
  return undefined
}

function pauseFor(payer: Payer, batch: Batch, says: string | undefined): Promise<void> {
  payer.refusals.stop(batch.batchNo)
  return pauseBatch(payer, batch, 'refused_in_a_row', says)
}

function share(payer: Payer, batch: Batch, says: string | undefined): void {
  // A foreground command pays its batch alone.
  if (payer.onlyBatchNo !== undefined) return
  if (payer.sharing.has(batch.batchNo)) return
  payer.sharing.add(batch.batchNo)
  const done = shareAll(payer, batch, says)
    .catch((error: unknown) => payer.log.warn('refusals in a row could not be shared', { batch: batch.id, error }))
    .finally(() => {
      payer.sharing.delete(batch.batchNo)
      payer.writes.delete(done)
    })
  payer.writes.add(done)
}

async function shareAll(payer: Payer, batch: Batch, says: string | undefined): Promise<void> {
  for (;;) {
    const added = payer.refusals.toShare(batch.batchNo)
    if (added.length === 0) return
    const inARow = await shareRefusals(payer.ledger, batch.batchNo, added)
    const { ofOperator, overAll } = batch.maxRefused
    const isTooMany = [...inARow].some(([operator, rows]) => rows >= (operator === '' ? overAll : ofOperator))
    if (isTooMany) return pauseFor(payer, batch, says)
  }
}
