import type { NumberFormat } from './numberFormat.ts'
import { readWhole, type Workbook } from './openWorkbook.ts'
import { type Broken, broken } from './openZip.ts'
import { isOn } from './sharedStrings.ts'

/** `isStruck`: the cell's font draws a line through whatever it contains. `isUnseen`: it has the colour of the background. */
export type CellFormat = NumberDisplay & { isStruck?: true; isUnseen?: true }

/** What a cell's number format makes of what the cell contains. */
type NumberDisplay =
  /** All of it is shown. */
  | { kind: 'general'; changesText: false }
  | {
      /**
       * `whole`: whole numbers are shown digit by digit; `zeros`: and with zeros in front, up to so many digits. Of the
       * `other` ones anything may be shown.
       */
      kind: 'whole' | 'date' | 'other'
      changesText: boolean
      other: NumberFormat
    }
  | { kind: 'zeros'; digits: number; changesText: boolean; other: NumberFormat }

/** Excel has at most 65,490 formats of cells, and codes of 255 characters. */
const most = { formats: 70_000, codes: 10_000, codeLength: 1024, codesLength: 256 * 1024 }

const general: CellFormat = { kind: 'general', changesText: false }

/** The formats of a workbook's cells, by the style number that each cell carries. */
export async function readCellFormats({ zip, stylesPart }: Workbook): Promise<CellFormat[] | Broken> {
  if (stylesPart === null) return []
  const codes = new Map<number, string>()
  const cells: { id: number; font: number; fill: number }[] = []
  const struck: boolean[] = []
  const letters: string[] = []
  const backgrounds: string[] = []
  let codesLength = 0
  let isTooMuch = false
  let isInCells = false
  let isInFonts = false
  let isInFills = false
  const failed = await readWhole(zip, stylesPart, {
    open(name, attributes) {
      if (isTooMuch) return
      const { numFmtId = '0', formatCode = '', fontId = '0', fillId = '0' } = attributes
      if (name === 'cellXfs') isInCells = true
      else if (name === 'fonts') isInFonts = true
      else if (name === 'fills') isInFills = true
      else if (name === 'font' && isInFonts) letters[struck.push(false) - 1] = black
      else if (name === 'strike' && isInFonts) struck[struck.length - 1] = isOn(attributes)
      else if (name === 'color' && isInFonts) letters[letters.length - 1] = colorOf(attributes)
      else if (name === 'fill' && isInFills) backgrounds.push(white)
      else if (name === 'patternFill' && isInFills) backgrounds[backgrounds.length - 1] = patternOf(attributes)
      else if (name === 'fgColor' && isInFills && backgrounds.at(-1) === 'solid')
        backgrounds[backgrounds.length - 1] = colorOf(attributes)
      else if (name === 'numFmt') {
        codes.set(Number(numFmtId), formatCode)
        codesLength += formatCode.length
        isTooMuch = codes.size > most.codes || codesLength > most.codesLength || formatCode.length > most.codeLength
      } else if (name === 'xf' && isInCells)
        cells.push({ id: Number(numFmtId), font: Number(fontId), fill: Number(fillId) })
      isTooMuch ||= cells.length > most.formats || struck.length > most.formats || backgrounds.length > most.formats
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
      else if (name === 'fonts') isInFonts = false
      else if (name === 'fills') isInFills = false
    },
  })
  if (failed) return failed
  if (isTooMuch) return { ...broken('bomb'), part: stylesPart }
  const formats = new Map<number, CellFormat>()
  for (const id of new Set(cells.map((cell) => cell.id)))
    formats.set(id, await formatOf(codes.get(id) ?? builtIn.get(id) ?? dateOrPlain(id)))
  return cells.map(({ id, font, fill }) => {
    const format = formats.get(id) ?? general
    const isUnseen = isSameColor(letters[font] ?? black, backgrounds[fill] ?? white)
    if (!struck[font] && !isUnseen) return format
    return { ...format, ...(struck[font] && { isStruck: true }), ...(isUnseen && { isUnseen: true }) }
  })
}

const black = '000000'
const white = 'ffffff'

/** Of a cell without a fill it is the sheet's white; `solid`: the colour is still to come; any other pattern is no colour. */
const patternOf = ({ patternType = 'none' }: Record<string, string>): string =>
  patternType === 'none' ? white : patternType

/** Six hex digits where the part itself says which colour it is (ECMA-376 part 1, 18.8.19); else what names it. */
function colorOf({ rgb = '', indexed, theme, tint = '0' }: Record<string, string>): string {
  if (/^(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(rgb)) return rgb.slice(-6).toLowerCase()
  if (Number(tint) !== 0) return `theme ${theme} ${tint}`
  if (indexed === '1' || indexed === '9' || indexed === '65' || theme === '0') return white
  if (indexed === '0' || indexed === '8' || indexed === '64' || theme === '1') return black
  return indexed === undefined && theme === undefined ? black : `indexed ${indexed} theme ${theme}`
}

/** Of 255 steps, those that no eye sees on a screen. */
const unseenSteps = 8

function isSameColor(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one, other].map((color) => (/^[0-9a-f]{6}$/.test(color) ? Number.parseInt(color, 16) : null))
  if (a == null || b == null) return false
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= unseenSteps)
}

/**
 * Codes that every workbook has without naming them (ECMA-376 part 1, 18.8.30). Those with a currency show the one that the
 * reader's computer is set to, here a `$`: no payout is ever in it.
 */
const builtIn: ReadonlyMap<number, string> = new Map([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);("$"#,##0)'],
  [6, '"$"#,##0_);[Red]("$"#,##0)'],
  [7, '"$"#,##0.00_);("$"#,##0.00)'],
  [8, '"$"#,##0.00_);[Red]("$"#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);[Red](#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);[Red](#,##0.00)'],
  [41, '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'],
  [42, '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)'],
  [44, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'],
  [48, '##0.0E+0'],
  [49, '@'],
])

/** The rest that are dates, in some language: which one does not matter. Numbers that nobody knows are shown as they are. */
const dateOrPlain = (id: number): string =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    ? 'yyyy-mm-dd'
    : 'General'

const sample = 'Aa 1'

async function formatOf(code: string): Promise<CellFormat> {
  // A language in front changes nothing of what is shown digit by digit: `[$-409]General`.
  if (/^(?:(?:\[\$-(?!F[48]00\])[0-9A-F]{3,4}\])?(?:general|standard|@))?$/i.test(code)) return general
  // Loaded here, since most workbooks have no codes but the plainest.
  const other = (await import('./numberFormat.ts')).readNumberFormat(code)
  const changesText = other.showText(sample) !== sample
  if (/^0+$/.test(code)) return { kind: 'zeros', digits: code.length, changesText, other }
  if (/^(?:#,##|#*)0$/.test(code)) return { kind: 'whole', changesText, other }
  return { kind: isDateCode(code) ? 'date' : 'other', changesText, other }
}

/** A code that shows a day or a time: what stands in quotes or brackets, and escaped letters, are not part of it. */
function isDateCode(code: string): boolean {
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replace(/general/gi, '')
  return /[dmyhs]/i.test(bare)
}
