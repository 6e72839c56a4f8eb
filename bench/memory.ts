import { join } from 'node:path'
import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'

/** The largest resident set of each payrun process, at 100,000 and at 1,000,000 rows. Once each: it hardly varies. */
export async function measureMemory(place: Place): Promise<Figure[]> {
  const stub = await place.serve('stub.ts')
  const peaks: Record<string, number[]> = {}
  for (const rows of [100_000, 1_000_000]) {
    const file = await place.payroll(rows)
    const env = { PAYRUN_PROVIDER_URL: stub.url }
    const jobs: [string, string[]][] = [
      ['validate', ['validate', file]],
      ['run', ['run', file, '--period', `memory ${rows}`, '--report', join(place.folder, 'memory.csv')]],
      ['report', ['report', 'last', '-o', join(place.folder, 'memory.csv')]],
      ['status', ['status', 'last']],
      ['audit', ['audit', 'last']],
    ]
    for (const [name, args] of jobs) {
      peaks[name] = [...(peaks[name] ?? []), place.payrun(args, env).peakMegabytes]
    }
  }
  stub.close()
  return Object.entries(peaks).flatMap(([name, [small = Number.NaN, large = Number.NaN]]) => [
    figure(`${name} of 1,000,000 rows: peak memory`, 'MB', [large], '≤ 200'),
    figure(`${name}: peak at 1,000,000 / at 100,000 rows`, '', [large / small], '≤ 1.2'),
  ])
}
