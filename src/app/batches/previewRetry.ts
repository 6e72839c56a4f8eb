import { lookAtRetry } from '../../ledger/rows/retryRows.ts'
import { readCalledNotPaid, type WhyWaits } from '../../ledger/rows/secondPerson.ts'
import type { Warned } from '../../payout/warning.ts'
import { say } from '../../words/sentence.ts'
import { actorOf, forbids, loginKept } from '../accounts/actor.ts'
import { isForNobody } from '../approvals/whoDecides.ts'
import { type App, type Failure, refused } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import type { ToBePaid } from '../submit/preview.ts'
import { type BatchDocument, batchDocument } from './batchDocument.ts'
import { judge, type RetryOptions } from './retry.ts'
import { lookOf } from './retryLook.ts'

interface PreviewedRetry {
  ok: true
  batch: BatchDocument
  lines: readonly number[]
  /** Failed rows that are paid according to evidence: they are not retried. */
  leftOut: readonly number[]
  /** The total number of attempts of its rows so far. */
  attempts: number
  toBePaid: ToBePaid
  warned: Warned
  /** Why somebody else has to approve it first; null if no approval is needed. */
  approval: RetryApproval | null
}

export interface RetryApproval {
  why: WhyWaits
  /** The other lines, which need no approval by themselves. */
  others: readonly number[]
  /** Whether anybody can approve it. */
  hasApprover: boolean
}

/** What a retry would pay, or why nothing can be retried. Changes nothing. */
export async function previewRetry(
  app: App,
  name: string,
  wish: Pick<RetryOptions, 'lines' | 'codes'>,
): Promise<PreviewedRetry | Failure> {
  const forbidden = forbids(app, 'retry')
  if (forbidden) return forbidden
  return withBatch<PreviewedRetry | Failure>(app, name, async (core, batch) => {
    const { ledger } = core
    const { batchNo } = batch
    const { look, told } = await lookOf(app, core)
    const actor = actorOf(app)
    const login = loginKept(actor)
    const who = { actor: actor.name, login, approvalsNeeded: app.config.approvals }
    const looked = await lookAtRetry(ledger, { ...wish, ...who, leaveOut: true, look, batchNo })
    if (looked.kind !== 'looked') {
      const why = await judge(app, core, batch, looked, told().warned)
      if (why && !why.ok) return why
      return refused('nothing_to_retry', say('ledger.none_failed', { id: batch.id }))
    }
    const { lines, leftOut, attempts, toBePaid, why } = looked
    const { warned } = told()
    const shown = { batch: batchDocument(batch), lines, leftOut, attempts, toBePaid, warned }
    const done = { ok: true as const, ...shown, approval: null }
    if (!why) return done
    const marked = new Set([...why.calledNotPaid, ...why.ownStatement])
    const others = why.oneMore ? [] : lines.filter((line) => !marked.has(line))
    const called = await readCalledNotPaid(ledger, batchNo, why.calledNotPaid)
    const hasApprover = !(await isForNobody(ledger, { requester: actor.name, login }, called))
    return { ...done, approval: { why, others, hasApprover } }
  })
}
