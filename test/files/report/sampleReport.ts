import type { ReportContent, ReportRow } from '../../../src/files/report/row.ts'

export const paidRow: ReportRow = {
  cells: [],
  line: 2,
  status: 'paid',
  providerReference: 'PO-1',
  errorCode: null,
  errorMessage: null,
  attempts: 1,
  sentAt: new Date('2026-11-20T08:00:00.000Z'),
  settledAt: new Date('2026-11-20T08:00:00.250Z'),
}

const invalidRow: ReportRow = {
  ...paidRow,
  status: 'invalid',
  providerReference: null,
  attempts: 0,
  sentAt: null,
  settledAt: null,
}

/** Every state, and every kind of cell that has gone wrong in somebody's report. */
export const sampleColumns = ['reference', 'name', 'phone_number', 'amount', '__proto__', '=note']

export const sampleRows: ReportRow[] = [
  { ...paidRow, cells: ['EMP-1', 'Awa Koné', '+2290197000001', '15000', 'plain', ' =2+3'] },
  {
    ...paidRow,
    line: 3,
    status: 'failed',
    providerReference: null,
    errorCode: 'refused',
    errorMessage: '=HYPERLINK("http://x")\nsecond line',
    cells: ['EMP-2', 'Dupont, "Jo"', '0197000002', '-5', '{"a":1}', '@SUM(A1)'],
  },
  {
    ...paidRow,
    line: 4,
    status: 'unknown',
    providerReference: null,
    errorCode: 'timeout',
    errorMessage: 'No answer came within 30 s.',
    settledAt: null,
    cells: ['EMP-3', 'two\r\nlines', '', null],
  },
  {
    ...paidRow,
    line: 6,
    status: 'accepted',
    errorCode: 'not_final',
    errorMessage: 'PENDING',
    attempts: 2,
    settledAt: null,
    cells: ['007', '', '1e5', '1 500', 'tab\tinside', '\ttab first'],
  },
  {
    ...invalidRow,
    line: 7,
    errorCode: 'missing_phone',
    errorMessage: 'There is no phone number.',
    cells: ['EMP-5', '=1+1', null, '', '', '\rreturn first'],
  },
  { ...invalidRow, line: 8, status: 'cancelled', cells: ['EMP-6'] },
  {
    ...invalidRow,
    line: 9,
    status: 'pending',
    errorCode: 'not_sent',
    errorMessage: 'Refused.',
    attempts: 1,
    cells: [],
  },
  {
    ...invalidRow,
    line: 10,
    status: 'sending',
    attempts: 1,
    sentAt: paidRow.sentAt,
    cells: ['é ü 漢 🙂', '＝1', '\ud800'],
  },
]

const sampleBatch = { id: 'b1', name: 'November', state: 'paused', counts: { paid: 1 } } as const
const sampleTotals = { counts: { paid: 1 }, sums: { paid: { XOF: '15000', KES: '150.50' } } }

/** The rows in batches of `size`, as a ledger would give them. */
export async function* inBatches(rows: readonly ReportRow[], size: number): AsyncGenerator<ReportRow[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

export const sampleReport = (format: ReportContent['format'], batchSize = 3): ReportContent => ({
  format,
  language: 'en',
  columns: sampleColumns,
  batch: sampleBatch,
  totals: sampleTotals,
  rows: inBatches(sampleRows, batchSize),
})

/** `count` paid rows and, unless `count` is infinite, an end. */
export async function* manyRows(count: number, beforeBatch: (made: number) => void = () => {}) {
  for (let made = 0; made < count; made += 500) {
    beforeBatch(made)
    yield Array.from({ length: Math.min(500, count - made) }, (_, index) => ({
      ...paidRow,
      line: made + index + 2,
      cells: [`EMP-${made + index}`, 'x'.repeat(100)],
    }))
  }
}
