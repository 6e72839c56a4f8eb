/** A number format in OpenDocument (ODF 1.3 part 3, 16.29): texts around a number, which may be displayed as a different number. */
export interface FlatFormat {
  kind: 'number' | 'currency' | 'percentage' | 'scientific' | 'fraction' | 'date'
  before?: string
  after?: string
  /** The sign of a currency, before the number. */
  sign?: string
  decimals?: number
  zeros?: number
  isGrouped?: boolean
  /** The displayed number is divided by this. */
  factor?: 1 | 1000 | 1000000
  /** Texts between the digits, by their distance from the right. */
  inside?: { at: number; text: string }[]
}

/** A cell: a text, a text in pieces (some raised or struck through), or a number in one of the formats. */
export type FlatCell = string | FlatPieces | { value: string; format: number | null } | null

interface FlatPieces {
  pieces: readonly (readonly [text: string, look: 'raised' | 'struck' | null])[]
}

export interface FlatSheet {
  name: string
  rows: readonly (readonly FlatCell[])[]
  /** Hidden or filtered columns and rows, counted from 0. */
  hiddenColumns?: readonly number[]
  hiddenRows?: readonly number[]
  filteredRows?: readonly number[]
}

/** A workbook as a flat OpenDocument file. LibreOffice opens it to write the workbooks of the tests. */
export function flatWorkbook(sheets: readonly FlatSheet[], formats: readonly FlatFormat[] = []): string {
  const styles = formats.map(
    (format, at) =>
      `${formatXml(format, `N${at}`)}<style:style style:name="ce${at}" style:family="table-cell" style:data-style-name="N${at}"/>`,
  )
  const looks =
    '<style:style style:name="raised" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
    '<style:style style:name="struck" style:family="text"><style:text-properties style:text-line-through-style="solid" style:text-line-through-type="single"/></style:style>'
  const namespaces = ['office', 'table', 'text', 'style', 'number']
    .map(
      (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'number' ? 'datastyle' : name}:1.0"`,
    )
    .join(' ')
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${styles.join('')}${looks}</office:automatic-styles><office:body><office:spreadsheet>${sheets.map(sheetXml).join('')}</office:spreadsheet></office:body></office:document>`
}

function sheetXml({ name, rows, hiddenColumns = [], hiddenRows = [], filteredRows = [] }: FlatSheet): string {
  const width = Math.max(...rows.map(({ length }) => length))
  const columns = Array.from(
    { length: width },
    (_, at) => `<table:table-column${hiddenColumns.includes(at) ? ' table:visibility="collapse"' : ''}/>`,
  )
  const rowXml = (cells: readonly FlatCell[], at: number) => {
    const hidden = hiddenRows.includes(at) ? 'collapse' : filteredRows.includes(at) ? 'filter' : null
    return `<table:table-row${hidden ? ` table:visibility="${hidden}"` : ''}>${cells.map(cellXml).join('')}</table:table-row>`
  }
  return `<table:table table:name="${name}">${columns.join('')}${rows.map(rowXml).join('')}</table:table>`
}

function cellXml(cell: FlatCell): string {
  if (cell === null) return '<table:table-cell/>'
  if (typeof cell === 'string') {
    return `<table:table-cell office:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`
  }
  if ('pieces' in cell) {
    const spans = cell.pieces.map(([text, look]) =>
      look === null ? escaped(text) : `<text:span text:style-name="${look}">${escaped(text)}</text:span>`,
    )
    return `<table:table-cell office:value-type="string"><text:p>${spans.join('')}</text:p></table:table-cell>`
  }
  const style = cell.format === null ? '' : ` table:style-name="ce${cell.format}"`
  return `<table:table-cell${style} office:value-type="float" office:value="${cell.value}"/>`
}

function formatXml(format: FlatFormat, name: string): string {
  const {
    kind,
    before = '',
    after = '',
    sign,
    decimals = 0,
    zeros = 1,
    isGrouped = false,
    factor = 1,
    inside = [],
  } = format
  const text = (words: string) => (words === '' ? '' : `<number:text>${escaped(words)}</number:text>`)
  const common = `number:decimal-places="${decimals}" number:min-decimal-places="${decimals}" number:min-integer-digits="${zeros}"`
  const among = inside.map(
    ({ at, text: words }) => `<number:embedded-text number:position="${at}">${escaped(words)}</number:embedded-text>`,
  )
  const number = `<number:number ${common}${isGrouped ? ' number:grouping="true"' : ''}${factor === 1 ? '' : ` number:display-factor="${factor}"`}>${among.join('')}</number:number>`
  const wrapped = (tag: string, content: string) =>
    `<number:${tag} style:name="${name}">${text(before)}${content}${text(after)}</number:${tag}>`
  switch (kind) {
    case 'number':
      return wrapped('number-style', number)
    case 'currency':
      return wrapped(
        'currency-style',
        `<number:currency-symbol>${escaped(sign ?? '€')}</number:currency-symbol>${number}`,
      )
    case 'percentage':
      return wrapped('percentage-style', `${number}<number:text>%</number:text>`)
    case 'scientific':
      return wrapped('number-style', `<number:scientific-number ${common} number:min-exponent-digits="2"/>`)
    case 'fraction':
      return wrapped(
        'number-style',
        '<number:fraction number:min-integer-digits="0" number:min-numerator-digits="1" number:min-denominator-digits="1"/>',
      )
    case 'date':
      return wrapped('date-style', '<number:year number:style="long"/><number:text>-</number:text><number:month/>')
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
