import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { escapeXml, type StyleName, sheetXml, styleNames, type WrittenSheet, xmlHead } from './sheetXml.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Streams an .xlsx workbook as its rows come, so that memory stays small. The caller must respect a sheet's limits: 1,048,576 rows,
 * 16,384 columns, names of 31 characters without []:*?/\.
 */
export function writeWorkbook(sheets: readonly WrittenSheet[]): AsyncGenerator<Buffer> {
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', content: [contentTypes(sheets)] },
    { name: '_rels/.rels', content: [relations([['rId1', 'officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheets)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [relations(sheetRelations(sheets))] },
    { name: 'xl/styles.xml', content: [stylesXml()] },
    ...sheets.map((sheet, at) => ({ name: `xl/${sheetPart(at)}`, content: sheetXml(sheet) })),
  ]
  return zipOf(parts)
}

const sheetPart = (at: number): string => `worksheets/sheet${at + 1}.xml`

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${spreadsheet}.${type}+xml"/>`
  return [
    `${xmlHead}<Types xmlns="${packaged}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('workbook.xml', 'sheet.main'),
    override('styles.xml', 'styles'),
    ...sheets.map((_, at) => override(sheetPart(at), 'worksheet')),
    '</Types>',
  ].join('')
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const shown = Math.max(
    0,
    sheets.findIndex(({ isShown }) => isShown === true),
  )
  const tabs = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const names = sheets.flatMap(({ name, filter, isHeaderFrozen }, at) => {
    const of = (range: string) => escapeXml(`'${name.replaceAll("'", "''")}'!${absolute(range)}`)
    return [
      // Excel finds a sheet's filter by this name too.
      filter && `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${of(filter)}</definedName>`,
      // The first row is printed on each page.
      isHeaderFrozen && `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${of('1:1')}</definedName>`,
    ].filter(Boolean)
  })
  return [
    `${xmlHead}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">`,
    `<bookViews><workbookView activeTab="${shown}"/></bookViews><sheets>${tabs.join('')}</sheets>`,
    names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`,
    '</workbook>',
  ].join('')
}

/** `A1:K20` → `$A$1:$K$20`, `1:1` → `$1:$1` */
const absolute = (range: string): string => range.replace(/[A-Z]+|\d+/g, '$$$&')

const sheetRelations = (sheets: readonly WrittenSheet[]): [string, string, string][] => [
  ...sheets.map((_, at): [string, string, string] => [`rId${at + 1}`, 'worksheet', sheetPart(at)]),
  [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
]

const relations = (all: [string, string, string][]): string =>
  `${xmlHead}<Relationships xmlns="${packaged}/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

interface Style {
  /** The number format; 49 is text. */
  format?: number
  font?: 'bold' | 'title' | 'white' | 'grey'
  fill?: string
  isWrapped?: boolean
  /** Excel takes what is typed over it as text, never as a formula. */
  isQuoted?: boolean
}

const styles: Readonly<Record<StyleName, Style>> = {
  plain: {},
  text: { format: 49, isQuoted: true },
  typed: { format: 49 },
  heading: { font: 'white', fill: '1F3B57', format: 49 },
  title: { font: 'title' },
  label: { font: 'bold' },
  wrapped: { format: 49, isQuoted: true, isWrapped: true },
  whole: { format: 3 },
  decimals: { format: 4 },
  count: { format: 3 },
  // Written as the reader's own settings have it.
  day: { format: 14 },
  moment: { format: 22 },
  good: { fill: 'D8F0DC' },
  bad: { fill: 'F9D7D5' },
  doubtful: { fill: 'FFE7B8' },
  waiting: { fill: 'DCE8F7' },
  named: { font: 'bold', format: 49 },
  wrong: { fill: 'FFC7CF', format: 49 },
  quiet: { font: 'grey', fill: 'ECECEC' },
}

const fonts = {
  normal: '<font><sz val="11"/><name val="Calibri"/></font>',
  bold: '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  title: '<font><b/><sz val="16"/><name val="Calibri"/></font>',
  white: '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font>',
  grey: '<font><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/></font>',
}

/** The styles of the cells (ECMA-376 part 1, 18.8.39), numbered as `styleNames`. */
function stylesXml(): string {
  const fontNames = Object.keys(fonts)
  const fills = [...new Set(Object.values(styles).flatMap(({ fill }) => fill ?? []))]
  const formats = styleNames.map((name) => {
    const { format = 0, font = 'normal', fill, isWrapped = false, isQuoted = false } = styles[name]
    const fillId = fill === undefined ? 0 : fills.indexOf(fill) + 2
    const wrap = isWrapped || name === 'heading' ? ' wrapText="1"' : ''
    return `<xf numFmtId="${format}" fontId="${fontNames.indexOf(font)}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${isQuoted ? ' quotePrefix="1"' : ''} applyAlignment="1"><alignment vertical="top"${wrap}/></xf>`
  })
  return [
    `${xmlHead}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
    `<fonts count="${fontNames.length}">${Object.values(fonts).join('')}</fonts>`,
    // The first two fills are fixed by the standard: none and grey.
    `<fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>`,
    ...fills.map((fill) => `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/></patternFill></fill>`),
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" applyAlignment="1"><alignment vertical="top"/></xf></cellStyleXfs>',
    `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}

export interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string | Buffer>
}

/**
 * Streams a zip, part after part, without keeping any of them in memory. An error in a part is thrown to the reader, and a reader that
 * stops early ends the parts (and with them, for example, a database cursor).
 */
export async function* zipOf(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const streams = parts.map(({ name, content }) => {
    const stream = Readable.from(content)
    // yazl doesn't pass on an error of a source, and would wait for its end forever.
    stream.on('error', (error) => out.destroy(error))
    zip.addReadStream(stream, name)
    return stream
  })
  zip.end()
  try {
    for await (const chunk of out) yield chunk as Buffer
  } finally {
    for (const stream of streams) stream.destroy()
  }
}
