import { findAccount } from '../../ledger/accounts/accounts.ts'
import { readSubmittedWith, type SubmittedWith } from '../../ledger/batches/submittedWith.ts'
import { type NewPeople, readNewPeople, readToBePaid, type ToBePaid } from '../../ledger/batches/toBePaid.ts'
import { readWarningRules } from '../../ledger/policy/policy.ts'
import { noteOfRetry, waitingRetry } from '../../ledger/rows/retryRequests.ts'
import { lookAtRetry } from '../../ledger/rows/retryRows.ts'
import { type CalledNotPaid, readRejectedRetries, readSaidNotPaid } from '../../ledger/rows/secondPerson.ts'
import type { Warned } from '../../payout/warning.ts'
import type { Sentence } from '../../words/sentence.ts'
import { accountActor, actorOf } from '../accounts/actor.ts'
import { type BatchDocument, batchDocument, totalsOf } from '../batches/batchDocument.ts'
import { rejectedBefore } from '../batches/droppedRows.ts'
import { insistedLines, lookOf } from '../batches/judgeRetry.ts'
import type { App, Failure } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { warnedBefore } from '../submit/warnings.ts'
import { judgeBatches, type Waiting, waitingBatch, waitingOf } from './approvals.ts'
import { waitsNoMore, whyNotKey } from './whoDecides.ts'

/** What an approver has to know before deciding. */
export interface ApprovalLook extends Waiting {
  ok: true
  /** Identifies the retry, because it may be replaced by one of other rows. Null for the batch itself. */
  requestNo: number | null
  /** The note of the person who requested it; null if there is none, and for the batch itself. */
  note: string | null
  toBePaid: ToBePaid
  /** Null if there are too many people to look up, and for a retry. */
  newPeople: NewPeople | null
  /** The warnings that the submitter saw; for a retry, the current warnings. */
  warned: Warned
  /** How it was submitted; null for a retry. */
  submittedWith: SubmittedWith | null
  /** The rows of a retry that somebody resolved as not paid, or that a statement of somebody's calls so. */
  calledNotPaid: readonly CalledNotPaid[]
  /** Why approvers rejected retries of these rows before. */
  rejected: readonly Sentence[]
  /** Why rows of a retry may already have been paid, if whoever asked for it wants them retried all the same. */
  insisted: readonly Sentence[]
  /** The total number of attempts of the rows of a retry; null if they can't be retried as things are, or it is not a retry. */
  attempts: number | null
}

/** @param account who is going to decide, and has not proved yet who they are; by default whoever looks */
export const lookAtApproval = (looker: App, name: string, account?: string): Promise<ApprovalLook | Failure> =>
  withBatch<ApprovalLook | Failure>(looker, name, async (core, batch) => {
    const { ledger } = core
    const decider = account === undefined ? undefined : await findAccount(ledger, account.trim())
    const app = decider ? { ...looker, actor: accountActor(decider, looker.config.user) } : looker
    const { batchNo, state } = batch
    const totals = await totalsOf(core, batch)
    const keyMayNot = await whyNotKey(core, actorOf(app))
    if (state === 'awaiting_approval') {
      const rules = await readWarningRules(ledger.pool)
      const waiting = waitingBatch(app, batch, totals, await judgeBatches(core, actorOf(app), [batch]), rules)
      const toBePaid = await readToBePaid(ledger.pool, { of: 'pending', batchNo })
      const warned = await warnedBefore(core, batchNo)
      return {
        ok: true,
        ...waiting,
        whyNot: waiting.whyNot ?? keyMayNot,
        requestNo: null,
        note: null,
        toBePaid,
        newPeople: await readNewPeople(ledger, batchNo, changedLines(warned)),
        warned,
        submittedWith: await readSubmittedWith(ledger, batchNo),
        calledNotPaid: [],
        rejected: [],
        insisted: [],
        attempts: null,
      }
    }
    const request = await waitingRetry(ledger, batchNo)
    if (!request) return waitsNoMore(core, batch)
    const waiting = await waitingOf(app, core, request, batch, totals)
    const toBePaid = await readToBePaid(ledger.pool, { of: 'batch', batchNo, lines: request.lines })
    const { look, told } = await lookOf(app, core)
    const looked = await lookAtRetry(ledger, { ...request, batchNo, actor: actorOf(app).name, look })
    const { requestNo } = request
    const note = await noteOfRetry(ledger, requestNo)
    const { warned } = told()
    const calledNotPaid = await readSaidNotPaid(ledger, batchNo, request.lines)
    const [attempts, insisted] =
      looked.kind === 'looked' ? [looked.attempts, insistedLines(looked.insisted)] : [null, []]
    const rejected = rejectedBefore(await readRejectedRetries(ledger, batchNo, request.lines))
    const ofRetry = { rejected, attempts, newPeople: null, submittedWith: null, calledNotPaid, insisted }
    const whyNot = waiting.whyNot ?? keyMayNot
    return { ok: true, ...waiting, whyNot, requestNo, note, toBePaid, warned, ...ofRetry }
  })

/** Everybody whom a waiting batch pays for the first time; null if it has too many rows to look up. */
export const listNewPeople = (
  app: App,
  name: string,
): Promise<{ ok: true; batch: BatchDocument; found: NewPeople | null } | Failure> =>
  withBatch(app, name, async (core, batch) => {
    const known = changedLines(await warnedBefore(core, batch.batchNo))
    return {
      ok: true,
      batch: batchDocument(batch),
      found: await readNewPeople(core.ledger, batch.batchNo, known, 'all'),
    }
  })

/** Lines of people who were paid at another number before. They are not new people, and have a warning already. */
const changedLines = ({ warnings }: Warned): number[] =>
  warnings.shown.flatMap(({ code, line }) => (code === 'number_changed' && line !== null ? [line] : []))
