import fc from 'fast-check'

/**
 * How often a property is tried, and from which seed: all of `numRuns` in `npm run test:slow`, which sets FC_THOROUGH, and an eighth
 * of it every day. `FC_RUNS` looks harder than either.
 */
export function seeded(numRuns: number): { numRuns: number; seed?: number } {
  const usual = process.env['FC_THOROUGH'] === '1' ? numRuns : Math.ceil(numRuns / 8)
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

const surrogates = { from: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, for the `unit` of a string: what fast-check's own `binary` gives, without the table of a million
 * characters that it makes of them (a second of a processor and 130 MB in each process).
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (nth) => String.fromCodePoint(nth < surrogates.from ? nth : nth + surrogates.count),
  (character) => {
    if (typeof character !== 'string' || [...character].length !== 1 || !character.isWellFormed())
      throw new Error('not one character')
    const point = character.codePointAt(0) ?? 0
    return point < surrogates.from ? point : point - surrogates.count
  },
)
