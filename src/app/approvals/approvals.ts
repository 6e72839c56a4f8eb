import { type Batch, listBatches, readBatch } from '../../ledger/batches/batches.ts'
import { judgeAsked, judgePeople, type OfKey } from '../../ledger/batches/otherApprovers.ts'
import { type BatchTotals, readTotals, sumsOfLines } from '../../ledger/batches/totals.ts'
import { readWarningRules, type WarningRules } from '../../ledger/policy/policy.ts'
import { findAgainstRequest, isRequester, type RetryRequest, waitingRetries } from '../../ledger/rows/retryRequests.ts'
import { readCalledNotPaid } from '../../ledger/rows/secondPerson.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids, loginOf } from '../accounts/actor.ts'
import { type BatchDocument, batchDocument } from '../batches/batchDocument.ts'
import { whyNoMore } from '../batches/judgeRetry.ts'
import type { Actor, App, Failure } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { blockedBy } from '../submit/warnings.ts'
import { hasEnoughApprovals, whyNobodyMay } from './whoDecides.ts'

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

export const judgeBatches = ({ ledger }: Core, who: Actor, batches: readonly Batch[]): ReturnType<typeof judgePeople> =>
  judgePeople(
    ledger,
    batches.map(({ batchNo }) => batchNo),
    { name: who.name, login: loginOf(who) },
  )

export function waitingBatch(
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

export async function waitingOf(
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
  const isOwn = await isRequester(ledger, request.requestNo, who.name, who.login)
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
    isOwn,
    hasCalled,
    whyNot: against && isOwn ? say('deskRetry.no_more_own') : whyNotRetry(app, isOwn),
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

function whyNotRetry(app: App, isOwn: boolean): Sentence | null {
  if (isOwn) return say('deskApprove.you_asked')
  return forbids(app, 'approve') ? say('deskApprove.for_approvers') : null
}
