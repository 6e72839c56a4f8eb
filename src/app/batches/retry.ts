import type { Batch } from '../../ledger/batches/batches.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { releaseOperators } from '../../ledger/policy/holds.ts'
import { lookAtRetry, retryRows } from '../../ledger/rows/retryRows.ts'
import { readCalledNotPaid, type WhyWaits } from '../../ledger/rows/secondPerson.ts'
import { errorCodes, notTakenCodes, unknownCodes } from '../../payout/outcome.ts'
import { nothingWarned, type Warned } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids, loginKept, noteOf } from '../accounts/actor.ts'
import { isForNobody } from '../approvals/whoDecides.ts'
import { type App, type Failure, failure, invalidWish, refused } from '../context.ts'
import { type Core, withBatch } from '../open/openCore.ts'
import { type By, goOn, type WentOn, waitForForeground } from '../pay/goOn.ts'
import { paidByAnotherCommand } from '../pay/payHere.ts'
import type { Confirm, Preview, ToBePaid } from '../submit/preview.ts'
import { type BatchDocument, batchDocument } from './batchDocument.ts'
import { rejectedBefore } from './droppedRows.ts'
import { type AllPaid, answerOf, elsewhereLines, lookOf, type RetryWaits, type RetryWarnings } from './judgeRetry.ts'

interface RetryOptions {
  lines: readonly number[]
  codes: readonly string[]
  allowDuplicates: boolean
  /** Only together with `lines`. */
  despiteEvidence: boolean
  /** Leave out rows that are paid according to before `confirm` is called. */
  leaveOut?: boolean
  /** The note of the person who requests it. */
  note?: string | undefined
  requestKey?: RequestKey | undefined
  by: By
  /** By default nobody is asked. */
  confirm?: Confirm | undefined
  /** Called when rows are about to be retried, with their warnings. */
  onRetried(batchId: string, rows: number, warned: Warned): void
}

export type RetryWhyWaits = WhyWaits
/** The result, with the warnings about its rows. A failure has `warned` if the policy refuses the rows because of them. */
export type RetryEnded = (Exclude<WentOn, Failure> | AllPaid | RetryWaits) & { warned: Warned }

/** Retry failed rows as new attempts: all of them, or those that were named. */
export async function retry(app: App, name: string, options: RetryOptions): Promise<RetryEnded | Failure> {
  const forbidden = forbids(app, 'retry')
  if (forbidden) return forbidden
  const { by, onRetried, confirm, note, leaveOut = false, ...wish } = options
  const { lines, codes, despiteEvidence } = wish
  if (despiteEvidence && lines.length === 0) return failure('usage', say('ledger.evidence_needs_lines'))
  for (const code of codes) {
    const problem = problemOfCode(code, app.config.command)
    if (problem) return invalidWish('codes', problem)
  }
  const act = async (core: Core, batch: Batch) => {
    const now = await waitForForeground(core, batch)
    if (now.foregroundNo !== null) return paidByAnotherCommand(app, now)
    let warned = nothingWarned
    const ended = await goOn(app, core, now, by, async () => {
      const actor = actorOf(app)
      const who = { actor: actor.name, login: loginKept(actor), peopleNeeded: app.config.approvals }
      const { look, told } = await lookOf(app, core)
      const asked = { ...wish, ...who, note: noteOf({ note }), look, batchNo: now.batchNo }
      const looked = confirm && (await lookAtRetry(core.ledger, { ...asked, leaveOut }))
      if (looked && looked.kind !== 'looked') return answerOf(app, core, now, looked, told().warned)
      if (looked && !(await confirm(previewOf(now, looked, told())))) return failure('refused', say('paying.declined'))
      // Retry exactly the rows that were shown, or none.
      const retried = await retryRows(
        core.ledger,
        looked ? { ...asked, lines: looked.lines, attempts: looked.attempts, waits: looked.why !== null } : asked,
      )
      warned = told().warned
      if (retried.kind !== 'retried') return answerOf(app, core, now, retried, warned)
      await releaseOperators(core.ledger, now.sandbox, retried.operators)
      onRetried(now.id, retried.lines.length, warned)
      return undefined
    })
    return ended.ok ? { ...ended, warned } : ended
  }
  return withBatch(app, name, act, { judges: true })
}

const previewOf = (
  { id, name, fileRows, sandbox, hours }: Batch,
  { lines, attempts, toBePaid, why }: Extract<Awaited<ReturnType<typeof lookAtRetry>>, { kind: 'looked' }>,
  { warned }: RetryWarnings,
): Preview => ({
  of: { kind: 'batch', id, name, rows: fileRows, lines, attempts, warned, notes: rejectedBefore(why?.rejected ?? []) },
  toBePaid,
  sandbox,
  needsApproval: why !== null,
  whyNobody: null,
  startAt: null,
  hours,
})

/** Why no failed row can have this code; undefined if one can. */
function problemOfCode(code: string, command: string): Sentence | undefined {
  const isOneOf = (codes: readonly string[]) => codes.includes(code)
  if (!isOneOf(errorCodes)) return say('ledger.code_unknown', { code })
  if (isOneOf(unknownCodes)) return say('ledger.code_of_unknown_rows', { code, command })
  if (code === 'not_final') return say('ledger.code_of_accepted_rows', { code, command })
  if (isOneOf(notTakenCodes)) return say('ledger.code_of_unsent_rows', { code, command })
  return undefined
}

interface PreviewedRetry {
  ok: true
  batch: BatchDocument
  lines: readonly number[]
  /** Failed rows that are paid according to evidence: they are not retried. */
  leftOut: readonly number[]
  /** Which failed rows other batches pay, or seem to: they are not retried, either. */
  elsewhere: readonly Sentence[]
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
    const who = { actor: actor.name, login, peopleNeeded: app.config.approvals }
    const looked = await lookAtRetry(ledger, { ...wish, ...who, leaveOut: true, look, batchNo })
    if (looked.kind !== 'looked') {
      const why = await answerOf(app, core, batch, looked, told().warned)
      if (!why.ok) return why
      return refused('nothing_to_retry', say('ledger.none_failed', { id: batch.id }))
    }
    const { lines, leftOut, attempts, toBePaid, why } = looked
    const elsewhere = elsewhereLines(looked.elsewhere)
    const { warned } = told()
    const shown = { batch: batchDocument(batch), lines, leftOut, elsewhere, attempts, toBePaid, warned }
    const done = { ok: true as const, ...shown, approval: null }
    if (!why) return done
    const ofRejected = why.rejected.flatMap((each) => each.lines)
    const marked = new Set([...why.calledNotPaid, ...why.ownStatement, ...ofRejected])
    const others = why.oneMore ? [] : lines.filter((line) => !marked.has(line))
    const called = await readCalledNotPaid(ledger, batchNo, why.calledNotPaid)
    const hasApprover = !(await isForNobody(ledger, { requester: actor.name, login }, called))
    return { ...done, approval: { why, others, hasApprover } }
  })
}
