import { type BatchDeed, readDeeds, type Stop } from '../../ledger/audit/readHistory.ts'
import type { RejectedNow } from '../../ledger/batches/approveBatch.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { isOwnBeforeItsTime } from '../../ledger/batches/moveAsked.ts'
import { judgeOwn } from '../../ledger/batches/otherApprovers.ts'
import { type OperatorShare, readOperatorShares, totalsOfShares } from '../../ledger/batches/totals.ts'
import { listHoldsOfBatch } from '../../ledger/policy/holds.ts'
import { type Contradicted, type Elsewhere, readContradicted } from '../../ledger/rows/contradictions.ts'
import { findFailedElsewhere } from '../../ledger/rows/findAgainstRetry.ts'
import type { Unreachable } from '../../ledger/rows/readGauges.ts'
import { isRequester, type RetryRequest, waitingRetry } from '../../ledger/rows/retryRequests.ts'
import { readCalledNotPaid } from '../../ledger/rows/secondPerson.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import type { PayoutState } from '../../payout/state.ts'
import type { Sentence } from '../../words/sentence.ts'
import { actorOf, forbids, loginOf } from '../accounts/actor.ts'
import { approvalsMissing, isForNobody, whyNoApproverOf } from '../approvals/whoDecides.ts'
import type { App, Failure } from '../context.ts'
import { type Core, withBatch } from '../open/openCore.ts'
import { holdDocument } from '../pay/operators.ts'
import { type BatchDocument, batchDocument, elsewhereOf } from './batchDocument.ts'
import { whyStaysPaused } from './pause.ts'
import { type Fence, fenceOf, isQueueAway, rejectedRetryOf, stopsOf, unreachableOf } from './status.ts'

export type { BatchDeed, Stop }

/** A batch as its watchers see it. */
export interface BatchLook {
  ok: true
  batch: BatchDocument
  /** Null if not recorded. */
  submitter: string | null
  /** How many more people have to approve it before it is paid. */
  approvalsMissing: number
  /** Why there are not enough people to approve it, and what to do. */
  whyNobody: Sentence | null
  operators: OperatorFigures[]
  holds: ReturnType<typeof holdDocument>[]
  /** Set if it is running and the provider can't be reached. */
  unreachable: Unreachable | null
  /** Whether it is running and the queue doesn't answer. */
  queueAway: boolean
  /** Whether it is paused and would be paused again at once if somebody resumed it. */
  staysPaused: boolean
  /** How many rows can be paid, and how many of these are neither pending nor being sent. */
  payable: number
  done: number
  /** Set while it is running, after it has been watched for a while. */
  pace: Pace | null
  /** A retry that waits for a second person. */
  retryWaits: (RetryRequest & { nobodyElse: boolean }) | null
  /** Set if its latest retry was rejected, and nothing has become of the rows since. */
  rejectedRetry: RejectedNow | null
  contradicted: Contradicted
  elsewhere: Elsewhere
  /** Failed rows that another batch pays, or seems to: they are not tried again with the others. */
  failedElsewhere: { rows: number; batches: string[] }
  fence: Fence | null
  /** Set if a person paused, cancelled or rejected it. */
  stop: Stop | null
}

interface OperatorFigures {
  operator: string
  rows: number
  counts: Partial<Record<PayoutState, number>>
  /** The sums of its paid rows, and of all, in each currency: amounts as strings. */
  sums: { currency: string; paid: string; all: string }[]
}

interface Pace {
  rowsPerSecond: number
  /** Null if nothing moves. */
  secondsLeft: number | null
}

/** The period that the pace is measured over. */
const paceOfMs = 30_000

interface Sample {
  atMs: number
  done: number
}

/** Reads batches repeatedly. It remembers earlier states of running batches, to measure their pace. */
export function watchBatches(app: App): (name: string) => Promise<BatchLook | Failure> {
  const samples = new Map<number, Sample[]>()
  return (name) =>
    withBatch<BatchLook | Failure>(app, name, async (core, batch) => {
      const found = { ...(await look(core, batch)), queueAway: batch.state === 'running' && (await isQueueAway(app)) }
      if (batch.state !== 'running') {
        samples.delete(batch.batchNo)
        return { ...found, pace: null }
      }
      const now = { atMs: performance.now(), done: found.done }
      const kept = [...(samples.get(batch.batchNo) ?? []), now].filter(({ atMs }) => now.atMs - atMs <= paceOfMs)
      samples.set(batch.batchNo, kept)
      // Without the queue, the recent pace doesn't tell when the other rows will be paid.
      return { ...found, pace: found.queueAway ? null : paceOf(kept, found.payable - found.done) }
    })
}

async function look(core: Core, batch: Batch): Promise<Omit<BatchLook, 'pace' | 'queueAway'>> {
  const { ledger } = core
  const shares = await readOperatorShares(ledger, batch.batchNo)
  const holds = await listHoldsOfBatch(ledger, batch.batchNo)
  const { state, submitter } = batch
  const document = batchDocument(batch, totalsOfShares(shares))
  const { invalid = 0, pending = 0, sending = 0, failed = 0 } = document.counts
  const payable = batch.fileRows - invalid
  return {
    ok: true,
    batch: document,
    submitter,
    approvalsMissing: state === 'awaiting_approval' ? approvalsMissing(batch) : 0,
    whyNobody: await whyNoApproverOf(ledger, batch),
    operators: figuresOf(shares),
    holds: holds.map(holdDocument),
    unreachable: await unreachableOf(core, batch),
    staysPaused: state === 'paused' && (await whyStaysPaused(ledger, batch)) !== null,
    payable,
    done: payable - pending - sending,
    retryWaits: await retryThatWaits(core, batch),
    rejectedRetry: await rejectedRetryOf(core, batch, failed),
    contradicted: await readContradicted(ledger, batch.batchNo),
    elsewhere: await elsewhereOf(core, batch, document.counts),
    failedElsewhere: await failedElsewhereOf(core, batch, failed),
    fence: fenceOf(core),
    stop: (await stopsOf(core, [batch])).get(batch.batchNo) ?? null,
  }
}

/** The page of a batch is read every two seconds, so no more rows are looked at for it. A retry looks at all of its rows. */
const mostRead = 5_000
const mostFailed = 200

/** Failed rows of a batch that is over which another batch pays, or seems to, and the first of these batches. */
export async function failedElsewhereOf(
  { ledger }: Core,
  { batchNo, fileRows, state, purgedAt }: Batch,
  failed: number,
): Promise<{ rows: number; batches: string[] }> {
  const isRead = failed > 0 && failed <= mostFailed && fileRows <= mostRead && state !== 'running' && !purgedAt
  const found = isRead ? await findFailedElsewhere(ledger, batchNo) : []
  return {
    rows: new Set(found.map(({ line }) => line)).size,
    batches: [...new Set(found.map(({ batchId }) => batchId))].slice(0, 3),
  }
}

async function retryThatWaits({ ledger }: Core, { batchNo }: Batch): Promise<BatchLook['retryWaits']> {
  const request = await waitingRetry(ledger, batchNo)
  if (!request) return null
  const called = await readCalledNotPaid(ledger, batchNo, request.lines)
  return { ...request, nobodyElse: await isForNobody(ledger, request, called) }
}

function figuresOf(shares: readonly OperatorShare[]): OperatorFigures[] {
  const ofOperator = Map.groupBy(
    shares.filter(({ operator }) => operator !== null),
    ({ operator }) => operator ?? '',
  )
  return [...ofOperator]
    .map(([operator, its]) => {
      const counts: OperatorFigures['counts'] = {}
      const sums = new Map<string, { paid: bigint; all: bigint }>()
      for (const { state, currency, rows, sum } of its) {
        counts[state] = (counts[state] ?? 0) + rows
        if (currency === null) continue
        const { paid, all } = sums.get(currency) ?? { paid: 0n, all: 0n }
        sums.set(currency, { paid: state === 'paid' ? paid + sum : paid, all: all + sum })
      }
      return {
        operator,
        rows: its.reduce((sum, { rows }) => sum + rows, 0),
        counts,
        sums: [...sums].map(([currency, { paid, all }]) => ({
          currency,
          paid: formatWireAmount(paid, currency),
          all: formatWireAmount(all, currency),
        })),
      }
    })
    .sort((one, other) => other.rows - one.rows)
}

function paceOf(samples: readonly Sample[], left: number): Pace | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.atMs - first.atMs < 500) return null
  const rowsPerSecond = Math.max(0, (last.done - first.done) / ((last.atMs - first.atMs) / 1000))
  return { rowsPerSecond, secondsLeft: rowsPerSecond > 0 ? left / rowsPerSecond : null }
}

interface Own {
  isOwn: boolean
  /** They made the key that submitted it. */
  isByTheirKey: boolean
  /** They submitted it, others approved it for later, and so they can't have it paid earlier. */
  isTooEarly: boolean
}

/**
 * Whether this person submitted the batch, under any name or by a key that they made, and therefore can't approve it; and whether they may
 * cancel it: an approver may cancel any batch, a preparer only their own, before it is fully approved.
 */
export async function readOwn(app: App, look: BatchLook): Promise<Own & { mayCancel: boolean }> {
  const own = await whoseIs(app, look)
  if (forbids(app, 'cancel')) return { ...own, mayCancel: false }
  const { batch } = look
  const isUnapproved = batch.state === 'awaiting_approval' || !batch.approval?.approvers.length
  return { ...own, mayCancel: actorOf(app).roles.includes('approver') || (own.isOwn && isUnapproved) }
}

async function whoseIs(app: App, { batch, submitter }: BatchLook): Promise<Own> {
  const actor = actorOf(app)
  const isForLater = batch.state === 'paused' && batch.start_at !== undefined
  if (submitter === actor.name && !isForLater) return { isOwn: true, isByTheirKey: false, isTooEarly: false }
  const login = loginOf(actor)
  const found = await withBatch(app, batch.id, async ({ ledger }, { batchNo }) => {
    const judged = await judgeOwn(ledger, batchNo, { name: actor.name, login })
    const isTooEarly = isForLater && (await isOwnBeforeItsTime(ledger, batchNo, { actor: actor.name, login }))
    return { ok: true as const, isOwn: judged?.isOwn === true, isByTheirKey: judged?.key?.isOwn === true, isTooEarly }
  })
  return found.ok ? found : { isOwn: false, isByTheirKey: false, isTooEarly: false }
}

/** Whether this person requested the waiting retry, under any name, and therefore may withdraw it. */
export async function mayWithdraw(app: App, { batch, retryWaits }: BatchLook): Promise<boolean> {
  if (!retryWaits || forbids(app, 'retry')) return false
  const actor = actorOf(app)
  if (retryWaits.requester === actor.name) return true
  const found = await withBatch(app, batch.id, async ({ ledger }) => ({
    ok: true as const,
    isOwn: await isRequester(ledger, retryWaits.requestNo, actor.name, loginOf(actor)),
  }))
  return found.ok && found.isOwn
}

/** The latest deeds on a batch, at most `most`, oldest first. */
export const readBatchDeeds = (
  app: App,
  name: string,
  most: number,
): Promise<{ ok: true; deeds: BatchDeed[] } | Failure> =>
  withBatch(app, name, async ({ ledger }, { batchNo }) => ({
    ok: true,
    deeds: await readDeeds(ledger, batchNo, most),
  }))
