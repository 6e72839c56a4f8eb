import { readBatchHistory } from '../ledger/audit/readHistory.ts'
import { type Batch, moveBatch, readBatch } from '../ledger/batches/batches.ts'
import { readToBePaid, type ToBePaid } from '../ledger/batches/toBePaid.ts'
import { forgetWaits } from '../ledger/policy/floats.ts'
import { releaseOperators } from '../ledger/policy/holds.ts'
import { openChunks } from '../ledger/rows/chunks.ts'
import { say } from '../words/sentence.ts'
import { actorOf, forbids, noteOf } from './accounts/actor.ts'
import { type App, type Failure, failure, refused } from './context.ts'
import { type Core, withBatch } from './open/openCore.ts'
import { paidElsewhere } from './payHere.ts'
import { type By, goOn, type WentOn, waitForForeground } from './work/goOn.ts'

export interface ResumeWords {
  note?: string | undefined
  /** It was seen paused, and is resumed only if it is that still: whoever comes second is told so. */
  onlyIfPaused?: true
}

/** Go on with a batch that is paused, or whose process was lost. */
export const resume = async (app: App, name: string, by: By, words: ResumeWords = {}): Promise<WentOn> =>
  forbids(app, 'resume') ??
  withBatch(app, name, async (core, batch): Promise<WentOn> => {
    const now = await waitForForeground(core, batch)
    const { id } = now
    if (now.state === 'cancelled') return failure('usage', say('paying.resume_cancelled', { id }))
    if (now.state === 'awaiting_approval')
      return failure('usage', say('paying.resume_unapproved', { id, command: app.config.command }))
    if (words.onlyIfPaused && now.state !== 'paused') return notPaused(core, now)
    if (now.foregroundNo !== null) return paidElsewhere(app, now)
    return goOn(app, core, now, by, () => setRunning(app, core, now, words))
  })

/** What a paused batch would pay, for the person who lets it go on. */
export interface ResumeLook {
  ok: true
  toBePaid: ToBePaid
  /** Changes with whatever that person should know. */
  seen: string
}

export const lookAtResume = async (app: App, name: string): Promise<ResumeLook | Failure> =>
  forbids(app, 'resume') ??
  withBatch<ResumeLook | Failure>(app, name, async (core, batch) => {
    const { batchNo, id, reason, startAt, state } = batch
    if (state === 'cancelled') return failure('usage', say('paying.resume_cancelled', { id }))
    if (state === 'awaiting_approval')
      return failure('usage', say('paying.resume_unapproved', { id, command: app.config.command }))
    if (state !== 'paused') return notPaused(core, batch)
    const toBePaid = await readToBePaid(core.ledger.pool, { of: 'pending', batchNo })
    const sums = [...toBePaid.totals].map(([currency, sum]) => [currency, String(sum)])
    return { ok: true, toBePaid, seen: JSON.stringify([reason, startAt, toBePaid.rows, sums]) }
  })

/** Whoever wanted it to go on was not the first. */
async function notPaused({ ledger }: Core, { batchNo, name, state }: Batch): Promise<Failure> {
  if (state !== 'running') return refused('wrong_state', say('deskMeanwhile.over', { name }))
  const history = await readBatchHistory(ledger, batchNo)
  const who = history.findLast(({ toState }) => toState === 'running')?.actor
  return refused(
    'wrong_state',
    who ? say('deskMeanwhile.resumed_by', { who, name }) : say('deskMeanwhile.resumed_by_itself', { name }),
  )
}

/**
 * A person says to go on: automatic holds on the batch's operators end, and they begin with a slow start again. What waited
 * for the float is tried once more.
 */
async function setRunning(app: App, core: Core, batch: Batch, words: ResumeWords): Promise<Failure | undefined> {
  const { ledger } = core
  const move = { to: 'running', actor: actorOf(app).name, note: noteOf(words) } as const
  await forgetWaits(ledger, batch.batchNo)
  const moved = await moveBatch(ledger, batch.batchNo, ['paused'], move)
  if (!moved && words.onlyIfPaused) return notPaused(core, await readBatch(ledger, batch.batchNo))
  if (!moved && batch.state !== 'running') return undefined
  const chunks = await openChunks(ledger, batch.sandbox, batch.batchNo)
  await releaseOperators(ledger, batch.sandbox, [...new Set(chunks.map(({ operator }) => operator))])
  return undefined
}
