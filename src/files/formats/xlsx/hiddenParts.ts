import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import { type Hidden, type Limits, type Refused, refused } from '../../payroll/row.ts'
import { broken, brokenWorkbook } from './brokenWorkbook.ts'
import { readSheet, type SheetRow, type SheetSource } from './readSheet.ts'
import type { Merge, SheetShape } from './sheetShape.ts'
import { columnLetters } from './sheetXml.ts'

/** The most lines to name. */
const namedLines = 10

/** Keeps track of what is hidden in a sheet, and of how it is treated. */
export function createHiddenFinder(choice: Hidden, shape: SheetShape) {
  const lines: number[] = []
  let rows = 0
  let leftOut = 0
  const skips = choice === 'skip'
  return {
    skips,
    /** Takes note of a hidden row that is read. */
    saw({ line }: SheetRow): void {
      rows++
      if (lines.length < namedLines) lines.push(line)
    },
    /** The rows to read. */
    keep(read: SheetRow[]): SheetRow[] {
      if (!skips) return read
      const seen = read.filter(({ isHidden }) => !isHidden)
      leftOut += read.length - seen.length
      return seen
    },
    /** Why the sheet can't be paid before somebody decides about its hidden rows and columns. */
    refusal(columns: Columns, sheet: string): Refused | null {
      if (choice !== null) return null
      const used = usedHidden(columns, shape)
      const help = say('files.hidden_say_what_to_do')
      const named = { count: count(rows), lines: lines.map(String) }
      const more = rows - lines.length
      const hidden =
        more > 0
          ? say('files.hidden_more_lines', { ...named, more: count(more) })
          : say('files.hidden_lines', { ...named, rows })
      if (used.length === 0)
        return rows === 0 ? null : refused(say('files.hidden_rows_refused', { sheet, hidden, help }))
      return rows === 0
        ? refused(say('files.hidden_columns_refused', { sheet, used, help }))
        : refused(say('files.hidden_both_refused', { sheet, used, hidden, help }))
    },
    notes(columns: Columns): Sentence[] {
      const used = usedHidden(columns, shape)
      return [
        ...(rows > 0 ? [say('files.hidden_rows_count', { rows, count: count(rows) })] : []),
        ...(leftOut > 0 ? [say('files.hidden_rows_left_out', { rows: leftOut, count: count(leftOut) })] : []),
        ...(used.length > 0 && columns.of === 'payouts' ? [say('files.hidden_columns_used', { used })] : []),
      ]
    },
  }
}

/** The hidden columns that payouts use, by name and letter. */
function usedHidden({ index, names, places }: Columns, shape: SheetShape): string[] {
  const used = Object.values(index).sort((one, other) => one - other)
  return used.flatMap((at) => {
    const place = places[at]
    return place !== undefined && shape.isColumnHidden(place) ? [`${names[at]} (${columnLetters(place)})`] : []
  })
}

/** What is known when a sheet is read a second time. */
export interface SecondReading {
  /** The line that names the columns. */
  header: number
  /** Whether a row was read the first time. */
  isRead(row: SheetRow): boolean
  limits: Limits
}

/** The most merged cells to name. */
const namedMerges = 5

/**
 * Merged cells show one value for several rows, or hide the values of all cells but the first. If that changes what a payout seems to
 * be, the sheet is refused. A sheet with such cells is read a second time.
 */
export async function refuseMergedCells(
  source: SheetSource,
  { merges: all }: SheetShape,
  { index, places }: Columns,
  { header, isRead, limits }: SecondReading,
): Promise<Refused | null> {
  const used = Object.values(index).map((at) => places[at] ?? -1)
  const merges = all
    .filter(({ left, right, bottom }) => bottom >= header && used.some((place) => place >= left && place <= right))
    .sort((one, other) => one.top - other.top)
  if (merges.length === 0) return null
  const found = new Set<Merge>()
  const open = createSweep(merges)
  for await (const rows of readSheet(source, limits.recordBytes).batches) {
    for (const row of rows) {
      const above = open(row.line)
      // They overlap, which no program writes, and there could be too many to check for each row.
      if (above.length > used.length) return refused(brokenWorkbook(broken('xml')))
      if (row.line < header || !isRead(row)) continue
      for (const merge of above) if (found.size < namedMerges && hides(merge, row, header, used)) found.add(merge)
    }
  }
  if (found.size === 0) return null
  return refused(
    say('files.cells_merged_unmerge', { sheet: source.sheet.name, cells: [...found].map(({ name }) => name) }),
    Math.min(...[...found].map(({ top }) => top)),
  )
}

/** Finds the ranges over one line after another. Few are open at a time. */
export function createSweep<Range extends { top: number; bottom: number }>(sorted: readonly Range[]) {
  let at = 0
  let open: Range[] = []
  return (line: number): readonly Range[] => {
    if (open.some(({ bottom }) => bottom < line)) open = open.filter(({ bottom }) => bottom >= line)
    for (let next = sorted[at]; next && next.top <= line; next = sorted[++at]) if (next.bottom >= line) open.push(next)
    return open
  }
}

/** Whether a cell that a payout uses is shown with the value of another one, or not at all. */
function hides(
  { top, left, right }: Merge,
  { line, cells }: SheetRow,
  header: number,
  used: readonly number[],
): boolean {
  const isCovered = (place: number) => place >= left && place <= right && (line > top || place > left)
  if (line > top && line > header && used.some(isCovered)) return true
  return cells.some(({ column, text }) => text.trim() !== '' && isCovered(column) && used.includes(column))
}
