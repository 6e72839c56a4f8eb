/** The most rows of a sheet (Excel's limit). */
export const maxSheetRows = 1_048_576

/** A cell to write. Text stays text, whatever it begins with: in a workbook only `<f>` is a formula. */
export type WrittenCell =
  | { kind: 'text'; text: string; style?: StyleName }
  /** Plain decimal digits: `1500.50`. */
  | { kind: 'number'; digits: string; style?: StyleName }
  | null

export const styleNames = [
  'plain',
  'text',
  'typed',
  'heading',
  'title',
  'label',
  'wrapped',
  'whole',
  'decimals',
  'count',
  'day',
  'moment',
  'good',
  'bad',
  'doubtful',
  'waiting',
  'quiet',
  'named',
  'wrong',
] as const

export type StyleName = (typeof styleNames)[number]

/** A list to choose from, in the cells of a column. */
export interface Choices {
  /** `A2:A1048576` */
  cells: string
  /** `Operators!$A$2:$A$22` */
  from: string
  /** What is shown when something else is typed. */
  title: string
  message: string
}

export interface WrittenSheet {
  name: string
  /** In characters, column by column. */
  widths: readonly number[]
  /** The styles of whole columns, from 0, which apply to what people type there. */
  columnStyles?: Readonly<Record<number, StyleName>>
  /** The first row stays visible, and is on each printed page. */
  isHeaderFrozen?: boolean
  /** `A1:K20`: filters in its first row. */
  filter?: string
  choices?: readonly Choices[]
  /** The sheet that is shown when the workbook is opened. */
  isShown?: boolean
  rows: Iterable<readonly WrittenCell[]> | AsyncIterable<readonly WrittenCell[]>
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Printed on A4, one page wide: nobody reads a row whose name and amount are on different pages. Margins are in inches. */
const fitToPage = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const pageXml =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.2" footer="0.2"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

const pieceLength = 64 * 1024

/** A worksheet (ECMA-376 part 1, 18.3.1.99) in pieces, with its texts in the cells and not in a shared table. */
export async function* sheetXml(sheet: WrittenSheet): AsyncGenerator<string> {
  yield `${xmlHead}<worksheet ${main}>${fitToPage}${viewXml(sheet)}<sheetFormatPr defaultRowHeight="15"/>${columnsXml(sheet)}<sheetData>`
  let gathered = ''
  let line = 0
  for await (const cells of sheet.rows) {
    line++
    gathered += `<row r="${line}"${heightXml(cells, sheet.widths)}>`
    for (const [column, cell] of cells.entries()) if (cell) gathered += cellXml(cell, `${columnLetters(column)}${line}`)
    gathered += '</row>'
    if (gathered.length < pieceLength) continue
    yield gathered
    gathered = ''
  }
  yield `${gathered}</sheetData>${sheet.filter ? `<autoFilter ref="${sheet.filter}"/>` : ''}${choicesXml(sheet.choices ?? [])}${pageXml}</worksheet>`
}

function viewXml({ isHeaderFrozen, isShown }: WrittenSheet): string {
  const pane = isHeaderFrozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
  const selection = isHeaderFrozen ? '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/>' : ''
  return `<sheetViews><sheetView workbookViewId="0"${isShown ? ' tabSelected="1"' : ''}>${pane}${selection}</sheetView></sheetViews>`
}

function columnsXml({ widths, columnStyles = {} }: WrittenSheet): string {
  const columns = widths.map((width, at) => {
    const style = columnStyles[at]
    const styled = style === undefined ? '' : ` style="${styleNames.indexOf(style)}"`
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${styled}/>`
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

/** LibreOffice prints a row as high as the file says, and would cut all but the first line of a text. */
function heightXml(cells: readonly WrittenCell[], widths: readonly number[]): string {
  let lines = 1
  for (const [column, cell] of cells.entries()) {
    if (cell?.kind !== 'text') continue
    if (cell.style === 'title') lines = Math.max(lines, 1.4)
    else if (cell.style === 'wrapped') lines = Math.max(lines, Math.ceil(cell.text.length / (widths[column] ?? 10)))
  }
  return lines === 1 ? '' : ` ht="${Math.min(409, lines * 15)}"`
}

function cellXml(cell: NonNullable<WrittenCell>, name: string): string {
  const style = cell.style === undefined ? '' : ` s="${styleNames.indexOf(cell.style)}"`
  if (cell.kind === 'number') return `<c r="${name}"${style}><v>${cell.digits}</v></c>`
  return `<c r="${name}"${style} t="inlineStr"><is><t xml:space="preserve">${textContent(cell.text)}</t></is></c>`
}

function choicesXml(choices: readonly Choices[]): string {
  if (choices.length === 0) return ''
  const each = choices.map(
    ({ cells, from, title, message }) =>
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="${escapeXml(title)}" error="${escapeXml(message)}" sqref="${cells}"><formula1>${escapeXml(from)}</formula1></dataValidation>`,
  )
  return `<dataValidations count="${choices.length}">${each.join('')}</dataValidations>`
}

/** Excel refuses a workbook with a longer text in a cell. */
const maxTextLength = 32_767

/**
 * The text of a cell: a character that XML can't contain is written like `_x0001_`, and so is the underscore of a text that looks like
 * that. A text that is too long for a cell is cut and ends with `…`.
 */
export function textContent(text: string): string {
  const whole = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text
  const escaped = /_x[0-9A-Fa-f]{4}_/.test(whole) ? whole.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : whole
  return escapeXml(
    unspeakable.test(escaped)
      ? escaped
          .toWellFormed()
          .replace(unspeakables, (c) => `_x${c.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`)
      : escaped,
  )
}

/** Control characters and halves of pairs. Line breaks and tabs may stay; a carriage return would be read as a line break. */
const unspeakable = /[^\t\n\u0020-\ufffd]|[\ud800-\udfff]/
const unspeakables = /[^\t\n\u0020-\uffff]|[\ufffe\uffff]/g

export const escapeXml = (text: string): string =>
  /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text

/** A column's letters by its number from 0: 0 is A, 27 is AB. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}
