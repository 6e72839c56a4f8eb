import { fieldOf } from './columns.ts'
import type { PayoutFile } from './payoutFile.ts'

const candidates = [',', ';', '\t', '|'] as const

export type Delimiter = (typeof candidates)[number]

/** The delimiter of an opened CSV file, from its first 64 KiB. */
export const delimiterOf = (file: PayoutFile): Delimiter =>
  findDelimiter(new TextDecoder(file.encoding).decode(file.head.subarray(file.bomBytes)))

/** Excel writes its delimiter on a line above the header: `sep=;`. */
const excelHint = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r|$)/i

/**
 * Finds the delimiter from the beginning of a file: Excel's own word for it, else the one that gives the most known column
 * names on one of the first lines (a title may stand above the names), then the one that cuts those lines into the most
 * even pieces. Delimiters inside quotes do not count.
 */
export function findDelimiter(text: string): Delimiter {
  const hint = excelHint.exec(text)
  const told = candidates.find((each) => each === hint?.[1])
  if (told !== undefined) return told
  const below = text.slice(hint?.[0].length ?? 0)
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of candidates) {
    const records = firstRecords(below, delimiter)
    for (const header of records) {
      if (header.length < 2) continue
      const known = header.filter((name) => fieldOf(name) !== null).length
      const even = records.filter((cells) => cells !== header && cells.length === header.length).length
      const score = known * 1000 + even * 10 + Math.min(header.length, 9)
      if (score > best.score) best = { delimiter, score }
    }
  }
  return best.delimiter
}

/** The cells of the first records: the last one may be cut off, which costs no more than a point. */
function firstRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += char
    else if (char === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (char === '\n' || char === '\r') {
      if (cells.length > 0 || cell !== '') records.push([...cells, cell])
      if (records.length === 25) return records
      cells = []
      cell = ''
    } else cell += char
  }
  if (cells.length > 0 || cell !== '') records.push([...cells, cell])
  return records
}
