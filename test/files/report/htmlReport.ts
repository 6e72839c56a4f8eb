import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ReportContent, ReportRow } from '../../../src/files/report/row.ts'
import { writeReportFile } from '../../../src/files/report/writeReport.ts'
import { inBatches, paidRow } from './sampleReport.ts'

/** Gone with the run's own temporary folder: files share this module. */
const folder = mkdtempSync(join(tmpdir(), 'payrun-html-'))
export const path = join(folder, 'report.html')

export const row = (line: number, more: Partial<ReportRow>): ReportRow => ({
  ...paidRow,
  line,
  cells: [`EMP-${line}`, 'Afi Dossou', '+2290197000001', '1500000'],
  operator: 'mtn-benin',
  amountMinor: '1500000',
  currency: 'XOF',
  ...more,
})
const rows: ReportRow[] = [
  row(2, {}),
  row(3, {}),
  row(4, {
    status: 'failed',
    errorMessage: 'The wallet does not exist.',
    operator: 'momo-kenya',
    amountMinor: '150050',
    currency: 'KES',
  }),
  row(5, { status: 'unknown', errorMessage: 'No answer came in time.', providerReference: null }),
  row(6, { status: 'accepted', errorMessage: 'Not final.', providerReference: 'TX-9' }),
  row(7, {
    status: 'invalid',
    errorMessage: '"<b>ten</b>" is not an amount.',
    cells: ['<script>document.title = "hacked"</script>', '"quoted" & \u202Ereversed', 'x', 'ten'],
    operator: null,
    amountMinor: null,
    currency: null,
  }),
]

const content = (more: Partial<ReportContent> = {}): ReportContent => ({
  format: 'html',
  language: 'en',
  columns: ['reference', 'name', 'phone', 'amount'],
  batch: {
    id: '7hk2m9pq4x',
    name: 'November <payroll>',
    period: '2026-11',
    state: 'settled',
    file: { name: 'november.csv', rows: 6 },
    created_at: '2026-11-20T07:59:00.000Z',
    settled_at: '2026-11-20T08:01:00.000Z',
  },
  totals: {},
  rows: inBatches(rows, 2),
  ...more,
})

/** Writes a report to `path`. @returns its text */
export async function written(more: Partial<ReportContent> = {}): Promise<string> {
  expect(await writeReportFile({ path, ...content(more) })).toMatchObject({ ok: true })
  return readFileSync(path, 'utf8')
}
