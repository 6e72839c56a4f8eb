import type { NumberFormat } from './numberFormat.ts'
import { readWhole, type Workbook } from './openWorkbook.ts'
import { type Broken, broken } from './openZip.ts'
import { isOn } from './sharedStrings.ts'

/** `isStruck`: the cell's font draws a line through whatever it contains. */
export type CellFormat = NumberDisplay & { isStruck?: true }

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
  const cells: { id: number; font: number }[] = []
  const struck: boolean[] = []
  let codesLength = 0
  let isTooMuch = false
  let isInCells = false
  let isInFonts = false
  const failed = await readWhole(zip, stylesPart, {
    open(name, attributes) {
      if (isTooMuch) return
      const { numFmtId = '0', formatCode = '', fontId = '0' } = attributes
      if (name === 'cellXfs') isInCells = true
      else if (name === 'fonts') isInFonts = true
      else if (name === 'font' && isInFonts) struck.push(false)
      else if (name === 'strike' && isInFonts) struck[struck.length - 1] = isOn(attributes)
      else if (name === 'numFmt') {
        codes.set(Number(numFmtId), formatCode)
        codesLength += formatCode.length
        isTooMuch = codes.size > most.codes || codesLength > most.codesLength || formatCode.length > most.codeLength
      } else if (name === 'xf' && isInCells) cells.push({ id: Number(numFmtId), font: Number(fontId) })
      isTooMuch ||= cells.length > most.formats || struck.length > most.formats
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
      else if (name === 'fonts') isInFonts = false
    },
  })
  if (failed) return failed
  if (isTooMuch) return { ...broken('bomb'), part: stylesPart }
  const formats = new Map<number, CellFormat>()
  for (const id of new Set(cells.map((cell) => cell.id)))
    formats.set(id, await formatOf(codes.get(id) ?? builtIn.get(id) ?? dateOrPlain(id)))
  return cells.map(({ id, font }) => {
    const format = formats.get(id) ?? general
    return struck[font] ? { ...format, isStruck: true } : format
  })
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
  if (/^(?:general|standard|@)?$/i.test(code)) return general
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
