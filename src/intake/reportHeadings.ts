import { reportColumns } from './columns.ts'
import type { TableRecord } from './header.ts'

/** What a French report in a spreadsheet calls the columns that payrun adds. src/report/xlsxWords.ts writes them. */
const french: Readonly<Record<string, (typeof reportColumns)[number]>> = {
  ligne: 'line',
  statut: 'status',
  'référence du prestataire': 'provider_reference',
  "code d'erreur": 'error_code',
  "message d'erreur": 'error_message',
  tentatives: 'attempts',
  'envoyé le': 'sent_at',
  'réglé le': 'settled_at',
}

/**
 * A French report's headings under their names in every other report, so that it can go in again. Only where all of them
 * are there: a column `statut` by itself is somebody's own.
 */
export function canonicalHeadings(record: TableRecord): TableRecord {
  const found = record.cells.map((cell) => french[cell.trim().toLowerCase()])
  if (!reportColumns.every((name) => found.includes(name))) return record
  return { line: record.line, cells: record.cells.map((cell, at) => found[at] ?? cell) }
}
