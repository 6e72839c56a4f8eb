import { type ReplaceResult, replaceFile } from './replaceFile.ts'
import type { ReportContent } from './row.ts'
import { reportPieces } from './text.ts'

export type WriteReportFileResult = ReplaceResult

/** Writes a report to a file: whole or not at all (replaceFile.ts says how). */
export const writeReportFile = ({
  path,
  ...content
}: ReportContent & { path: string }): Promise<WriteReportFileResult> =>
  replaceFile({ path, what: 'report', pieces: reportPieces(content) })
