import { money, type Sentence, say } from '../../words/sentence.ts'
import { shorten } from './checkRow.ts'
import type { Columns } from './columns.ts'
import type { PayoutFile } from './payoutFile.ts'
import type { CheckedRow } from './tally.ts'

/**
 * What to say of a CSV file whose last line has no end, and whose last cell is an amount or a number that is paid. Many programs write no
 * such end; but of a file that was cut off there, `250000` may be left as `250`, and nothing else shows it.
 *
 * @param last the last row of the file; null: it has none, or was not read to its end
 */
export function openEndNote(file: PayoutFile, columns: Columns, last: CheckedRow | null): Sentence | null {
  if (!last?.payable || !isOpen(file)) return null
  // Another line stands below it, or other cells that are not kept stand beside it.
  if (columns.tail.length > 0 || columns.isReport || columns.problemsAt !== undefined) return null
  const { amount, phone_number } = columns.index
  const { line, payable } = last
  switch (last.cells.findLastIndex((cell) => cell !== null && cell.trim() !== '')) {
    case amount:
      return say('payout.last_amount_maybe_cut', { line, amount: money(payable.amountMinor, payable.currency) })
    case phone_number:
      return say('payout.last_number_maybe_cut', { line, number: shorten(last.cells[phone_number ?? -1] ?? '') })
    default:
      return null
  }
}

/** Whether more could have followed: after a line break, a delimiter or a quote the cell is whole. */
function isOpen({ format, encoding, end }: PayoutFile): boolean {
  if (format !== 'csv') return false
  const [before = 0, last = 0] = end
  const code = encoding === 'utf-16le' ? last * 256 + before : encoding === 'utf-16be' ? before * 256 + last : last
  return !'\r\n",;\t|'.includes(String.fromCharCode(code))
}
