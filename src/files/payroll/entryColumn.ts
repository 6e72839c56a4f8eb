import { fold } from '../../payout/typedText.ts'
import type { Row } from './row.ts'

/**
 * The last column of a table that payrun made of another file: which of its entries a row was, from 1. The first of these names that the
 * file itself doesn't have.
 */
export const entryNames = ['payrun_entry', 'payrun_entry_2', 'payrun_entry_3'] as const

const folded = new Set<string>(entryNames.map(fold))

/** Whether a row was an entry of such a file, whatever it says: no total, count or signature that stands below a table is one. */
export function wasEntry({ cells }: Pick<Row, 'cells'>, { names }: { names: readonly string[] }): boolean {
  const last = names.length - 1
  return folded.has(fold(names[last] ?? '')) && /^\d{1,9}$/.test(cells[last] ?? '')
}
