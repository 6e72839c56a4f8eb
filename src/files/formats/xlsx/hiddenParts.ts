import { clipped } from '../../../payout/typedText.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { Columns, Field } from '../../payroll/header/columns.ts'
import { fieldPlaces } from '../../payroll/header/columns.ts'
import { type Hidden, type Limits, type Refused, refused } from '../../payroll/row.ts'
import { formatOf, plainColors } from '../xlsxStyles/cellFormats.ts'
import { type ConditionalArea, type ConditionalRule, hides } from '../xlsxStyles/conditionalFormats.ts'
import { broken, brokenWorkbook } from './brokenWorkbook.ts'
import { judgeCell, type Reading } from './judgeCells.ts'
import { readSheet, type SheetRow, type SheetSource } from './readSheet.ts'
import { type CellContext, readSheetCell, type SheetCell } from './sheetCell.ts'
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
function usedHidden(columns: Columns, shape: SheetShape): string[] {
  const { names, places } = columns
  const used = fieldPlaces(columns)
    .map(([, at]) => at)
    .sort((one, other) => one - other)
  return used.flatMap((at) => {
    const place = places[at]
    return place !== undefined && shape.isColumnHidden(place) ? [`${names[at]} (${columnLetters(place)})`] : []
  })
}

/** What is known when a sheet is read a second time. */
interface SecondReading {
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
  columns: Columns,
  { header, isRead, limits }: SecondReading,
): Promise<Refused | null> {
  const used = fieldPlaces(columns).map(([, at]) => columns.places[at] ?? -1)
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
      for (const merge of above) if (found.size < namedMerges && hidesCell(merge, row, header, used)) found.add(merge)
    }
  }
  if (found.size === 0) return null
  return refused(
    say('files.cells_merged_unmerge', { sheet: source.sheet.name, cells: [...found].map(({ name }) => name) }),
    Math.min(...[...found].map(({ top }) => top)),
  )
}

/** Whether a cell that a payout uses is shown with the value of another one, or not at all. */
function hidesCell(
  { top, left, right }: Merge,
  { line, cells }: SheetRow,
  header: number,
  used: readonly number[],
): boolean {
  const isCovered = (place: number) => place >= left && place <= right && (line > top || place > left)
  if (line > top && line > header && used.some(isCovered)) return true
  return cells.some(({ column, text }) => text.trim() !== '' && isCovered(column) && used.includes(column))
}

/** The most ranges to name. */
const namedRanges = 5
/** The most rules to check for a cell. Any others are assumed to hold, and their number formats to change it. */
export const mostRules = 20
/** More than any program writes over one line, and few enough to check for each row. */
export const mostAreas = 2_000

/**
 * A conditional format may strike a value through, hide it or show another number than the cell contains, and the first reading
 * doesn't notice. If it may do that to a payout, the sheet is refused. A sheet with such formats is read a second time.
 */
export async function refuseConditionalFormats(
  source: SheetSource,
  known: readonly ConditionalArea[],
  columns: Columns,
  { header, isRead, limits }: SecondReading,
): Promise<Refused | null> {
  const used = new Map(fieldPlaces(columns).map(([field, at]) => [columns.places[at] ?? -1, field]))
  const areas = known
    .filter(({ left, right, bottom }) => bottom > header && [...used.keys()].some((at) => at >= left && at <= right))
    .sort((one, other) => one.top - other.top)
  if (areas.length === 0) return null
  const find = createFinder(source.context, used, await contextsOf(source.context, areas))
  const found = new Map<ConditionalArea, Sentence>()
  const open = createSweep(areas)
  let first: number | null = null
  for await (const rows of readSheet(source, limits.recordBytes, true).batches) {
    for (const row of rows) {
      const all = open(row.line)
      if (all.length > mostAreas) return refused(brokenWorkbook(broken('bomb')))
      const over = found.size === 0 ? all : all.filter((area) => !found.has(area))
      if (over.length === 0 || row.line <= header || !isRead(row) || !mayBePaid(row, used)) continue
      for (const [area, said] of find(row, over))
        if (!found.has(area) && found.size < namedRanges) found.set(area, said)
      if (found.size > 0) first ??= row.line
    }
    if (found.size === namedRanges) break
  }
  if (first === null) return null
  return refused(
    say('payout.sheet_conditional_formats_change', { sheet: source.sheet.name, cells: [...found.values()] }),
    first,
  )
}

/** A row without a number, or with an amount of zero or less, pays nobody: it has a problem, or is a total below the payouts. */
function mayBePaid({ cells }: SheetRow, used: ReadonlyMap<number, Field>): boolean {
  const isFilled = (field: Field, nothing: RegExp) =>
    cells.some(({ column, text }) => used.get(column) === field && !nothing.test(text))
  return isFilled('phone_number', /^\s*$/) && isFilled('amount', /^\s*(?:-.*|0*)$/)
}

/** By the code of a rule's number format: how cells are read in it. */
type Contexts = ReadonlyMap<string, CellContext>

async function contextsOf(context: CellContext, areas: readonly ConditionalArea[]): Promise<Contexts> {
  const contexts = new Map<string, CellContext>()
  for (const { rules } of areas)
    for (const { code } of rules)
      if (code !== null && !contexts.has(code)) contexts.set(code, { ...context, formats: [await formatOf(code)] })
  return contexts
}

function createFinder({ colors }: CellContext, used: ReadonlyMap<number, Field>, contexts: Contexts) {
  const changed = (rule: ConditionalRule, { raw, kind }: SheetCell, field: Field, before: Reading): Change | null => {
    if (rule.isStruck) return 'strikes'
    if (hides(rule, colors[raw?.style ?? 0] ?? plainColors)) return 'hides'
    if (rule.hidesNumber && kind === 'number') return 'hides'
    const context = rule.code === null ? undefined : contexts.get(rule.code)
    if (!context || !raw) return null
    const shown = readSheetCell({ ...raw, style: 0 }, context)
    return shown && saysTheSame(before, judgeCell(shown, field), field) ? null : 'shows_otherwise'
  }
  return function* find(row: SheetRow, areas: readonly ConditionalArea[]): Generator<[ConditionalArea, Sentence]> {
    for (const cell of row.cells) {
      const field = used.get(cell.column)
      if (field === undefined || cell.text.trim() === '') continue
      const before = judgeCell(cell, field)
      // A cell that is a problem anyway pays nobody.
      if (!before.ok) continue
      let looked = 0
      for (const area of areas) {
        if (cell.column < area.left || cell.column > area.right) continue
        for (const rule of area.rules) {
          const isTooMany = looked++ >= mostRules
          if (!isTooMany && !rule.mayHold(cell, row.cells)) continue
          const change = isTooMany && rule.code !== null ? 'shows_otherwise' : changed(rule, cell, field, before)
          if (change) yield [area, sentences[change](area.name, `${columnLetters(cell.column)}${row.line}`)]
        }
      }
    }
  }
}

function saysTheSame(before: Reading, after: Reading, field: Field): boolean {
  if (!before.ok || !after.ok) return false
  const [one, other] = [before, after].map(({ text }) => (field === 'phone_number' ? text.replace(/\D/g, '') : text))
  return one === other && (!after.currency || String(after.currency.currencies) === String(before.currency?.currencies))
}

type Change = 'strikes' | 'hides' | 'shows_otherwise'

const sentences: Readonly<Record<Change, (range: string, cell: string) => Sentence>> = {
  strikes: (range, cell) => say('payout.sheet_conditional_strikes', { range: clipped(range), cell }),
  hides: (range, cell) => say('payout.sheet_conditional_hides', { range: clipped(range), cell }),
  shows_otherwise: (range, cell) => say('payout.sheet_conditional_shows_otherwise', { range: clipped(range), cell }),
}

/** Finds the ranges over one line after another. Few are open at a time. */
function createSweep<Range extends { top: number; bottom: number }>(sorted: readonly Range[]) {
  let at = 0
  let open: Range[] = []
  return (line: number): readonly Range[] => {
    if (open.some(({ bottom }) => bottom < line)) open = open.filter(({ bottom }) => bottom >= line)
    for (let next = sorted[at]; next && next.top <= line; next = sorted[++at]) if (next.bottom >= line) open.push(next)
    return open
  }
}
