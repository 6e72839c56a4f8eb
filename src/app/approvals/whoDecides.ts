import { type BatchDeed, readDeeds } from '../../ledger/audit/readHistory.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { countOtherApprovers, judgePeople, type OfBatch } from '../../ledger/batches/otherApprovers.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { readPolicy } from '../../ledger/policy/policy.ts'
import type { RetryRequest } from '../../ledger/rows/retryRequests.ts'
import type { CalledNotPaid } from '../../ledger/rows/secondPerson.ts'
import { batchStateOf, count, moment, type Sentence, say } from '../../words/sentence.ts'
import { hasAccounts } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/actor.ts'
import { type Actor, type App, type Failure, refused } from '../context.ts'
import type { Core } from '../open/openCore.ts'

/** For a batch that no longer waits: who last decided on it or on its retry, and when. */
export async function waitsNoMore(core: Core, batch: Batch): Promise<Failure> {
  const { name, state } = batch
  const found = await lastDecision(core, batch)
  if (!found) return refused('wrong_state', say('deskApprove.waits_no_more', { name, state: batchStateOf(state) }))
  const { deed, told } = found
  const why = deed.note === null ? [] : [say('deskApprove.reason', { note: deed.note })]
  return refused('wrong_state', told, why)
}

/** The same for terminals and programs: the state of the batch, and who decided. */
export async function waitsForNoApproval(core: Core, batch: Batch): Promise<Failure> {
  const { id, state } = batch
  const told = say('commands.batch_doesnt_wait_approval', { id, state: batchStateOf(state) })
  return refused('wrong_state', told, await whoDecided(core, batch))
}

/** Who decided last. Empty if nobody is known. */
export async function whoDecided(core: Core, batch: Batch): Promise<Sentence[]> {
  const found = await lastDecision(core, batch)
  return found && found.deed.by !== null ? [found.told] : []
}

/** Somebody else has already decided on the batch's retry, or there was none. */
export async function retryDecided(core: Core, batch: Batch): Promise<Failure> {
  const { id } = batch
  const found = await lastDecision(core, batch, ({ kind }) => kind.startsWith('retry_'))
  if (!found) return refused('wrong_state', say('accounts.no_retry_waits', { id }))
  const who = found.deed.by === null ? [] : [found.told]
  return refused('wrong_state', say('accounts.retry_decided', { id }), who)
}

async function lastDecision(
  { ledger }: Core,
  { batchNo, name }: Batch,
  isMeant: (deed: BatchDeed) => boolean = () => true,
): Promise<{ deed: BatchDeed; told: Sentence } | undefined> {
  const deeds = await readDeeds(ledger, batchNo, mostDeeds)
  for (const deed of deeds.filter(isMeant).toReversed()) {
    const told = decisionTold(deed, name)
    if (told) return { deed, told }
  }
  return undefined
}

/** How many recent deeds to search. Older decisions are no longer of interest. */
const mostDeeds = 100

function decisionTold({ kind, to, reason, by, at }: BatchDeed, name: string): Sentence | null {
  const told = { name, who: by ?? say('deskBatch.nobody_known'), at: moment(at) }
  switch (kind) {
    case 'approved':
      return say('deskApprove.already_approved', told)
    case 'retry_approved':
      return say('deskApprove.retry_already_approved', told)
    case 'retry_rejected':
      return say('deskApprove.retry_already_rejected', told)
    case 'retry_withdrawn':
      return say('deskApprove.retry_already_withdrawn', told)
    case 'moved':
      if (to !== 'cancelled') return null
      return reason === 'rejected'
        ? say('deskApprove.already_rejected', told)
        : say('deskApprove.already_cancelled', told)
    default:
      return null
  }
}

/** Why somebody can't decide on a batch that they submitted, or may have: under their login, without an account. */
export function ownBatch(
  { config: { command } }: App,
  { id, submitter }: Batch,
  { account, login }: Actor,
  otherwise: Sentence,
): Failure {
  const mayBeTheirs = account !== null && login !== null && login === submitter && login !== account.login
  return refused(
    'same_person',
    mayBeTheirs ? say('accounts.submitted_by_your_login', { id, login, command }) : otherwise,
  )
}

/** Why somebody can't approve what a key asks for, or a key can't approve it: one person could do both. */
export const ownKey = ({ kind }: Pick<Actor, 'kind'>): Failure =>
  refused('same_person', kind === 'key' ? say('deskApprove.same_behind_key') : say('deskApprove.you_made_key'))

/** Why a key can't approve or reject anything; null if the policy lets it, or it is no key. */
export const whyNotKey = async ({ ledger }: Core, { kind, name }: Actor): Promise<Sentence | null> =>
  kind === 'key' && !(await readPolicy(ledger)).keysApprove ? say('accounts.no_approver', { name }) : null

/** Of a batch that waits for an approver: whoever uses the login that submitted it without an account can't be one. */
export async function whyNotByLogin(app: App, core: Core, { id, state }: Batch): Promise<Sentence | null> {
  const { kind, name: login } = actorOf(app)
  if (state !== 'awaiting_approval' || kind !== 'login' || !(await hasAccounts(core))) return null
  return say('accounts.submitted_by_login', { id, login, command: app.config.command })
}

/** Whether every possible approver has requested the retry, or resolved one of its rows as not paid. */
export const isForNobody = async (
  ledger: Ledger,
  { requester, login }: Pick<RetryRequest, 'requester' | 'login'>,
  called: readonly CalledNotPaid[],
): Promise<boolean> =>
  (await countOtherApprovers(
    ledger,
    requester,
    login,
    called.map(({ by }) => by),
  )) === 0

/**
 * Why a batch that this person is about to submit can't get enough approvals, and what to do; null if it can.
 *
 * @param callers who called "not paid" what it pays again
 */
export const whyNoApprover = async (
  ledger: Ledger,
  { actor, login = null }: { actor: string; login?: string | null },
  needed: number,
  callers: readonly string[],
): Promise<Sentence | null> => sentenceOf(await countOtherApprovers(ledger, actor, login, callers), needed)

/** How many more people have to approve it, besides its submitter. */
export const approvalsMissing = ({ peopleNeeded, approvers }: Pick<Batch, 'peopleNeeded' | 'approvers'>): number =>
  Math.max(1, peopleNeeded - 1 - approvers.length)

/** Whether a batch that waits has as many approvals as it needs now: the policy was made laxer since they were given. */
export const hasEnoughApprovals = ({ peopleNeeded, approvers }: Pick<Batch, 'peopleNeeded' | 'approvers'>): boolean =>
  approvers.length > 0 && approvers.length >= peopleNeeded - 1

/** The same for a batch that waits, from what is known about the people (`judgePeople`). */
export const whyNobodyMay = (batch: Batch, { others }: Pick<OfBatch, 'others'>): Sentence | null =>
  hasEnoughApprovals(batch) ? null : sentenceOf(others, approvalsMissing(batch))

/** The same for a batch in any state; null if it doesn't wait. */
export async function whyNoApproverOf(ledger: Ledger, batch: Batch): Promise<Sentence | null> {
  const { batchNo, state } = batch
  if (state !== 'awaiting_approval') return null
  const judged = (await judgePeople(ledger, [batchNo])).get(batchNo)
  return judged ? whyNobodyMay(batch, judged) : null
}

function sentenceOf(people: number | null, needed: number): Sentence | null {
  if (people === null || people >= needed) return null
  return people === 0
    ? say('deskApprove.nobody_may')
    : say('deskApprove.too_few_may', { missing: count(needed - people) })
}
