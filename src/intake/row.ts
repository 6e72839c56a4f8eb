import type { ProblemCode } from '../payout/problem.ts'
import { spokenLanguage, t } from '../words/t.ts'
import type { Field } from './field.ts'

/** One record of a payout file, before any of its cells is judged. */
export interface Row {
  /** The line of the file on which the row starts, from 1 (JSON: the element's index from 1). */
  line: number
  /** The kept cells, in the order of the columns; may be shorter than the columns (JSON). Null: absent or JSON null. */
  cells: (string | null)[]
  /** Set when the row's form is broken, so that its cells can't be trusted. */
  malformed?: Malformed
  /** Cells whose value the sheet itself does not vouch for: an error, a date where there was a number. */
  doubts?: CellDoubt[]
}

export interface CellDoubt {
  field: Field
  code: ProblemCode
  /** What is wrong with the cell and how to mend it. */
  message: string
}

export interface Malformed {
  /** The column's name, '' for the whole row. */
  column: string
  value: string
  message: string
}

/** The whole file is turned away: nothing of it may be paid. */
export interface Refused {
  kind: 'refused'
  /** What is wrong, where, and how to mend it. */
  message: string
  line?: number
  /** Set when the command is wrong rather than the file: `--map` names a column that the file does not have. */
  fault?: 'command'
}

/** The file can't be opened at all: a mistake in the command rather than in the file. */
export interface Unreadable {
  kind: 'unreadable'
  message: string
}

/** Contract, "Payout files". */
export interface Limits {
  rows: number
  recordBytes: number
  columns: number
}

export const defaultLimits: Limits = { rows: 5_000_000, recordBytes: 64 * 1024, columns: 100 }

export const refused = (message: string, line?: number): Refused =>
  line === undefined ? { kind: 'refused', message } : { kind: 'refused', message, line }

export const fileChanged = (): Refused =>
  refused(t`The file changed while it was being read: nothing of it was taken; try again.`)

export const tooManyRows = (limits: Limits): Refused =>
  refused(t`The file has more than ${limits.rows.toLocaleString(spokenLanguage())} rows: split it into several files.`)

export const tooManyColumns = (limits: Limits): Refused =>
  refused(t`The file has more than ${limits.columns} columns: remove those that are not needed.`)

export function recordTooLong(
  limits: Limits,
  line: number,
  what: 'record' | 'line' | 'element' | 'sheet_row' = 'record',
): Refused {
  const kib = Math.floor(limits.recordBytes / 1024)
  const sentences = {
    record: () =>
      t`The record that starts on line ${line} is longer than ${kib} KiB: is a quote or a line break missing?`,
    line: () => t`Line ${line} is longer than ${kib} KiB: is a quote or a line break missing?`,
    element: () => t`Element ${line} is longer than ${kib} KiB: is a quote or a line break missing?`,
    sheet_row: () => t`Row ${line} of the sheet is longer than ${kib} KiB: is a quote or a line break missing?`,
  }
  return refused(sentences[what](), line)
}
