import { countOtherApprovers, readDecidedNames } from '../ledger/accounts/otherApprovers.ts'
import type { Batch } from '../ledger/batches/batches.ts'
import type { Ledger } from '../ledger/connection/ledger.ts'
import { count, type Sentence, say } from '../words/sentence.ts'

/** Whether somebody may approve who is none of these people. */
export const hasOtherApprover = async (ledger: Ledger, names: readonly (string | null)[]): Promise<boolean> =>
  (await countOtherApprovers(ledger, names)) !== 0

/**
 * Why a batch can't get so many approvals, and what to do; null: there are people enough.
 *
 * @param names those who submit it or have approved it already, by name and login
 */
export async function whyNoApprover(
  ledger: Ledger,
  names: readonly (string | null)[],
  needed: number,
): Promise<Sentence | null> {
  const people = await countOtherApprovers(ledger, names)
  if (people === null || people >= needed) return null
  return people === 0
    ? say('deskApprove.nobody_may')
    : say('deskApprove.too_few_may', { missing: count(needed - people) })
}

/** So many people have to approve it yet, beside its submitter. */
export const approvalsMissing = ({
  approvalsNeeded,
  approvers,
}: Pick<Batch, 'approvalsNeeded' | 'approvers'>): number => Math.max(1, approvalsNeeded - 1 - approvers.length)

/** The same of a batch that waits. */
export const whyNoApproverOf = async (ledger: Ledger, batch: Batch): Promise<Sentence | null> =>
  batch.state === 'awaiting_approval'
    ? whyNoApprover(ledger, await readDecidedNames(ledger, batch.batchNo), approvalsMissing(batch))
    : null
