import { quote } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { readRows } from '../../formats/readRows.ts'
import { checkRow } from '../checkRow.ts'
import type { Columns } from '../header/columns.ts'
import { cellOf } from '../header/columns.ts'
import type { PayoutFile } from '../payoutFile.ts'
import { type Refused, type Row, refused, type TotalLine } from '../row.ts'
import type { CheckOptions } from '../tally.ts'
import {
  addRow,
  agrees,
  compareTail,
  difference,
  grouped,
  noSums,
  possibleSums,
  type Subtotals,
  type Sums,
  statesSum,
} from './compareTotals.ts'
import { isSubtotal } from './lineBelow.ts'

/** The lines among the rows of a table that are no payouts, as its own total shows. */
export interface LinesAmong {
  lines: ReadonlySet<number>
  /** Of the headings and subtotals. */
  notes: Sentence[]
  /** The last line, if it is a total without a label. */
  total: TotalLine | null
  among: Subtotals
  /** What is wrong with subtotals that stay problems, by line. */
  wrong: ReadonlyMap<number, Sentence>
  /** Why the file is refused: a total or the last subtotal differs. */
  refusal: Refused | null
}

export const noLinesAmong: LinesAmong = {
  lines: new Set(),
  notes: [],
  total: null,
  among: { isAny: false, since: [] },
  wrong: new Map(),
  refusal: null,
}

/** More departments than any list has. Memory must stay small. */
const mostLines = 1_000
const mostQuoted = 20

/**
 * Reads a table again, because only the total at its end tells whether lines among its rows are no payouts: if it is exactly the sum of
 * all rows, the headings above payouts and the subtotals that agree with the rows above them are left out. So are they if it differs, which
 * refuses the file unless a person says that the total is wrong. Without a total, none of them is.
 */
export async function findLinesAmong(file: PayoutFile, options: CheckOptions): Promise<LinesAmong> {
  const { columns, batches } = readRows(file, options.map, options.limits)
  const search = createSearch(columns, options)
  try {
    for (;;) {
      const next = await batches.next()
      if (next.done) return next.value ? noLinesAmong : search.end()
      for (const row of next.value) search.add(row)
      if (search.count() > mostLines) return { ...noLinesAmong, among: { isAny: true, since: [] } }
    }
  } finally {
    await batches.return(null)
  }
}

/** The rows of a table without such lines, and what is wrong with the subtotals that stay. */
export const withoutLines = (rows: readonly Row[], { lines, wrong }: LinesAmong): Row[] =>
  rows
    .filter(({ line }) => !lines.has(line))
    .map((row) => {
      const message = wrong.get(row.line)
      return message && row.malformed ? { ...row, malformed: { ...row.malformed, message } } : row
    })

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
  const wrong = new Map<number, Sentence>()
  const since = () => above.map((before) => difference(all, before))
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
        const isRight = aside && above.findLast((before) => agrees(aside, difference(all, before)))
        if (isRight) found.push(aside)
        else if (aside && isReadable(aside)) wrong.set(row.line, say('titles.subtotal_wrong', differs(aside, since())))
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
      const among = { isAny: hasSubtotals, since: since() }
      // A total may be that of one of several currencies.
      if (all.payable.size !== 1 || all.others === null) return { ...noLinesAmong, among }
      const compared = compareTail([...columns.above, ...columns.tail], { ...all, among, isToldOnly: false })
      const ofAll = 'kind' in compared && compared.message.key === 'files.total_differs' ? compared : null
      const isStated = total !== null || columns.tail.some((below) => statesSum(below, all))
      const ofLast = hasSubtotals ? wrongLast(columns.tail, among.since) : null
      const refusal = options.toldTotals ? null : (ofAll ?? ofLast)
      if (!isStated && !ofAll) {
        return {
          ...noLinesAmong,
          among,
          refusal,
          notes: noteOn(found, (of) => say('titles.lines_among_without_total', of)),
        }
      }
      const lines = new Set([...found, ...(total ? [total] : [])].map(({ line }) => line))
      const notes = noteOn(found, (of) =>
        ofAll || ofLast ? say('titles.lines_among_left_out', of) : say('titles.lines_among_rows', of),
      )
      return { lines, notes, total, among, wrong, refusal }
    },
  }
}

/** The subtotal of the last group stands below the rows. */
function wrongLast(tail: Columns['tail'], since: readonly Sums[]): Refused | null {
  for (const below of tail) {
    if (below.kind !== 'total' || !isSubtotal(below.label) || !isReadable(below)) continue
    if (since.some((each) => agrees(below, each))) continue
    return refused(say('titles.subtotal_differs', { line: below.line, ...differs(below, since) }), below.line)
  }
  return null
}

const isReadable = ({ amount, isDoubtful }: TotalLine): boolean => /\d/.test(amount) && !isDoubtful

/** What it gives, and what the nearest rows above it make. */
function differs({ amount }: TotalLine, since: readonly Sums[]) {
  const nearest = since.findLast(({ rows }) => rows > 0) ?? noSums()
  return { written: grouped(amount), sums: possibleSums(nearest, null).map(({ shown }) => shown) }
}

function noteOn(
  found: readonly { line: number; label: string }[],
  note: (of: { count: number; lines: (Sentence | string)[] }) => Sentence,
): Sentence[] {
  if (found.length === 0) return []
  const quoted = found.map(({ line, label }) => say('titles.line_quoted', { line, text: quote(label) }))
  const lines = quoted.length > mostQuoted ? [...quoted.slice(0, mostQuoted), '…'] : quoted
  return [note({ count: found.length, lines })]
}
