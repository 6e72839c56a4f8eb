import type { CheckResult } from '../../files/payroll/checkFile.ts'
import type { ColumnMap, Field } from '../../files/payroll/header/columns.ts'
import type { Decided } from '../../payout/decided.ts'
import { parseLimit } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import { count, money, readSentence, type Sentence, say } from '../../words/sentence.ts'
import { fieldName } from './preview.ts'
import type { SubmitOptions } from './submission.ts'

interface Taken {
  result: CheckResult
  /** The number of rows to be paid. */
  payable: number
  /** Which other payouts it repeats, and what could not be checked. */
  told: readonly Sentence[]
}

/** The decisions about a file that are implied by submitting it with these options. */
export function decidedIn(options: SubmitOptions, { result, payable, told }: Taken): Decided {
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

/** Notes that result from a decision of the submitter. */
const notesOfDecisions: ReadonlySet<string> = new Set([
  ...keysOfAgain,
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
      ...(duplicates && !isTold('stored.') ? [say('deskDecided.duplicates')] : []),
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
