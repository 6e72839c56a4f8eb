/**
 * A process that writes a report, for tests that kill it, close its output, or take its rights away.
 *   stdout           an endless CSV report on standard output
 *   endless FILE     an endless report into FILE; one line on standard output for each 20,000 rows
 *   same-user FILE   three rows into FILE
 *   nobody FILE      the same, started by root, as a user without rights
 * The result is printed on standard error as JSON.
 */
import { writeReport } from '../../src/report/writeReport.ts'
import { writeReportFile } from '../../src/report/writeReportFile.ts'
import { manyRows } from './sampleReport.ts'

const [mode, path = ''] = process.argv.slice(2)
const content = { format: 'csv', columns: ['reference', 'filler'], batch: null, totals: null } as const

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
