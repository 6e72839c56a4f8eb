import { columnOf } from './sheetShape.ts'
import { columnLetters, textContent } from './sheetXml.ts'

/** A change to a cell. */
export interface CellEdit {
  /** The new text; '' empties the cell. A formula is left alone. */
  text?: string
  /** Give it the colour of a problem. */
  isMarked?: boolean
  /** Called when the cell is written. */
  done?: () => void
}

/** Changes to the cells of a row, by column from 0. */
export interface RowEdit {
  line: number
  cells: ReadonlyMap<number, CellEdit>
  /** Remove the marks of an earlier copy from the row's other cells. */
  isCleared?: boolean
  /** The row has too few or too many cells. */
  isRagged?: boolean
}

/** The numbers of a style's variants. */
export interface EditedStyles {
  marked(style: number): number
  text(style: number): number
  unmarked(style: number): number
}

interface SheetEdits {
  /** In the order of their lines, each for a row that the sheet has. */
  rows: AsyncIterator<RowEdit, unknown>
  styles: EditedStyles
  /** A column to make wide enough for sentences. */
  wide?: number
}

type Pieces = AsyncGenerator<string, void>

/**
 * A sheet's XML with other cells in some rows. Every other byte stays as it was, except what would contradict the change (the extent
 * of the sheet and of its rows). It has been read as a sheet before, so it is complete and its rows are in order.
 */
export async function* editSheet(xml: AsyncIterable<string>, edits: SheetEdits): Pieces {
  let text = ''
  let isInRows = false
  let line = 0
  let next = await edits.rows.next()
  for await (const piece of xml) {
    text += piece
    if (!isInRows) {
      const at = text.search(/<(?:\w+:)?sheetData[\s/>]/)
      if (at === -1) continue
      yield headXml(text.slice(0, at), edits.wide, /^<(\w+:)?/.exec(text.slice(at))?.[1] ?? '')
      text = text.slice(at)
      isInRows = true
    }
    for (;;) {
      const row = rowAt(text)
      if (row === null) break
      line = row.line ?? line + 1
      yield text.slice(0, row.from)
      const isEdited = !next.done && next.value.line === line
      const whole = text.slice(row.from, row.to)
      yield next.done || !isEdited ? whole : rowXml(whole, next.value, edits.styles)
      if (isEdited) next = await edits.rows.next()
      text = text.slice(row.to)
    }
    // There may be much more below the rows: pass it on, except what may be the beginning of a tag.
    const cut = /<(?:\w+:)?row[\s>]/.test(text) ? 0 : text.lastIndexOf('<')
    if (cut < 1) continue
    yield text.slice(0, cut)
    text = text.slice(cut)
  }
  yield text
}

/** The first row in a text, or null until all of it is there. */
function rowAt(text: string): { from: number; to: number; line: number | null } | null {
  const tag = /<((?:\w+:)?row)(\s[^>]*)?>/.exec(text)
  if (!tag) return null
  const [opened, name = '', attributes = ''] = tag
  const number = /\sr\s*=\s*["'](\d+)["']/.exec(attributes)?.[1]
  const line = number === undefined ? null : Number(number)
  const afterTag = tag.index + opened.length
  if (opened.endsWith('/>')) return { from: tag.index, to: afterTag, line }
  const closing = `</${name}>`
  const end = text.indexOf(closing, afterTag)
  return end === -1 ? null : { from: tag.index, to: end + closing.length, line }
}

/** The XML before the rows, without the extent of the cells, which may have changed and isn't needed. */
function headXml(head: string, wide: number | undefined, prefix: string): string {
  const plain = head.replace(/<(?:\w+:)?dimension\b[^>]*\/>/, '')
  if (wide === undefined) return plain
  const own = `<${prefix}col min="${wide + 1}" max="${wide + 1}" width="70" customWidth="1"/>`
  const columns = /(<(?:\w+:)?cols>)([\s\S]*?)(<\/(?:\w+:)?cols>)/
  if (!columns.test(plain)) return `${plain}<${prefix}cols>${own}</${prefix}cols>`
  return plain.replace(columns, (_, open: string, inside: string, close: string) => {
    const parts = [...inside.matchAll(/<(?:\w+:)?col\s[^>]*\/>/g)].flatMap(([col]) => withoutColumn(col, wide + 1))
    const at = parts.findIndex(({ min }) => min > wide + 1)
    const written = parts.map(({ xml }) => xml)
    written.splice(at === -1 ? written.length : at, 0, own)
    return `${open}${written.join('')}${close}`
  })
}

/** Takes one column out of a `<col>`, which may cover several: people hide all columns to the right of their table. */
function withoutColumn(col: string, column: number): { min: number; xml: string }[] {
  const [min, max] = ['min', 'max'].map((name) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(col)?.[1] ?? 0))
  if (!min || !max || column < min || column > max) return [{ min: min ?? 0, xml: col }]
  const part = (from: number, to: number) =>
    from > to
      ? []
      : [{ min: from, xml: col.replace(/\smin="\d+"/, ` min="${from}"`).replace(/\smax="\d+"/, ` max="${to}"`) }]
  return [...part(min, column - 1), ...part(column + 1, max)]
}

interface Cell {
  column: number
  xml: string
}

const cellPattern = /<((?:\w+:)?)c(?=[\s/>])((?:[^>"'/]|"[^"]*"|'[^']*')*)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g

function rowXml(row: string, { line, cells: edits, isCleared = false }: RowEdit, styles: EditedStyles): string {
  const open = /^<((?:\w+:)?)row[^>]*>/.exec(row)
  if (!open) return row
  const [tag, prefix = ''] = open
  const cells: Cell[] = []
  let end = tag.length
  for (const match of row.matchAll(cellPattern)) {
    const [xml, , attributes = '', inside = ''] = match
    const reference = /\sr\s*=\s*["']([A-Z]+)\d+["']/.exec(attributes)?.[1]
    const column = reference === undefined ? (cells.at(-1)?.column ?? -1) + 1 : columnOf(reference)
    const edit = edits.get(column) ?? (isCleared ? {} : undefined)
    cells.push({
      column,
      xml: edit ? editCell({ xml, prefix, attributes, inside, name: nameOf(column, line) }, edit, styles) : xml,
    })
    end = match.index + xml.length
  }
  for (const [column, edit] of edits) {
    if (cells.some((cell) => cell.column === column)) continue
    const added = { column, xml: newCell(prefix, nameOf(column, line), 0, edit, styles) }
    const at = cells.findIndex((cell) => cell.column > column)
    cells.splice(at === -1 ? cells.length : at, 0, added)
  }
  const isEmpty = tag.endsWith('/>')
  const opened = tag.replace(/\sspans="[^"]*"/, '').replace(/\s*\/>$/, '>')
  return `${opened}${cells.map(({ xml }) => xml).join('')}${isEmpty ? `</${prefix}row>` : row.slice(end)}`
}

const nameOf = (column: number, line: number): string => `${columnLetters(column)}${line}`

interface WrittenXml {
  xml: string
  prefix: string
  attributes: string
  inside: string
  name: string
}

function editCell({ xml, prefix, attributes, inside, name }: WrittenXml, edit: CellEdit, styles: EditedStyles): string {
  const style = Number(/\ss\s*=\s*["'](\d+)["']/.exec(attributes)?.[1] ?? 0)
  if (edit.text !== undefined) {
    // A formula's result may be different tomorrow, and other cells may share the formula.
    return /<(?:\w+:)?f[\s/>]/.test(inside) ? xml : newCell(prefix, name, style, edit, styles)
  }
  edit.done?.()
  const looks = edit.isMarked ? styles.marked(style) : styles.unmarked(style)
  if (looks === style) return xml
  const others = attributes.replace(/\ss\s*=\s*["']\d+["']/, '')
  return xml.replace(`<${prefix}c${attributes}`, () => `<${prefix}c${others} s="${looks}"`)
}

function newCell(
  prefix: string,
  name: string,
  style: number,
  { text, isMarked, done }: CellEdit,
  styles: EditedStyles,
): string {
  done?.()
  const looks = isMarked ? styles.marked(style) : text === undefined ? style : styles.text(style)
  const open = `<${prefix}c r="${name}" s="${looks}"`
  if (text === undefined || text === '') return `${open}/>`
  return `${open} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${textContent(text)}</${prefix}t></${prefix}is></${prefix}c>`
}
