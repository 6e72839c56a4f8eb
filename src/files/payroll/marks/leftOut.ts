import { type Sentence, say } from '../../../words/sentence.ts'
import { wordsOf } from '../field.ts'
import type { Columns } from '../header/columns.ts'
import type { Row } from '../row.ts'

/**
 * Leaves out the rows of a table that can't be payouts, and remembers their lines for a note: those of a template that nobody has
 * filled in (`12;;;;0`), and the names of the columns, repeated on each page.
 */
export function createLeftOut(columns: Columns) {
  const empty = createRanges()
  const repeated = createRanges()
  return {
    keep: (rows: readonly Row[]): Row[] =>
      rows.filter((row) => {
        const lines = isEmpty(row, columns) ? empty : isHeader(row, columns) ? repeated : null
        lines?.add(row.line)
        return lines === null
      }),
    isAny: () => empty.count() + repeated.count() > 0,
    notes(): Sentence[] {
      const said = (ranges: Ranges) => ({ count: ranges.count(), lines: ranges.shown() })
      return [
        ...(empty.count() > 0 ? [say('titles.empty_rows', said(empty))] : []),
        ...(repeated.count() > 0 ? [say('titles.repeated_names', said(repeated))] : []),
      ]
    },
  }
}

const zero = /^(?:[-–—]|0+(?:[.,]0+)?)$/
/** `N°`, `N° d'ordre`, `S/N`, `#`. */
const numberHeading = new Set('no n s sn sr num numero number d ordre order rang rank ligne line row item'.split(' '))

/** It has nothing but a running number, or zeros or nothing yet that formulas left. */
function isEmpty({ cells, malformed, doubts, reported }: Row, { names, index }: Columns): boolean {
  // A mark is in these cells, too: `0` under `Reste à payer`.
  if (malformed || (reported && !reported.says.startsWith('marked'))) return false
  const first = cells.find((cell) => cell !== null && cell.trim() !== '') ?? ''
  // A quick check: nearly every row is a payout.
  if (first !== '' && !/^\s*[-–—\d]/.test(first)) return false
  // Formulas that were never calculated are empty, too.
  if (doubts?.some(({ field }) => field !== 'amount')) return false
  const { amount, phone_number, operator, reference, name } = index
  const own = [phone_number, operator, reference, name]
  return cells.every((cell, at) => {
    const text = (cell ?? '').trim()
    if (text === '') return true
    if (own.includes(at)) return false
    return zero.test(text) || (at !== amount && /^\d{1,6}\.?$/.test(text) && isRunningNumber(names[at] ?? ''))
  })
}

const isRunningNumber = (heading: string): boolean =>
  heading !== '' && wordsOf(heading).every((word) => numberHeading.has(word))

const isHeader = ({ cells }: Row, { names }: Columns): boolean =>
  cells.length === names.length && cells.every((cell, at) => (cell ?? '').trim() === names[at])

type Ranges = ReturnType<typeof createRanges>

const mostRanges = 20

/** Lines in ascending order, as people write them: `5–31`. */
function createRanges() {
  const ranges: { from: number; to: number }[] = []
  let count = 0
  return {
    add(line: number): void {
      count++
      const last = ranges.at(-1)
      if (last && line === last.to + 1) last.to = line
      else if (ranges.length <= mostRanges) ranges.push({ from: line, to: line })
    },
    count: () => count,
    shown: () =>
      ranges.map(({ from, to }, at) => (at === mostRanges ? '…' : from === to ? `${from}` : `${from}–${to}`)),
  }
}
