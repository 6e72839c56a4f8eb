import { unguardFormula } from '../payout/formulaCell.ts'
import { findOperator } from '../payout/operator.ts'
import { suggestOperator } from '../payout/suggestOperator.ts'
import { t } from '../words/t.ts'
import {
  addColumn,
  type Columns,
  fieldIn,
  isReportColumn,
  missingColumns,
  namesRequired,
  reportColumns,
} from './columns.ts'
import { type Limits, type Refused, refused, tooManyColumns } from './row.ts'

/** A record of a table as it was read, before anything of it is a name or a value. */
export interface TableRecord {
  line: number
  cells: string[]
}

/** What the header says: where each kept column is in a record. */
export interface Header {
  /** Cells that a record has to have. */
  width: number
  /** Index among the kept columns by index in the record; -1 where the cell is left out. */
  kept: number[]
}

export type HeaderSearch =
  /** Not there yet: more records are needed. */
  | { kind: 'searching' }
  /** The records below the header, which may be none so far. */
  | { kind: 'found'; header: Header; rows: TableRecord[] }
  | Refused

/** How many records (a title, a date, an address) may stand above the names of the columns. */
const mostAbove = 20

/**
 * Finds the line that names the columns: the first one that names all that a payout needs, since people put a title above
 * their table. What stands above it is left out and said in `columns.notes`, but nothing that looks like a payout is ever
 * left out: such a file is refused. A statement's names are on its first line.
 *
 * @param columns filled from the header
 * @param isGuarded whether a report of this format has a `'` before what a spreadsheet would run
 */
export function createHeaderSearch(columns: Columns, limits: Limits, isGuarded = true) {
  let seen: TableRecord[] = []
  return (records: TableRecord[], isLast: boolean): HeaderSearch => {
    seen = seen.length === 0 ? records : [...seen, ...records]
    const first = seen[0]
    if (!first) return { kind: 'searching' }
    const at = columns.of === 'statement' ? 0 : findNames(columns, seen)
    if (at === -1 && seen.length <= mostAbove && !isLast) return { kind: 'searching' }
    const named = seen[at === -1 ? bestNamed(columns, seen) : at] ?? first
    const rows = seen.slice(seen.indexOf(named) + 1)
    const lost = seen.slice(0, Math.max(at, 0)).find(looksLikePayout)
    if (lost) return lostRow(lost, named)
    const header = readHeader(named, columns, limits, isGuarded)
    if ('kind' in header) return header
    if (at > 0) columns.notes.push(foundBelow(named))
    return { kind: 'found', header, rows }
  }
}

const findNames = ({ map }: Columns, records: readonly TableRecord[]): number =>
  records.slice(0, mostAbove + 1).findIndex(({ cells }) => namesRequired(map, cells))

/** Where nothing names all: the line that names most, to say what it lacks. */
function bestNamed({ map }: Columns, records: readonly TableRecord[]): number {
  const counts = records
    .slice(0, mostAbove + 1)
    .map(({ cells }) => new Set(cells.map((cell) => fieldIn(map, cell)).filter((field) => field !== null)).size)
  return counts.indexOf(Math.max(...counts))
}

/**
 * An operator's code beside a long number, or its brand beside a long number and another one: whoever sees it paid for in
 * the line above the names was not paid.
 */
function looksLikePayout({ cells }: TableRecord): boolean {
  const isLong = (cell: string) => cell.replace(/\D/g, '').length >= 7
  if (cells.some((cell) => findOperator(cell) !== null))
    return cells.some((cell) => isLong(cell) && findOperator(cell) === null)
  const numbers = cells.filter((cell) => /^[+\d\s.,()-]+$/.test(cell) && /\d/.test(cell))
  return numbers.length > 1 && numbers.some(isLong) && cells.some((cell) => suggestOperator(cell, null) !== null)
}

const lostRow = (lost: TableRecord, named: TableRecord): Refused =>
  refused(
    t`Line ${lost.line} looks like a payout, but the names of the columns are on line ${named.line}, below it: put the names above all rows.`,
    lost.line,
  )

const foundBelow = ({ line }: TableRecord): string =>
  t`The names of the columns were found on line ${line}: what stands above them was left out.`

function readHeader(record: TableRecord, columns: Columns, limits: Limits, isGuarded: boolean): Header | Refused {
  const names = record.cells.map((cell) => cell.trim())
  // A delimiter at the end of every line makes a last column without a name: leave it out.
  while (names.at(-1) === '') names.pop()
  // A report of the widest file has its own columns besides, and can go in again.
  if (names.filter((name) => !isReportColumn(name)).length > limits.columns) return tooManyColumns(limits)
  const broken = names.findIndex((name) => name.includes('\0'))
  if (broken !== -1)
    return refused(t`The name of column ${broken + 1} has a NUL character: save the file again as text.`, record.line)
  const lowerNames = new Set(names.map((name) => name.toLowerCase()))
  columns.isReport = columns.of === 'payouts' && reportColumns.every((name) => lowerNames.has(name))
  const kept: number[] = []
  for (const name of names) {
    const index = addColumn(columns, columns.isReport && isGuarded ? unguardFormula(name) : name)
    if (typeof index !== 'number') return { ...index, line: record.line }
    if (index !== -1) columns.places[index] = kept.length
    kept.push(index)
  }
  const missing = missingColumns(columns, t`Name the columns on the first line.`, record.line)
  return missing ?? { width: names.length, kept }
}
