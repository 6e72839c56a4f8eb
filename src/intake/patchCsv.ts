const quote = 0x22
const cr = 0x0d
const lf = 0x0a

/** What the record that starts on a line has in new cells: the text by the cell's index in the record. */
export type CellPatches = ReadonlyMap<number, ReadonlyMap<number, string>>

/**
 * Writes other text into some cells of a CSV file that has been read as such, and leaves every other byte as it is. Works
 * on chunks of UTF-8, with the memory of one. A cell that had quotes has them again; another gets them where it needs them.
 *
 * @param delimiter one byte
 */
export function createCsvPatcher(delimiter: string) {
  const separator = delimiter.charCodeAt(0)
  let state: 'start' | 'bare' | 'quoted' | 'closed' = 'start'
  let line = 1
  let recordLine = 1
  let cell = 0
  let previous = 0
  /** The text that takes the place of the cell being read; null: it stays. */
  let replacement: string | null = null

  const isBreak = (byte: number) => byte === cr || byte === lf
  const begin = (byte: number, patches: CellPatches): boolean => {
    const text = patches.get(recordLine)?.get(cell)
    if (text === undefined || isBreak(byte) || byte === separator) return false
    replacement = written(text, delimiter, byte === quote)
    return true
  }
  const step = (byte: number): void => {
    if (isBreak(byte) && !(byte === lf && previous === cr)) line++
    previous = byte
    if (state === 'quoted') state = byte === quote ? 'closed' : 'quoted'
    else if (byte === quote) state = 'quoted'
    else if (isBreak(byte)) {
      state = 'start'
      cell = 0
      recordLine = line
    } else if (byte === separator) {
      state = 'start'
      cell++
    } else state = 'bare'
  }
  return {
    /** The line that the next byte is on. */
    line: () => line,
    /** The line on which the record of the last byte began. */
    recordLine: () => recordLine,
    /** The chunk with its cells patched. `patches` has to know all records that begin in it, and in the one before. */
    patch(chunk: Buffer, patches: CellPatches): Buffer {
      const pieces: Buffer[] = []
      let from = replacement === null ? 0 : chunk.length
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] ?? 0
        if (replacement === null && state === 'start' && begin(byte, patches)) {
          pieces.push(chunk.subarray(from, at))
          from = chunk.length
        } else if (replacement !== null && state !== 'quoted' && (isBreak(byte) || byte === separator)) {
          pieces.push(Buffer.from(replacement))
          replacement = null
          from = at
        }
        step(byte)
      }
      pieces.push(chunk.subarray(from))
      return Buffer.concat(pieces)
    },
    /** What is left when the file has ended in a cell. */
    end(): Buffer {
      return Buffer.from(replacement ?? '')
    },
  }
}

function written(text: string, delimiter: string, wasQuoted: boolean): string {
  const needsQuotes = wasQuoted || text.includes(delimiter) || /["\r\n]/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
