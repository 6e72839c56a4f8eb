import { guardFormula, isProblemHeading, isReportColumn, isSandboxColumn } from '../../../payout/report.ts'
import { delimiterOf, readRecords } from '../../formats/csv/records.ts'
import { readRows } from '../../formats/readRows.ts'
import type { RowEdit } from '../../formats/xlsx/editSheet.ts'
import { editWorkbook } from '../../formats/xlsx/editWorkbook.ts'
import type { ColumnMap, Columns } from '../header/columns.ts'
import type { PayoutFile } from '../payoutFile.ts'
import { defaultLimits, type Refused, type Row } from '../row.ts'
import { oneByOne, withRecords } from './fixedCopy.ts'

/** Some rows of a file, unchanged. */
interface SomeRows {
  /** As far as they could be read: if the file is refused because of its columns, the names that were seen. */
  columns: Columns
  first: Row[]
  /** By line. */
  at: ReadonlyMap<number, Row>
}

/** Reads the first rows of a file and those on some lines, and stops after the last of them. */
export async function readSomeRows(
  file: PayoutFile,
  map: ColumnMap,
  { first, lines }: { first: number; lines: ReadonlySet<number> },
): Promise<SomeRows> {
  const { columns, batches } = readRows(file, map)
  const some = { columns, first: [] as Row[], at: new Map<number, Row>() }
  try {
    for (let next = await batches.next(); ; next = await batches.next()) {
      if (next.done) {
        nameRest(columns, next.value)
        return some.first.length > 0 ? some : { ...some, first: belowNames(columns, next.value, first) }
      }
      for (const row of next.value) {
        if (some.first.length < first) some.first.push(row)
        if (lines.has(row.line)) some.at.set(row.line, row)
      }
      if (some.first.length >= first && some.at.size === lines.size) return some
    }
  } finally {
    await batches.return(null)
  }
}

/** Adds the columns after the one that a file was refused for, so that a person can choose among all of them. */
function nameRest(columns: Columns, why: Refused | null): void {
  const names = why?.names ?? []
  // Such a file is not text.
  if (names.some((name) => name.includes('\0'))) return
  for (const [place, written] of names.entries()) {
    const name = written.trim()
    const isSeen = place <= (columns.places.at(-1) ?? -1) || columns.isLeftOut?.(place) === true
    const isAdded = (columns.isReport && isReportColumn(name)) || isSandboxColumn(name) || isProblemHeading(name)
    if (isSeen || name === '' || isAdded) continue
    columns.places[columns.names.push(name) - 1] = place
  }
}

/** The rows of a file that is refused because of its columns, for the person who chooses them. */
const belowNames = ({ places }: Columns, why: Refused | null, most: number): Row[] =>
  (why?.below ?? [])
    .slice(0, most)
    .map((row) => ({ ...row, cells: places.map((place) => row.cells[place]?.replaceAll('\0', '\ufffd') ?? null) }))

/** A person's changes to a row: texts by their index in `Columns.names`; or that it is left out. */
export type TypedRow = { line: number; cells: ReadonlyMap<number, string> } | { line: number; isLeftOut: true }

/**
 * A copy of a CSV file or a workbook with a person's changes. Rows that they leave out become empty lines. Everything else stays as it
 * was. Nothing is certain before `isTypedCopy` has compared the two.
 *
 * @param rows in the order of their lines
 */
export async function* typedCopy(
  file: PayoutFile,
  columns: Columns,
  rows: readonly TypedRow[],
): AsyncGenerator<Buffer, void> {
  const placed = rows.map((row) => ({ line: row.line, cells: 'cells' in row ? atPlaces(row.cells, columns) : null }))
  const lefts = new Set(placed.filter(({ cells }) => cells === null).map(({ line }) => line))
  const width = Math.max(...columns.places, columns.problemsAt ?? 0) + 1
  const widths = file.format === 'csv' ? await widthsOf(file, lefts) : new Map<number, number>()
  const edits = placed.map(({ line, cells }) => ({ line, cells: cells ?? nothing(widths.get(line) ?? width) }))

  if (file.format !== 'xlsx') {
    yield* withRecords(file, columns.isReport ? edits.map(guarded) : edits)
    return
  }
  async function* inOrder(): AsyncGenerator<RowEdit, void> {
    for (const { line, cells } of edits)
      yield { line, cells: new Map([...cells].map(([place, text]) => [place, { text }])) }
  }
  yield* editWorkbook(file, inOrder())
}

const atPlaces = (cells: ReadonlyMap<number, string>, { places }: Columns): Map<number, string> =>
  new Map([...cells].map(([index, text]) => [places[index] ?? index, text]))

const nothing = (width: number): Map<number, string> =>
  new Map(Array.from({ length: width }, (_, at): [number, string] => [at, '']))

const guarded = ({ line, cells }: { line: number; cells: Map<number, string> }) => ({
  line,
  cells: new Map([...cells].map(([place, text]) => [place, guardFormula(text)])),
})

/** The number of cells of the records on these lines. */
async function widthsOf(file: PayoutFile, lines: ReadonlySet<number>): Promise<Map<number, number>> {
  const widths = new Map<number, number>()
  if (lines.size === 0) return widths
  for await (const records of readRecords(file, delimiterOf(file), defaultLimits)) {
    for (const { line, cells } of records) if (lines.has(line)) widths.set(line, cells.length)
    if (widths.size === lines.size) break
  }
  return widths
}

/**
 * Whether a copy differs from its original exactly in what was typed. A copy in which a typed cell kept its formula doesn't pass.
 */
export async function isTypedCopy(
  original: PayoutFile,
  copy: PayoutFile,
  map: ColumnMap,
  rows: readonly TypedRow[],
): Promise<boolean> {
  const typed = new Map(rows.map((row) => [row.line, row]))
  const before = readRows(original, map)
  const after = readRows(copy, map)
  const copies = oneByOne(after.batches)
  try {
    for await (const row of oneByOne(before.batches)) {
      const change = typed.get(row.line)
      if (change && 'isLeftOut' in change) continue
      const next = await copies.next()
      if (next.done || !isAsTyped(row, next.value, change?.cells)) return false
    }
    return (await copies.next()).done === true && before.columns.names.join('\0') === after.columns.names.join('\0')
  } finally {
    await copies.return()
  }
}

const isAsTyped = (before: Row, after: Row, typed: ReadonlyMap<number, string> = new Map()): boolean =>
  before.line === after.line &&
  before.cells.length === after.cells.length &&
  before.cells.every((cell, at) => (typed.get(at) ?? cell ?? '') === (after.cells[at] ?? ''))
