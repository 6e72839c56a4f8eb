import { parseWrittenAmount, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { findOperator } from '../../../payout/operators/operator.ts'
import { readBrand } from '../../../payout/operators/readBrand.ts'
import { clipped, isLongNumber } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { doubtOf, isOtherSum } from '../field.ts'
import { type Columns, takeUnits } from '../header/columns.ts'
import { wordsOf } from '../header/headingWords.ts'
import { type Refused, type Row, type RowBatches, refused, wasEntry } from '../row.ts'
import { legendIn, verdictOn } from '../verdict.ts'
import { isHeading, isNeutralTotal, longestBelow, readBelow, textsIn } from './lineBelow.ts'

/** More lines than any signature block. Memory must stay small. */
const mostHeld = 60

/**
 * Separates the lines below a table's last payout from its rows: its total, signatures, a date. Only the file's end shows which lines
 * these are, so possible ones are held back. If a payout follows, they are rows like the others. Empty rows of a template are left out.
 *
 * @param columns `tail` is filled at the end
 */
export async function* setAsideTail(batches: RowBatches, columns: Columns): RowBatches {
  const leftOut = createLeftOut(columns)
  let held: Row[] = []
  let hasRows = false
  let isFirst = true
  for (;;) {
    const next = await batches.next()
    if (next.done && next.value) return next.value
    const rows = next.done ? [] : leftOut.keep(next.value)
    if (isFirst && rows[0]) {
      isFirst = false
      const units = unitsUnderHeading(rows[0], columns)
      if (units === 'taken') rows.shift()
      else if (units) return units
    }
    for (const row of rows) {
      const against = againstPaying(row, columns)
      if (against) return against
    }
    const last = rows.findLastIndex((row) => !mayBeBelow(row, columns))
    const all = [...held, ...rows]
    const end = last === -1 ? Math.max(0, all.length - mostHeld) : held.length + last + 1
    const out = all.slice(0, end)
    held = all.slice(end)
    if (next.done) {
      const { rows: above, tail } = splitTail(held, columns)
      out.push(...above)
      columns.tail = tail.flatMap((row) => readBelow(row, columns, true))
    }
    for (const row of out) if (mayBeTotal(row, columns)) markNoPayout(row, columns)
    hasRows ||= out.length > 0
    if (out.length > 0) yield out
    if (!next.done) continue
    columns.notes.push(...leftOut.notes())
    const isNothing = !hasRows && (columns.tail.length > 0 || leftOut.isAny())
    return isNothing ? refused(say('files.file_header_no_rows_nothing_pay')) : null
  }
}

/**
 * `FCFA` or `(en milliers)` in a line of its own right below the heading of the amounts is part of that heading.
 *
 * @returns why nothing in such a unit can be paid; null if the line is a row like any other
 */
function unitsUnderHeading({ cells }: Row, columns: Columns): Refused | 'taken' | null {
  const at = columns.index.amount ?? -1
  const written = (cells[at] ?? '').trim()
  if (
    written === '' ||
    /\d{4}/.test(written) ||
    cells.some((cell, place) => place !== at && (cell ?? '').trim() !== '')
  )
    return null
  const found = unitsIn(written)
  if (/[\p{L}\p{N}]/u.test(found.rest.replace(/^[([]*(?:en|in)(?!\p{L})/iu, ''))) return null
  return takeUnits(columns, found, `${columns.names[at]} ${written}`) ?? 'taken'
}

/**
 * Refuses the file because of a line between or below its payouts that says not to pay: a heading (`Agents suspendus`), a note, a
 * legend, also right of a payout. It can't be told which rows it is about, and a row that is a problem could be skipped.
 */
function againstPaying(row: Row, columns: Columns): Refused | null {
  const { line, cells, malformed, beyond = '' } = row
  if (malformed && row.beyond === undefined) return null
  if (cells.some((each) => (each?.length ?? 0) > longestBelow)) return null
  const isPayout = !mayBeBelow(row, columns)
  if (isPayout && beyond === '') return null
  const texts = textsIn(row)
  const { reference, amount } = columns.index
  // Of somebody without a number, only that row can be a problem.
  const isPerson = texts.length > 1 && !malformed && [reference, amount].some((at) => /\d/.test(cells[at ?? -1] ?? ''))
  const verdict = isPayout || isPerson ? legendIn(beyond) : verdictOn(texts)
  if (!verdict) return null
  const whole = texts.join(' ')
  const words = isPayout || whole.length > 120 ? verdict.words : whole
  return refused(say('titles.some_not_to_pay', { line, words }), line)
}

/** A quick check: it has no phone number. */
const mayBeTotal = ({ cells, malformed, beyond }: Row, { index }: Columns): boolean =>
  (malformed === undefined || beyond !== undefined) && (cells[index.phone_number ?? -1] ?? '').length < 7

/**
 * Marks a total between the payouts, of a department or a page: it isn't an incomplete payout, and not part of the file's sum. And a
 * row with one cell, such as the heading of a department: what it lacks is said once.
 */
function markNoPayout(row: Row, columns: Columns): void {
  if (wasEntry(row, columns)) return
  const read = readBelow(row, columns, false).find(({ kind }) => kind === 'total')
  if (read?.kind === 'total' && read.label !== '') {
    row.isTotal = true
    if (isNeutralTotal(read.label)) row.aside = read
    row.malformed = { column: '', value: read.label, message: say('payout.row_is_a_total') }
  } else if ((!row.malformed || row.beyond !== undefined) && !row.doubts && !row.reported) {
    const { line } = row
    if (isSumAlone(row, columns)) {
      const amount = (row.cells[columns.index.amount ?? -1] ?? '').trim()
      row.aside = { kind: 'total', line, label: '', amount, isDoubtful: false }
    }
    const [only, another] = textsIn(row)
    if (!only || another !== undefined) return
    if (isHeading(row, columns)) row.aside = { kind: 'heading', line, label: clipped(only.replace(/\s+/g, ' '), 80) }
    row.malformed = { column: '', value: only, message: say('titles.one_cell') }
  }
}

/** It has nothing but an amount, and perhaps sums under the headings of other amounts. */
function isSumAlone({ cells }: Row, { names, index }: Columns): boolean {
  const filled = cells.flatMap((cell, at) => ((cell ?? '').trim() === '' ? [] : [{ at, text: cell ?? '' }]))
  const isSum = ({ at, text }: { at: number; text: string }) =>
    parseWrittenAmount(text, null).ok &&
    (at === index.amount || doubtOf(names[at] ?? '')?.field === 'amount' || isOtherSum(names[at] ?? ''))
  return filled.some(({ at }) => at === index.amount) && filled.every(isSum)
}

/** A quick and generous check: it has neither a number nor an operator. */
function mayBeBelow(row: Row, columns: Columns): boolean {
  const phone = row.cells[columns.index.phone_number ?? -1] ?? ''
  if (phone.length >= 7 && isLongNumber(phone)) return false
  const operator = (row.cells[columns.index.operator ?? -1] ?? '').trim()
  const isNone = operator === '' || (findOperator(operator) === null && readBrand(operator, null, '') === null)
  return isNone && !wasEntry(row, columns)
}

/**
 * Splits the last rows into rows of the table and lines below it. Below a total, rows that are neither may follow, such as fees or a
 * recap: they are no reason to call the total wrong, but they are never left out.
 */
function splitTail(held: readonly Row[], columns: Columns): { rows: readonly Row[]; tail: readonly Row[] } {
  const at = beginOfTail(held, columns)
  const isClear = (row: Row) => readBelow(row, columns, true).length > 0
  const total = held.findIndex((row) => readBelow(row, columns, false).some(({ kind }) => kind === 'total'))
  const unclear = total === -1 || total >= at ? [] : held.slice(total).filter((row) => !isClear(row))
  if (unclear.length === 0 || !unclear.every((row) => isFooter(row, columns)))
    return { rows: held.slice(0, at), tail: held.slice(at) }
  for (const row of unclear) {
    // The total above it is not the sum of it, too.
    row.isTotal = true
    row.malformed = { column: '', value: textsIn(row)[0] ?? '', message: say('titles.unclear_below') }
  }
  return {
    rows: [...held.slice(0, total), ...unclear],
    tail: held.slice(total).filter((row) => !unclear.includes(row)),
  }
}

const isFooter = ({ cells, malformed, reported }: Row, { index }: Columns): boolean =>
  !malformed && !reported && [index.operator, index.phone_number].every((at) => (cells[at ?? -1] ?? '').trim() === '')

/** The index from which all rows are below the table. The first of them must be clear by itself. */
function beginOfTail(rows: readonly Row[], columns: Columns): number {
  let begin = rows.length
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row || readBelow(row, columns, true).length === 0) break
    if (readBelow(row, columns, false).length > 0) begin = at
  }
  return begin
}

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
function isEmpty({ cells, malformed, doubts, reported }: Row, { names, index, nameAt }: Columns): boolean {
  // A mark is in these cells, too: `0` under `Reste à payer`.
  if (malformed || (reported && !reported.says.startsWith('marked'))) return false
  const first = cells.find((cell) => cell !== null && cell.trim() !== '') ?? ''
  // A quick check: nearly every row is a payout.
  if (first !== '' && !/^\s*[-–—\d]/.test(first)) return false
  // Formulas that were never calculated are empty, too.
  if (doubts?.some(({ field }) => field !== 'amount')) return false
  const { amount, phone_number, operator, reference } = index
  const own = [phone_number, operator, reference, ...nameAt]
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
