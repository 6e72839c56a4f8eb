import { findAccount } from '../../ledger/accounts/accounts.ts'
import { type Batch, listBatches, readBatch } from '../../ledger/batches/batches.ts'
import { judgeAsked, judgePeople, type OfKey } from '../../ledger/batches/otherApprovers.ts'
import {
  type NewPeople,
  readNewPeople,
  readSubmittedWith,
  readToBePaid,
  type SubmittedWith,
  type ToBePaid,
} from '../../ledger/batches/toBePaid.ts'
import { type BatchTotals, readTotals, sumsOfLines } from '../../ledger/batches/totals.ts'
import { readWarningRules, type WarningRules } from '../../ledger/policy/policy.ts'
import {
  findAgainstRequest,
  noteOfRetry,
  type RetryRequest,
  waitingRetries,
  waitingRetry,
} from '../../ledger/rows/retryRequests.ts'
import { lookAtRetry } from '../../ledger/rows/retryRows.ts'
import {
  type CalledNotPaid,
  readCalledNotPaid,
  readRejectedRetries,
  readSaidNotPaid,
} from '../../ledger/rows/secondPerson.ts'
import type { Warned } from '../../payout/warning.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import { accountActor, actorOf, forbids, loginOf } from '../accounts/actor.ts'
import { type BatchDocument, batchDocument, totalsOf } from '../batches/batchDocument.ts'
import { rejectedBefore } from '../batches/droppedRows.ts'
import { insistedLines, lookOf, whyNoMore } from '../batches/judgeRetry.ts'
import type { Actor, App, Failure } from '../context.ts'
import { type Core, withBatch, withCore } from '../open/openCore.ts'
import { blockedBy, warnedBefore } from '../submit/warnings.ts'
import { hasEnoughApprovals, waitsNoMore, whyNobodyMay } from './whoDecides.ts'

/** Something that waits for approval: a batch, or a retry of some of its rows. */
export interface Waiting {
  kind: 'batch' | 'retry'
  batch: BatchDocument
  /** Who submitted the batch or requested the retry; null if not recorded. */
  by: string | null
  /** The API key by which they did, if they did by one. */
  key: OfKey | null
  /** How many rows would be paid or retried. */
  rows: number
  /** How many rows of the batch's file are not paid. */
  leftOut: number
  /** By currency, in minor units; null if there are too many rows to add up. */
  sums: ReadonlyMap<string, bigint> | null
  /** ISO 8601. */
  since: string
  /** Whether this person requested it. */
  isOwn: boolean
  /** Why this person can't decide on it; null if they can. */
  whyNot: Sentence | null
  /** They called one of its rows not paid, so that another approver has to approve it. */
  hasCalled: boolean
  /** Why this person can only reject it; null if they can approve it, too. */
  onlyReject: Sentence | null
  /** Why nobody can approve a retry any more, row by row: it can only be rejected. */
  against: readonly Sentence[]
  /** Why nobody can, and what to do; null if somebody can. */
  whyNobody: Sentence | null
  /** Enough people have approved it, since the policy was made laxer: one of them lets it go. */
  isEnough: boolean
}

/** For a retry of more rows, only the database checks who may decide, when somebody does. */
const mostLookedAt = 10_000

/** Everything that waits for approval, oldest first. */
export const listWaiting = (app: App): Promise<{ ok: true; waiting: Waiting[] } | Failure> =>
  withCore(app, async (core) => {
    const found = await findWaiting(core)
    const totals = await readTotals(
      core.ledger,
      found.map(({ batch }) => batch.batchNo),
    )
    return { ok: true, waiting: await judgeWaiting(app, core, found, totals) }
  })

/** A batch that waits for approval or, with a request, a retry of some of its rows. */
interface FoundWaiting {
  batch: Batch
  request: RetryRequest | null
}

export async function findWaiting({ ledger }: Core): Promise<FoundWaiting[]> {
  const batches = await listBatches(ledger, { state: 'awaiting_approval' })
  const requests = await waitingRetries(ledger)
  const ofRetries = await Promise.all(
    requests.map(async (request) => ({ batch: await readBatch(ledger, request.batchNo), request })),
  )
  return [...batches.map((batch) => ({ batch, request: null })), ...ofRetries]
}

/** Whether this person can decide on each of them, oldest first. */
export async function judgeWaiting(
  app: App,
  core: Core,
  found: readonly FoundWaiting[],
  totals: ReadonlyMap<number, BatchTotals>,
): Promise<Waiting[]> {
  const batches = found.flatMap(({ batch, request }) => (request === null ? [batch] : []))
  const judged = await judgeBatches(core, actorOf(app), batches)
  const rules = await readWarningRules(core.ledger.pool)
  const waiting = await Promise.all(
    found.map(({ batch, request }) => {
      const its = totals.get(batch.batchNo)
      return request === null ? waitingBatch(app, batch, its, judged, rules) : waitingOf(app, core, request, batch, its)
    }),
  )
  return waiting.sort((one, other) => (one.since < other.since ? -1 : 1))
}

const judgeBatches = ({ ledger }: Core, who: Actor, batches: readonly Batch[]): ReturnType<typeof judgePeople> =>
  judgePeople(
    ledger,
    batches.map(({ batchNo }) => batchNo),
    { name: who.name, login: loginOf(who) },
  )

function waitingBatch(
  app: App,
  batch: Batch,
  totals: BatchTotals | undefined,
  judged: Awaited<ReturnType<typeof judgePeople>>,
  rules: WarningRules,
): Waiting {
  const none = { isOwn: false, hasCalled: false, hasApproved: false, others: null, key: null }
  const { isOwn, hasCalled, hasApproved, others, key } = judged.get(batch.batchNo) ?? none
  const callsAgain = hasCalled ? say('deskApprove.you_called_not_paid') : null
  return {
    kind: 'batch',
    batch: batchDocument(batch, totals),
    by: batch.submitter,
    key,
    rows: totals?.counts.pending ?? 0,
    leftOut: totals?.counts.invalid ?? 0,
    sums: new Map(Object.entries(totals?.sums.pending ?? {})),
    since: batch.createdAt.toISOString(),
    isOwn,
    hasCalled,
    whyNot: isOwn ? say('deskApprove.you_submitted') : whyNotBatch(app, batch, hasApproved),
    onlyReject: key?.isOwn
      ? say('deskApprove.you_made_key')
      : (callsAgain ?? blockedBy(app, { counts: batch.warnings }, rules, 'batch') ?? null),
    against: [],
    whyNobody: whyNobodyMay(batch, { others }),
    isEnough: hasEnoughApprovals(batch),
  }
}

async function waitingOf(
  app: App,
  { ledger }: Core,
  request: RetryRequest,
  batch: Batch,
  totals: BatchTotals | undefined,
): Promise<Waiting> {
  const { requester, login, lines, at } = request
  const actor = actorOf(app)
  const { batchNo } = batch
  const called = await readCalledNotPaid(ledger, batchNo, lines.slice(0, mostLookedAt))
  const callers = called.map(({ by }) => by)
  const who = { name: actor.name, login: loginOf(actor) }
  const against = await findAgainstRequest(ledger, request, mostLookedAt)
  const { others, key, hasCalled } = await judgeAsked(ledger, { name: requester, login }, callers, who)
  return {
    kind: 'retry',
    batch: batchDocument(batch, totals),
    by: requester,
    key,
    rows: lines.length,
    leftOut: 0,
    sums: lines.length > mostLookedAt ? null : await sumsOfLines(ledger, batchNo, lines),
    since: at.toISOString(),
    isOwn: requester === actor.name,
    hasCalled,
    whyNot: against && requester === actor.name ? say('deskRetry.no_more_own') : whyNotRetry(app, requester),
    onlyReject: key?.isOwn
      ? say('deskApprove.you_made_key')
      : against
        ? say('deskRetry.no_more', { who: requester })
        : hasCalled
          ? say('deskApprove.you_called_not_paid')
          : null,
    against: against ? whyNoMore(against) : [],
    whyNobody: others === 0 ? say('deskRetry.nobody_else') : null,
    isEnough: false,
  }
}

/** Who asked for it: a person, or a key and who made it. */
export const askedBy = ({ by, key }: Pick<Waiting, 'by' | 'key'>): Sentence | string => {
  if (by === null) return say('deskBatch.nobody_known')
  return key ? say('deskApprove.by_key', { key: by, by: key.by, at: moment(key.at) }) : by
}

/** Shown in advance to save people the effort. The database checks again when somebody decides. */
function whyNotBatch(app: App, batch: Batch, hasApproved: boolean): Sentence | null {
  if (forbids(app, 'approve')) return say('deskApprove.for_approvers')
  if (hasEnoughApprovals(batch)) return null
  return hasApproved ? say('deskApprove.you_approved') : null
}

function whyNotRetry(app: App, requester: string): Sentence | null {
  if (requester === actorOf(app).name) return say('deskApprove.you_asked')
  return forbids(app, 'approve') ? say('deskApprove.for_approvers') : null
}

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
    if (state === 'awaiting_approval') {
      const rules = await readWarningRules(ledger.pool)
      const waiting = waitingBatch(app, batch, totals, await judgeBatches(core, actorOf(app), [batch]), rules)
      const toBePaid = await readToBePaid(ledger.pool, { of: 'pending', batchNo })
      const warned = await warnedBefore(core, batchNo)
      return {
        ok: true,
        ...waiting,
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
    return { ok: true, ...waiting, requestNo, note, toBePaid, warned, ...ofRetry }
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
