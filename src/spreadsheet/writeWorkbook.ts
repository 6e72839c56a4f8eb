import { escapeXml, sheetXml, type WrittenSheet, xmlHead } from './sheetXml.ts'
import { stylesXml } from './stylesXml.ts'
import { type ZipPart, zipOf } from './zipOf.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * An .xlsx workbook as bytes, as its rows come: memory stays small however long it is. The caller keeps to what a sheet
 * holds: 1,048,576 rows, 16,384 columns, names of 31 characters without []:*?/\.
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
  // Excel finds a sheet's filter by this name too.
  const filters = sheets.flatMap(({ name, filter }, at) =>
    filter === undefined
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escapeXml(`'${name.replaceAll("'", "''")}'!${absolute(filter)}`)}</definedName>`,
        ],
  )
  return [
    `${xmlHead}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">`,
    `<bookViews><workbookView activeTab="${shown}"/></bookViews><sheets>${tabs.join('')}</sheets>`,
    filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`,
    '</workbook>',
  ].join('')
}

/** `A1:K20` → `$A$1:$K$20` */
const absolute = (range: string): string => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')

const sheetRelations = (sheets: readonly WrittenSheet[]): [string, string, string][] => [
  ...sheets.map((_, at): [string, string, string] => [`rId${at + 1}`, 'worksheet', sheetPart(at)]),
  [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
]

const relations = (all: [string, string, string][]): string =>
  `${xmlHead}<Relationships xmlns="${packaged}/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
