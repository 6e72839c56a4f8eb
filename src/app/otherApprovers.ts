import { countOtherApprovers } from '../ledger/batches/approveBatch.ts'
import type { Batch } from '../ledger/batches/batches.ts'
import type { Ledger } from '../ledger/connection/ledger.ts'
import { count, type Sentence, say } from '../words/sentence.ts'

/** Whether somebody may approve who is none of these people. */
export const hasOtherApprover = async (ledger: Ledger, names: readonly (string | null)[]): Promise<boolean> =>
  (await countOtherApprovers(ledger, names)) !== 0

/**
 * Why a batch that these people are about to submit can't get so many approvals, and what to do; null: there are people enough.
 *
 * @param names by name and login
 */
export const whyNoApprover = async (
  ledger: Ledger,
  names: readonly (string | null)[],
  needed: number,
): Promise<Sentence | null> => sentenceOf(await countOtherApprovers(ledger, names), needed)

/** So many people have to approve it yet, beside its submitter. */
export const approvalsMissing = ({
  approvalsNeeded,
  approvers,
}: Pick<Batch, 'approvalsNeeded' | 'approvers'>): number => Math.max(1, approvalsNeeded - 1 - approvers.length)

/** The same of a batch that waits; of others null. */
export const whyNoApproverOf = (ledger: Ledger, batch: Batch): Promise<Sentence | null> =>
  lookForApprovers(ledger)(batch)

/** The same of many: where there are plenty of approvers, they are counted once for all. */
export function lookForApprovers(ledger: Ledger): (batch: Batch) => Promise<Sentence | null> {
  let all: Promise<number | null> | undefined
  return async (batch) => {
    if (batch.state !== 'awaiting_approval') return null
    const missing = approvalsMissing(batch)
    all ??= countOtherApprovers(ledger, [])
    const people = await all
    // A name and a login may be two people's.
    const leftOut = 2 * (1 + batch.approvers.length)
    if (people === null || people - leftOut >= missing) return null
    return sentenceOf(await countOtherApprovers(ledger, [], batch.batchNo), missing)
  }
}

function sentenceOf(people: number | null, needed: number): Sentence | null {
  if (people === null || people >= needed) return null
  return people === 0
    ? say('deskApprove.nobody_may')
    : say('deskApprove.too_few_may', { missing: count(needed - people) })
}
