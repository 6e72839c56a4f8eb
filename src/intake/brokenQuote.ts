import type { Limits } from './row.ts'

export interface BrokenQuote {
  kind: 'not_closed' | 'text_after' | 'inside' | 'too_long'
  /** Where the quote opened; for too_long, where the record starts. */
  line: number
}

const quote = 0x22
const cr = 0x0d
const lf = 0x0a

/**
 * Finds the first quote of a CSV file that breaks RFC 4180, and the line on which it opened. Runs only after the parser
 * gave up, to say where to look. A record that goes past the limit while a quote is open counts as never closed.
 */
export async function findBrokenQuote(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  limits: Limits,
): Promise<BrokenQuote | null> {
  const separator = delimiter.charCodeAt(0)
  let state: 'start' | 'bare' | 'quoted' | 'closed' = 'start'
  let line = 1
  let openLine = 1
  let recordLine = 1
  let recordBytes = 0
  let previous = 0
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      const isBreak = byte === cr || byte === lf
      if (isBreak && !(byte === lf && previous === cr)) line++
      previous = byte
      if (++recordBytes > limits.recordBytes) {
        return state === 'quoted' ? { kind: 'not_closed', line: openLine } : { kind: 'too_long', line: recordLine }
      }
      if (state === 'quoted') {
        if (byte === quote) state = 'closed'
      } else if (byte === quote) {
        if (state === 'bare') return { kind: 'inside', line }
        if (state === 'start') openLine = line
        state = 'quoted'
      } else if (isBreak) {
        state = 'start'
        recordLine = line
        recordBytes = 0
      } else if (byte === separator) {
        state = 'start'
      } else if (state === 'closed') {
        return { kind: 'text_after', line: openLine }
      } else {
        state = 'bare'
      }
    }
  }
  return state === 'quoted' ? { kind: 'not_closed', line: openLine } : null
}
