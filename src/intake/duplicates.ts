import { hash } from 'node:crypto'
import type { Payable } from '../payout/payable.ts'
import { createSeenTable } from './seenTable.ts'

/**
 * Finds, within one file, references that come twice and rows that pay the same number the same amount. The second and
 * later rows carry the problem.
 *
 * @param expectedRows from the file's line breaks: sizes the tables.
 */
export function createDuplicateFinder(expectedRows: number) {
  const references = createSeenTable(1, expectedRows)
  /** First the line of the first such row, then that of the first such row without a reference (0: none). */
  const payments = createSeenTable(2, expectedRows)
  return {
    /** The line that had this reference first, null when this is the first. `key`: the row's payout key. */
    sameReference(key: string, line: number): number | null {
      const { place, isNew } = references.find(key, line)
      return isNew ? null : references.get(place, 0)
    },
    /**
     * The line of an earlier row with the same number, amount and currency, when at least one of the two has no reference
     * (two references say that two payouts are meant). Null when there is none.
     */
    samePayment(payable: Payable, hasReference: boolean, line: number): number | null {
      const digest = hash('sha256', `${payable.phone} ${payable.amountMinor} ${payable.currency}`, 'hex')
      const { place, isNew } = payments.find(digest, line)
      const earlier = isNew ? 0 : payments.get(place, hasReference ? 1 : 0)
      if (!hasReference && payments.get(place, 1) === 0) payments.set(place, 1, line)
      return earlier === 0 ? null : earlier
    },
  }
}
