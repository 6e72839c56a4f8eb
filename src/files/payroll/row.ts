import type { UnitsFound } from '../../payout/money/writtenAmount.ts'
import type { Currency } from '../../payout/operators/operator.ts'
import type { ProblemCode } from '../../payout/problem.ts'
import type { Reported } from '../../payout/reportColumns.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import type { Field } from './field.ts'

/** One record of a payout file, before any of its cells is judged. */
export interface Row {
  /** The line of the file on which the row starts, from 1 (JSON: the element's index from 1). */
  line: number
  /** The kept cells, in the order of the columns; may be shorter than the columns (JSON). Null: absent or JSON null. */
  cells: (string | null)[]
  /** Set when the row's form is broken, so that its cells can't be trusted. */
  malformed?: Malformed
  /** Of JSON: all that the object has, also what no column is kept for, such as what a report says of its payout. */
  written?: ReadonlyMap<string, string | null>
  /** A total between the payouts, which is malformed: its amount is no part of the file's sum. */
  isTotal?: true
  /** Of a report that goes in again: what it says of the row's payout. */
  reported?: Reported
  /** Of a row that is malformed by its width: what stands right of the named columns, '' where it is too short. */
  beyond?: string
  /** Cells whose value the sheet itself does not vouch for: an error, a date where there was a number. */
  doubts?: readonly CellDoubt[]
  /** Of a workbook: which cells are what a formula came to. */
  formulas?: readonly number[]
  /** Nobody sees it in the sheet, and it is read. */
  isHidden?: true
  /** What the sheet shows the amount in, where it says so. */
  shownCurrency?: ShownCurrency
}

export interface ShownCurrency {
  /** The amount as it is shown: `1 500 €`. */
  text: string
  /** Those that the sign stands for, none where it is one that is never paid. */
  currencies: readonly Currency[]
}

export interface CellDoubt {
  field: Field
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

/** What stands below the payouts of a table. */
export type TailLine =
  /** `TOTAL;;;150000`. */
  | { kind: 'total'; line: number; label: string; amount: string; isDoubtful: boolean }
  /** `Nombre de bénéficiaires : 12`. */
  | { kind: 'count'; line: number; count: string }
  /** A signature, a date, a note. With the sums that it names in words such as `arrêté à la somme de 150 000 FCFA`, and the units. */
  | { kind: 'words'; line: number; sums: string[]; units: UnitsFound[] }

/** What a JSON document says of its rows, beside them. */
export interface StatedMember {
  /** `meta.total`. */
  place: string
  /** `either`: their sum, or how many they are; `unclear`: among totals, and nobody can say of what. */
  kind: 'total' | 'count' | 'either' | 'unclear'
  written: string
  /** The currency that is named for it, '' where none is. */
  unit: string
}

/** The whole file is turned away: nothing of it may be paid. */
export interface Refused {
  kind: 'refused'
  /** What is wrong, where, and how to fix it. */
  message: Sentence
  line?: number
  /** Set when the command is wrong rather than the file: `--map` names a column that the file does not have. */
  fault?: 'command'
  /** Of a table whose columns can't be told: the names of all, and the first rows below them, with a cell for each place. */
  names?: readonly string[]
  below?: readonly Row[]
}

/** So many rows below the names are enough to see which column is which. */
export const mostBelow = 5

/** The file can't be opened at all: a mistake in the command rather than in the file. */
export interface Unreadable {
  kind: 'unreadable'
  message: Sentence
}

/**
 * `--hidden`: what becomes of a sheet's columns and rows that can't be seen, filtered-out rows among them. `pay`: they count
 * like the others; `skip`: they are as if they weren't there. Null: nobody has said.
 */
export type Hidden = (typeof hiddenChoices)[number] | null

export const hiddenChoices = ['pay', 'skip'] as const

/** Rows in the file's order, some at a time; then why the file is refused, null when it was read to its end. */
export type RowBatches = AsyncGenerator<Row[], Refused | null>

/** What a file may have at most. */
export interface Limits {
  rows: number
  recordBytes: number
  columns: number
}

export const defaultLimits: Limits = { rows: 5_000_000, recordBytes: 64 * 1024, columns: 100 }

export const refused = (message: Sentence, line?: number): Refused =>
  line === undefined ? { kind: 'refused', message } : { kind: 'refused', message, line }

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
