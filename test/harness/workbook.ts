import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

interface BookParts {
  /** The contents of <sheetData> for each sheet. By default named Sheet1, Sheet2, … */
  sheets?: { name?: string; state?: string; data: string }[]
  /** The contents of <sst>: `<si><t>text</t></si>…` */
  strings?: string
  /** The number formats of styles 1, 2, …; style 0 is General. */
  formats?: string[]
  date1904?: boolean
  /** Parts that replace or complement those above. */
  parts?: Record<string, string | Buffer>
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** A workbook made by hand, so that it can contain what no program would write. */
export function workbook({
  sheets = [],
  strings,
  formats = [],
  date1904 = false,
  parts = {},
}: BookParts): Promise<Buffer> {
  const relations = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  if (strings !== undefined) relations.push(relation('strings', 'sharedStrings', 'sharedStrings.xml'))
  relations.push(relation('styles', 'styles', 'styles.xml'))
  const tabs = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="s${at}"/>`,
  )
  const all: Record<string, string | Buffer> = {
    '_rels/.rels': `${head}<Relationships ${packaged}>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships ${packaged}>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${200 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ data }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet ${main}><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `${head}<sst ${main}>${strings}</sst>` }),
    ...parts,
  }
  return zip(all)
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

export function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return buffer(file.outputStream)
}

/** A row of inline texts and numbers: `row(2, ['mtn-benin', 22997000001])`. Text that begins with < is a cell's own XML. */
export const row = (line: number, cells: (string | number | null)[], attributes = ''): string =>
  `<row r="${line}"${attributes}>${cells
    .map((value, at) => {
      const r = `${String.fromCharCode(65 + at)}${line}`
      if (value === null) return ''
      if (typeof value === 'number') return `<c r="${r}"><v>${value}</v></c>`
      if (value.startsWith('<')) return value.replace('<c', `<c r="${r}"`)
      return `<c r="${r}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
    })
    .join('')}</row>`
