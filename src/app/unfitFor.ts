import { cameAsPain001 } from '../files/report/pain002.ts'
import { maxXlsxRows, type ReportFormat } from '../files/report/row.ts'
import { count, type Sentence, say } from '../words/sentence.ts'

/** Why a report of so many rows of these columns can't be had in this format, null when it can. */
export function unfitFor(format: ReportFormat, rows: number, columns: readonly string[]): Sentence | null {
  if (format === 'pain.002' && !cameAsPain001(columns)) return say('commands.report_pain_002_answers_pain_001')
  return format === 'xlsx' && rows > maxXlsxRows
    ? say('commands.sheet_holds_rows_file_report_csv', { maxXlsxRows: count(maxXlsxRows), rows: count(rows) })
    : null
}
