import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, figure, ratios } from './figure.ts'
import type { Place } from './place.ts'
import { readSeen } from './seen.ts'

const rows = 20_000

/**
 * What the safeguards cost a running batch: `run` with a float, budgets of a day and a month, and limits of operators, against
 * `run` without, in turn on one ledger. Warnings about people are looked for in both: nobody can turn them off.
 */
export async function measureSafeguards(place: Place, rounds: number): Promise<Figure[]> {
  const stub = await place.serve('stub.ts')
  const file = await place.payroll(rows)
  const limits = join(place.folder, 'limits.csv')
  writeFileSync(
    limits,
    'operator,least,most,multiple_of,most_a_day_to_one_number,source,as_of,checked\nmtn-benin,100,2000000,,2000000,bench,2026-11-01,\n',
  )
  const paces: Record<'without' | 'with', number[]> = { without: [], with: [] }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of ['without', 'with'] as const) {
        setLimits(kind === 'with')
        const pace = await payOnce(`${kind} ${round}`, kind === 'with')
        if (round > 0) paces[kind].push(pace)
      }
    }
  } finally {
    stub.close()
  }
  return [
    figure('run of 20,000, float, budgets, limits / none', '', ratios(paces.with, paces.without), '≥ 0.95'),
    figure('run of 20,000 with a float and budgets', 'rows/s', paces.with),
  ]

  function setLimits(on: boolean): void {
    if (on) {
      place.payrun(['float', 'set', 'XOF', '100000000000'])
      place.payrun(['float', 'budget', 'XOF', '--daily', '100000000000', '--monthly', '100000000000'])
    } else {
      place.payrun(['float', 'set', 'XOF', 'none'])
      place.payrun(['float', 'budget', 'XOF', '--daily', 'none', '--monthly', 'none'])
    }
  }

  async function payOnce(period: string, on: boolean): Promise<number> {
    await fetch(`${stub.url}/reset`)
    place.payrun(['run', file, '--period', period, '--allow-duplicates'], {
      PAYRUN_PROVIDER_URL: stub.url,
      ...(on ? { PAYRUN_LIMITS: limits } : {}),
    })
    const seen = await readSeen(stub.url)
    if (seen.count !== rows) throw new Error(`the stub saw ${seen.count} payouts instead of ${rows}`)
    return (rows / seen.ms) * 1000
  }
}
