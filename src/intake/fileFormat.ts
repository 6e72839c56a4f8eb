import { extname } from 'node:path'

export type FileFormat = 'csv' | 'json' | 'ndjson'

/** What the array of rows may be called in a JSON object: a report of ours has `rows`; providers have their own words. */
export const rowsNames = {
  payouts: new Set(['rows']),
  statement: new Set(['rows', 'data', 'items', 'results', 'transactions', 'payouts', 'payments', 'statement']),
}

const byExtension = new Map<string, FileFormat>([
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.tab', 'csv'],
  ['.txt', 'csv'],
  ['.json', 'json'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
])

/** A sentence when the file is of a kind that can't be read here, null when it may be text. */
export function foreignKind(path: string, head: Buffer): string | null {
  const extension = extname(path).toLowerCase()
  const isZip = head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
  const isOle = head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  if (isZip || isOle || ['.xlsx', '.xls', '.xlsm', '.ods', '.numbers'].includes(extension)) {
    return 'This is a spreadsheet or an archive, which payrun does not read: save the sheet as CSV and give that file.'
  }
  if (head[0] === 0x1f && head[1] === 0x8b) return 'This file is compressed: unpack it and give the file inside.'
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'This is a PDF: payrun reads CSV, JSON or NDJSON.'
  return null
}

/** The format by the file's extension; by content where that says nothing (standard input, other extensions). */
export function formatOf(path: string, headText: string): FileFormat {
  const known = byExtension.get(extname(path).toLowerCase())
  return known ?? formatOfContent(headText.trimStart())
}

function formatOfContent(text: string): FileFormat {
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  // `{` begins NDJSON when its first line is an object by itself, else a JSON document over several lines (our report).
  const firstLine = text.split(/\r\n|\n|\r/, 1)[0] ?? ''
  try {
    const value: unknown = JSON.parse(firstLine)
    const isDocument =
      typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([name, inside]) => rowsNames.statement.has(name) && Array.isArray(inside))
    return isDocument ? 'json' : 'ndjson'
  } catch {
    return /^\{\s*"batch"\s*:/.test(text) || firstLine.trim() === '{' ? 'json' : 'ndjson'
  }
}
