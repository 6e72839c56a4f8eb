import { type StyleName, styleNames, xmlHead } from './sheetXml.ts'

interface Style {
  /** Of a number; 49 is text. */
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
  wrapped: { isWrapped: true },
  whole: { format: 3 },
  decimals: { format: 4 },
  count: { format: 3 },
  good: { fill: 'D8F0DC' },
  bad: { fill: 'F9D7D5' },
  doubtful: { fill: 'FFE7B8' },
  waiting: { fill: 'DCE8F7' },
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
export function stylesXml(): string {
  const fontNames = Object.keys(fonts)
  const fills = [...new Set(Object.values(styles).flatMap(({ fill }) => fill ?? []))]
  const formats = styleNames.map((name) => {
    const { format = 0, font = 'normal', fill, isWrapped = false, isQuoted = false } = styles[name]
    const fillId = fill === undefined ? 0 : fills.indexOf(fill) + 2
    const align = isWrapped || name === 'heading' ? '<alignment vertical="top" wrapText="1"/>' : ''
    return `<xf numFmtId="${format}" fontId="${fontNames.indexOf(font)}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${isQuoted ? ' quotePrefix="1"' : ''}${align ? ' applyAlignment="1"' : ''}>${align}</xf>`
  })
  return [
    `${xmlHead}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
    `<fonts count="${fontNames.length}">${Object.values(fonts).join('')}</fonts>`,
    // The first two are the standard's own: none, and grey.
    `<fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>`,
    ...fills.map((fill) => `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/></patternFill></fill>`),
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}
