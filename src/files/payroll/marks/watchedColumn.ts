import { clipped } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import { columnLetters } from '../../formats/xlsx/sheetXml.ts'
import type { Columns } from '../header/columns.ts'
import { type Refused, type Row, refused } from '../row.ts'
import { type Reader, type Says, saysSurely } from './doneCells.ts'
import { namesMoved, namesProof, namesStateOf } from './doneHeadings.ts'
import { isNothing } from './markColumns.ts'

/**
 * `state`: `Status`. `day`: `Date de paiement`. `receipt`: `ID transaction`. `done`: `Fait`. `tick`: `Validé`, or a column without a name.
 * `trace`: a receipt or a day under `Wave`. `note`: `Envoyé` under `Observations`. `received` and `deduction`: an amount under
 * `Déjà versé` or `À déduire`, of which one is enough.
 */
export type Kind = 'state' | 'day' | 'receipt' | 'done' | 'tick' | 'trace' | 'note' | 'received' | 'deduction'

export interface Watched {
  at: number
  name: string
  /** The name without this month. */
  heading: string
  kind: Kind
  done: Row | null
  told: Row | null
  approved: Row | null
  waiting: Row | null
  open: Row | null
  /** The first payout without anything under `Status` or `Date`, which counts as open unless the column is about something else. */
  blank: Row | null
  isOther: boolean
  /** In a workbook: the first payout, if it has a day or says so, which may be merged with the cells below it. */
  merged: Row | null
  /** The last payout that has none. */
  until: Row | null
  /** Every payout so far is done. */
  isAll: boolean
  /** One says so surely. All rows may be `Done` under `Status`, as payslips that are only computed. */
  isSure: boolean
  /** Its numbers of up to three digits are counts: one of them is above 1. */
  isCount: boolean
  read: Reader | null
  /** The latest cell, and what it says. */
  cell: string
  says: Says
}

export const isAmount = (kind: Kind): kind is 'received' | 'deduction' => kind === 'received' || kind === 'deduction'

/**
 * Whether some rows are done, and others open or perhaps so, or not approved. `Approved` beside what is paid or not is as it should be,
 * and a work is `Terminé` or `Completed`.
 */
export const isDivided = ({ done, told, approved, waiting, open, merged, kind }: Watched): boolean =>
  (approved !== null && waiting !== null) ||
  (done !== null
    ? open !== null || (told !== null && kind !== 'state') || isAmount(kind)
    : told !== null && told !== merged && (open ?? merged) !== null)

const cellIn = ({ at }: Watched, row: Row | null): string => clipped(row?.cells[at]?.trim() ?? '')

export function someDone(column: Watched, { names, index, places }: Columns): Refused {
  const { told, approved, waiting, merged, kind, at } = column
  const isApproval = column.done === null && approved !== null && waiting !== null
  const done = isApproval ? approved : (column.done ?? (column.open ? told : merged))
  const open = isApproval ? waiting : (column.open ?? told)
  const lines = { name: clipped(column.name), line: done?.line ?? 0, other: open?.line ?? 0 }
  const value = cellIn(column, done)
  if (column.name === '')
    return refused(say('payout.some_in_unnamed', { ...lines, name: columnLetters(places[at] ?? at), value }))
  const other = cellIn(column, open)
  const both = { ...lines, value, open: isNothing(other) ? 'nothing' : other }
  switch (kind) {
    case 'day':
      return refused(say('payout.some_days', lines))
    case 'receipt':
      return refused(namesProof(column.name) ? say('payout.some_done', both) : say('payout.some_receipts', both))
    case 'tick':
      return refused(isNothing(other) ? say('payout.some_ticked', { ...lines, value }) : say('payout.some_done', both))
    case 'state':
      if (!isApproval && !namesStateOf(column.heading) && !isNothing(other))
        return refused(say('payout.some_states', { ...lines, done: value, open: other }))
      return refused(say('payout.some_done', both))
    case 'done':
    case 'trace':
    case 'note':
      return refused(say('payout.some_done', both))
    case 'received':
      return refused(say('payout.amount_received', { ...lines, value }))
    case 'deduction':
      return refused(
        say('payout.amount_to_deduct', { ...lines, value, amount: clipped(names[index.amount ?? -1] ?? '') }),
      )
  }
}

/** Under `Status` or `Date`, whether the blank rows are open shows only when no row has told that the column is about something else. */
export function someLeft(watched: readonly Watched[], columns: Columns): Refused | null {
  const column = watched.find(
    ({ done, told, approved, blank, isOther, heading }) =>
      blank && !isOther && (namesStateOf(heading) || approved === null ? (done ?? told ?? approved) : !done && !told),
  )
  if (!column) return null
  const done = column.done ?? column.told ?? column.approved
  return someDone({ ...column, done, open: column.blank }, columns)
}

/** In a workbook, a day in the first row alone is fine if it is really merged with all those below it. */
export function notMerged(watched: readonly Watched[], columns: Columns): Refused | null {
  const column = watched.find(
    ({ at, merged, open, blank, isOther, until }) =>
      merged &&
      (open ?? (isOther ? null : blank)) &&
      !columns.isMerged?.(columns.places[at] ?? -1, merged.line, (until ?? merged).line),
  )
  return column ? someDone({ ...column, done: column.merged, open: column.until ?? column.open }, columns) : null
}

/** A day on all rows may be planned. In a workbook, a merged yes is one for all rows that it covers. */
export function allDone(watched: readonly Watched[]): Refused | null {
  const mayTell = ({ kind, heading }: Watched) =>
    kind === 'state' || kind === 'trace' || kind === 'note' || (kind === 'done' && namesMoved(heading))
  const isOver = ({ at, heading, merged, open }: Watched) =>
    open && saysSurely('done', merged?.cells[at]?.trim() ?? '', heading)
  const column = watched.find((each) => mayTell(each) && ((each.isAll && each.isSure) || isOver(each)))
  const done = column?.merged ?? column?.done ?? column?.told
  if (!column || !done) return null
  const { name } = column
  return refused(say('payout.all_done', { name: clipped(name), line: done.line, value: cellIn(column, done) }))
}
