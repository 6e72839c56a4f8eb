import { fold } from '../../../payout/typedText.ts'
import type { Row } from '../row.ts'

/**
 * The last column of a table that payrun made from another file: the number of the row's entry in that file, from 1. Its name is the
 * first of these that the file doesn't have.
 */
export const entryNames = ['payrun_entry', 'payrun_entry_2', 'payrun_entry_3'] as const

const folded = new Set<string>(entryNames.map(fold))

/** Whether a row was an entry of such a file, whatever its content. A total, a count or a signature below a table never was one. */
export function wasEntry({ cells }: Pick<Row, 'cells'>, { names }: { names: readonly string[] }): boolean {
  const last = names.length - 1
  return folded.has(fold(names[last] ?? '')) && /^\d{1,9}$/.test(cells[last] ?? '')
}
