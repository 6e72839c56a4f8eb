import type { PayoutState } from '../../payout/state.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'

/** Invalid rows that are payouts of other batches: paid there, or not certainly. */
export interface HeldElsewhere {
  paid: number
  open: number
}

/**
 * What became of the rows of a settled batch. Only those that were certainly not paid are called so: somebody may pay them in cash.
 *
 * @param doubted rows that are neither paid nor unresolved, but that evidence calls paid
 */
export function settledSentence(
  counts: Readonly<Partial<Record<PayoutState, number>>>,
  { doubted, elsewhere }: { doubted: number; elsewhere: HeldElsewhere },
): { isAllPaid: boolean; words: Sentence } {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const maybe = (counts.unknown ?? 0) + (counts.accepted ?? 0) + doubted + elsewhere.open
  const notPaid = all - (counts.paid ?? 0) - elsewhere.paid - maybe
  const rows = count(all)
  if (notPaid + maybe === 0) {
    const words =
      elsewhere.paid > 0
        ? say('summary.all_rows_paid_some_elsewhere', { rows, elsewhere: count(elsewhere.paid) })
        : say('summary.all_rows_paid', { rows })
    return { isAllPaid: true, words }
  }
  if (maybe === 0)
    return { isAllPaid: false, words: say('summary.settled_not_all_paid', { notPaid: count(notPaid), rows }) }
  if (notPaid === 0)
    return { isAllPaid: false, words: say('summary.settled_some_maybe_paid', { maybe: count(maybe), rows }) }
  const words = say('summary.settled_not_and_maybe_paid', { notPaid: count(notPaid), maybe: count(maybe), rows })
  return { isAllPaid: false, words }
}
