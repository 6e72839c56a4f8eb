import { createHash } from 'node:crypto'
import type { Summary } from '../files/payroll/checkFile.ts'
import type { Columns, Field } from '../files/payroll/columns.ts'
import type { PayoutFile } from '../files/payroll/payoutFile.ts'
import type { ToBePaid } from '../ledger/batches/status.ts'
import type { Problem } from '../payout/problem.ts'
import type { Sentence } from '../words/sentence.ts'
import type { SubmitOptions } from './submitOptions.ts'

export type { LargePayout, OperatorToPay, ToBePaid } from '../ledger/batches/status.ts'

/** What a person sees before money moves (docs/design.md, rule 14). All of it is values. */
export interface Preview {
  of: PreviewedFile | PreviewedBatch
  toBePaid: ToBePaid
  /** Nobody is really paid. */
  sandbox: boolean
  /** A second person has to approve it first. */
  needsApproval: boolean
  /** Nothing is paid before; null: at once. */
  startAt: Date | null
}

export interface PreviewedFile {
  kind: 'file'
  /** For people; null: standard input. */
  name: string | null
  /** Of a workbook: the sheet that is read. */
  sheet: string | null
  /** Which column is what, by the file's own names, in the file's order. */
  columns: readonly FileColumn[]
  /** Of the file, those that are left out among them. */
  rows: number
  leftOut: {
    rows: number
    problems: readonly Problem[]
    problemCount: number
    /** The letters of a sheet's columns, by their names. */
    letters: ReadonlyMap<string, string> | undefined
  }
  /** What was taken for granted in reading it, and what a person should look at. */
  notes: readonly Sentence[]
}

export interface FileColumn {
  field: Field
  /** As the file names it. */
  name: string
}

/** Failed rows of a batch, which are tried again. */
export interface PreviewedBatch {
  kind: 'batch'
  id: string
  name: string
  /** Rows of the batch. */
  rows: number
}

/** Shows a person what is about to be paid, and says whether it is to be. */
export type Confirm = (preview: Preview) => Promise<boolean>

export const fileColumns = ({ names, index }: Columns): FileColumn[] =>
  names.flatMap((name, at) => {
    const field = (Object.keys(index) as Field[]).find((each) => index[each] === at)
    return field === undefined ? [] : [{ field, name }]
  })

interface Taken {
  summary: Pick<Summary, 'rows' | 'problems' | 'problemCount' | 'letters' | 'notes'>
  columns: readonly FileColumn[]
  inUse: readonly Problem[]
}

export const previewOfFile = (
  { file, sandbox, startAt }: Pick<SubmitOptions, 'file' | 'sandbox' | 'startAt'>,
  { name, sheetName }: PayoutFile,
  { summary, columns, inUse }: Taken,
  toBePaid: ToBePaid,
  needsApproval: boolean,
): Preview => ({
  of: {
    kind: 'file',
    name: file === '-' ? null : name,
    sheet: sheetName,
    columns,
    rows: summary.rows,
    leftOut: {
      rows: summary.rows - toBePaid.rows,
      problems: inOrder([...summary.problems, ...inUse]),
      problemCount: summary.problemCount + inUse.length,
      letters: summary.letters,
    },
    notes: summary.notes,
  },
  toBePaid,
  sandbox,
  needsApproval,
  startAt: startAt ?? null,
})

export const inOrder = (problems: Problem[]): Problem[] => problems.sort((one, other) => one.line - other.line)

/** What of a file would be stored: two looks at it that give the same are of the same payouts. */
export function seenOf(
  { sha256 }: Pick<PayoutFile, 'sha256'>,
  columns: readonly FileColumn[],
  staged: { rows: number; totals: ReadonlyMap<string, bigint> },
  inUse: readonly Problem[],
): string {
  const totals = [...staged.totals].map(([currency, minor]) => [currency, String(minor)])
  const left = inUse.map(({ line, code }) => [line, code])
  const seen = JSON.stringify([sha256, columns.map(({ field, name }) => [field, name]), staged.rows, totals, left])
  return createHash('sha256').update(seen).digest('hex')
}
