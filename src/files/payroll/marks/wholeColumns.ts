import { clipped, fold, wordsOf } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import { doubtOf, isRival } from '../field.ts'
import type { Columns } from '../header/columns.ts'
import { fieldPlaces } from '../header/columns.ts'
import { withoutPeriod, withoutThisMonth } from '../header/periods.ts'
import { type Refused, type Row, type RowBatches, refused } from '../row.ts'
import { hasCounts, isCounted, mayBeSumPaid, readerFor, type Says, saysSurely, waitsForApproval } from './doneCells.ts'
import {
  mayNameReceipt,
  namesAdjustment,
  namesApproval,
  namesBrand,
  namesDate,
  namesDeduction,
  namesDone,
  namesMissionDay,
  namesReceipt,
  namesReceived,
  namesShare,
  namesSignature,
  namesStateOf,
} from './doneHeadings.ts'
import { asksWhetherToPay, isStateColumn, markingOf, namesPayDay, tellsOfPayment } from './markColumns.ts'
import {
  allDone,
  isAmount,
  isDivided,
  type Kind,
  notMerged,
  someDone,
  someLeft,
  type Watched,
} from './watchedColumn.ts'

/**
 * Refuses a file in which some payouts have a day under `Date de paiement` and others none, or some are `Completed` under `Status` and
 * others `Pending`: those may be paid. Rows that `isAnswered` could judge by the first ones are marked instead. So it does if only some
 * are ticked, or have an operator's receipt, or if money has been received or is to be deducted. The rows before the first difference are
 * given out by then: none of the file is paid. If a column says of all rows that they are not to be paid, one sentence says so.
 */
export async function* judgeColumns(batches: RowBatches, columns: Columns, isWorkbook: boolean): RowBatches {
  const watched: Watched[] = []
  const marked = createMarked()
  let known = 0
  let first: Row | null = null
  for (;;) {
    const next = await batches.next()
    if (next.done)
      return next.value ?? marked.all() ?? someLeft(watched, columns) ?? notMerged(watched, columns) ?? allDone(watched)
    for (; known < columns.names.length; known += 1) {
      const name = columns.names[known] ?? ''
      const heading = withoutThisMonth(name)
      const kinds = kindsOf(name, heading, known, columns)
      const none = { done: null, told: null, approved: null, waiting: null, merged: null, until: null }
      const empty = { ...none, isAll: first === null, isSure: false, isCount: false, isOther: false }
      for (const kind of kinds) {
        const read = isAmount(kind) ? null : readerFor[kind](heading)
        // In JSON, a column may begin with a later row: those before have none.
        const says = read?.('') ?? null
        const before = { cell: '', says, open: says === 'open' ? first : null, blank: says === 'blank' ? first : null }
        watched.push({ at: known, name, heading, kind, read, ...empty, ...before })
      }
    }
    // Nearly every file has no such column.
    const isIdle: boolean = watched.length === 0 && first !== null && !marked.mayBeAll()
    for (const each of isIdle ? [] : watched)
      each.isCount ||= hasCounts(each.kind, each.heading, () => next.value.map(({ cells }) => cells[each.at] ?? ''))
    for (const row of isIdle ? [] : next.value) {
      marked.add(row)
      if (!isPayout(row, columns)) continue
      for (const each of watched) look(each, row, columns, isWorkbook && first === null)
      const either = watched.find(isDivided)
      if (either) return someDone(either, columns)
      first ??= row
    }
    yield next.value
  }
}

function kindsOf(name: string, heading: string, at: number, columns: Columns): Kind[] {
  const { of, names, answers, places, map } = columns
  const field = fieldPlaces(columns).find(([, place]) => place === at)?.[0]
  // `Réf. paiement` may be what the payout is called, or what an operator called it.
  if (field === 'reference' && map.reference === undefined && namesReceipt(name)) return ['receipt']
  if (of === 'statement' || field !== undefined || namesMissionDay(heading, names)) return []
  if (name === '') return places.length > 0 && names.length > 0 ? ['tick'] : []
  if (isStateColumn(heading) || namesStateOf(heading) || fold(heading) === 'situation') return ['state']
  if (answers.has(name)) return asksWhetherToPay(name) === 'no' ? [] : ['tick']
  if (namesPayDay(heading) || namesDate(heading)) return ['day']
  if (namesDeduction(withoutPeriod(name))) return ['deduction']
  const isTick = markingOf(heading) === 'allowed' && !Object.values(map).includes(name)
  const found: readonly [Kind, boolean][] = [
    ['receipt', namesReceipt(heading)],
    ['received', namesReceived(heading) && !isAskedAbout(name, at, columns)],
    ['done', namesDone(heading)],
    ['trace', heading === '' || namesBrand(heading)],
    ['note', markingOf(heading) === 'remark' || mayNameReceipt(heading)],
    ['tick', isTick || namesApproval(heading) || !/[\p{L}\p{N}]/u.test(name)],
  ]
  return found.flatMap(([kind, isOfKind]) => (isOfKind ? [kind] : []))
}

/** `Montant versé` may be the amount itself: that is asked first. */
function isAskedAbout(name: string, at: number, { names, index, map }: Columns): boolean {
  const doubt = doubtOf(name)
  const own = index.amount ?? -1
  return map.amount === undefined && doubt?.field === 'amount' && isRival(doubt, names[own] ?? '', at > own)
}

const isPayout = ({ cells, malformed }: Row, { index }: Columns): boolean =>
  malformed === undefined &&
  [index.phone_number, index.amount].every((at) => at !== undefined && (cells[at] ?? '').trim() !== '')

function look(column: Watched, row: Row, columns: Columns, mayBeMerged: boolean): void {
  const { kind, heading, at, read, isCount } = column
  const cell = row.cells[at]?.trim() ?? ''
  if (cell !== column.cell || read === null || (kind === 'done' && /\d/.test(cell))) {
    column.cell = cell
    column.says =
      read === null ? ofAmount(cell, row, column, columns) : isCounted(cell, kind, heading, isCount) ? null : read(cell)
    if (kind === 'done' && column.says === null && isOwnAmount(cell, row, column, columns)) column.says = 'done'
  }
  const { says } = column
  column.isAll &&= (says === 'done' || says === 'told') && row.reported === undefined
  if (column.isAll && saysSurely(kind, cell, heading)) column.isSure = true
  else if (kind !== 'state') column.isAll = false
  if (says === 'open' || says === 'blank') column.until = row
  if (says === 'other') column.isOther = true
  // A row that a report or a mark speaks of is judged by that, but what it says under `Status` shows what the column is about.
  const isPaidHere =
    kind === 'done' &&
    !namesSignature(heading) &&
    row.reported?.says === 'marked_paid' &&
    row.reported.column === column.name
  if (row.reported && !isPaidHere && !(kind === 'state' && tellsOfPayment(wordsOf(cell)))) return
  if (kind === 'state' && waitsForApproval(cell)) column.waiting ??= row
  if (says === 'open' || row.reported) column.open ??= row
  else if ((says === 'done' || says === 'told') && ['day', 'done', 'tick'].includes(kind) && mayBeMerged) {
    column.merged = row
    if (says === 'told') column.told = row
  } else if (says === 'done') column.done ??= row
  else if (says === 'told') column.told ??= row
  else if (says === 'approved') column.approved ??= row
  else if (says === 'blank') column.blank ??= row
}

/** Payrolls add up from left to right: what stands before the amount is deducted from it already, unless it is the amount. */
function ofAmount(cell: string, row: Row, { at, kind, name }: Watched, { index }: Columns): Says {
  const isPartOf =
    (namesShare(name) || (cell.endsWith('%') && !namesDone(name))) && share.test(cell) && /[1-9]/.test(cell)
  const isSum =
    /[1-9]\d\D?\d/.test(cell.replace(/[\s.,'’](?=\d{3}(?!\d))/g, '')) &&
    /^[-−–(]?[\d\s.,'’]+(?:\s?\p{L}[\p{L}. ]{0,5})?[-−–)]?$/u.test(cell)
  if (kind === 'deduction' && namesAdjustment(withoutPeriod(name)) && !/^[-−–(]|[-−–]$/.test(cell)) return null
  const own = index.amount ?? at
  if (isPartOf) return kind === 'received' || !whole.test(cell) ? 'done' : null
  return isSum && (at > own || digitsOf(cell) === digitsOf(row.cells[own] ?? '')) ? 'done' : null
}

const share = /^\d{1,3}(?:[.,]\d+)? ?%?$/
const whole = /^(?:100|1)(?:[.,]0+)? ?%?$/

/** Of a `Solde` or a `Versement`, it is asked which of the two is the amount. */
const isOwnAmount = (cell: string, row: Row, { name, heading }: Watched, { index }: Columns): boolean =>
  mayBeSumPaid(cell, heading) &&
  digitsOf(cell) === digitsOf(row.cells[index.amount ?? -1] ?? '') &&
  doubtOf(name)?.field !== 'amount'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

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
