import { unitsIn } from '../../payout/money/writtenAmount.ts'
import { findOperator } from '../../payout/operators/operator.ts'
import { readBrand } from '../../payout/operators/readBrand.ts'
import { clipped } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { type Columns, type Field, takeUnits } from './columns.ts'
import { wasEntry } from './entryColumn.ts'
import { type Refused, type Row, type RowBatches, refused, type TailLine } from './row.ts'
import {
  amountBehind,
  closing,
  countLabel,
  date,
  isDate,
  isWords,
  plain,
  statedUnit,
  sumInWords,
  totalLabel,
} from './tailWords.ts'

/** More lines than any signature block. Memory must stay small. */
const mostHeld = 60

/**
 * Separates the lines below a table's last payout from its rows: its total, signatures, a date. Only the file's end shows which lines
 * these are, so possible ones are held back. If a payout follows, they are rows like the others.
 *
 * @param columns `tail` is filled at the end
 */
export async function* setAsideTail(batches: RowBatches, columns: Columns): RowBatches {
  let held: Row[] = []
  let hasRows = false
  let isFirst = true
  for (;;) {
    const next = await batches.next()
    if (next.done && next.value) return next.value
    const rows = next.done ? [] : [...next.value]
    if (isFirst && rows[0]) {
      isFirst = false
      const units = unitsUnderHeading(rows[0], columns)
      if (units === 'taken') rows.shift()
      else if (units) return units
    }
    const last = rows.findLastIndex((row) => !mayBeBelow(row, columns))
    const all = [...held, ...rows]
    const end = last === -1 ? Math.max(0, all.length - mostHeld) : held.length + last + 1
    const out = all.slice(0, end)
    held = all.slice(end)
    if (next.done) {
      const at = beginOfTail(held, columns)
      out.push(...held.slice(0, at))
      columns.tail = held.slice(at).flatMap((row) => readBelow(row, columns, true) ?? [])
    }
    for (const row of out) if (mayBeTotal(row, columns)) markTotal(row, columns)
    hasRows ||= out.length > 0
    if (out.length > 0) yield out
    if (!next.done) continue
    return hasRows || columns.tail.length === 0 ? null : refused(say('files.file_header_no_rows_nothing_pay'))
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

/** A quick check: it has no phone number. */
const mayBeTotal = ({ cells, malformed }: Row, { index }: Columns): boolean =>
  malformed === undefined && (cells[index.phone_number ?? -1] ?? '').length < 7

/** Marks a total between the payouts, of a department or a page: it isn't an incomplete payout, and not part of the file's sum. */
function markTotal(row: Row, columns: Columns): void {
  const read = readBelow(row, columns, false)
  if (read?.kind !== 'total' || wasEntry(row, columns)) return
  row.isTotal = true
  row.malformed = { column: '', value: read.label, message: say('payout.row_is_a_total') }
}

/** A quick and generous check: it has neither a number nor an operator. */
function mayBeBelow(row: Row, columns: Columns): boolean {
  const phone = row.cells[columns.index.phone_number ?? -1] ?? ''
  if (phone.length >= 7 && isLongNumber(phone)) return false
  const operator = (row.cells[columns.index.operator ?? -1] ?? '').trim()
  const isNone = operator === '' || (findOperator(operator) === null && readBrand(operator, null, '') === null)
  return isNone && !wasEntry(row, columns)
}

const isLongNumber = (text: string): boolean => text.replace(date, '').replace(/\D/g, '').length >= 7

/** The index from which all rows are below the table. The first of them must be clear by itself. */
function beginOfTail(rows: readonly Row[], columns: Columns): number {
  let begin = rows.length
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row || !readBelow(row, columns, true)) break
    if (readBelow(row, columns, false)) begin = at
  }
  return begin
}

/** No line below a table is longer, and a file with a million long notes must be read in reasonable time. */
const longestBelow = 2_000

/**
 * Reads a line below the table, or a total between the payouts.
 *
 * @param isBelow whether there is a total or a signature above it: then any words will do
 * @returns null if it may be an incomplete payout
 */
function readBelow(row: Row, columns: Columns, isBelow: boolean): TailLine | null {
  const { line, cells, malformed, beyond } = row
  // Lines written by hand may be too short or too long. Any other malformed row is reported as a problem.
  if (malformed && beyond === undefined) return null
  if (cells.some((each) => (each?.length ?? 0) > longestBelow)) return null
  const cell = (field: Field): string => (cells[columns.index[field] ?? -1] ?? '').trim()
  const texts = [...cells.map((each) => (each ?? '').trim()), beyond ?? ''].filter((each) => each !== '')
  const amount = cell('amount')
  const label = texts.find((each) => each !== amount && totalLabel.test(plain(each)))
  const isFree = (text: string) => text === '' || text === label || (isWords(text) && isBelow)
  const isApart = isFree(cell('operator')) && isFree(cell('phone_number')) && isFree(cell('reference'))
  if (label !== undefined && isApart) {
    const isDoubtful = row.doubts?.some(({ field }) => field === 'amount') ?? false
    const written = amount === '' || !/\d/.test(amount) ? (amountBehind.exec(label)?.[1] ?? '') : amount
    return { kind: 'total', line, label: clipped(label), amount: written, isDoubtful }
  }
  const counted = texts.find((each) => countLabel.test(plain(each)))
  if (counted !== undefined && texts.every((each) => each === counted || /^\d+$/.test(each))) {
    const found = [...texts.filter((each) => each !== counted), /(\d+)\s*$/.exec(counted)?.[1]].find(
      (each) => each !== undefined,
    )
    if (found !== undefined) return { kind: 'count', line, count: found }
  }
  return readWords(texts, [cell('reference'), amount], line, isBelow)
}

function readWords(texts: readonly string[], own: readonly string[], line: number, isBelow: boolean): TailLine | null {
  const whole = texts.join(' ')
  const isSigned = closing.test(plain(whole)) || /^[\W_]+$/u.test(whole.replace(/\p{L}/gu, 'x')) || isDate(whole)
  if (!isSigned && !isBelow) return null
  // With a reference or an amount of its own, it is a payout that lacks its number.
  if (own.some((text) => text !== '' && !isWords(text))) return null
  if (texts.some((text) => isLongNumber(text) && !closing.test(plain(text)))) return null
  const sums = [...whole.matchAll(sumInWords)].map(([, sum = '']) => sum.trim())
  const units = [...whole.matchAll(statedUnit)].map(([, unit = '']) => unitsIn(unit))
  return { kind: 'words', line, sums, units }
}
