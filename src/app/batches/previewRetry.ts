import { askSecondPerson, readCalledNotPaid } from '../../ledger/rows/retryRequests.ts'
import { lookAtRetry } from '../../ledger/rows/retryRows.ts'
import type { Warned } from '../../payout/warning.ts'
import { say } from '../../words/sentence.ts'
import { actorOf, forbids, loginKept } from '../accounts/actor.ts'
import { isForNobody } from '../approvals/otherApprovers.ts'
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
  /** The number of rows that a person resolved as not paid; 0 if the policy requires approval because of warnings. */
  calledNotPaid: number
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
    const looked = await lookAtRetry(ledger, { ...wish, leaveOut: true, look, batchNo, actor: actor.name })
    if (looked.kind !== 'looked') {
      const why = await judge(app, core, batch, looked, told().warned)
      if (why && !why.ok) return why
      return refused('nothing_to_retry', say('ledger.none_failed', { id: batch.id }))
    }
    const { lines, leftOut, attempts, toBePaid } = looked
    const { warned, oneMore } = told()
    const isAsked = oneMore || (await askSecondPerson(ledger, batchNo, app.config.approvals))
    const called = isAsked ? await readCalledNotPaid(ledger, batchNo, lines) : []
    const shown = { batch: batchDocument(batch), lines, leftOut, attempts, toBePaid, warned }
    const done = { ok: true as const, ...shown, approval: null }
    if (called.length === 0 && !oneMore) return done
    const marked = new Set(called.map(({ line }) => line))
    const others = oneMore ? [] : lines.filter((line) => !marked.has(line))
    const asked = { requester: actor.name, login: loginKept(actor) }
    const hasApprover = !(await isForNobody(ledger, asked, called))
    return { ...done, approval: { calledNotPaid: called.length, others, hasApprover } }
  })
}
