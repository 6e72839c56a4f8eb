/**
 * What somebody corrected in a file before they submitted it: whoever approves it has only the corrected one before them. It names
 * people, and goes with the rest when the batch is purged.
 */
export type Correction = CorrectedCell | LeftOutRow

export interface CorrectedCell {
  kind: 'cell'
  line: number
  /** As the file names it. */
  column: string
  /** Lists of people mask it. */
  isPhone: boolean
  from: string
  to: string
}

/** As it stood in the file; '' where it had none. */
export interface LeftOutRow {
  kind: 'left_out'
  line: number
  name: string
  phone: string
  amount: string
}
