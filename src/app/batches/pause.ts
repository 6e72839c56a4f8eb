import { readBatchHistory } from '../../ledger/audit/readHistory.ts'
import { whoSubmitted } from '../../ledger/batches/approveBatch.ts'
import { type Batch, hoursBeginNow, readBatch } from '../../ledger/batches/batches.ts'
import { cancelBatch, isOwnBeforeItsTime, pauseAsked, resumeAsked } from '../../ledger/batches/moveAsked.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { isHeldByHand, releaseOperators } from '../../ledger/policy/holds.ts'
import { forgetWaits, openChunks, workLeft } from '../../ledger/rows/chunks.ts'
import { hoursDocument } from '../../payout/times/hours.ts'
import { batchStateOf, moment, type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids, loginOf, noteOf } from '../accounts/actor.ts'
import { type Actor, type App, type Core, type Failure, failure, refused } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { paidElsewhere } from '../pay/run.ts'
import { type By, goOn, type WentOn, waitForForeground } from '../work/goOn.ts'
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

interface ResumeWords {
  note?: string | undefined
  /** Resume it only if it is still paused. Otherwise tell the person that somebody was faster. */
  onlyIfPaused?: true
  /** Refuse a settled batch, of which no row is left to be sent. */
  unlessSettled?: true
  requestKey?: RequestKey | undefined
}

/** Resume a batch that is paused or lost its process. */
export const resume = async (app: App, name: string, by: By, words: ResumeWords = {}): Promise<WentOn> =>
  forbids(app, 'resume') ??
  withBatch(app, name, async (core, batch): Promise<WentOn> => {
    const now = await waitForForeground(core, batch)
    const { id } = now
    if (now.state === 'cancelled') return failure('usage', say('paying.resume_cancelled', { id }))
    if (now.state === 'awaiting_approval')
      return failure('usage', say('paying.resume_unapproved', { id, command: app.config.command }))
    if (words.unlessSettled && now.state === 'settled') return notPaused(core, now)
    if (words.onlyIfPaused && now.state !== 'paused' && !(await goesOnBy(app, core, now))) return notPaused(core, now)
    if (now.foregroundNo !== null) return paidElsewhere(app, now)
    return goOn(app, core, now, by, () => setRunning(app, core, now, words))
  })

/** What a paused batch would pay, for the person who resumes it. */
interface ResumeLook {
  ok: true
  kind: 'paused'
  rows: number
  /** Minor units by currency. */
  sums: readonly (readonly [currency: string, minor: bigint])[]
  /** When its hours begin, if it is outside of them now. Nothing is paid before. */
  hoursBegin: Date | null
  /** A hash that changes with anything that the person should know. */
  seen: string
}

/** `goes_on`: the same person has already resumed it, by pressing the button twice. */
export const lookAtResume = async (
  app: App,
  name: string,
): Promise<ResumeLook | { ok: true; kind: 'goes_on' } | Failure> =>
  forbids(app, 'resume') ??
  withBatch<ResumeLook | { ok: true; kind: 'goes_on' } | Failure>(app, name, async (core, batch) => {
    const { batchNo, id, reason, startAt, state } = batch
    if (state === 'cancelled') return failure('usage', say('paying.resume_cancelled', { id }))
    if (state === 'awaiting_approval')
      return failure('usage', say('paying.resume_unapproved', { id, command: app.config.command }))
    if (state !== 'paused') return wentOn(app, core, batch)
    const actor = actorOf(app)
    if (await isOwnBeforeItsTime(core.ledger, batchNo, { actor: actor.name, login: loginOf(actor) }))
      return notBeforeItsTime(batch)
    const stays = await whyStaysPaused(core.ledger, batch)
    if (stays) return refused('wrong_state', stays)
    const hoursBegin = await hoursBeginNow(core.ledger, batchNo)
    const { counts, sums: all } = await totalsOf(core, batch)
    const rows = counts.pending ?? 0
    const sums = Object.entries(all.pending ?? {})
    const last = (await readBatchHistory(core.ledger, batchNo)).at(-1)
    // Since the batch was read, it was resumed: perhaps by the same person, who has pressed the button twice.
    if (last?.toState === 'running') return wentOn(app, core, await readBatch(core.ledger, batchNo))
    const ofSums = sums.map(([currency, sum]) => [currency, String(sum)])
    const seen = JSON.stringify([last?.at, reason, startAt, hoursBegin, rows, ofSums])
    return { ok: true, kind: 'paused', rows, sums, hoursBegin, seen }
  })

/** Why a paused batch, if resumed, would be paused again within seconds; null if it would be paid. */
export async function whyStaysPaused(ledger: Ledger, batch: Batch): Promise<Sentence | null> {
  const { batchNo, reason, hours, hoursBegin } = batch
  if (await isHeldByHand(ledger, batchNo)) return say('deskMeanwhile.resume_held')
  if (reason === 'hours' && hours && hoursBegin) return say('deskBatch.paused_hours_until', hoursDocument(hours))
  const isMaintained = reason === 'window' && (await workLeft(ledger, batchNo)) === 'window'
  return isMaintained ? say('deskBatch.paused_window') : null
}

const resumedBy = async ({ ledger }: Core, { batchNo }: Batch): Promise<string | null | undefined> =>
  (await readBatchHistory(ledger, batchNo)).findLast(({ toState }) => toState === 'running')?.actor

const goesOnBy = async (app: App, core: Core, batch: Batch): Promise<boolean> =>
  batch.state === 'running' && (await resumedBy(core, batch)) === actorOf(app).name

const wentOn = async (app: App, core: Core, batch: Batch): Promise<{ ok: true; kind: 'goes_on' } | Failure> =>
  (await goesOnBy(app, core, batch)) ? { ok: true, kind: 'goes_on' } : notPaused(core, batch)

/** Somebody else resumed it first, and may have paused it again. */
async function notPaused(core: Core, batch: Batch): Promise<Failure> {
  const { name } = batch
  if (batch.state === 'paused') return refused('wrong_state', say('deskMeanwhile.paused_anew', { name }))
  if (batch.state !== 'running') return refused('wrong_state', say('deskMeanwhile.over', { name }))
  const who = await resumedBy(core, batch)
  return refused(
    'wrong_state',
    who ? say('deskMeanwhile.resumed_by', { who, name }) : say('deskMeanwhile.resumed_by_itself', { name }),
  )
}

const notBeforeItsTime = ({ name, startAt }: Batch): Failure =>
  refused('same_person', say('paying.resume_own_early', { name, at: startAt === null ? '' : moment(startAt) }))

/**
 * A person resumes it: automatic holds on the batch's operators end, and these operators start slowly again. Rows that waited for
 * the float are tried again.
 */
async function setRunning(app: App, core: Core, batch: Batch, words: ResumeWords): Promise<Failure | undefined> {
  const { ledger } = core
  const actor = actorOf(app)
  const who = { actor: actor.name, login: loginOf(actor) }
  if (await isOwnBeforeItsTime(ledger, batch.batchNo, who)) return notBeforeItsTime(batch)
  await forgetWaits(ledger, batch.batchNo)
  const moved = await resumeAsked(ledger, batch.batchNo, {
    ...who,
    note: noteOf(words),
    requestKey: words.requestKey,
  })
  if (!moved && words.onlyIfPaused) {
    const now = await readBatch(ledger, batch.batchNo)
    return (await goesOnBy(app, core, now)) ? undefined : notPaused(core, now)
  }
  if (!moved && batch.state !== 'running') return undefined
  const chunks = await openChunks(ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(ledger, batch.sandbox, [...new Set(chunks.map(({ operator }) => operator))])
  return undefined
}
