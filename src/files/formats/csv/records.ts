import type { CsvError } from 'csv-parse'
import { fieldOf } from '../../payroll/header/columns.ts'
import type { TableRecord } from '../../payroll/header/header.ts'
import { type PayoutFile, textChunks } from '../../payroll/payoutFile.ts'
import type { Limits, Refused } from '../../payroll/row.ts'

type Chunks = AsyncGenerator<Buffer, Refused | null>
type Records = AsyncGenerator<TableRecord[], Refused | ParseFailure | null>

const lf = 0x0a
const quote = 0x22

/**
 * Records in progress survive when V8 collects young objects, and its young generation grows with them: validating a million rows
 * took 140 MB with 32 records at a time, and 180 MB with the 250 of a chunk.
 */
const mostAtOnce = 32

const nothing: Buffer = Buffer.alloc(0)

/**
 * Reads the records of a CSV file, a few at a time, without blank lines. Returns why reading stopped, or null at the end.
 *
 * Before the first quote, each line is a record and each delimiter ends a cell: splitting takes a fifth of csv-parse's time. From
 * the chunk with the first quote, or with a line that may be too long, csv-parse reads the rest of the file.
 */
export async function* readRecords(file: PayoutFile, delimiter: Delimiter, limits: Limits): Records {
  const chunks = textChunks(file)
  let unfinished = nothing
  let line = 1
  let byte = 0
  for (;;) {
    const next = await chunks.next()
    if (next.done && next.value) return next.value
    const text = next.done ? unfinished : Buffer.concat([unfinished, next.value])
    if (text.includes(quote) || text.length > limits.recordBytes) {
      return yield* parseRest(await createRecordParser(delimiter, limits, { line, byte }), text, chunks)
    }
    const end = next.done ? text.length : text.lastIndexOf(lf) + 1
    unfinished = text.subarray(end)
    const lines = linesOf(text.toString('utf8', 0, end))
    for (let at = 0; at < lines.length; at += mostAtOnce) {
      yield splitLines(lines.slice(at, at + mostAtOnce), delimiter, line + at)
    }
    if (next.done) return null
    // The text ends with a line break, so the last of `lines` is empty.
    line += lines.length - 1
    byte += end
  }
}

async function* parseRest(
  parser: Awaited<ReturnType<typeof createRecordParser>>,
  first: Buffer,
  chunks: Chunks,
): Records {
  let chunk = first
  for (;;) {
    const records = await parser.write(chunk)
    if (!Array.isArray(records)) {
      yield parser.whole()
      return records
    }
    yield records
    const next = await chunks.next()
    if (next.done && next.value) return next.value
    if (next.done) break
    chunk = next.value
  }
  const last = await parser.end()
  if (!Array.isArray(last)) {
    yield parser.whole()
    return last
  }
  yield last
  return null
}

const linesOf = (text: string): string[] => (text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n'))

function splitLines(lines: readonly string[], delimiter: string, firstLine: number): TableRecord[] {
  const records: TableRecord[] = []
  for (const [at, text] of lines.entries()) {
    if (text === '') continue
    const cells = text.split(delimiter)
    if (!cells.every(isBlank)) records.push({ line: firstLine + at, cells })
  }
  return records
}

/** Why reading stopped. */
export type ParseFailure =
  /** csv-parse's code, the byte after the last whole record, and the byte where the broken cell begins. */
  { kind: 'broken'; code: string; record: number; cell: number } | { kind: 'too_long'; record: number }

/** Where a chunk begins in the file. */
export interface Place {
  /** From 1. */
  line: number
  /** From 0. */
  byte: number
}

/**
 * csv-parse, called directly: records are collected per chunk instead of one event each, which halves the time. Blank lines are not
 * records.
 *
 * A failure names the byte after the last whole record; there may be blank lines between it and the broken record.
 *
 * @param first where the first chunk begins
 */
async function createRecordParser(delimiter: Delimiter, limits: Limits, first: Place) {
  const { CsvError, Parser } = await import('csv-parse')
  const records: TableRecord[] = []
  /** csv-parse counts from 1, and a CRLF inside quotes as two lines. */
  let linesTooMany = 1 - first.line
  let bytesSinceRecord = 0
  let emptyLines = 0
  let recordEnd = first.byte
  const parser = new Parser({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: limits.recordBytes,
    on_record(cells: string[], info) {
      let breaks = 0
      for (const cell of cells) {
        if (!cell.includes('\n') && !cell.includes('\r')) continue
        const pairs = cell.split('\r\n').length - 1
        linesTooMany += pairs
        breaks += cell.split(/\r\n|\n|\r/).length - 1
      }
      const endLine = info.lines - linesTooMany
      recordEnd = first.byte + info.bytes_records
      if (!cells.every(isBlank)) records.push({ line: endLine - breaks, cells })
      return null
    },
  })
  /** `info.bytes` is the end of the last whole cell, and `index` the number of whole cells in the record. */
  const cellOf = (error: CsvError): number =>
    error['index'] === 0 ? recordEnd : first.byte + parser.info.bytes + delimiter.length
  // `write` and `end` return failures; without a listener they would also end the process.
  parser.on('error', () => {})
  const taken = (error: Error | null | undefined): TableRecord[] | ParseFailure => {
    if (error instanceof CsvError) return { kind: 'broken', code: error.code, record: recordEnd, cell: cellOf(error) }
    if (error) throw error
    if (bytesSinceRecord > 2 * limits.recordBytes) return { kind: 'too_long', record: recordEnd }
    return records.splice(0)
  }
  return {
    async write(chunk: Buffer) {
      const before = recordEnd
      const error = await new Promise<Error | null | undefined>((resolve) => {
        parser.write(chunk, resolve)
      })
      // A record of nothing but delimiters grows without ever reaching csv-parse's own limit.
      const isMoving = recordEnd !== before || parser.info.empty_lines !== emptyLines
      emptyLines = parser.info.empty_lines
      bytesSinceRecord = isMoving ? 0 : bytesSinceRecord + chunk.length
      return taken(error)
    },
    /** The records before a failure. */
    whole: () => records.splice(0),
    async end() {
      const error = await new Promise<Error | null | undefined>((resolve) => {
        parser.once('error', resolve)
        parser.once('finish', () => resolve(null))
        parser.end()
      })
      return taken(error)
    },
  }
}

export const isBlank = (cell: string): boolean => cell === '' || cell.trim() === ''

const candidates = [',', ';', '\t', '|'] as const

export type Delimiter = (typeof candidates)[number]

/** The delimiter of an opened CSV file, from its first 64 KiB. */
export const delimiterOf = (file: PayoutFile): Delimiter =>
  findDelimiter(new TextDecoder(file.encoding).decode(file.head.subarray(file.bomBytes)))

/** Excel writes its delimiter on a line above the header: `sep=;`. */
const excelHint = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r|$)/i

/**
 * Finds the delimiter from the beginning of a file: the one of Excel's `sep=` line, or else the one that gives the most known column
 * names on one of the first lines (there may be a title above the names), then the most lines with as many cells. Delimiters inside
 * quotes don't count.
 */
function findDelimiter(text: string): Delimiter {
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

/** The cells of the first records. The last one may be cut off, which hardly changes the score. */
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
