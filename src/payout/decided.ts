import type { Sentence } from '../words/sentence.ts'

/**
 * What somebody decided about a file when they submitted it, beside correcting it, and what they were told of it: whoever approves
 * it has only the rows that are left before them.
 */
export interface Decided {
  /** Payouts that look like others are paid all the same. */
  duplicates?: true
  /** Rows of the file that are not paid, since they can't be. */
  leftOut?: number
  /** The most that one payout may be, as it was given. */
  maxAmount?: string
  /** The total that the file itself gives is not compared. */
  ownTotal?: 'set_aside'
  /** The sheet that somebody chose. From here on it is in the file's words, and goes when the batch is purged. */
  sheet?: string
  /** Which column was chosen for a field, where the file's own names don't say so. */
  columns?: Readonly<Record<string, string>>
  /** What was taken for granted in reading it, found beside other payouts, and not looked at. */
  notes?: readonly Sentence[]
}
