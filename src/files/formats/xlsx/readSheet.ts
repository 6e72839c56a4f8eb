import { readCellFormats } from '../xlsxStyles/cellFormats.ts'
import { type ConditionalArea, createConditionalReader } from '../xlsxStyles/conditionalFormats.ts'
import { type Attributes, readXml, stepLength, type XmlHandlers } from '../xml/readXml.ts'
import { createPageText } from './asides.ts'
import { type Broken, broken } from './brokenWorkbook.ts'
import type { Sheet, Workbook } from './openWorkbook.ts'
import { createTextItem, readSharedStrings, stringLimits } from './sharedStrings.ts'
import { type CellContext, type RawCell, readSheetCell, type SheetCell } from './sheetCell.ts'
import { columnOf, createSheetShape, maxSheetColumns, type SheetShape } from './sheetShape.ts'
import { maxSheetRows } from './sheetXml.ts'

export interface SheetRow {
  /** As the sheet numbers it, from 1. */
  line: number
  isHidden: boolean
  /** Cells that are not empty, in the order of their columns. */
  cells: SheetCell[]
}

/** `row_too_long`: the texts of one row are longer than allowed. */
export type SheetFailure = Broken | { kind: 'row_too_long'; line: number }

/** Of all cells of a sheet together, in characters: with a few bytes, a cell can refer to a long shared text. */
const maxTextLength = 256 * 1024 ** 2
/** Of the XML of a row, or above the rows. The longest real ones have 2 MiB. */
const maxRowLength = 8 * 1024 ** 2
/** Of the XML below the rows: 65,530 links and 200,000 merged cells take 20 MiB. */
const maxLengthBelow = 64 * 1024 ** 2

/** Reads what all sheets of a workbook share and keeps it in memory. */
export async function readCellContext(workbook: Workbook): Promise<CellContext | Broken> {
  const formats = await readCellFormats(workbook)
  if ('kind' in formats) return formats
  const strings = await readSharedStrings(workbook)
  if (strings.kind === 'broken') return strings
  const { isFrom1904, isToBeCalculated } = workbook
  return { strings, ...formats, isFrom1904, isToBeCalculated }
}

interface SheetRows {
  /** Returns why the sheet can't be read, or null at its end. */
  batches: AsyncGenerator<SheetRow[], SheetFailure | null>
  /** Known as far as the sheet has been read. */
  shape: SheetShape
  /** Conditional formats that may make a cell look different from what it contains. They come after the rows. */
  conditional: readonly ConditionalArea[]
  /** What the headers and footers of the pages say. They come after the rows, too. */
  pageText: () => string
}

/** A sheet to read. */
export interface SheetSource {
  workbook: Workbook
  sheet: Sheet
  context: CellContext
}

/**
 * Reads a sheet's rows while it is unpacked: only the shared texts are kept in memory. Rows without cells are left out.
 *
 * @param rowBytes the most characters in all texts of a row
 * @param keepsRaw whether each cell has its element, too
 */
export function readSheet(
  { workbook, sheet: { part }, context }: SheetSource,
  rowBytes: number,
  keepsRaw = false,
): SheetRows {
  const shape = createSheetShape()
  const conditional = createConditionalReader(context)
  const page = createPageText()
  const rows = createRowReader(context, { rowBytes, keepsRaw, shape, conditional, page })
  async function* batches(): SheetRows['batches'] {
    const steps = readXml(workbook.zip.read(part), rows.handlers)
    try {
      for (;;) {
        const step = await steps.next()
        if (step.done && step.value) return { ...step.value, part }
        const batch = rows.take(stepLength)
        if (batch.length > 0) yield batch
        const failure = rows.failure()
        if (failure) return 'part' in failure || failure.kind !== 'broken' ? failure : { ...failure, part }
        if (step.done) return null
      }
    } finally {
      await steps.return(null)
    }
  }
  return { batches: batches(), shape, conditional: conditional.areas, pageText: page.shown }
}

interface RowReading {
  rowBytes: number
  keepsRaw: boolean
  shape: SheetShape
  conditional: ReturnType<typeof createConditionalReader>
  page: ReturnType<typeof createPageText>
}

function createRowReader(context: CellContext, { rowBytes, keepsRaw, shape, conditional, page }: RowReading) {
  const reader = createCellReader()
  const rows: SheetRow[] = []
  let failure: SheetFailure | null = null
  let row: SheetRow | null = null
  let [line, length, textLength, sinceRow] = [0, 0, 0, 0]
  let isBelow = false
  const openRow = (attributes: Attributes) => {
    const next = Number(attributes['r'] ?? line + 1)
    if (!(next > line) || !Number.isInteger(next) || next > maxSheetRows) failure ??= broken('order')
    line = next
    length = 0
    reader.startRow()
    row = { line, isHidden: shape.isRowHidden(attributes), cells: [] }
  }
  const addCell = (raw: RawCell) => {
    const read = readCell(raw, context, keepsRaw)
    if (!read && namesNoText(raw, context)) failure ??= broken('xml')
    if (!read || !row) return
    row.cells.push(read)
    length += read.text.length
    textLength += read.text.length
    if (length > rowBytes) failure ??= { kind: 'row_too_long', line }
    if (textLength > maxTextLength) failure ??= broken('too_large')
  }
  const handlers: XmlHandlers = {
    open(name, attributes) {
      // The rest of the same step could still take any amount of memory.
      if (failure) return
      if (name === 'row') openRow(attributes)
      else if (row) {
        if (!reader.open(name, attributes)) failure ??= broken('order')
      } else {
        if (!shape.see(name, attributes)) failure ??= broken('bomb')
        conditional.open(name, attributes)
        page.open(name)
      }
    },
    close(name) {
      if (failure) return
      const raw = reader.close(name)
      if (raw) addCell(raw)
      if (name === 'sheetData') isBelow = true
      if (row === null) page.close()
      if (row === null && !conditional.close(name)) failure ??= broken('bomb')
      if (name !== 'row') return
      sinceRow = 0
      if (row && row.cells.length > 0) rows.push(row)
      row = null
    },
    text(piece) {
      if (row === null) {
        conditional.text(piece)
        page.text(piece)
      } else if (!failure && !reader.text(piece)) failure = { kind: 'row_too_long', line }
    },
  }
  return {
    handlers,
    failure: () => failure,
    /** The rows of the last step. @param length the characters that it read */
    take(length: number): SheetRow[] {
      sinceRow += length
      if (isBelow && sinceRow > maxLengthBelow) failure ??= broken('too_large')
      if (sinceRow > maxRowLength && !isBelow) failure ??= row ? { kind: 'row_too_long', line } : broken('bomb')
      return rows.splice(0)
    },
  }
}

/** A cell, with what its formula and its style say about it. */
function readCell(raw: RawCell, context: CellContext, keepsRaw: boolean): SheetCell | null {
  const read = readSheetCell(raw, context)
  if (!read) return null
  if (raw.hasFormula) read.isFormula = true
  if (context.formats[raw.style]?.isStruck) read.isStruck = true
  if (context.formats[raw.style]?.isUnseen && read.text.trim() !== '') read.isUnseen = true
  if (keepsRaw) read.raw = raw
  return read
}

/** Whether a cell refers to a shared text that doesn't exist: its content is lost, and it would pass for empty. */
const namesNoText = ({ type, value }: RawCell, { strings }: CellContext): boolean =>
  type === 's' && value !== '' && strings.at(Number(value)) === null

/** Reads one `<c>` after another. */
function createCellReader() {
  const item = createTextItem(stringLimits.length)
  let cell: RawCell | null = null
  let column = -1
  let isInValue = false
  return {
    startRow() {
      column = -1
    },
    /** @returns false for a cell that is out of order */
    open(name: string, attributes: Attributes): boolean {
      if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes
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
        item.open(name, attributes)
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
    /** @returns false if the text is too long, all of its pieces together */
    text(piece: string): boolean {
      if (isInValue && cell) {
        if (cell.value.length + piece.length > stringLimits.length) return false
        cell.value += piece
      } else if (cell?.type === 'inlineStr') item.text(piece)
      return !item.isTooLong()
    },
  }
}
