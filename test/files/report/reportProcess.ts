import { writeReport, writeReportFile } from '../../../src/files/report/writeReport.ts'
import { manyRows } from './sampleReport.ts'

/**
 * A process that writes a report, for tests that kill it, close its output, or take its rights away.
 *   stdout           an endless CSV report on standard output
 *   endless FILE     an endless report into FILE; one line on standard output for each 20,000 rows
 *   same-user FILE   three rows into FILE
 *   nobody FILE      the same, started by root, as a user without rights
 * The result is printed on standard error as JSON.
 */

const [mode, path = ''] = process.argv.slice(2)
const columns = ['reference', 'filler']
const content = { format: 'csv', language: 'en', columns, batch: {}, totals: {} } as const

async function act() {
  if (mode === 'stdout') return writeReport({ ...content, rows: manyRows(Infinity), out: process.stdout })
  if (mode === 'nobody' || mode === 'same-user') {
    if (mode === 'nobody') process.seteuid?.(65_534)
    return writeReportFile({ ...content, rows: manyRows(3), path })
  }
  const rows = manyRows(Infinity, (made) => {
    if (made > 0 && made % 20_000 === 0) process.stdout.write(`${made}\n`)
  })
  return writeReportFile({ ...content, rows, path })
}

process.stderr.write(`${JSON.stringify(await act())}\n`)
