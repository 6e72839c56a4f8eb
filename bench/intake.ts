import { type Figure, figure, ratios } from './figure.ts'
import type { Place } from './place.ts'

/**
 * Intake with every check (`validate`: reading, columns, operators, numbers, amounts, duplicates; start-up included) against
 * csv-parse alone over the same file. And into the ledger: `submit`, which also looks up references and commits the rows.
 */
export async function measureIntake(place: Place, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const rows of [100_000, 1_000_000]) {
    const file = await place.payroll(rows)
    const alone: number[] = []
    const checked: number[] = []
    const submitted: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      alone.push(Number(place.script('csvParse.ts', [file])))
      checked.push(rows / place.payrun(['validate', file]).seconds)
      if (rows > 100_000) continue
      const { seconds } = place.payrun([
        'submit',
        file,
        '--sandbox',
        '--period',
        `intake ${round}`,
        '--allow-duplicates',
      ])
      submitted.push(rows / seconds)
    }
    const size = rows.toLocaleString('en')
    figures.push(
      figure(`intake of ${size} rows, all checks / csv-parse alone`, '', ratios(checked, alone), '≥ 0.35'),
      figure(`intake of ${size} rows, all checks`, 'rows/s', checked),
    )
    if (submitted.length > 0) {
      figures.push(figure(`intake of ${size} rows into the ledger / csv-parse alone`, '', ratios(submitted, alone)))
    }
  }
  return figures
}
