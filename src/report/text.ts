import { csvReport } from './csv.ts'
import { jsonReport, ndjsonReport } from './json.ts'
import type { ReportContent } from './row.ts'

const writers = { csv: csvReport, json: jsonReport, ndjson: ndjsonReport }

/** Pieces smaller than this are gathered: a write each would cost more than making them. */
const pieceLength = 64 * 1024

/** A report in its format, as pieces of text of at least 64 Ki characters (the last one excepted). */
export async function* reportText(content: ReportContent): AsyncGenerator<string> {
  let gathered = ''
  for await (const piece of writers[content.format](content)) {
    gathered += piece
    if (gathered.length >= pieceLength) {
      yield gathered
      gathered = ''
    }
  }
  if (gathered !== '') yield gathered
}
