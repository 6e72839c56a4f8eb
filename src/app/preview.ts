import type { Summary } from '../files/payroll/checkFile.ts'
import type { Field } from '../files/payroll/columns.ts'
import type { PayoutFile } from '../files/payroll/payoutFile.ts'
import type { ToBePaid } from '../ledger/batches/toBePaid.ts'
import type { OperatorCode } from '../payout/operators/operator.ts'
import type { Problem } from '../payout/problem.ts'
import type { Hours } from '../payout/times/hours.ts'
import type { Warned } from '../payout/warning.ts'
import { count, money, operatorOf, type Sentence, say, type Value } from '../words/sentence.ts'
import { type FileColumn, type SubmitOptions, withInUse } from './submission.ts'

export type { ToBePaid } from '../ledger/batches/toBePaid.ts'

/** What a person sees before money moves (docs/design.md, rule 14). All of it is values. */
export interface Preview {
  of: PreviewedFile | PreviewedBatch
  toBePaid: ToBePaid
  /** Nobody is really paid. */
  sandbox: boolean
  /** A second person has to approve it first. */
  needsApproval: boolean
  /** Why there are not people enough who may approve it, and what to do; null: there are, or nobody has to. */
  whyNobody: Sentence | null
  /** Nothing is paid before; null: at once. */
  startAt: Date | null
  /** In which hours of each day; null: in any. */
  hours: Hours | null
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
    letters: Summary['letters']
    place: Summary['place']
  }
  /** What was taken for granted in reading it, and what a person should look at. */
  notes: readonly Sentence[]
  /** What to look at in its rows, and beside the file before it. */
  warned: Warned
}

/** Failed rows of a batch, which are tried again. */
interface PreviewedBatch {
  kind: 'batch'
  id: string
  name: string
  /** Rows of the batch. */
  rows: number
  /** Of the rows that are tried again, in the file's order. */
  lines: readonly number[]
  /** So often these rows were tried so far, in all. */
  attempts: number
  /** What to look at in the rows that are tried again. */
  warned: Warned
}

/** Shows a person what is about to be paid, and says whether it is to be. */
export type Confirm = (preview: Preview) => Promise<boolean>

/** For each operator that somebody holds by hand: what waits until it is released. `named`: what to call the operator. */
export const heldOf = (
  { operators }: Pick<ToBePaid, 'operators'>,
  named: (code: OperatorCode) => Value | Sentence | string = operatorOf,
): Sentence[] =>
  operators.flatMap(({ operator, heldBy, rows, amountMinor, currency }) => {
    if (heldBy === null) return []
    const told = { operator: named(operator), rows: count(rows), sum: money(amountMinor, currency) }
    return [
      heldBy === ''
        ? say('paying.rows_wait_for_held', told)
        : say('paying.rows_wait_for_held_by', { ...told, who: heldBy }),
    ]
  })

/** What a column of a preview is read as. */
export function fieldName(field: Field): Sentence {
  switch (field) {
    case 'operator':
      return say('paying.field_operator')
    case 'phone_number':
      return say('paying.field_phone_number')
    case 'amount':
      return say('paying.field_amount')
    case 'reference':
      return say('paying.field_reference')
    case 'country':
      return say('paying.field_country')
    case 'currency':
      return say('paying.field_currency')
    case 'name':
      return say('paying.field_name')
  }
}

interface Taken {
  summary: Pick<Summary, 'rows' | 'problems' | 'problemCount' | 'letters' | 'place' | 'notes'>
  columns: readonly FileColumn[]
  inUse: readonly Problem[]
  warned: Warned
}

export const previewOfFile = (
  { file, sandbox, startAt, hours }: Pick<SubmitOptions, 'file' | 'sandbox' | 'startAt' | 'hours'>,
  { name, sheetName }: PayoutFile,
  { summary, columns, inUse, warned }: Taken,
  toBePaid: ToBePaid,
  { needsApproval, whyNobody }: Pick<Preview, 'needsApproval' | 'whyNobody'>,
): Preview => ({
  of: {
    kind: 'file',
    name: file === '-' ? null : name,
    sheet: sheetName,
    columns,
    rows: summary.rows,
    leftOut: {
      rows: summary.rows - toBePaid.rows,
      problems: withInUse(summary.problems, inUse),
      problemCount: summary.problemCount + inUse.length,
      letters: summary.letters,
      place: summary.place,
    },
    notes: summary.notes,
    warned,
  },
  toBePaid,
  sandbox,
  needsApproval,
  whyNobody,
  startAt: startAt ?? null,
  hours: hours ?? null,
})
