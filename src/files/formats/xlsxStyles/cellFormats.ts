import { type Broken, broken } from '../xlsx/brokenWorkbook.ts'
import { readWhole, type Workbook } from '../xlsx/openWorkbook.ts'
import { isOn } from '../xlsx/sharedStrings.ts'
import type { Attributes, XmlHandlers } from '../xml/readXml.ts'
import type { NumberFormat } from './numberFormat.ts'

/** `isStruck`: the cell's font strikes its content through. `isUnseen`: the font has the colour of the background. */
type CellFormat = NumberDisplay & { isStruck?: true; isUnseen?: true }

/** How a number format shows what a cell contains. */
type NumberDisplay =
  /** As it is. */
  | { kind: 'general'; changesText: false }
  | {
      /**
       * `whole`: whole numbers are shown digit by digit. `zeros`: with leading zeros, too, up to `digits`. `other`: anything may be
       * shown.
       */
      kind: 'whole' | 'date' | 'other'
      changesText: boolean
      other: NumberFormat
    }
  | { kind: 'zeros'; digits: number; changesText: boolean; other: NumberFormat }

/** Excel has at most 65,490 cell formats, and codes of 255 characters. */
const most = { formats: 70_000, codes: 10_000, codeLength: 1024, codesLength: 256 * 1024 }

const general: CellFormat = { kind: 'general', changesText: false }

/** How a workbook's styles change its cells. */
export interface CellFormats {
  /** By a cell's style number. */
  formats: readonly CellFormat[]
  /** By the same number. */
  colors: readonly CellColors[]
  /** What conditional formats change, by the number in their rules. */
  differentials: readonly DifferentialFormat[]
}

/** The colours of a cell's letters and of its background. */
export interface CellColors {
  letters: string
  background: string
}

const black = '000000'
const white = 'ffffff'

export const plainColors: CellColors = { letters: black, background: white }

export async function readCellFormats({ zip, stylesPart }: Workbook): Promise<CellFormats | Broken> {
  if (stylesPart === null) return { formats: [], colors: [], differentials: [] }
  const styles = createStylesReader()
  const failed = await readWhole(zip, stylesPart, styles.handlers)
  if (failed) return failed
  if (styles.isTooMuch()) return { ...broken('bomb'), part: stylesPart }
  const { cells, codes, struck, letters, backgrounds, differentials } = styles
  const formats = new Map<number, CellFormat>()
  for (const id of new Set(cells.map((cell) => cell.id)))
    formats.set(id, await formatOf(codes.get(id) ?? builtIn.get(id) ?? dateOrPlain(id)))
  const colors = cells.map(({ font, fill }) => ({
    letters: letters[font] ?? black,
    background: backgrounds[fill] ?? white,
  }))
  const whole = cells.map(({ id, font }, at) => {
    const format = formats.get(id) ?? general
    const isHidden = isUnseen(colors[at] ?? plainColors)
    if (!struck[font] && !isHidden) return format
    return { ...format, ...(struck[font] && { isStruck: true as const }), ...(isHidden && { isUnseen: true as const }) }
  })
  return { formats: whole, colors, differentials }
}

/** Parts of the styles that have elements with the same names. */
const places = new Set(['numFmts', 'fonts', 'fills', 'cellXfs', 'dxfs'])

function createStylesReader() {
  const codes = new Map<number, string>()
  const cells: { id: number; font: number; fill: number }[] = []
  const struck: boolean[] = []
  const letters: string[] = []
  const backgrounds: string[] = []
  const differentials: DifferentialFormat[] = []
  const differential = createDifferentialReader()
  let codesLength = 0
  let isTooMuch = false
  let place = ''
  const seen = new Set<string>()
  const takeCode = (code: string) => {
    codesLength += code.length
    isTooMuch ||= codesLength > most.codesLength || code.length > most.codeLength
  }
  const handlers: XmlHandlers = {
    open(name, attributes) {
      if (isTooMuch) return
      const { numFmtId = '0', formatCode = '', fontId = '0', fillId = '0' } = attributes
      // Extensions have another list of the same name, after the one that rules refer to.
      if (places.has(name) && !seen.has(name)) {
        place = name
        seen.add(name)
      } else if (place === 'dxfs') {
        differential.open(name, attributes)
        if (name === 'numFmt') takeCode(formatCode)
      } else if (place === 'fonts' && name === 'font') letters[struck.push(false) - 1] = black
      else if (place === 'fonts' && name === 'strike') struck[struck.length - 1] = isOn(attributes)
      else if (place === 'fonts' && name === 'color') letters[letters.length - 1] = colorOf(attributes)
      else if (place === 'fills' && name === 'fill') backgrounds.push(white)
      else if (place === 'fills' && name === 'patternFill') backgrounds[backgrounds.length - 1] = patternOf(attributes)
      else if (place === 'fills' && name === 'fgColor' && backgrounds.at(-1) === 'solid')
        backgrounds[backgrounds.length - 1] = colorOf(attributes)
      else if (place === 'numFmts' && name === 'numFmt') {
        codes.set(Number(numFmtId), formatCode)
        takeCode(formatCode)
        isTooMuch ||= codes.size > most.codes
      } else if (place === 'cellXfs' && name === 'xf')
        cells.push({ id: Number(numFmtId), font: Number(fontId), fill: Number(fillId) })
      isTooMuch ||= Math.max(cells.length, struck.length, backgrounds.length, differentials.length) > most.formats
    },
    close(name) {
      if (name === place) place = ''
      const ended = place === 'dxfs' ? differential.close(name) : null
      if (ended) differentials.push(ended)
    },
  }
  return { handlers, isTooMuch: () => isTooMuch, cells, codes, struck, letters, backgrounds, differentials }
}

/**
 * Codes that every workbook has without listing them (ECMA-376 part 1, 18.8.30). Those with a currency show that of the reader's
 * computer, here a `$`: no payout is ever in dollars.
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

/** The other built-in dates, in some language: which one doesn't matter. Unknown ids are shown as they are. */
const dateOrPlain = (id: number): string =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    ? 'yyyy-mm-dd'
    : 'General'

const sample = 'Aa 1'

/** How a number format shows a cell. */
export async function formatOf(code: string): Promise<CellFormat> {
  // A language at the beginning doesn't change plain digits: `[$-409]General`.
  if (/^(?:(?:\[\$-(?!F[48]00\])[0-9A-F]{3,4}\])?(?:general|standard|@))?$/i.test(code)) return general
  // Loaded here because most workbooks have only the plainest codes.
  const other = (await import('./numberFormat.ts')).readNumberFormat(code)
  const changesText = other.showText(sample) !== sample
  if (/^0+$/.test(code)) return { kind: 'zeros', digits: code.length, changesText, other }
  if (/^(?:#,##|#*)0$/.test(code)) return { kind: 'whole', changesText, other }
  return { kind: isDateCode(code) ? 'date' : 'other', changesText, other }
}

/** Whether a code shows a day or a time. Letters in quotes or brackets, and escaped ones, don't count. */
function isDateCode(code: string): boolean {
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replace(/general/gi, '')
  return /[dmyhs]/i.test(bare)
}

/** What a conditional format changes in a cell's look (ECMA-376 part 1, 18.8.14). Null if it changes nothing. */
export interface DifferentialFormat {
  isStruck: boolean
  letters: string | null
  background: string | null
  /** The code of its number format. */
  code: string | null
}

export const unchanged: DifferentialFormat = { isStruck: false, letters: null, background: null, code: null }

/** Reads one `<dxf>` after another. */
export function createDifferentialReader() {
  let format: DifferentialFormat | null = null
  let isInFont = false
  /** The pattern of its fill. */
  let pattern = 'solid'
  return {
    open(name: string, attributes: Attributes): void {
      if (name === 'dxf') format = { ...unchanged }
      if (format === null) return
      if (name === 'font') isInFont = true
      else if (name === 'strike') format.isStruck = isOn(attributes)
      // Borders have colours, too.
      else if (name === 'color' && isInFont) format.letters = colorOf(attributes)
      else if (name === 'numFmt') format.code = attributes['formatCode'] ?? ''
      else if (name === 'patternFill') {
        pattern = attributes['patternType'] ?? 'solid'
        if (pattern !== 'solid') format.background = pattern === 'none' ? white : pattern
      }
      // Here a solid fill has its colour in `bgColor`, which elsewhere is the colour behind a pattern.
      else if (pattern === 'solid' && (name === 'bgColor' || (name === 'fgColor' && format.background === null)))
        format.background = attributes['auto'] === undefined ? colorOf(attributes) : white
    },
    /** @returns the format that ends here */
    close(name: string): DifferentialFormat | null {
      if (name === 'font') isInFont = false
      if (name !== 'dxf') return null
      const whole = format
      format = null
      pattern = 'solid'
      return whole
    },
  }
}

/** A cell without a fill has the sheet's white. For `solid`, the colour follows; any other pattern is not a colour. */
const patternOf = ({ patternType = 'none' }: Attributes): string => (patternType === 'none' ? white : patternType)

/** Six hex digits if the colour is known (ECMA-376 part 1, 18.8.19); otherwise a name for it. */
export function colorOf({ rgb = '', indexed, theme, tint = '0' }: Attributes): string {
  if (/^(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(rgb)) return rgb.slice(-6).toLowerCase()
  if (Number(tint) !== 0) return `theme ${theme} ${tint}`
  if (indexed === '1' || indexed === '9' || indexed === '65' || theme === '0') return white
  if (indexed === '0' || indexed === '8' || indexed === '64' || theme === '1') return black
  return indexed === undefined && theme === undefined ? black : `indexed ${indexed} theme ${theme}`
}

/** The difference, of 255 steps, that nobody sees on a screen. */
const unseenSteps = 8

export function isUnseen({ letters, background }: CellColors): boolean {
  if (letters === background) return true
  const [a, b] = [letters, background].map((color) => (/^[0-9a-f]{6}$/.test(color) ? Number.parseInt(color, 16) : null))
  if (a == null || b == null) return false
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= unseenSteps)
}
