import type { UnitsFound } from '../../payout/money/writtenAmount.ts'
import type { Currency } from '../../payout/operators/operator.ts'
import type { ProblemCode } from '../../payout/problem.ts'
import type { Reported } from '../../payout/report.ts'
import { fold } from '../../payout/typedText.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import type { Field } from './field.ts'

/** One record of a payout file, before its cells are checked. */
export interface Row {
  /** The line where the row starts, from 1 (JSON: the element's index from 1). */
  line: number
  /** The kept cells, in the order of the columns; may be shorter than the columns (JSON). Null: absent or JSON null. */
  cells: (string | null)[]
  /** Set if the row's form is broken, so that its cells can't be trusted. */
  malformed?: Malformed
  /** In JSON: everything in the object, even without a kept column, such as a report's own members. */
  written?: ReadonlyMap<string, string | null>
  /** In JSON: the amount is a number, not a text. */
  isAmountNumber?: boolean
  /** A total between the payouts, or a row below the total. It is malformed, and its amount is not part of the file's sum. */
  isTotal?: true
  /** In a table: it may be no payout. The total below the rows tells (see linesAmong.ts). */
  aside?: { kind: 'heading'; line: number; label: string } | TotalLine
  /** In a resubmitted report: what it says about the row's payout. */
  reported?: Reported
  /** In a row of the wrong width: what is right of the named columns; '' if the row is too short. */
  beyond?: string
  /** Cells whose values can't be trusted: an error, or a date where there was a number. */
  doubts?: readonly CellDoubt[]
  /**
   * Why the row may be paid already or must not be paid: comments that say so, and cells that might, but show an error or nothing yet.
   */
  otherMarks?: readonly Malformed[]
  /** In a workbook: the indexes of cells that are results of formulas. */
  formulas?: readonly number[]
  /** The row is hidden in the sheet, but read. */
  isHidden?: true
  /** The currency that the sheet shows with the amount, if any. */
  shownCurrency?: ShownCurrency
}

export interface ShownCurrency {
  /** The amount as it is shown: `1 500 €`. */
  text: string
  /** The currencies that the sign stands for; none if payrun never pays in it. */
  currencies: readonly Currency[]
}

export interface CellDoubt {
  field: Field
  /** The index of its column. */
  at: number
  code: ProblemCode
  /** What is wrong with the cell and how to fix it. */
  message: Sentence
}

export interface Malformed {
  /** The column's name, '' for the whole row. */
  column: string
  value: string
  message: Sentence
}

/** `TOTAL;;;150000`. The label is '' if it has none. */
export interface TotalLine {
  kind: 'total'
  line: number
  label: string
  amount: string
  isDoubtful: boolean
}

/** A line below the payouts of a table. */
export type TailLine =
  | TotalLine
  /** `Nombre de bénéficiaires : 12`. */
  | { kind: 'count'; line: number; count: string }
  /** A signature, a date or a note, with the units and sums in its words: `arrêté à la somme de 150 000 FCFA`. */
  | { kind: 'words'; line: number; text: string; sums: string[]; units: UnitsFound[] }

/** A total or count beside the rows of a JSON document. */
export interface StatedMember {
  /** `meta.total`. */
  place: string
  /** `either`: the sum of the rows or their number. `unclear`: it is among totals, but of what isn't clear. */
  kind: 'total' | 'count' | 'either' | 'unclear'
  written: string
  /** The currency that is named for it; '' if there is none. */
  unit: string
}

/** The whole file is refused: nothing in it may be paid. */
export interface Refused {
  kind: 'refused'
  /** What is wrong, where, and how to fix it. */
  message: Sentence
  line?: number
  /** Set if not the file but the command is wrong: `--map` names a column that the file doesn't have. */
  fault?: 'command'
  /** Set if its rows could be read down to there, but no further. */
  breaksOff?: true
  /** Set if nothing is known of its rows: its columns aren't found, or it can't be read to its end. */
  isUnreadable?: true
  /** If the columns of a table aren't clear: all their names, and the first rows below them, with a cell for each place. */
  names?: readonly string[]
  below?: readonly Row[]
}

/** Enough rows below the names to see which column is which. */
export const mostBelow = 5

/** The file can't be opened at all: a mistake in the command, not in the file. */
export interface Unreadable {
  kind: 'unreadable'
  message: Sentence
}

/**
 * `--hidden`: how a sheet's hidden columns and rows are treated, including filtered-out rows. `pay`: they count like the others.
 * `skip`: they are ignored. Null if nobody has decided.
 */
export type Hidden = (typeof hiddenChoices)[number] | null

export const hiddenChoices = ['pay', 'skip'] as const

/**
 * The last column of a table that payrun made from another file: the number of the row's entry in that file, from 1. Its name is the
 * first of these that the file doesn't have.
 */
export const entryNames = ['payrun_entry', 'payrun_entry_2', 'payrun_entry_3'] as const

const foldedEntryNames = new Set<string>(entryNames.map(fold))

/** Whether a row was an entry of such a file, whatever its content. A total, a count or a signature below a table never was one. */
export function wasEntry({ cells }: Pick<Row, 'cells'>, { names }: { names: readonly string[] }): boolean {
  const last = names.length - 1
  return foldedEntryNames.has(fold(names[last] ?? '')) && /^\d{1,9}$/.test(cells[last] ?? '')
}

/** Rows in the file's order, a few at a time. Returns why the file is refused, or null at its end. */
export type RowBatches = AsyncGenerator<Row[], Refused | null>

/** The largest file. */
export interface Limits {
  rows: number
  recordBytes: number
  columns: number
}

export const defaultLimits: Limits = { rows: 5_000_000, recordBytes: 64 * 1024, columns: 100 }

export const refused = (message: Sentence, line?: number): Refused =>
  line === undefined ? { kind: 'refused', message } : { kind: 'refused', message, line }

/** Unreadable, but where it is against what the file says: that it is paid, its currency, or which of two columns is meant. */
export const readabilityOf = ({ message: { key } }: Refused): Pick<Refused, 'isUnreadable'> =>
  (key.startsWith('titles.') && key !== 'titles.perhaps_hidden_sheet') || ofContent.has(key)
    ? {}
    : { isUnreadable: true }

const ofContent: ReadonlySet<string> = new Set([
  'files.title_foreign',
  'files.title_in_multiples',
  'files.heading_foreign',
  'files.heading_in_multiples',
  'files.line_foreign',
  'files.line_in_multiples',
  'payout.all_marked_paid',
  'payout.all_marked_other_way',
  'payout.all_marked_not_to_pay',
  'files.count_differs',
  'files.total_differs',
  'files.total_unreadable',
  'files.either_column',
  'files.two_columns_keep_one',
  'files.columns_both_stand_keep_one',
  'files.line_looks_like_payout_but_names',
  'files.hidden_rows_refused',
  'files.hidden_columns_refused',
  'files.hidden_both_refused',
])

export const fileChanged = (): Refused => refused(say('files.file_changed_while_read_nothing_taken'))

export const tooManyRows = (limits: Limits): Refused =>
  refused(say('files.file_more_rows_split_into_several', { rows: count(limits.rows) }))

export const tooManyColumns = (limits: Limits): Refused =>
  refused(say('files.file_more_columns_remove_not_needed', { columns: limits.columns }))

export function recordTooLong(
  limits: Limits,
  line: number,
  what: 'record' | 'line' | 'element' | 'sheet_row' = 'record',
): Refused {
  const of = { line, kib: Math.floor(limits.recordBytes / 1024) }
  const sentences = {
    record: say('files.record_starts_line_longer_kib_quote', of),
    line: say('files.line_longer_kib_quote_line_break', of),
    element: say('files.element_longer_kib_quote_line_break', of),
    sheet_row: say('files.row_sheet_longer_kib_quote_line', of),
  }
  return refused(sentences[what], line)
}
