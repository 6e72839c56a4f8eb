import { clipped } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import type { Columns } from '../header/columns.ts'
import { type Refused, type Row, type RowBatches, refused } from '../row.ts'
import { wordsOf } from '../tail/tailWords.ts'
import { dayIn } from './dayIn.ts'
import { namesPayDay } from './headings.ts'
import { isStateColumn, mayBeDone, tellsOfPayment } from './payState.ts'

/** What a cell says if the column is about payments: that its row is paid, or that rows of this column may not be. */
type Says = 'done' | 'open' | null

interface Watched {
  at: number
  name: string
  isState: boolean
  done: Row | null
  open: Row | null
  /** Every payout so far is done. */
  isAll: boolean
  /** The latest cell, and what it says. */
  cell: string
  says: Says
}

/**
 * Refuses a file in which some payouts have a day under `Date de paiement` and others none, or some are `Completed` under `Status` and
 * others `Pending`: those may be paid. Rows that `isAnswered` could judge by the first ones are marked instead. The rows before the
 * first difference are given out by then: none of the file is paid. If a column says of all rows that they are not to be paid, one
 * sentence says so.
 */
export async function* judgeColumns(batches: RowBatches, columns: Columns, isTable: boolean): RowBatches {
  const watched: Watched[] = []
  const marked = createMarked()
  let known = 0
  let first: Row | null = null
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value ?? marked.all() ?? allDone(watched)
    for (; known < columns.names.length; known += 1) {
      const name = columns.names[known] ?? ''
      const isState = isStateColumn(name)
      // In JSON, a column may begin with a later row: those before have none.
      if ((isState || namesPayDay(name)) && !columns.answers.has(name))
        watched.push({
          at: known,
          name,
          isState,
          done: null,
          open: isState ? null : first,
          isAll: first === null,
          cell: '',
          says: isState ? null : 'open',
        })
    }
    // Nearly every file has no such column.
    const isIdle: boolean = watched.length === 0 && first !== null && !marked.mayBeAll()
    for (const row of isIdle ? [] : next.value) {
      marked.add(row)
      if (!isPayout(row, columns)) continue
      // In a table, a day in the first payout alone is a merged cell.
      const mayBeMerged = first === null && isTable
      for (const each of watched) look(each, row, mayBeMerged)
      const either = watched.find(({ done, open }) => done && open)
      if (either) return someDone(either)
      first ??= row
    }
    yield next.value
  }
}

const isPayout = ({ cells, malformed }: Row, { index }: Columns): boolean =>
  malformed === undefined &&
  [index.phone_number, index.amount].every((at) => at !== undefined && (cells[at] ?? '').trim() !== '')

function look(column: Watched, row: Row, mayBeMerged: boolean): void {
  const cell = row.cells[column.at]?.trim() ?? ''
  if (cell !== column.cell) {
    column.cell = cell
    column.says = column.isState ? ofState(cell) : ofDay(cell)
  }
  const { says } = column
  column.isAll &&= says === 'done' && row.reported === undefined
  // A row that a report or a mark speaks of is judged by that, but what it says under `Status` shows what the column is about.
  if (row.reported !== undefined && !(column.isState && tellsOfPayment(wordsOf(cell)))) return
  if (says === 'open' || row.reported !== undefined) column.open ??= row
  else if (says === 'done' && (column.isState || !mayBeMerged)) column.done ??= row
}

const ofDay = (cell: string): Says => (cell === '' ? 'open' : dayIn(cell) === 'past' ? 'done' : null)

function ofState(cell: string): Says {
  if (cell === '') return null
  const words = wordsOf(cell)
  return mayBeDone(words) ? 'done' : tellsOfPayment(words) ? 'open' : null
}

const cellIn = ({ at }: Watched, row: Row | null): string => clipped(row?.cells[at]?.trim() ?? '')

function someDone(column: Watched): Refused {
  const { done, open, isState } = column
  const lines = { name: clipped(column.name), line: done?.line ?? 0, other: open?.line ?? 0 }
  if (!isState) return refused(say('payout.some_days', lines))
  return refused(say('payout.some_states', { ...lines, done: cellIn(column, done), open: cellIn(column, open) }))
}

/** A day on all rows may be planned. */
function allDone(watched: readonly Watched[]): Refused | null {
  const column = watched.find(({ isState, isAll, done }) => isState && isAll && done)
  if (!column) return null
  const { name, done } = column
  return refused(say('payout.all_done', { name: clipped(name), line: done?.line ?? 0, value: cellIn(column, done) }))
}

/** Whether one column marks all rows alike. */
function createMarked() {
  let first: Row | null = null
  let rows = 0
  let isAll = true
  return {
    add(row: Row): void {
      if (row.malformed || !isAll) return
      first ??= row
      rows++
      const { reported } = row
      isAll =
        reported?.says.startsWith('marked') === true &&
        reported.says === first.reported?.says &&
        reported.column === first.reported.column
    },
    mayBeAll: () => isAll,
    all(): Refused | null {
      if (!first?.reported || !isAll || rows < 2) return null
      const { says, column, value } = first.reported
      const told = { name: clipped(column), line: first.line, value: clipped(value) }
      if (says === 'marked_paid') return refused(say('payout.all_marked_paid', told))
      return refused(
        says === 'marked_other_way'
          ? say('payout.all_marked_other_way', told)
          : say('payout.all_marked_not_to_pay', told),
      )
    },
  }
}
