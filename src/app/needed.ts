import { type Rejection, readRejections } from '../ledger/batches/approveBatch.ts'
import { type Batch, listBatches } from '../ledger/batches/batches.ts'
import {
  type BatchTotals,
  listWithAccepted,
  readTotals,
  readUnknown,
  type UnknownOfBatch,
} from '../ledger/batches/totals.ts'
import { type Hold, listHoldsAndProbes, listHoldsOfBatch } from '../ledger/policy/holds.ts'
import { readContradictedOf } from '../ledger/rows/contradictions.ts'
import { latestRun } from '../ledger/schedules/scheduleRuns.ts'
import { listSchedules } from '../ledger/schedules/schedules.ts'
import type { Sentence } from '../words/sentence.ts'
import { actorOf, forbids, loginOf } from './accounts/actor.ts'
import { waitingDocument } from './approvals/approvalDocument.ts'
import { findWaiting, judgeWaiting, type Waiting } from './approvals/approvals.ts'
import { type BatchDocument, batchDocument } from './batches/batchDocument.ts'
import { whyStaysPaused } from './batches/pause.ts'
import { deedDocument, type Stop, stopsOf } from './batches/status.ts'
import { failedElsewhereOf } from './batches/watch.ts'
import type { App, Failure } from './context.ts'
import { type Core, withCore } from './open/openCore.ts'
import { holdDocument } from './pay/operators.ts'

/** Everything that needs somebody's attention, and the latest batches. */
export interface Needed {
  ok: true
  /** Everything that waits for an approval, oldest first. */
  waiting: Waiting[]
  /** What this person can decide on. */
  approvals: Waiting[]
  /** What this person requested and others decide on. */
  asked: Waiting[]
  /** What has too few possible approvers: an administrator has to add one. */
  stuck: Waiting[]
  /** What this person requested and somebody rejected recently. */
  rejected: Rejection[]
  paused: (BatchDocument & { stop: Stop | null; itsHolds: Hold[]; staysPaused: boolean })[]
  unknown: UnknownOfBatch[]
  /** Batches with rows that are still with the provider, though nothing more is sent. */
  accepted: { id: string; name: string; rows: number }[]
  /** Those of the latest batches that ended recently with failed rows that can be retried. */
  failed: { id: string; name: string; rows: number }[]
  /** The same for failed rows that may have been paid after all, and for paid ones that may not have been. */
  maybePaid: { id: string; name: string; rows: number }[]
  maybeNotPaid: { id: string; name: string; rows: number }[]
  /** Schedules whose latest run did not submit its file, or a file of its folder. */
  failedSchedules: {
    scheduleNo: number
    name: string
    planned: string
    message: Sentence | string | null
    inFolder: boolean
  }[]
  holds: Hold[]
  /** The latest batches, newest first. */
  latest: BatchDocument[]
}

const mostListed = 10
/** If nobody has retried failed rows for this long, they have decided not to. */
const failedForMs = 7 * 86_400_000

/** A batch of a million rows may be in three of these lists, but is added up only once. */
export const listNeeded = (app: App, sandbox: boolean): Promise<Needed | Failure> =>
  withCore<Needed>(app, async (core) => {
    const { ledger } = core
    const found = await findWaiting(core)
    // A batch that waits for its start time needs nobody, and must not displace one that does.
    const paused = await listBatches(ledger, { state: 'paused', limit: mostListed, without: ['scheduled', 'hours'] })
    const latest = await listBatches(ledger, { limit: mostListed })
    const accepted = await listWithAccepted(ledger, mostListed)
    const all = new Set(
      [...found.map(({ batch }) => batch), ...paused, ...latest, ...accepted].map(({ batchNo }) => batchNo),
    )
    const totals = await readTotals(ledger, [...all])
    const documentOf = (batch: Batch) => batchDocument(batch, totals.get(batch.batchNo))
    const runs = await Promise.all(
      (await listSchedules(ledger)).map(async ({ scheduleNo, name }) => {
        const last = await latestRun(ledger, scheduleNo)
        if (!last || last.code === null) return []
        const { planned, message, inFolder } = last
        return [{ scheduleNo, name, planned, message, inFolder }]
      }),
    )
    const recent = recentOf(latest.map((batch) => ({ ...documentOf(batch), batchNo: batch.batchNo })))
    const against = await readContradictedOf(
      ledger,
      recent.map(({ batchNo }) => batchNo),
    )
    const inDoubt = (which: 'failed' | 'paid') =>
      recent.flatMap(({ batchNo, id, name }) => {
        const rows = against.get(batchNo)?.[which] ?? 0
        return rows > 0 ? [{ id, name, rows }] : []
      })
    const elsewhere = await countElsewhere(core, latest, totals)
    const retriesAsked = new Set(found.flatMap(({ batch, request }) => (request ? [batch.id] : [])))
    const stops = await stopsOf(core, paused)
    const waiting = await judgeWaiting(app, core, found, totals)
    const actor = actorOf(app)
    return {
      ok: true,
      waiting,
      approvals: waiting.filter(({ whyNot, hasCalled, key }) => whyNot === null && !hasCalled && key?.isOwn !== true),
      asked: waiting.filter(({ isOwn }) => isOwn),
      stuck: forbids(app, 'change_accounts') ? [] : waiting.filter(({ whyNobody }) => whyNobody !== null),
      rejected: await readRejections(ledger, actor.name, loginOf(actor)),
      paused: await Promise.all(
        paused.map(async (batch) => ({
          ...documentOf(batch),
          stop: stops.get(batch.batchNo) ?? null,
          itsHolds: batch.reason === 'operator_held' ? await listHoldsOfBatch(ledger, batch.batchNo) : [],
          staysPaused: (await whyStaysPaused(ledger, batch)) !== null,
        })),
      ),
      unknown: await readUnknown(ledger, mostListed),
      accepted: accepted.flatMap(({ batchNo, id, name }) => {
        const rows = totals.get(batchNo)?.counts.accepted ?? 0
        return rows > 0 ? [{ id, name, rows }] : []
      }),
      failed: recent.flatMap(({ batchNo, id, name, failed, isPurged }) => {
        const left = failed - (against.get(batchNo)?.failed ?? 0) - (elsewhere.get(id) ?? 0)
        return left > 0 && !isPurged && !retriesAsked.has(id) ? [{ id, name, rows: left }] : []
      }),
      maybePaid: inDoubt('failed'),
      maybeNotPaid: inDoubt('paid'),
      failedSchedules: runs.flat(),
      holds: await listHoldsAndProbes(ledger, sandbox),
      latest: latest.map(documentOf),
    }
  })

/** As `list --waiting --json` prints it. */
export const neededDocument = (needed: Needed) => ({
  approvals: needed.waiting.map(waitingDocument),
  rejected: needed.rejected.map(({ batchId, at, ...rejected }) => ({
    batch: batchId,
    ...rejected,
    at: at.toISOString(),
  })),
  paused: needed.paused.map(({ stop, itsHolds, staysPaused: _, ...batch }) => ({
    ...batch,
    ...(stop && { stopped: deedDocument(stop) }),
    ...(itsHolds.length > 0 && { holds: itsHolds.map(holdDocument) }),
  })),
  unknown: needed.unknown.map(rowsDocument),
  accepted: needed.accepted.map(rowsDocument),
  failed: needed.failed.map(rowsDocument),
  maybe_paid: needed.maybePaid.map(rowsDocument),
  maybe_not_paid: needed.maybeNotPaid.map(rowsDocument),
  failed_schedules: needed.failedSchedules.map(({ name, planned, message }) => ({ name, planned, message })),
  holds: needed.holds.map(holdDocument),
})

const rowsDocument = ({ id, name, rows }: UnknownOfBatch) => ({ batch: id, name, rows })

/** How many failed rows of each of these batches another one pays, or seems to. */
async function countElsewhere(
  core: Core,
  batches: readonly Batch[],
  totals: ReadonlyMap<number, BatchTotals>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const batch of batches) {
    const { failed = 0 } = totals.get(batch.batchNo)?.counts ?? {}
    found.set(batch.id, (await failedElsewhereOf(core, batch, failed)).rows)
  }
  return found
}

/** Those of the latest batches that ended recently. */
const recentOf = (latest: readonly (BatchDocument & { batchNo: number })[]) =>
  latest.flatMap(({ batchNo, id, name, state, counts, settled_at: at, purged_at: purgedAt }) => {
    const isRecent = state === 'settled' && at !== null && Date.now() - Date.parse(at) < failedForMs
    return isRecent ? [{ batchNo, id, name, failed: counts.failed ?? 0, isPurged: purgedAt !== undefined }] : []
  })
