import { setTimeout as delay } from 'node:timers/promises'
import { readStops, type Stop } from '../../ledger/audit/readHistory.ts'
import { type RejectedNow, readRejectedRetry } from '../../ledger/batches/approveBatch.ts'
import { type Batch, listBatches, readBatch } from '../../ledger/batches/batches.ts'
import { countPeople } from '../../ledger/batches/toBePaid.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import { readStatusAnswers, type StatusAnswers } from '../../ledger/evidence/statusQuestions.ts'
import { type Hold, listHolds, listHoldsOfBatch } from '../../ledger/policy/holds.ts'
import { type Contradicted, type Elsewhere, readContradicted } from '../../ledger/rows/contradictions.ts'
import { readUnreachable, type Unreachable } from '../../ledger/rows/readGauges.ts'
import { type RetryRequest, waitingRetry } from '../../ledger/rows/retryRequests.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState } from '../../payout/state.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import type { App, Failure } from '../context.ts'
import { type Core, isForbidden, withBatch, withCore } from '../open/openCore.ts'
import { pageOf } from '../page.ts'
import { holdDocument } from '../pay/operators.ts'
import {
  type BatchDocument,
  batchDocument,
  contradictedPart,
  documentsNow,
  elsewhereOf,
  noteOfStop,
  totalsOf,
} from './batchDocument.ts'

export type { Batch, BatchTotals, Contradicted, Elsewhere, StatusAnswers, Stop }

export interface BatchStatus {
  ok: true
  /** Nothing is sent from the ledger: it may have gone back in time. */
  fence: Fence | null
  batch: Batch
  totals: BatchTotals
  /** The provider's latest answers about its accepted rows. */
  answers: StatusAnswers[]
  /** Holds on operators that it still has to pay. */
  holds: Hold[]
  /** Set while it is running and the provider is unreachable. */
  unreachable: Unreachable | null
  /** It runs, and the queue gives no answer. */
  queueAway: boolean
  /** A retry of it that waits for a second person. */
  retryWaits: RetryRequest | undefined
  /** Set if its latest retry was rejected, and nothing has become of the rows since. */
  rejectedRetry: RejectedNow | null
  /** Set if a person paused, cancelled or rejected it. */
  stop: Stop | null
  /** Rows that evidence contradicts and that nobody has looked into. */
  contradicted: Contradicted
  elsewhere: Elsewhere
}

/** How many people a batch pays, or was to pay. */
export const peopleOf = (app: App, batchId: string): Promise<{ ok: true; people: number } | Failure> =>
  withCore(app, async ({ ledger }) => ({ ok: true as const, people: await countPeople(ledger, batchId) }))

/** A look at a batch while it is paid. */
export interface Look {
  rows: number
  done: number
  counts: BatchTotals['counts']
  /** Codes of operators that are held. */
  held: string[]
}

/** One batch's state, counts and sums; with `onLook`, followed until it is no longer running. */
export function status(app: App, name: string, onLook?: (look: Look) => void): Promise<BatchStatus | Failure> {
  return withBatch<BatchStatus>(app, name, async (core, found) => {
    const batch = onLook ? await follow(core, found, onLook) : found
    const totals = await totalsOf(core, batch)
    return {
      ok: true,
      fence: fenceOf(core),
      batch,
      totals,
      answers: await readStatusAnswers(core.ledger, batch.batchNo),
      holds: await listHoldsOfBatch(core.ledger, batch.batchNo),
      unreachable: await unreachableOf(core, batch),
      queueAway: batch.state === 'running' && (await isQueueAway(app)),
      retryWaits: await waitingRetry(core.ledger, batch.batchNo),
      rejectedRetry: await seen(rejectedRetryOf(core, batch, totals.counts.failed), null),
      stop: (await seen(stopsOf(core, [batch]), new Map<number, Stop>())).get(batch.batchNo) ?? null,
      contradicted: await readContradicted(core.ledger, batch.batchNo),
      elsewhere: await elsewhereOf(core, batch, totals.counts),
    }
  })
}

/** As `status --json` prints it: the batch's document, plus the parts that apply. */
export const statusDocument = ({
  fence,
  batch,
  totals,
  answers,
  holds,
  unreachable,
  queueAway,
  retryWaits,
  rejectedRetry,
  stop,
  contradicted,
}: BatchStatus) => ({
  ...batchDocument(batch, totals),
  ...(fence && { fenced: { at: fence.at.toISOString(), why: fence.why } }),
  ...(answers.length > 0 && { status_answers: answers }),
  ...(holds.length > 0 && { holds: holds.map(holdDocument) }),
  ...(unreachable && { provider_unreachable: { since: unreachable.since.toISOString(), why: unreachable.why } }),
  ...(queueAway && { queue_unreachable: true }),
  ...(stop && { stopped: deedDocument(stop) }),
  ...(retryWaits && { retry_waits: retryDocument(retryWaits) }),
  ...(rejectedRetry && { retry_rejected: { ...deedDocument(rejectedRetry), rows: rejectedRetry.rows } }),
  ...contradictedPart(contradicted),
})

export const deedDocument = ({ by, at, note }: Stop | RejectedNow) => ({
  by,
  at: at.toISOString(),
  note: noteOfStop(note),
})

const retryDocument = ({ requestNo, requester, at, lines }: RetryRequest) => ({
  request: requestNo,
  asked_by: requester,
  at: at.toISOString(),
  rows: lines.length,
  lines: lines.slice(0, 100),
})

/** Null for a batch that isn't running, because nothing is being tried. */
export const unreachableOf = async (
  { ledger }: Core,
  { state, sandbox, batchNo }: Batch,
): Promise<Unreachable | null> => (state === 'running' ? seen(readUnreachable(ledger, sandbox, batchNo), null) : null)

/** What the provider said, and what people noted, payrun_reader may not see; the rest of the status it may. */
const seen = <Value>(read: Promise<Value>, otherwise: Value): Promise<Value> =>
  read.catch((error: unknown) => {
    if (isForbidden(error)) return otherwise
    throw error
  })

/** Who stopped those of these batches that a person did, by their numbers. */
export const stopsOf = ({ ledger }: Core, batches: readonly Batch[]): Promise<Map<number, Stop>> =>
  readStops(
    ledger,
    batches.flatMap(({ batchNo, state, reason }) =>
      state === 'cancelled' || (state === 'paused' && reason === 'person') ? [batchNo] : [],
    ),
  )

export const rejectedRetryOf = async (
  { ledger }: Core,
  { state, batchNo }: Batch,
  failed = 0,
): Promise<RejectedNow | null> => (state === 'settled' && failed > 0 ? readRejectedRetry(ledger, batchNo) : null)

export const unreachableSentence = ({ since, why }: Unreachable): Sentence =>
  say('provider.unreachable_since', { since: moment(since), why })

/** Why nothing is sent, and since when. */
export interface Fence {
  at: Date
  why: Sentence
}

export function fenceOf({ past }: Core): Fence | null {
  const found = past.last()
  return found?.kind === 'fenced' ? { at: found.at, why: found.why } : null
}

const lookEveryMs = 500

async function follow(core: Core, batch: Batch, onLook: (look: Look) => void): Promise<Batch> {
  const { ledger } = core
  let now = batch
  while (now.state === 'running' || now.state === 'awaiting_approval') {
    const { counts } = await totalsOf(core, now)
    const open = (counts.pending ?? 0) + (counts.sending ?? 0)
    const held = (await listHolds(ledger, batch.sandbox)).map(({ operator }) => operator)
    onLook({ rows: batch.fileRows, done: batch.fileRows - open, counts, held })
    await delay(lookEveryMs)
    now = await readBatch(ledger, batch.batchNo)
  }
  return now
}

/** All batches, newest first. */
export const list = (app: App): Promise<{ ok: true; fence: Fence | null; batches: BatchDocument[] } | Failure> =>
  withCore(app, async (core) => {
    const batches = await listBatches(core.ledger)
    return { ok: true, fence: fenceOf(core), batches: await documentsNow(core, batches) }
  })

interface BatchPage {
  batches: BatchDocument[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** A page of batches, newest first, after the one that the cursor names. */
export const listPage = (
  app: App,
  {
    cursor,
    ...which
  }: {
    state?: BatchState | undefined
    reason?: PauseReason | undefined
    without?: readonly PauseReason[]
    cursor?: string | undefined
    limit: number
  },
): Promise<{ ok: true; page: BatchPage } | Failure> =>
  withCore(app, async (core) => {
    const before = cursor === undefined ? undefined : Number(cursor)
    const found = await listBatches(core.ledger, { ...which, before, limit: which.limit + 1 })
    const { page, last } = pageOf(found, which.limit)
    return { ok: true, page: { batches: await documentsNow(core, page), next: last && String(last.batchNo) } }
  })

/** Whether the queue doesn't answer: nothing new is sent until it does. Takes at most a second or two. */
export async function isQueueAway({ opened, config }: App): Promise<boolean> {
  if (opened) return !(await opened.store.backend.asked.isThere())
  // The queue is in the ledger's own Postgres, which has answered.
  if (config.redisUrl === undefined) return false
  const { isRedisThere } = await import('../../queue/redis.ts')
  return !(await isRedisThere(config.redisUrl))
}
