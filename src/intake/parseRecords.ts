import { CsvError, Parser } from 'csv-parse'
import type { Delimiter } from './delimiter.ts'
import type { TableRecord } from './header.ts'
import type { Limits } from './row.ts'

/** Why no records come any more. */
export type ParseFailure =
  /** csv-parse's code. */
  | { kind: 'broken'; code: string }
  /** The record that starts on this line is too long. */
  | { kind: 'too_long'; line: number }

/**
 * csv-parse, fed by hand: records are gathered per chunk instead of one event each, which halves the time. Blank lines are
 * no records.
 *
 * @param firstLine the line of the file that the first chunk begins with
 */
export function createRecordParser(delimiter: Delimiter, limits: Limits, firstLine: number) {
  let records: TableRecord[] = []
  /** csv-parse counts from 1, and a CRLF inside quotes as two lines. */
  let linesTooMany = 1 - firstLine
  let bytesSinceRecord = 0
  let emptyLines = 0
  let nextLine = firstLine
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
      nextLine = endLine + 1
      if (!cells.every(isBlank)) records.push({ line: endLine - breaks, cells })
      return null
    },
  })
  // Failures come back from write and end; without a listener they would end the process.
  parser.on('error', () => {})
  const taken = (error: Error | null | undefined): TableRecord[] | ParseFailure => {
    if (error instanceof CsvError) return { kind: 'broken', code: error.code }
    if (error) throw error
    const batch = records
    records = []
    if (bytesSinceRecord > 2 * limits.recordBytes) return { kind: 'too_long', line: nextLine }
    return batch
  }
  return {
    async write(chunk: Buffer) {
      const before = nextLine
      const error = await new Promise<Error | null | undefined>((resolve) => {
        parser.write(chunk, resolve)
      })
      // A record of nothing but delimiters grows without ever reaching csv-parse's own limit.
      const isMoving = nextLine !== before || parser.info.empty_lines !== emptyLines
      emptyLines = parser.info.empty_lines
      bytesSinceRecord = isMoving ? 0 : bytesSinceRecord + chunk.length
      return taken(error)
    },
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
