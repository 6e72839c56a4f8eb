import { say } from '../../../words/sentence.ts'
import type { Columns } from '../header/columns.ts'
import { type Row, type RowBatches, refused } from '../row.ts'
import { isPastDay, namesPayDay } from './rowMark.ts'

interface PayDay {
  at: number
  name: string
  dated: Row | null
  empty: Row | null
}

/**
 * Refuses a file in which some payouts have a day under `Date de paiement` and others none: those may be paid. Rows that `isAnswered` could judge
 * by the first ones are marked instead. The rows before the first difference are given out by then: none of the file is paid.
 */
export async function* comparePayDays(batches: RowBatches, columns: Columns, isTable: boolean): RowBatches {
  const days: PayDay[] = []
  let known = 0
  let first: Row | null = null
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value
    for (; known < columns.names.length; known += 1) {
      const name = columns.names[known] ?? ''
      // In JSON, a column may begin with a later row: those before have none.
      if (namesPayDay(name) && !columns.answers.has(name)) days.push({ at: known, name, dated: null, empty: first })
    }
    for (const row of days.length > 0 || first === null ? next.value : []) {
      if (!isPayout(row, columns)) continue
      for (const day of days) {
        const cell = row.cells[day.at]?.trim() ?? ''
        if (cell === '') day.empty ??= row
        // In a table, a day in the first payout alone is a merged cell.
        else if ((first !== null || !isTable) && isPastDay(cell)) day.dated ??= row
        if (day.dated && day.empty)
          return refused(say('payout.some_days', { name: day.name, line: day.dated.line, other: day.empty.line }))
      }
      first ??= row
    }
    yield next.value
  }
}

/** A row that a report or a mark speaks of is judged by that. */
const isPayout = ({ cells, malformed, reported }: Row, { index }: Columns): boolean =>
  malformed === undefined &&
  reported === undefined &&
  [index.phone_number, index.amount].every((at) => at !== undefined && (cells[at] ?? '').trim() !== '')
