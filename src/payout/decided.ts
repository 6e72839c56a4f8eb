import type { Sentence } from '../words/sentence.ts'

/**
 * The submitter's decisions about a file, besides corrections, and the notes they were shown. Approvers need these, because they
 * see only the rows that are left.
 */
export interface Decided {
  /** Possible duplicates are paid anyway. */
  duplicates?: true
  /** How many rows are left out because they can't be paid. */
  leftOut?: number
  /** The maximum for one payout, as it was typed. */
  maxAmount?: string
  /** The file's own total was not checked. */
  ownTotal?: 'set_aside'
  /** The chosen sheet. This and the fields below quote the file, so purging the batch deletes them. */
  sheet?: string
  /** The columns chosen for fields that the file's own headings don't identify. */
  columns?: Readonly<Record<string, string>>
  /** What was assumed in reading the file, what was found among other payouts, and what was not checked. */
  notes?: readonly Sentence[]
}
