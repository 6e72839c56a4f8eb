import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openWorkbook, type Workbook } from '../../../src/files/formats/xlsx/openWorkbook.ts'
import { readCellContext, readSheet, type SheetRow } from '../../../src/files/formats/xlsx/readSheet.ts'
import type { ReportContent, ReportRow } from '../../../src/files/report/row.ts'
import { writeReportFile } from '../../../src/files/report/writeReport.ts'
import { inBatches, paidRow } from './sampleReport.ts'

/** Gone with the run's own temporary folder: files share this module. */
export const folder = mkdtempSync(join(tmpdir(), 'payrun-xlsx-'))

export const columns = ['reference', 'name', 'phone', 'amount', 'note']
const rows: ReportRow[] = [
  {
    ...paidRow,
    cells: ['007', 'Afi Dossou', '+2290197000001', '1 500 000', '=HYPERLINK("http://x")'],
    amountMinor: '1500000',
    currency: 'XOF',
  },
  {
    ...paidRow,
    line: 3,
    status: 'unknown',
    errorCode: 'timeout',
    errorMessage: '-No answer came.',
    settledAt: null,
    cells: ['EMP-2', 'Keïta & <fils> "1"', '254711000002', '1,250.50', '@SUM(A1)'],
    amountMinor: '125050',
    currency: 'KES',
  },
  {
    ...paidRow,
    line: 4,
    status: 'invalid',
    attempts: 0,
    sentAt: null,
    settledAt: null,
    errorCode: 'invalid_amount',
    errorMessage: 'two\r\nlines',
    cells: ['1E5', ' spaces ', '0197', 'ten', null],
    amountMinor: null,
    currency: null,
  },
]
export const content = (more: Partial<ReportContent> = {}): ReportContent => ({
  format: 'xlsx',
  language: 'en',
  columns,
  amountColumn: 3,
  batch: {
    id: '7hk2m9pq4x',
    name: 'November <payroll>',
    period: '2026-11',
    state: 'settled',
    file: { name: 'payroll.csv', rows: 3 },
    created_at: '2026-11-21T05:36:54.017Z',
    settled_at: '2026-11-21T05:37:54.017Z',
  },
  totals: {
    counts: { invalid: 1, unknown: 1, paid: 1 },
    sums: { unknown: { KES: '1250.50' }, paid: { XOF: '1500000', KES: '0.25' } },
  },
  rows: inBatches(rows, 2),
  ...more,
})

let files = 0
/** @returns where it was written */
export async function write(more: Partial<ReportContent> = {}): Promise<string> {
  const path = join(folder, `report-${++files}.xlsx`)
  expect(await writeReportFile({ ...content(more), path })).toEqual({ ok: true, path })
  return path
}

export async function openBook(path: string): Promise<Workbook> {
  const book = await openWorkbook(path)
  if (book.kind === 'broken') throw new Error(book.reason)
  return book
}

export async function contextOf(book: Workbook) {
  const context = await readCellContext(book)
  if ('kind' in context) throw new Error(context.reason)
  return context
}

export async function readRows(path: string, sheet = 0): Promise<SheetRow[]> {
  const book = await openBook(path)
  const read: SheetRow[] = []
  const wanted = book.sheets[sheet]
  if (!wanted) throw new Error('no such sheet')
  for await (const batch of readSheet({ workbook: book, sheet: wanted, context: await contextOf(book) }, 1_000_000)
    .batches)
    read.push(...batch)
  book.zip.close()
  return read
}

export const texts = ({ cells }: SheetRow) => cells.map(({ text }) => text)
