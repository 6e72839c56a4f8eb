import { readBatchHistory } from '../../ledger/audit/readHistory.ts'
import { type Batch, hoursBeginNow, readBatch } from '../../ledger/batches/batches.ts'
import { isOwnBeforeItsTime, isPausedBeforeItsTime, resumeAsked } from '../../ledger/batches/moveAsked.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { releaseOperators } from '../../ledger/policy/holds.ts'
import { forgetWaits, openChunks } from '../../ledger/rows/chunks.ts'
import { moment, say } from '../../words/sentence.ts'
import { actorOf, forbids, loginOf, noteOf } from '../accounts/actor.ts'
import { type App, type Core, type Failure, failure, refused } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { type By, goOn, type NotPaidHere, type WentOn, waitForForeground } from '../pay/goOn.ts'
import { paidByAnotherCommand } from '../pay/payHere.ts'
import { totalsOf } from './batchDocument.ts'
import { whyStaysPaused } from './pause.ts'

interface ResumeWords {
  note?: string | undefined
  /** Resume it only if it is still paused. Otherwise tell the person that somebody was faster. */
  onlyIfPaused?: true
  /**
   * A program asks. A settled batch is refused, since no row is left to be sent. Without a key, the call may be a repetition: what somebody
   * has resumed, and waits for its time again, isn't paid before.
   */
  asProgram?: true
  /** Whether the person wants it paid before its time, if it waits for that. Left out: they do if it waits when this is called. */
  early?: boolean
  requestKey?: RequestKey | undefined
}

/** It was paused before its time, and waits for that again. */
interface WaitsAgain extends NotPaidHere {
  kind: 'waits_again'
}

export type Resumed = WentOn | WaitsAgain

/** Resume a batch that is paused or lost its process. */
export const resume = async (app: App, name: string, by: By, words: ResumeWords = {}): Promise<Resumed> =>
  forbids(app, 'resume') ??
  withBatch(app, name, async (core, batch): Promise<Resumed> => {
    const now = await waitForForeground(core, batch)
    const { id } = now
    if (now.state === 'cancelled') return failure('usage', say('paying.resume_cancelled', { id }))
    if (now.state === 'awaiting_approval')
      return failure('usage', say('paying.resume_unapproved', { id, command: app.config.command }))
    if (words.asProgram && now.state === 'settled') return notPaused(core, now)
    if (words.onlyIfPaused && now.state !== 'paused' && !(await goesOnBy(app, core, now))) return notPaused(core, now)
    if (now.foregroundNo !== null) return paidByAnotherCommand(app, now)
    const mayBeRepeated = words.asProgram && words.requestKey === undefined && (await waitsAgain(core, now))
    const early = now.reason === 'scheduled' && !mayBeRepeated
    return goOn(app, core, now, by, () => setRunning(app, core, now, { early, ...words }))
  })

/** Whether it waits for its time since somebody resumed it. */
async function waitsAgain({ ledger }: Core, { batchNo }: Batch): Promise<boolean> {
  const [before, last] = (await readBatchHistory(ledger, batchNo)).slice(-2)
  return before?.toState === 'paused' && last?.reason === 'scheduled'
}

/** What a paused batch would pay, for the person who resumes it. */
interface ResumeLook {
  ok: true
  kind: 'paused'
  rows: number
  /** Minor units by currency. */
  sums: readonly (readonly [currency: string, minor: bigint])[]
  /** Whether it waits for its time, or did when somebody paused it: resumed, the former is paid before, the latter waits again. */
  time: 'waits' | 'put_off' | null
  /** It waits since this person resumed it, perhaps just now by pressing the button twice. */
  isWaitingAgain: boolean
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
    const isPutOff = await isPausedBeforeItsTime(core.ledger, batchNo)
    const time = isPutOff ? 'put_off' : reason === 'scheduled' ? 'waits' : null
    const hoursBegin = isPutOff ? null : await hoursBeginNow(core.ledger, batchNo)
    const { counts, sums: all } = await totalsOf(core, batch)
    const rows = counts.pending ?? 0
    const sums = Object.entries(all.pending ?? {})
    const last = (await readBatchHistory(core.ledger, batchNo)).at(-1)
    // Since the batch was read, it was resumed: perhaps by the same person, who has pressed the button twice.
    if (last?.toState === 'running') return wentOn(app, core, await readBatch(core.ledger, batchNo))
    const ofSums = sums.map(([currency, sum]) => [currency, String(sum)])
    const seen = JSON.stringify([last?.at, reason, time, startAt, hoursBegin, rows, ofSums])
    const isWaitingAgain = last?.reason === 'scheduled' && last.actor === actor.name
    return { ok: true, kind: 'paused', rows, sums, time, isWaitingAgain, hoursBegin, seen }
  })

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
async function setRunning(
  app: App,
  core: Core,
  batch: Batch,
  { early, note, onlyIfPaused, requestKey }: ResumeWords & { early: boolean },
): Promise<Failure | WaitsAgain | undefined> {
  const { ledger } = core
  const actor = actorOf(app)
  const who = { actor: actor.name, login: loginOf(actor) }
  if (early && (await isOwnBeforeItsTime(ledger, batch.batchNo, who))) return notBeforeItsTime(batch)
  await forgetWaits(ledger, batch.batchNo)
  const moved = await resumeAsked(ledger, batch.batchNo, { ...who, note: noteOf({ note }), requestKey, early })
  const now = await readBatch(ledger, batch.batchNo)
  if (now.reason === 'scheduled' && !early)
    return { ok: true, kind: 'waits_again', batch: now, totals: await totalsOf(core, now) }
  if (!moved && onlyIfPaused) return (await goesOnBy(app, core, now)) ? undefined : notPaused(core, now)
  if (!moved && batch.state !== 'running') return undefined
  const chunks = await openChunks(ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(ledger, batch.sandbox, [...new Set(chunks.map(({ operator }) => operator))])
  return undefined
}
