import { fieldOf } from './columns.ts'

const candidates = [',', ';', '\t', '|'] as const

export type Delimiter = (typeof candidates)[number]

/**
 * Finds the delimiter from the beginning of a file: the one that gives the most known column names, then the one that
 * cuts the first lines into the most even pieces. Delimiters inside quotes do not count.
 */
export function findDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of candidates) {
    const [header, ...lines] = firstRecords(text, delimiter)
    if (!header || header.length < 2) continue
    const known = header.filter((name) => fieldOf(name) !== null).length
    const even = lines.filter((cells) => cells.length === header.length).length
    const score = known * 1000 + even * 10 + Math.min(header.length, 9)
    if (score > best.score) best = { delimiter, score }
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
      if (records.length === 11) return records
      cells = []
      cell = ''
    } else cell += char
  }
  if (cells.length > 0 || cell !== '') records.push([...cells, cell])
  return records
}
