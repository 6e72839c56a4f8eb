/**
 * How often a property is tried, and from which seed: all of `numRuns` in `npm run test:slow`, which sets FC_THOROUGH, and a quarter
 * of it every day. `FC_RUNS` looks harder than either.
 */
export function seeded(numRuns: number): { numRuns: number; seed?: number } {
  const usual = process.env['FC_THOROUGH'] === '1' ? numRuns : Math.ceil(numRuns / 4)
  return { numRuns: numberOf('FC_RUNS') ?? usual, ...seed() }
}

/**
 * The seed of every property, the same at each run, so that a run says something of the change and not of the day. `FC_SEED=random`
 * looks elsewhere (fast-check prints the seed that failed), a number repeats a failure.
 */
export function seed(): { seed?: number } {
  if (process.env['FC_SEED'] === 'random') return {}
  return { seed: numberOf('FC_SEED') ?? 20_261_122 }
}

function numberOf(name: 'FC_SEED' | 'FC_RUNS'): number | undefined {
  const text = process.env[name]
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,15}$/.test(text)) throw new Error(`${name} is no whole number: ${text}`)
  return Number(text)
}
