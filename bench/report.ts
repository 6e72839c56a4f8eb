import { join } from 'node:path'
import { type Figure, figure, ratios } from './figure.ts'
import type { Place } from './place.ts'

const rows = 100_000

/**
 * `report` of a batch of 100,000 rows (reading the ledger, writing, syncing, renaming; start-up included) against
 * csv-stringify alone over the same rows, which it has in memory.
 */
export async function measureReport(place: Place, rounds: number): Promise<Figure[]> {
  const file = await place.payroll(rows)
  place.payrun(['submit', file, '--sandbox', '--period', 'report', '--allow-duplicates'])
  const out = join(place.folder, 'report.csv')
  const reported: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    reported.push(rows / place.payrun(['report', 'last', '-o', out]).seconds)
    alone.push(Number(place.script('csvStringify.ts', [out, join(place.folder, 'alone.csv')])))
  }
  place.payrun(['cancel', 'last'])
  return [
    figure('report of 100,000 rows / csv-stringify alone', '', ratios(reported, alone), '≥ 0.5'),
    figure('report of 100,000 rows', 'rows/s', reported),
  ]
}
