import { unitsIn } from '../../../payout/money/writtenAmount.ts'
import { findOperator } from '../../../payout/operators/operator.ts'
import { readBrand } from '../../../payout/operators/readBrand.ts'
import { clipped } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import { type Columns, type Field, takeUnits } from '../header/columns.ts'
import { wasEntry } from '../header/entryColumn.ts'
import { createLeftOut } from '../marks/leftOut.ts'
import { type Refused, type Row, type RowBatches, refused, type TailLine } from '../row.ts'
import { legendIn, verdictOn } from '../verdict.ts'
import {
  amountBehind,
  closing,
  countLabel,
  date,
  isDate,
  isWords,
  plain,
  statedUnit,
  sumsIn,
  totalLabel,
} from './tailWords.ts'

/** More lines than any signature block. Memory must stay small. */
const mostHeld = 60

/**
 * Separates the lines below a table's last payout from its rows: its total, signatures, a date. Empty rows of a template are left out. Only the file's end shows which lines
 * these are, so possible ones are held back. If a payout follows, they are rows like the others.
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
    row.malformed = { column: '', value: read.label, message: say('payout.row_is_a_total') }
  } else if ((!row.malformed || row.beyond !== undefined) && !row.doubts && !row.reported) {
    const [only, another] = textsIn(row)
    if (only && another === undefined) row.malformed = { column: '', value: only, message: say('titles.one_cell') }
  }
}

const textsIn = ({ cells, beyond = '' }: Row): string[] =>
  [...cells.map((each) => (each ?? '').trim()), beyond].filter((each) => each !== '')

/** A quick and generous check: it has neither a number nor an operator. */
function mayBeBelow(row: Row, columns: Columns): boolean {
  const phone = row.cells[columns.index.phone_number ?? -1] ?? ''
  if (phone.length >= 7 && isLongNumber(phone)) return false
  const operator = (row.cells[columns.index.operator ?? -1] ?? '').trim()
  const isNone = operator === '' || (findOperator(operator) === null && readBrand(operator, null, '') === null)
  return isNone && !wasEntry(row, columns)
}

const isLongNumber = (text: string): boolean => text.replace(date, '').replace(/\D/g, '').length >= 7

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

/** No line below a table is longer, and a file with a million long notes must be read in reasonable time. */
const longestBelow = 2_000

/**
 * Reads a line below the table, or a total between the payouts. It may state their number and their sum.
 *
 * @param isBelow whether there is a total or a signature above it: then any words will do
 * @returns nothing if it may be an incomplete payout
 */
function readBelow(row: Row, columns: Columns, isBelow: boolean): TailLine[] {
  const { line, cells, malformed, beyond } = row
  // Lines written by hand may be too short or too long. Any other malformed row is reported as a problem.
  if (malformed && beyond === undefined) return []
  if (cells.some((each) => (each?.length ?? 0) > longestBelow)) return []
  const cell = (field: Field): string => (cells[columns.index[field] ?? -1] ?? '').trim()
  const texts = textsIn(row)
  const amount = cell('amount')
  const isTotal = (text: string) => text !== amount && totalLabel.test(plain(text))
  const isCount = (text: string) => countLabel.test(plain(text))
  const isLabel = (text: string) => isTotal(text) || isCount(text)
  const isFree = (text: string) => text === '' || isLabel(text) || (isWords(text) && isBelow)
  const phone = cell('phone_number')
  // In the column of the numbers, there may be how many there are.
  const isApart = isFree(cell('operator')) && (isFree(phone) || /^\d{1,4}$/.test(phone)) && isFree(cell('reference'))
  const isDoubtful = row.doubts?.some(({ field }) => field === 'amount') ?? false
  const label = texts.find(isTotal)
  const counts = countIn(texts, amount, isLabel, line)
  if (label !== undefined && isApart) {
    const written = amount === '' || !/\d/.test(amount) ? (amountBehind.exec(label)?.[1] ?? '') : amount
    return [...counts, { kind: 'total', line, label: clipped(label), amount: written, isDoubtful }]
  }
  const [counted] = counts
  if (counted) {
    const isOther = amount !== '' && amount !== counted.count && !isCount(amount)
    return isOther ? [counted, { kind: 'total', line, label: '', amount, isDoubtful }] : [counted]
  }
  return readWords(texts, [cell('reference'), amount], line, isBelow)
}

/** `Effectif : 2`, or `Effectif` with a number in another cell, and nothing else but a sum and its label. */
function countIn(
  texts: readonly string[],
  amount: string,
  isLabel: (text: string) => boolean,
  line: number,
): Extract<TailLine, { kind: 'count' }>[] {
  const label = texts.find((each) => countLabel.test(plain(each)))
  if (label === undefined) return []
  const rest = texts.filter((each) => each !== label && !isLabel(each))
  if (!rest.every((each) => each === amount || /^\d+$/.test(each))) return []
  // `Effectif novembre 2026` has a year, and no number.
  const [, own] = /(?:[:=]\s*|\s(?!(?:19|20)\d\d\b))(\d+)(?:\s+\p{L}+)?\s*$/u.exec(label) ?? []
  const count = own ?? rest.find((each) => each !== amount) ?? rest.find((each) => /^\d+$/.test(each))
  return count === undefined ? [] : [{ kind: 'count', line, count }]
}

function readWords(texts: readonly string[], own: readonly string[], line: number, isBelow: boolean): TailLine[] {
  const whole = texts.join(' ')
  const isSigned = closing.test(plain(whole)) || /^[\W_]+$/u.test(whole.replace(/\p{L}/gu, 'x')) || isDate(whole)
  const units = [...whole.matchAll(statedUnit)].map(([, unit = '']) => unitsIn(unit))
  const isOfUnits = units.some(({ scale, currencies }) => scale !== null || currencies.length > 0)
  if (!isSigned && !isOfUnits && !isBelow) return []
  // With a reference or an amount of its own, it is a payout that lacks its number.
  if (own.some((text) => text !== '' && !isWords(text))) return []
  if (texts.some((text) => isLongNumber(text) && !closing.test(plain(text)))) return []
  return [{ kind: 'words', line, text: clipped(whole, 80), sums: sumsIn(whole), units }]
}
