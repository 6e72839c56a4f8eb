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

/** More than any signature block. What is held back must stay small. */
const mostHeld = 60

/**
 * Keeps the lines below a table's last payout out of its rows: its total, signatures, a date. A line is only known to be one
 * of them at the file's end, so what may be one is held back until a payout follows, and is then a row like the others.
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
 * `FCFA` or `(en milliers)` in a line of its own, right below the heading of the amounts, is part of that heading.
 *
 * @returns why nothing in such a unit can be paid; null where the line is a row like any other
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

/** Quick: what stands for the number is none. */
const mayBeTotal = ({ cells, malformed }: Row, { index }: Columns): boolean =>
  malformed === undefined && (cells[index.phone_number ?? -1] ?? '').length < 7

/** A total between the payouts, of a department or a page: no payout that lacks something, and no part of the sum of the file. */
function markTotal(row: Row, columns: Columns): void {
  const read = readBelow(row, columns, false)
  if (read?.kind !== 'total' || wasEntry(row, columns)) return
  row.isTotal = true
  row.malformed = { column: '', value: read.label, message: say('payout.row_is_a_total') }
}

/** Quick and generous: neither a number nor an operator. */
function mayBeBelow(row: Row, columns: Columns): boolean {
  const phone = row.cells[columns.index.phone_number ?? -1] ?? ''
  if (phone.length >= 7 && isLongNumber(phone)) return false
  const operator = (row.cells[columns.index.operator ?? -1] ?? '').trim()
  const isNone = operator === '' || (findOperator(operator) === null && readBrand(operator, null, '') === null)
  return isNone && !wasEntry(row, columns)
}

const isLongNumber = (text: string): boolean => text.replace(date, '').replace(/\D/g, '').length >= 7

/** From where on all rows are below the table; the first of them has to say so itself. */
function beginOfTail(rows: readonly Row[], columns: Columns): number {
  let begin = rows.length
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row || !readBelow(row, columns, true)) break
    if (readBelow(row, columns, false)) begin = at
  }
  return begin
}

/** No line below a table is so long; and a file of a million long notes has to be read in time. */
const longestBelow = 2_000

/**
 * What a line below the table says, or one between the payouts.
 *
 * @param isBelow whether a total or a signature stands above it: then any words will do
 * @returns null where it may be a payout that lacks something
 */
function readBelow(row: Row, columns: Columns, isBelow: boolean): TailLine | null {
  const { line, cells, malformed, beyond } = row
  // Cut off behind its words is how such lines are written by hand; anything else that is broken is told as a problem.
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
  // A reference or an amount of its own: a payout that lacks its number.
  if (own.some((text) => text !== '' && !isWords(text))) return null
  if (texts.some((text) => isLongNumber(text) && !closing.test(plain(text)))) return null
  const sums = [...whole.matchAll(sumInWords)].map(([, sum = '']) => sum.trim())
  const units = [...whole.matchAll(statedUnit)].map(([, unit = '']) => unitsIn(unit))
  return { kind: 'words', line, sums, units }
}
