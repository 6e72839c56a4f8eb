import { findOperator, suggestOperator } from '../../../payout/operators/operator.ts'
import {
  isProblemHeading,
  isReportWith,
  isSandboxColumn,
  type ReportColumn,
  type Reported,
  type ReportedCells,
  readReported,
  reportColumnsOf,
  unguardFormula,
} from '../../../payout/report.ts'
import { fold } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { columnLetters } from '../../formats/xlsx/sheetXml.ts'
import { findStatementNames, mayBeStatementLine } from '../../statement/statementColumns.ts'
import { answersAs, isAnswered, type Marking, markingOf, mayMark } from '../marks/markColumns.ts'
import { areCounts, type Mark, withMark } from '../marks/rowMark.ts'
import { type Limits, type Malformed, mostBelow, type Refused, refused, tooManyColumns } from '../row.ts'
import { addColumn, type ColumnMap, type Columns, fieldIn, missingColumns, namesRequired } from './columns.ts'
import { chooseAmongTwins } from './doubtfulColumns.ts'
import { withPreset } from './guessedColumns.ts'
import { readTitles } from './titles.ts'

/** A record of a table as read, before it is known to have names or values. */
export interface TableRecord {
  line: number
  cells: string[]
  isHidden?: true
}

/** The header: where each kept column is in a record. */
export interface Header {
  /** The number of cells that a record must have. */
  width: number
  /** The number of cells that it may have: all of the header's, with nameless ones at its end. */
  cells: number
  /** The index among the kept columns, by index in the record; -1 if the cell is left out. */
  kept: number[]
  /** In a resubmitted report: its column for each cell of a record. */
  reported: readonly (ReportColumn | null)[] | null
  /** The places of nameless columns right after the amount or the phone number. */
  unnamed: number[]
  /** The file's own columns that may mark a row as paid or not to be paid. */
  marks: readonly PlacedMark[]
}

interface PlacedMark extends Mark {
  at: number
}

type HeaderSearch =
  /** Not found yet: more records are needed. */
  | { kind: 'searching' }
  /** `rows`: the records below the header so far. */
  | { kind: 'found'; header: Header; rows: TableRecord[] }
  | Refused

/** The most records (a title, a date, an address) above the names of the columns. */
export const mostAbove = 20

/**
 * Finds the line that names the columns: the first one that names all that a payout needs, because people put a title above their
 * table. Lines above it are left out, with a note in `columns.notes`. If one of them looks like a payout, the file is refused. The
 * names of a statement's columns are found in the same way.
 *
 * @param columns filled from the header
 * @param isGuarded whether a report in this format has a `'` before what a spreadsheet would run
 */
export function createHeaderSearch(columns: Columns, limits: Limits, isGuarded = true) {
  let seen: TableRecord[] = []
  const isStatement = columns.of === 'statement'
  return (records: TableRecord[], isLast: boolean): HeaderSearch => {
    seen = seen.length === 0 ? records : [...seen, ...records]
    const first = seen[0]
    if (!first) return { kind: 'searching' }
    const at = isStatement
      ? findStatementNames(seen.slice(0, mostAbove + 1), columns.statementMap)
      : findNames(columns, seen)
    if (at === -1 && seen.length <= mostAbove && !isLast) return { kind: 'searching' }
    const named = seen[at === -1 && !isStatement ? bestNamed(columns, seen) : at] ?? first
    const rows = seen.slice(seen.indexOf(named) + 1)
    const isLost = isStatement
      ? (record: TableRecord) => mayBeStatementLine(record.cells, named.cells, columns.statementMap)
      : looksLikePayout
    const lost = seen.slice(0, Math.max(at, 0)).find(isLost)
    const namedLine = named.line
    if (lost) return refused(say('files.line_looks_like_payout_but_names', { line: lost.line, namedLine }), lost.line)
    if (isLost(named)) return withoutNames(named, columns)
    if (!isStatement && !isLast && rows.length < mostAnswers) return { kind: 'searching' }
    findAnswers(named, rows, columns, !isGuarded)
    const header = readHeader(named, rows, columns, limits, isGuarded)
    if ('kind' in header) return { ...header, names: named.cells, below: rows.slice(0, mostBelow) }
    if (at > 0 && !isStatement) {
      const wrong = readTitles(seen.slice(0, at), columns)
      if (wrong) return wrong
      columns.notes.push(say('files.names_columns_found_line_stands_above', { line: namedLine }))
    }
    for (const mark of header.marks) mark.isCount = areCounts(mark.at, named.cells, rows)
    return { kind: 'found', header, rows }
  }
}

const findNames = ({ map }: Columns, records: readonly TableRecord[]): number =>
  records.slice(0, mostAbove + 1).findIndex(({ cells }) => namesRequired(readBy(map, cells).map, cells))

/** A file whose own names are enough for a payout is read by those, and another perhaps as the export of a known program. */
export const readBy = (map: ColumnMap, cells: readonly string[]): { map: ColumnMap; note?: Sentence } =>
  namesRequired(map, cells) ? { map } : withPreset(map, cells)

/** If no line names all columns: the one that names the most, to say what it lacks. */
function bestNamed({ map }: Columns, records: readonly TableRecord[]): number {
  const counts = records
    .slice(0, mostAbove + 1)
    .map(({ cells }) => new Set(cells.map((cell) => fieldIn(map, cell)).filter((field) => field !== null)).size)
  return counts.indexOf(Math.max(...counts))
}

/**
 * Whether a record has an operator's code and a long number, or an operator's brand, a long number and another one. Above the names, it
 * would not be paid.
 */
export function looksLikePayout({ cells }: TableRecord): boolean {
  const isLong = (cell: string) => cell.replace(/\D/g, '').length >= 7
  if (cells.some((cell) => findOperator(cell) !== null))
    return cells.some((cell) => isLong(cell) && findOperator(cell) === null)
  const numbers = cells.filter((cell) => /^[+\d\s.,()-]+$/.test(cell) && /\d/.test(cell))
  return numbers.length > 1 && numbers.some(isLong) && cells.some((cell) => suggestOperator(cell, null) !== null)
}

/** A payout in the place of the names would not be paid, or not be found in the statement. */
const withoutNames = ({ line }: TableRecord, { of }: Columns): Refused =>
  refused(say('files.line_of_names_is_row', { line, names: usualNames[of] }), line)

const usualNames = {
  payouts: ['reference', 'name', 'operator', 'phone_number', 'amount'],
  statement: ['reference', 'phone', 'amount', 'currency', 'status', 'date'],
}

/** The most rows that are waited for, to see what a column is. */
const mostAnswers = 100

function findAnswers(
  { cells }: TableRecord,
  rows: readonly TableRecord[],
  { of, answers }: Columns,
  isWorkbook: boolean,
): void {
  const payouts = of === 'payouts' ? rows.filter(looksLikePayout) : []
  for (const [at, name] of cells.entries()) {
    const below = payouts.map((row) => row.cells[at])
    if (isAnswered(name, below, isWorkbook)) answers.add(name.trim())
  }
}

function readHeader(
  record: TableRecord,
  rows: readonly TableRecord[],
  columns: Columns,
  limits: Limits,
  isGuarded: boolean,
): Header | Refused {
  if (columns.of === 'payouts') {
    const { map, note } = readBy(columns.map, record.cells)
    columns.map = map
    if (note) columns.notes.push(note)
  }
  const { names, reported, marks } = readNames(record, columns)
  // A delimiter at the end of every line makes a nameless last column: leave it out.
  while (names.at(-1) === '') names.pop()
  // A report of the widest file also has the report's columns, and can be submitted again.
  const isAdded = (name: string, at: number) =>
    reported?.[at] != null || isSandboxColumn(name) || isProblemHeading(name)
  if (names.filter((name, at) => !isAdded(name, at)).length > limits.columns) return tooManyColumns(limits)
  if (columns.of === 'payouts') findReasons(names, columns, isGuarded)
  const broken = names.findIndex((name) => name.includes('\0'))
  if (broken !== -1)
    return refused(say('files.name_column_nul_character_save_file', { broken: broken + 1 }), record.line)
  columns.headerLine = record.line
  columns.isReport = reported !== null
  const kept: number[] = []
  const places = names.map((name, at) => ({ at, name: columns.isReport && isGuarded ? unguardFormula(name) : name }))
  const isLeftOut = (at: number) =>
    columns.isLeftOut?.(at) === true || isNearReasons(at, columns) || isAdded(names[at] ?? '', at)
  const { roles, why } = chooseAmongTwins(
    columns,
    places.filter(({ at }) => !isLeftOut(at)),
    rows,
  )
  for (const { name, at } of places) {
    const index = isLeftOut(at) ? -1 : addColumn(columns, name, roles.get(at))
    if (typeof index !== 'number') return { ...index, line: record.line }
    if (index !== -1) columns.places[index] = at
    kept.push(index)
  }
  if (why) return { ...why, line: record.line }
  const missing = missingColumns(columns, say('files.name_columns_first_line'), record.line)
  return (
    missing ?? { width: names.length, cells: record.cells.length, kept, reported, unnamed: unnamedIn(columns), marks }
  )
}

/**
 * The column of reasons is not part of the table. Columns between the two have no name, as before that column was added. In a sheet,
 * the table ends before them; in a CSV file, each row has as many cells as the header.
 */
function findReasons(names: string[], columns: Columns, isCsv: boolean): void {
  const at = names.findIndex(isProblemHeading)
  if (at === -1) return
  let from = at
  while (names[from - 1] === '') from--
  columns.problemsAt = at
  columns.problemsFrom = from
  if (!isCsv && at === names.length - 1) names.length = from
}

const isNearReasons = (place: number, { problemsFrom = 0, problemsAt = -1 }: Columns): boolean =>
  place >= problemsFrom && place <= problemsAt

interface Names {
  names: string[]
  reported: (ReportColumn | null)[] | null
  marks: PlacedMark[]
}

/** The names of the columns, and which of them a report has added. */
function readNames({ cells }: TableRecord, columns: Columns): Names {
  const { of } = columns
  const names = cells.map((cell) => cell.trim())
  const found = of === 'payouts' ? reportColumnsOf(names) : []
  const marks = (of === 'payouts' ? names : []).flatMap((name, at): PlacedMark[] => {
    if (name === '') return [{ name: columnLetters(at), at, marking: 'remark' }]
    const marking = markingIn(columns, name)
    return marking ? [{ name, at, marking }] : []
  })
  if (!isReportWith(new Set(found))) return { names, reported: null, marks }
  if (!found.includes('status')) {
    const renamed = marks.find(
      ({ at, marking }) => (marking === 'status' || marking === 'outcome') && found[at] === null,
    )
    if (renamed) found[renamed.at] = 'status'
  }
  return { names, reported: found, marks: marks.filter(({ at }) => found[at] === null) }
}

/** How the column of names, or one that stands for no field, may mark a row as paid or not to be paid. */
export function markingIn({ map, answers }: Columns, name: string): Marking | null {
  if (answers.has(name) && !mappedTo(map, name)) return answersAs(name)
  const field = fieldIn(map, name)
  if (field === 'name') return 'name'
  if (mappedTo(map, name) || field !== null || isProblemHeading(name) || isSandboxColumn(name)) return null
  return markingOf(name) ?? (mayMark(name) ? 'any' : null)
}

const mappedTo = (map: ColumnMap, name: string): boolean =>
  Object.values(map).some((column) => column !== undefined && fold(column) === fold(name))

/** What a report, or one of the file's own marks, says about the payout of this record. */
export function reportedIn(
  { cells }: TableRecord,
  { reported, marks, kept }: Header,
  { index }: Columns,
): { reported?: Reported } {
  if (!reported && marks.length === 0) return {}
  const own: ReportedCells = {}
  for (const [at, name] of (reported ?? []).entries()) if (name !== null) own[name] = cells[at] ?? ''
  const read = withMark(
    readReported(own),
    marks,
    ({ at }) => cells[at],
    () => [index.amount, index.phone_number].map((own) => (own === undefined ? null : cells[kept.indexOf(own)])),
  )
  return read ? { reported: read } : {}
}

/** The places of nameless columns right after the amount or the phone number, for example under a heading over two columns. */
function unnamedIn({ of, index, names, places }: Columns): number[] {
  if (of === 'statement') return []
  return [index.amount, index.phone_number].flatMap((at = names.length) => {
    let end = at + 1
    while (names[end] === '') end++
    return places.slice(at + 1, end)
  })
}

/**
 * Finds a number in such a column, which may be the one that is meant. `FCFA` beside an amount is not a problem.
 *
 * @param unnamed the places of these columns
 */
export function unnamedNumber(cells: readonly string[], unnamed: readonly number[]): Malformed | null {
  const place = unnamed.find((at) => /\d/.test(cells[at] ?? ''))
  return place === undefined ? null : valueWithoutName(place, cells[place] ?? '')
}

/** @param place the place of its column, from 0 */
export function valueWithoutName(place: number, value: string): Malformed {
  const letters = columnLetters(place)
  return { column: letters, value, message: say('payout.something_column_no_name_above_name', { letters }) }
}
