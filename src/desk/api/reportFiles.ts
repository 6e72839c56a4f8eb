import { batchExample, rowExample } from './batchDocuments.ts'

const { counts, sums } = { counts: { paid: 1 }, sums: { paid: { XOF: '150000' } } }
const { line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at, ...cells } =
  rowExample
const found = { line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at }
const example = {
  batch: { ...batchExample, state: 'settled', counts, sums, settled_at },
  totals: { counts, sums },
  // The file's own columns come first, under their own names.
  rows: [{ ...cells, ...found, payrun_id: `${batchExample.id}:${line}` }],
}

const binary = { type: 'string', contentEncoding: 'binary' }

/** The schema of a report in each format, by content type. */
export const reportFiles = {
  'text/csv': { schema: { type: 'string' } },
  'application/json': {
    schema: {
      type: 'object',
      required: ['batch', 'totals', 'rows'],
      properties: {
        batch: { type: 'object' },
        totals: { type: 'object' },
        rows: { type: 'array', items: { type: 'object' } },
      },
    },
    example,
  },
  'application/x-ndjson': { schema: { type: 'string' } },
  'application/xml': { schema: { type: 'string' } },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: binary },
  'text/html': { schema: { type: 'string' } },
}
