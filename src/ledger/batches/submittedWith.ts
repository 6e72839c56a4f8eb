import type { Corrected, Expected } from '../../payout/correction.ts'
import type { Decided } from '../../payout/decided.ts'
import { readSentence } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** With what a batch was submitted, beside its file. */
export interface SubmittedWith {
  /** What its submitter said that it comes to; null: it was no file, or nobody knows. */
  expected: Expected | null
  /** What they corrected in it first; null: nothing, or it is purged. */
  corrected: Corrected | null
  /** What they decided about it, beside that; null: it was no file, or nobody knows. */
  decided: Decided | null
}

export async function readSubmittedWith({ pool }: Pick<Ledger, 'pool'>, batchNo: number): Promise<SubmittedWith> {
  const { rows } = await pool.query<SubmittedWith>(
    `select expected, corrected, decided
       from payrun.batches
      where batch_no = $1`,
    [batchNo],
  )
  const { expected = null, corrected = null, decided = null } = rows[0] ?? {}
  return { expected, corrected, decided: readDecided(decided) }
}

const readDecided = (decided: Decided | null): Decided | null =>
  decided && { ...decided, ...(decided.notes && { notes: readNotes(decided.notes) }) }

const readNotes = (notes: readonly unknown[]) => notes.flatMap((note) => readSentence(note) ?? [])

/** The same without the corrections, which may be many: only whether there are any. */
export interface HowSubmitted extends Pick<SubmittedWith, 'expected' | 'decided'> {
  isCorrected: boolean
}

export async function readHowSubmitted({ pool }: Pick<Ledger, 'pool'>, batchNo: number): Promise<HowSubmitted> {
  const { rows } = await pool.query<HowSubmitted>(
    `select expected, decided, corrected is not null as "isCorrected"
       from payrun.batches
      where batch_no = $1`,
    [batchNo],
  )
  const { expected = null, decided = null, isCorrected = false } = rows[0] ?? {}
  return { expected, decided: readDecided(decided), isCorrected }
}
