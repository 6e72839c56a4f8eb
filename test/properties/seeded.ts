/**
 * How often a property is tried, and from which seed: `FC_SEED` repeats a failure (fast-check prints the seed with it),
 * `FC_RUNS` looks harder than a build has time for.
 */
export function seeded(numRuns: number): { numRuns: number; seed?: number } {
  const seed = numberOf('FC_SEED')
  return { numRuns: numberOf('FC_RUNS') ?? numRuns, ...(seed === undefined ? {} : { seed }) }
}

function numberOf(name: 'FC_SEED' | 'FC_RUNS'): number | undefined {
  const text = process.env[name]
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,15}$/.test(text)) throw new Error(`${name} is no whole number: ${text}`)
  return Number(text)
}
