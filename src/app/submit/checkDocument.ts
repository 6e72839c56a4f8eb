import type { Summary } from '../../files/payroll/checkFile.ts'
import type { Repeated } from '../../ledger/intake/alreadyPaid.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import type { Problem } from '../../payout/problem.ts'
import { nothingWarned, noWarnings, type Warned } from '../../payout/warning.ts'
import type { Sentence } from '../../words/sentence.ts'

/** What was found in a file that was checked or refused. */
interface FoundFile {
  /** The name of the file. */
  file: string
  summary: Summary | undefined
  /** Of a file that breaks off. */
  above?: Summary | undefined
  /** Including those that the ledger found. By default those of the summary. */
  problems?: readonly Problem[]
  /** How many there are, if not all are listed. By default as in the summary, or as many as are listed. */
  problemCount?: number
  message?: Sentence | null
  repeats?: Repeated | undefined
  /** Absent if there was no check for warnings. */
  warned?: Warned | undefined
}

/** A checked file as `validate --json` prints it, and `run` and `submit` when they refuse one. */
export const checkDocument = ({
  file,
  summary,
  above,
  problems: listed,
  problemCount = listed ? listed.length : (summary?.problemCount ?? 0),
  message = null,
  repeats,
  warned = alone(summary),
}: FoundFile) => {
  const problems = listed ?? summary?.problems ?? []
  const found = summary ?? above
  return {
    file,
    rows: found?.rows ?? 0,
    valid: found?.valid ?? 0,
    totals: Object.fromEntries(
      [...(found?.totals ?? [])].map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]),
    ),
    problems,
    ...(problemCount > problems.length ? { problems_left_out: problemCount - problems.length } : {}),
    warnings: warned.warnings.shown,
    warning_counts: warned.warnings.counts,
    ...(warned.compared.length > 0 ? { comparison: warned.compared } : {}),
    ...notesOf([...(summary?.notes ?? []), ...warned.notes]),
    ...(repeats && { repeats }),
    ...(message === null ? {} : { message }),
  }
}

const notesOf = (notes: readonly Sentence[]) => (notes.length > 0 ? { notes } : {})

const alone = (summary: Summary | undefined): Warned => ({
  ...nothingWarned,
  warnings: summary?.warnings ?? noWarnings,
})
