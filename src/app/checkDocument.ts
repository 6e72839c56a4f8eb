import type { Summary } from '../files/payroll/checkFile.ts'
import { formatWireAmount } from '../payout/money/money.ts'
import type { Problem } from '../payout/problem.ts'
import type { Sentence } from '../words/sentence.ts'

/** A file as it was found when it was checked, or turned away. */
export interface FoundFile {
  /** What it is called. */
  file: string
  summary: Summary | undefined
  /** Those of the ledger among them. Left out: those of the summary. */
  problems?: readonly Problem[]
  message?: Sentence | null
}

/** A checked file as `validate --json` prints it, and `run` and `submit` when they refuse one (contract). */
export const checkDocument = ({ file, summary, problems = summary?.problems ?? [], message = null }: FoundFile) => ({
  file,
  rows: summary?.rows ?? 0,
  valid: summary?.valid ?? 0,
  totals: Object.fromEntries(
    [...(summary?.totals ?? [])].map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]),
  ),
  problems,
  ...(summary && summary.notes.length > 0 ? { notes: summary.notes } : {}),
  ...(message === null ? {} : { message }),
})
