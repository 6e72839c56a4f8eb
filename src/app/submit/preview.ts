import type { CheckResult, Summary } from '../../files/payroll/checkFile.ts'
import type { ColumnMap, Field } from '../../files/payroll/header/columns.ts'
import type { PayoutFile } from '../../files/payroll/payoutFile.ts'
import type { ToBePaid } from '../../ledger/batches/toBePaid.ts'
import type { Decided } from '../../payout/decided.ts'
import { parseLimit } from '../../payout/money/money.ts'
import { isCurrency, type OperatorCode } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Hours } from '../../payout/times/hours.ts'
import type { Warned } from '../../payout/warning.ts'
import { count, money, operatorOf, readSentence, type Sentence, say, type Value } from '../../words/sentence.ts'
import { type FileColumn, type SubmitOptions, withInUse } from './submission.ts'

export type { ToBePaid } from '../../ledger/batches/toBePaid.ts'

/** What a person sees before money moves (docs/design.md, rule 14), as plain values. */
export interface Preview {
  of: PreviewedFile | PreviewedBatch
  toBePaid: ToBePaid
  /** True in the sandbox: nobody is really paid. */
  sandbox: boolean
  /** Whether a second person has to approve it first. */
  needsApproval: boolean
  /** Why too few people may approve it, and what to do; null if there are enough, or no approval is needed. */
  whyNobody: Sentence | null
  /** When paying starts; null for at once. */
  startAt: Date | null
  /** The hours of the day in which it is paid; null for any. */
  hours: Hours | null
}

export interface PreviewedFile {
  kind: 'file'
  /** The file's name, for people; null for standard input. */
  name: string | null
  /** The sheet of a workbook that is read. */
  sheet: string | null
  /** What each column means, with the file's own names and order. */
  columns: readonly FileColumn[]
  /** The rows of the file, including those that are left out. */
  rows: number
  leftOut: {
    rows: number
    problems: readonly Problem[]
    problemCount: number
    /** The letters of a sheet's columns, by column name. */
    letters: Summary['letters']
    place: Summary['place']
  }
  /** What was assumed in reading the file, and what a person should check. */
  notes: readonly Sentence[]
  /** The warnings about its rows, and how it differs from the previous file. */
  warned: Warned
}

/** Failed rows of a batch that are retried. */
interface PreviewedBatch {
  kind: 'batch'
  id: string
  name: string
  /** Rows of the batch. */
  rows: number
  /** The lines of the retried rows, in the file's order. */
  lines: readonly number[]
  /** The total number of attempts of these rows so far. */
  attempts: number
  /** What approvers said of them before. */
  notes: readonly Sentence[]
  /** The warnings about the retried rows. */
  warned: Warned
}

/** Shows a person what is about to be paid. Resolves to whether they confirm. */
export type Confirm = (preview: Preview) => Promise<boolean>

/** For each operator on manual hold: what waits for its release. `named`: the operator's name to use. */
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

interface TakenFile {
  result: CheckResult
  /** The number of rows to be paid. */
  payable: number
  /** Which other payouts it repeats, and what could not be checked. */
  told: readonly Sentence[]
}

/** The decisions about a file that are implied by submitting it with these options. */
export function decidedIn(options: SubmitOptions, { result, payable, told }: TakenFile): Decided {
  const { allowDuplicates, maxAmount, toldTotals, sheet = null, map = {}, oneOff, correctionNotes = [] } = options
  const summary = 'summary' in result ? result.summary : undefined
  const leftOut = (summary?.rows ?? payable) - payable
  const notes = [...correctionNotes, ...(summary?.notes ?? []), ...told].slice(0, mostNotes).map(shortened)
  return {
    ...(allowDuplicates && { duplicates: true }),
    ...(leftOut > 0 && { leftOut }),
    ...(maxAmount !== null && { maxAmount: cut(maxAmount) }),
    ...(toldTotals && { ownTotal: 'set_aside' }),
    ...(sheet !== null && { sheet: cut(sheet) }),
    ...(!oneOff && Object.keys(map).length > 0 && { columns: mapCut(map) }),
    ...(notes.length > 0 && { notes }),
  }
}

const mostNotes = 50
/** A workbook may have thousands of sheets with long names, which nobody reads. */
const mostNamed = 20
const mostText = 100

const cut = (text: string): string => (text.length > mostText ? `${text.slice(0, mostText).toWellFormed()}…` : text)

const mapCut = (map: ColumnMap): Record<string, string> =>
  Object.fromEntries(Object.entries(map).map(([field, column]) => [field, cut(column)]))

const cutAny = <Value>(value: Value): Value | string => (typeof value === 'string' ? cut(value) : value)

function shortened(note: Sentence): Sentence {
  const args = Object.entries(note.args).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? [...value.slice(0, mostNamed).map(cutAny), ...(value.length > mostNamed ? ['…'] : [])]
      : cutAny(value),
  ])
  return readSentence({ key: note.key, args: Object.fromEntries(args) }) ?? note
}

/** Whether a sentence says that a file pays people a second time. */
export const paysAgain = ({ key }: Sentence): boolean => keysOfAgain.includes(key)
const keysOfAgain: readonly string[] = [
  'stored.same_file_of_period_again',
  'stored.same_file_without_period_again',
  'stored.repeats_batch_again',
]

/** Whether it says that an approver rejected the same file. */
export const wasRejected = ({ key }: Sentence): boolean => keysOfRejected.includes(key)
const keysOfRejected: readonly string[] = ['stored.rejected_before', 'stored.rejected_before_because']

/** Notes that result from a decision of the submitter. */
const notesOfDecisions: ReadonlySet<string> = new Set([
  ...keysOfAgain,
  ...keysOfRejected,
  'files.total_before_correction',
  'files.count_before_correction',
  'files.hidden_rows_count',
  'files.hidden_rows_left_out',
  'files.hidden_columns_used',
])
const noteOfSheet = 'files.workbook_sheets_read_others_not_sheet'

/** For people: what was decided, and what else to know about the file. */
export function decisionsOf(
  decided: Decided,
  { rows, currencies }: { rows: number; currencies: readonly string[] },
): { decisions: Sentence[]; notes: Sentence[] } {
  const { duplicates, leftOut, maxAmount, ownTotal, sheet, columns, notes = [] } = decided
  // If nobody chose a sheet, payrun itself found the only one with payouts.
  const isDecision = ({ key }: Sentence) => notesOfDecisions.has(key) || (key === noteOfSheet && sheet !== undefined)
  const byNotes = notes.filter(isDecision)
  const isTold = (...keys: string[]) => byNotes.some(({ key }) => keys.some((each) => key.startsWith(each)))
  return {
    decisions: [
      ...(duplicates && !isTold('stored.same_file_', 'stored.repeats_') ? [say('deskDecided.duplicates')] : []),
      ...(leftOut === undefined ? [] : [say('deskDecided.left_out', { leftOut: count(leftOut), rows: count(rows) })]),
      ...byNotes,
      ...(ownTotal && !isTold('files.total_', 'files.count_', 'beside.') ? [say('deskDecided.own_total')] : []),
      ...(columns ? [say('deskDecided.columns', { what: columnsTold(columns) })] : []),
      ...(maxAmount === undefined ? [] : [say('deskDecided.max_amount', { amount: amountOf(maxAmount, currencies) })]),
    ],
    notes: notes.filter((note) => !isDecision(note)),
  }
}

/** In the reader's notation, if the file has only one currency. */
function amountOf(text: string, [currency = '', ...others]: readonly string[]) {
  const read = others.length === 0 && isCurrency(currency) ? parseLimit(text, currency) : undefined
  return read?.ok ? money(read.amountMinor, currency) : text
}

const columnsTold = (columns: NonNullable<Decided['columns']>): Sentence[] =>
  Object.entries(columns).map(([field, column]) =>
    say('deskDecided.column', { field: fieldName(field as Field), column }),
  )
