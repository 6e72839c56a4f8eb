import { quote } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { readRows } from '../../formats/readRows.ts'
import { checkRow } from '../checkRow.ts'
import type { Columns } from '../header/columns.ts'
import { cellOf } from '../header/nameColumns.ts'
import type { PayoutFile } from '../payoutFile.ts'
import type { Row, TotalLine } from '../row.ts'
import type { CheckOptions } from '../tally.ts'
import { addRow, agrees, difference, noSums, type Subtotals, statesSum } from './compareTotals.ts'

/** The lines among the rows of a table that are no payouts, as its own total shows. */
export interface LinesAmong {
  lines: ReadonlySet<number>
  /** Of the headings and subtotals. */
  notes: Sentence[]
  /** The last line, if it is a total without a label. */
  total: TotalLine | null
  among: Subtotals
}

const nothing: LinesAmong = { lines: new Set(), notes: [], total: null, among: { isAny: false, since: [] } }

/** More departments than any list has. Memory must stay small. */
const mostLines = 1_000
const mostQuoted = 20

/** Leaves out such lines. A file that may have any is read a second time. */
export function createAmongFinder(file: PayoutFile, options: CheckOptions) {
  let found: LinesAmong | null = null
  return {
    found: () => found ?? nothing,
    async without(rows: readonly Row[]): Promise<readonly Row[]> {
      if (!rows.some(({ aside }) => aside)) return rows
      found ??= await findLeftOut(file, options)
      const { lines } = found
      return rows.filter(({ line }) => !lines.has(line))
    },
  }
}

/**
 * Reads a table again, because only the total at its end tells whether lines among its rows are no payouts: if it is exactly the sum of
 * all rows, the headings above payouts and the subtotals that agree with the rows above them are left out. Otherwise none of them is.
 */
async function findLeftOut(file: PayoutFile, options: CheckOptions): Promise<LinesAmong> {
  const { columns, batches } = readRows(file, options.map, options.limits)
  const search = createSearch(columns, options)
  try {
    for (;;) {
      const next = await batches.next()
      if (next.done) return next.value ? nothing : search.end()
      for (const row of next.value) search.add(row)
      if (search.count() > mostLines) return { ...nothing, among: { isAny: true, since: [] } }
    }
  } finally {
    await batches.return(null)
  }
}

function createSearch(columns: Columns, options: CheckOptions) {
  const all = noSums()
  /** The sums of all rows above each heading and subtotal. A subtotal is that of the rows below one of them. */
  const above = [noSums()]
  const found: { line: number; label: string }[] = []
  /** Without a payout below it, a line of one cell is no heading. */
  let headings: typeof found = []
  /** It is the total if no row follows. */
  let last: { row: Row; total: TotalLine } | null = null
  let hasSubtotals = false
  const addAll = (row: Row) => {
    const checked = checkRow(row, columns, options)
    addRow(all, checked.ok ? checked.payable : null, cellOf(row, columns, 'amount'))
  }
  const addLast = () => {
    if (last) addAll(last.row)
    last = null
  }
  return {
    count: () => above.length - 1,
    add(row: Row): void {
      addLast()
      const { aside } = row
      if (aside?.kind === 'heading') {
        headings.push(aside)
        above.push(difference(all, noSums()))
      } else if (row.isTotal) {
        headings = []
        hasSubtotals = true
        if (aside && above.findLast((before) => agrees(aside, difference(all, before)))) found.push(aside)
        above.push(difference(all, noSums()))
      } else if (aside) {
        last = { row, total: aside }
      } else {
        found.push(...headings.splice(0))
        addAll(row)
      }
    },
    end(): LinesAmong {
      const total = last && all.rows > 1 && agrees(last.total, all) ? last.total : null
      if (!total) addLast()
      const isStated = total !== null || columns.tail.some((below) => statesSum(below, all))
      // A total may be that of one of several currencies.
      const among = { isAny: hasSubtotals, since: above.map((before) => difference(all, before)) }
      if (!isStated || all.payable.size !== 1) return { ...nothing, among }
      const lines = new Set([...found, ...(total ? [total] : [])].map(({ line }) => line))
      return { lines, notes: found.length === 0 ? [] : [noteOn(found)], total, among }
    },
  }
}

function noteOn(found: readonly { line: number; label: string }[]): Sentence {
  const quoted = found.map(({ line, label }) => say('titles.line_quoted', { line, text: quote(label) }))
  const lines = quoted.length > mostQuoted ? [...quoted.slice(0, mostQuoted), '…'] : quoted
  return say('titles.lines_among_rows', { count: found.length, lines })
}
