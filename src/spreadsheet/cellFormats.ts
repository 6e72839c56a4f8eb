import type { Broken } from './broken.ts'
import { readWhole, type Workbook } from './openWorkbook.ts'

/** What a cell's number format makes of its number, as far as it changes what the number means. */
export type CellFormat =
  | { kind: 'number' }
  | { kind: 'date' }
  /** `0000000000`: shown with zeros in front, up to this many digits. */
  | { kind: 'zeros'; digits: number }

const plain: CellFormat = { kind: 'number' }

/** The formats of a workbook's cells, by the style number that each cell carries. */
export async function readCellFormats({ zip, stylesPart }: Workbook): Promise<CellFormat[] | Broken> {
  if (stylesPart === null) return []
  const codes = new Map<number, string>()
  const formatIds: number[] = []
  let isInCells = false
  const failed = await readWhole(zip, stylesPart, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'cellXfs') isInCells = true
      else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      else if (name === 'xf' && isInCells) formatIds.push(Number(numFmtId))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return failed ?? formatIds.map((id) => formatOf(id, codes.get(id)))
}

/** Numbers of formats that every workbook has without naming them (ECMA-376 part 1, 18.8.30): those that are dates. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : plain
  if (/^0+$/.test(code)) return { kind: 'zeros', digits: code.length }
  return isDateCode(code) ? { kind: 'date' } : plain
}

/** A code that shows a day or a time: what stands in quotes or brackets, and escaped letters, are not part of it. */
function isDateCode(code: string): boolean {
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replace(/general/gi, '')
  return /[dmyhs]/i.test(bare)
}
