import { extname } from 'node:path'
import { t } from '../words/t.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'

export type FileFormat = 'csv' | 'json' | 'ndjson' | 'xlsx'

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
  if (extension === '.ods') return brokenWorkbook({ kind: 'broken', reason: 'ods' })
  if (extension === '.xlsb') return brokenWorkbook({ kind: 'broken', reason: 'xlsb' })
  if (extension === '.numbers')
    return t`This is a Numbers spreadsheet: export it as Excel (.xlsx) or CSV and give that file.`
  if (isOle(head)) {
    // Excel keeps an encrypted .xlsx in the same container as the workbooks of before 2007.
    const isEncrypted = head.includes(encryptedPackage) || extension === '.xlsx' || extension === '.xlsm'
    return isEncrypted ? brokenWorkbook({ kind: 'broken', reason: 'encrypted' }) : oldWorkbook()
  }
  if (isZip(head)) return null
  if (extension === '.xls') return oldWorkbook()
  if (extension === '.xlsx' || extension === '.xlsm') {
    return t`The file is named ${extension}, but is no Excel workbook: save it from Excel again, or name it after what it is (.csv, .json).`
  }
  if (head[0] === 0x1f && head[1] === 0x8b) return t`This file is compressed: unpack it and give the file inside.`
  if (head.subarray(0, 5).toString('latin1') === '%PDF-')
    return t`This is a PDF: payrun reads XLSX, CSV, JSON or NDJSON.`
  return null
}

const oldWorkbook = (): string =>
  t`This is a workbook of the old kind (.xls): open it, save it as .xlsx or CSV, and give that file.`

const isOle = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Every .xlsx file is a zip, and no text begins like one. */
export const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

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
