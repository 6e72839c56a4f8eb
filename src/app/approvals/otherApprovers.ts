import type { Batch } from '../../ledger/batches/batches.ts'
import { countOtherApprovers, judgePeople, type OfBatch } from '../../ledger/batches/otherApprovers.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import type { RetryRequest } from '../../ledger/rows/retryRequests.ts'
import type { CalledNotPaid } from '../../ledger/rows/secondPerson.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'

/** Whether every possible approver has requested the retry, or resolved one of its rows as not paid. */
export const isForNobody = async (
  ledger: Ledger,
  { requester, login }: Pick<RetryRequest, 'requester' | 'login'>,
  called: readonly CalledNotPaid[],
): Promise<boolean> => (await countOtherApprovers(ledger, [requester, login, ...called.map(({ by }) => by)])) === 0

/**
 * Why a batch that these people are about to submit can't get enough approvals, and what to do; null if it can.
 *
 * @param names by name and login
 */
export const whyNoApprover = async (
  ledger: Ledger,
  names: readonly (string | null)[],
  needed: number,
): Promise<Sentence | null> => sentenceOf(await countOtherApprovers(ledger, names), needed)

/** How many more people have to approve it, besides its submitter. */
export const approvalsMissing = ({
  approvalsNeeded,
  approvers,
}: Pick<Batch, 'approvalsNeeded' | 'approvers'>): number => Math.max(1, approvalsNeeded - 1 - approvers.length)

/** Whether a batch that waits has as many approvals as it needs now: the policy was made laxer since they were given. */
export const hasEnoughApprovals = ({
  approvalsNeeded,
  approvers,
}: Pick<Batch, 'approvalsNeeded' | 'approvers'>): boolean =>
  approvers.length > 0 && approvers.length >= approvalsNeeded - 1

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
