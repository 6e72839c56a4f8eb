import { clipped } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import type { Columns, Field } from '../../payroll/header/columns.ts'
import { type Refused, refused } from '../../payroll/row.ts'
import { broken, brokenWorkbook } from '../xlsx/brokenWorkbook.ts'
import { createSweep, type SecondReading } from '../xlsx/hiddenParts.ts'
import { judgeCell, type Reading } from '../xlsx/judgeCells.ts'
import { readSheet, type SheetRow, type SheetSource } from '../xlsx/readSheet.ts'
import { type CellContext, readSheetCell, type SheetCell } from '../xlsx/sheetCell.ts'
import { columnLetters } from '../xlsx/sheetXml.ts'
import { formatOf, plainColors } from './cellFormats.ts'
import { type ConditionalArea, type ConditionalRule, hides } from './conditionalFormats.ts'

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
  { index, places }: Columns,
  { header, isRead, limits }: SecondReading,
): Promise<Refused | null> {
  const used = new Map(Object.entries(index).map(([field, at]) => [places[at] ?? -1, field as Field]))
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
