import { csvReport, csvReportOf } from './csv.ts'
import { jsonReport, ndjsonReport } from './json.ts'
import type { ReportContent, textFormats } from './row.ts'

type TextFormat = (typeof textFormats)[number]

const writers = { csv: csvReport, json: jsonReport, ndjson: ndjsonReport } satisfies Record<TextFormat, unknown>

/** Pieces smaller than this are gathered: a write each would cost more than making them. */
const pieceLength = 64 * 1024

/** A report in its format, piece by piece. */
export async function* reportPieces(content: ReportContent): AsyncGenerator<string | Buffer> {
  const { format, csvRecords } = content
  if (format === 'xlsx') return yield* (await import('./xlsx.ts')).xlsxReport(content)
  if (format === 'html') return yield* (await import('./html.ts')).htmlReport(content)
  if (format === 'csv' && csvRecords) return yield* csvReportOf(csvRecords, content.columns)
  yield* reportText({ ...content, format })
}

/** A report that is text, as pieces of at least 64 Ki characters (the last one excepted). */
export async function* reportText(content: ReportContent & { format: TextFormat }): AsyncGenerator<string> {
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
