import { stringify } from 'csv-stringify/sync'
import { guardFormula, unguardFormula } from '../../../payout/report.ts'
import { delimiterOf, readRecords } from '../../formats/csv/records.ts'
import type { RowEdit } from '../../formats/xlsx/editSheet.ts'
import { editWorkbook, lastColumnOf } from '../../formats/xlsx/editWorkbook.ts'
import { maxSheetRows, type WrittenCell } from '../../formats/xlsx/sheetXml.ts'
import { writeWorkbook } from '../../formats/xlsx/writeWorkbook.ts'
import { type CheckOptions, checkFile } from '../checkFile.ts'
import type { Columns } from '../header/columns.ts'
import type { TableRecord } from '../header/header.ts'
import type { PayoutFile } from '../payoutFile.ts'
import { defaultLimits } from '../row.ts'
import { type FixedCopy, fixedCopy, needsMark } from './fixedCopy.ts'
import { type CopyTexts, type Fix, fixedCells, marks } from './fixRow.ts'

/** A record of a CSV file, with the changes to its cells. */
interface EditedRecord extends TableRecord {
  edits: RowEdit['cells']
  isRagged: boolean
}

interface Edited {
  file: PayoutFile
  /** Known once the first of the edits is. */
  layout: Columns
  edits: AsyncIterator<RowEdit, unknown>
}

const unedited: Pick<RowEdit, 'cells' | 'isRagged'> = { cells: new Map() }

async function* editedRecords({ file, edits }: Edited): AsyncGenerator<EditedRecord, void> {
  let next = await edits.next()
  const records = readRecords(file, delimiterOf(file), defaultLimits)
  for await (const group of records) {
    for (const record of group) {
      const isEdited = !next.done && next.value.line === record.line
      const edit = next.done || !isEdited ? unedited : next.value
      yield { ...record, edits: edit.cells, isRagged: edit.isRagged === true }
      if (isEdited) next = await edits.next()
    }
  }
  // The source of the edits must read the file to its end to know the result.
  while (!next.done) next = await edits.next()
}

/**
 * A CSV file as a workbook. Every cell is text, in the row of its line, so that it keeps its zeros and its plus.
 *
 * @param wide the column of sentences
 */
async function* asWorkbook(edited: Edited, sheet: string, wide: number | null): AsyncGenerator<Buffer, void> {
  async function* rows(): AsyncGenerator<WrittenCell[], void> {
    let line = 1
    for await (const record of editedRecords(edited)) {
      for (; line < record.line; line++) yield []
      if (++line > maxSheetRows + 1) return
      yield cellsOf(record, edited.layout)
    }
  }
  const widths = Array.from({ length: wide === null ? 12 : wide + 1 }, (_, at) => (at === wide ? 70 : 18))
  yield* writeWorkbook([
    {
      name: sheet,
      widths,
      columnStyles: Object.fromEntries(widths.map((_, at) => [at, 'typed'])),
      isShown: true,
      rows: rows(),
    },
  ])
}

function cellsOf({ line, cells, edits }: EditedRecord, { isReport, headerLine }: Columns): WrittenCell[] {
  const length = Math.max(cells.length, ...[...edits.keys()].map((at) => at + 1))
  return Array.from({ length }, (_, at): WrittenCell => {
    const { text, isMarked } = edits.get(at) ?? {}
    const own = cells[at] ?? ''
    edits.get(at)?.done?.()
    const shown = text ?? (isReport ? unguardFormula(own) : own)
    const style = isMarked ? 'wrong' : line === headerLine ? 'named' : 'typed'
    return shown === '' && !isMarked ? null : { kind: 'text', text: shown, style }
  })
}

/**
 * A CSV file with one more column, or with other texts in a column that it has. Every other cell stays as it was, on its line. The
 * copy is UTF-8, with a byte order mark if the file had one or was not UTF-8.
 *
 * @param end the place of the column if it is new
 */
async function* withColumn(edited: Edited, end: number): AsyncGenerator<Buffer, void> {
  const { file, layout } = edited
  if (needsMark(file)) yield Buffer.from('\ufeff')
  const delimiter = delimiterOf(file)
  let line = 1
  let gathered = ''
  let width = 0
  for await (const record of editedRecords(edited)) {
    for (; line < record.line; line++) gathered += '\n'
    if (record.line === layout.headerLine) width = record.cells.length
    const shape = { known: layout.problemsAt, end, width }
    const cells = record.line < layout.headerLine ? record.cells : withCell(record, shape)
    const text = stringify([cells], { delimiter, record_delimiter: '\n', quoted_match: /[\r\n]/ })
    gathered += text
    line += text.match(/\r\n|\n|\r/g)?.length ?? 0
    if (gathered.length < 64 * 1024) continue
    yield Buffer.from(gathered)
    gathered = ''
  }
  yield Buffer.from(gathered)
}

/** The shape of the header, and of a row like it. */
interface Shape {
  /** The place of a column of reasons that the file already has. */
  known: number | undefined
  /** The column's place in the edits. */
  end: number
  /** The number of cells in the header. */
  width: number
}

/** A row with too few or too many cells stays like that: the reason comes after its last cell, wherever that is. */
function withCell({ cells, edits, isRagged }: EditedRecord, { known, end, width }: Shape): string[] {
  const text = guardFormula(edits.get(known ?? end)?.text ?? '')
  if (known !== undefined && known < cells.length) return cells.map((cell, at) => (at === known ? text : cell))
  const missing = isRagged || known !== undefined ? 0 : Math.max(0, width - cells.length)
  return [...cells, ...Array<string>(missing).fill(''), text]
}

/** The copy of a workbook is a workbook; the copy of a CSV file can be either. */
export type CopyFormat = 'csv' | 'xlsx'

/**
 * A copy of a CSV file or a workbook in which wrong cells have a colour (in a workbook), and a column at the end says what is wrong.
 * Everything else stays: the same sheet, the same cells, and texts stay texts. Once people have corrected it, it can be submitted as
 * it is, because that column is ignored in a payout file.
 */
export function markedCopy(
  file: PayoutFile,
  options: CheckOptions,
  told: CopyTexts & { sheet: string },
  as: CopyFormat,
): FixedCopy {
  const check = checkFile(file, options)
  async function* copy(): AsyncGenerator<Buffer, void> {
    const end = (await lastOf(file)) + 1
    const edits = marks(check, told, end)
    const first = await edits.next()
    const all = startingWith(first, edits)
    const wide = check.layout.problemsAt ?? end
    if (file.format === 'xlsx') yield* editWorkbook(file, all, check.layout.problemsAt === undefined ? wide : undefined)
    else if (as === 'csv') yield* withColumn({ file, layout: check.layout, edits: all }, end)
    else yield* asWorkbook({ file, layout: check.layout, edits: all }, told.sheet, wide)
  }
  return { pieces: copy(), result: check.result }
}

/** A copy with the fixes that are certain. If a CSV file becomes a workbook, all its cells are text there. */
export function fixedCopyAs(
  file: PayoutFile,
  options: CheckOptions,
  onFix: (fix: Fix) => void,
  as: CopyFormat,
  sheet: string,
): FixedCopy {
  if (file.format !== 'xlsx' && as === 'csv') return fixedCopy(file, options, onFix)
  const check = checkFile(file, options)
  const edits = fixedCells(check, onFix)
  const pieces =
    file.format === 'xlsx' ? editWorkbook(file, edits) : asWorkbook({ file, layout: check.layout, edits }, sheet, null)
  return { pieces, result: check.result }
}

async function* startingWith(
  first: IteratorResult<RowEdit, void>,
  others: AsyncGenerator<RowEdit, void>,
): AsyncGenerator<RowEdit, void> {
  if (!first.done) yield first.value
  yield* others
}

/** The last column with any content, from 0. */
async function lastOf(file: PayoutFile): Promise<number> {
  if (file.format === 'xlsx') return lastColumnOf(file, defaultLimits.recordBytes)
  let last = 0
  for await (const records of readRecords(file, delimiterOf(file), defaultLimits)) {
    for (const { cells } of records) last = Math.max(last, cells.length - 1)
  }
  return last
}
