import type { Corrected, Expected } from '../../payout/correction.ts'
import type { Ledger } from '../connection/ledger.ts'

/** With what a batch was submitted, beside its file. */
export interface SubmittedWith {
  /** What its submitter said that it comes to; null: it was no file, or nobody knows. */
  expected: Expected | null
  /** What they corrected in it first; null: nothing, or it is purged. */
  corrected: Corrected | null
}

export async function readSubmittedWith({ pool }: Pick<Ledger, 'pool'>, batchNo: number): Promise<SubmittedWith> {
  const { rows } = await pool.query<SubmittedWith>(
    `select expected, corrected
       from payrun.batches
      where batch_no = $1`,
    [batchNo],
  )
  return rows[0] ?? { expected: null, corrected: null }
}

/** Whether anything was corrected in its file, and is not purged. */
export async function isCorrected({ pool }: Pick<Ledger, 'pool'>, batchNo: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from payrun.batches
      where batch_no = $1
        and corrected is not null`,
    [batchNo],
  )
  return rowCount === 1
}
