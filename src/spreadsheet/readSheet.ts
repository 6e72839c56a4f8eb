import { type Broken, broken } from './broken.ts'
import { readCellFormats } from './cellFormats.ts'
import { isTrue, type Sheet, type Workbook } from './openWorkbook.ts'
import { readXml, type XmlHandlers } from './readXml.ts'
import { createTextItem, readSharedStrings, stringLimits } from './sharedStrings.ts'
import { type CellContext, type RawCell, readSheetCell, type SheetCell } from './sheetCell.ts'

export interface SheetRow {
  /** As the sheet numbers it, from 1. */
  line: number
  isHidden: boolean
  /** Cells that are not empty, in the order of their columns. */
  cells: SheetCell[]
}

/** `row_too_long`: the texts of one row are longer than allowed. */
export type SheetFailure = Broken | { kind: 'row_too_long'; line: number }

export const maxSheetRows = 1_048_576
const maxSheetColumns = 16_384

/**
 * Reads a sheet's rows as it is unpacked: only the table of texts is ever held whole. Rows without any cell are left out.
 *
 * @param rowBytes what the texts of a row may come to, in characters
 * @returns why it can't be read, null when it was read to its end
 */
export async function* readSheet(
  workbook: Workbook,
  sheet: Sheet,
  rowBytes: number,
): AsyncGenerator<SheetRow[], SheetFailure | null> {
  const formats = await readCellFormats(workbook)
  if ('kind' in formats) return formats
  const strings = await readSharedStrings(workbook)
  if (strings.kind === 'broken') return strings
  const rows = createRowReader({ strings, formats, isFrom1904: workbook.isFrom1904 }, rowBytes)
  const steps = readXml(workbook.zip.read(sheet.part), rows.handlers)
  try {
    for (;;) {
      const step = await steps.next()
      if (step.done && step.value) return { ...step.value, part: sheet.part }
      const batch = rows.take()
      if (batch.length > 0) yield batch
      const failure = rows.failure()
      if (failure) return failure
      if (step.done) return null
    }
  } finally {
    await steps.return(null)
  }
}

type Attributes = Readonly<Record<string, string>>

function createRowReader(context: CellContext, rowBytes: number) {
  const reader = createCellReader()
  let rows: SheetRow[] = []
  let failure: SheetFailure | null = null
  let row: SheetRow | null = null
  let line = 0
  let length = 0

  const openRow = ({ r, hidden }: Attributes) => {
    const next = r === undefined ? line + 1 : Number(r)
    if (!(next > line) || !Number.isInteger(next) || next > maxSheetRows) failure ??= broken('order')
    line = next
    length = 0
    reader.startRow()
    row = { line, isHidden: isTrue(hidden), cells: [] }
  }
  const addCell = (raw: RawCell) => {
    const read = readSheetCell(raw, context)
    if (!read && namesNoText(raw, context)) failure ??= broken('xml')
    if (!read || !row) return
    if (raw.hasFormula) read.isFormula = true
    row.cells.push(read)
    length += read.text.length
    if (length > rowBytes || reader.isTooLong()) failure ??= { kind: 'row_too_long', line }
  }
  const handlers: XmlHandlers = {
    open(name, attributes) {
      if (name === 'row') openRow(attributes)
      else if (row && !reader.open(name, attributes)) failure ??= broken('order')
    },
    close(name) {
      const raw = reader.close(name)
      if (raw) addCell(raw)
      if (name !== 'row') return
      if (row && row.cells.length > 0) rows.push(row)
      row = null
    },
    text: reader.text,
  }
  return {
    handlers,
    failure: () => failure,
    take(): SheetRow[] {
      const batch = rows
      rows = []
      return batch
    },
  }
}

/** A number that the table of texts does not have: what stood in the cell is lost, and it would pass for an empty one. */
const namesNoText = ({ type, value }: RawCell, { strings }: CellContext): boolean =>
  type === 's' && value !== '' && strings.at(Number(value)) === null

/** Puts one `<c>` after the other together. */
function createCellReader() {
  const item = createTextItem(stringLimits.length)
  let cell: RawCell | null = null
  let column = -1
  let isInValue = false
  return {
    isTooLong: item.isTooLong,
    startRow() {
      column = -1
    },
    /** @returns false for a cell that is out of order */
    open(name: string, { r, t = 'n', s = '0' }: Attributes): boolean {
      if (name === 'c') {
        const next = r === undefined ? column + 1 : columnOf(r)
        const isInOrder = next > column && next < maxSheetColumns
        column = next
        cell = { column, type: t, style: Number(s), hasFormula: false, hasValue: false, value: '' }
        return isInOrder
      }
      if (!cell) return true
      if (name === 'v') {
        isInValue = true
        cell.hasValue = true
        cell.value = ''
      } else if (name === 'f') cell.hasFormula = true
      else if (cell.type === 'inlineStr') {
        if (name === 'is') cell.hasValue = true
        item.open(name)
      }
      return true
    },
    /** @returns the cell that ends here */
    close(name: string): RawCell | null {
      if (name === 'v') isInValue = false
      else if (name !== 'c') item.close(name)
      else if (cell) {
        const whole = cell
        if (whole.type === 'inlineStr') whole.value = item.take()
        cell = null
        return whole
      }
      return null
    },
    text(piece: string): void {
      if (isInValue && cell) cell.value += piece
      else if (cell?.type === 'inlineStr') item.text(piece)
    },
  }
}

/** `B7` → 1; -1 where it is no cell's name. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > maxSheetColumns) break
  }
  return column - 1
}
