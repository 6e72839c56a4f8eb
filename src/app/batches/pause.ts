import { whoSubmitted } from '../../ledger/batches/approveBatch.ts'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import { cancelBatch, pauseAsked } from '../../ledger/batches/moveAsked.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { isHeldByHand } from '../../ledger/policy/holds.ts'
import { workLeft } from '../../ledger/rows/chunks.ts'
import { hoursDocument } from '../../payout/times/hours.ts'
import { batchStateOf, type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids, loginOf, noteOf } from '../accounts/actor.ts'
import { type Actor, type App, type Core, type Failure, failure, refused } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { totalsOf } from './batchDocument.ts'

interface Paused {
  ok: true
  batch: Batch
  totals: BatchTotals
  /** False if it was paused already, and does not go on by itself. */
  changed: boolean
}

/** Stop sending a batch's unsent rows until a person resumes it. Rows in flight still settle. Does nothing if it waits for a person already. */
export const pause = async (
  app: App,
  name: string,
  words: { note?: string | undefined; requestKey?: RequestKey | undefined } = {},
): Promise<Paused | Failure> =>
  forbids(app, 'pause') ??
  withBatch(app, name, async (core, batch): Promise<Paused | Failure> => {
    const changed = await pauseAsked(core.ledger, batch.batchNo, {
      actor: actorOf(app).name,
      note: noteOf(words),
      requestKey: words.requestKey,
    })
    const after = await readBatch(core.ledger, batch.batchNo)
    if (after.state !== 'paused')
      return failure('usage', say('paying.pause_impossible', { id: batch.id, state: batchStateOf(after.state) }))
    return { ok: true, batch: after, totals: await totalsOf(core, after), changed }
  })

export interface Cancelled {
  ok: true
  kind: 'cancelled'
  batch: Batch
  totals: BatchTotals
  /** Rows that will not be sent. */
  rows: number
}

export interface CancelWords {
  note?: string | undefined
  requestKey?: RequestKey | undefined
}

/**
 * Cancel a batch: its unsent rows are never sent. Rows that were sent keep their state. A preparer can cancel only their own
 * batches, and only before they are fully approved; an approver can cancel any.
 */
export const cancel = async (app: App, name: string, words: CancelWords = {}): Promise<Cancelled | Failure> =>
  forbids(app, 'cancel') ?? withBatch(app, name, (core, batch) => cancelAsRead(core, batch, actorOf(app), words))

/** The same for a batch as it was read: if it had settled by then, a retry that has been approved since goes on. */
export async function cancelAsRead(
  core: Core,
  batch: Batch,
  actor: Actor,
  words: CancelWords,
): Promise<Cancelled | Failure> {
  const forbidden = await forbidsCancel(core, batch, actor)
  if (forbidden) return forbidden
  const cannot = ({ id, state }: Batch) =>
    failure('usage', say('paying.cancel_impossible', { id, state: batchStateOf(state) }))
  if (batch.state === 'settled') return cannot(batch)
  const rows = await cancelBatch(core.ledger, batch.batchNo, actor.name, {
    note: noteOf(words),
    requestKey: words.requestKey,
  })
  const after = await readBatch(core.ledger, batch.batchNo)
  return rows === null
    ? cannot(after)
    : { ok: true, kind: 'cancelled', batch: after, totals: await totalsOf(core, after), rows }
}

/** What to show before asking for confirmation. */
export const lookAtCancel = async (app: App, name: string): Promise<{ ok: true } | Failure> =>
  forbids(app, 'cancel') ??
  withBatch<{ ok: true } | Failure>(
    app,
    name,
    async (core, batch) => (await forbidsCancel(core, batch, actorOf(app))) ?? { ok: true },
  )

const forbidsCancel = async (core: Core, batch: Batch, actor: Actor): Promise<Failure | undefined> =>
  actor.roles.includes('approver') || (await isOwnUnapproved(core, batch, actor))
    ? undefined
    : refused('forbidden', say('accounts.cancel_own_only', { name: actor.name, id: batch.id }))

const isOwnUnapproved = async ({ ledger }: Core, batch: Batch, actor: Actor): Promise<boolean> =>
  (batch.state === 'awaiting_approval' || batch.approvers.length === 0) &&
  (await whoSubmitted(ledger, batch.batchNo, actor.name, loginOf(actor)))

/** Why a paused batch, if resumed, would be paused again within seconds; null if it would be paid. */
export async function whyStaysPaused(ledger: Ledger, batch: Batch): Promise<Sentence | null> {
  const { batchNo, reason, hours, hoursBegin } = batch
  if (await isHeldByHand(ledger, batchNo)) return say('deskMeanwhile.resume_held')
  if (reason === 'hours' && hours && hoursBegin) return say('deskBatch.paused_hours_until', hoursDocument(hours))
  const isMaintained = reason === 'window' && (await workLeft(ledger, batchNo)) === 'window'
  return isMaintained ? say('deskBatch.paused_window') : null
}
