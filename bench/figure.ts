/** One line of the results. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** The least and the most of the rounds. */
  spread?: [number, number]
  /** `≥ 0.6`, `≤ 200`: what is aimed at. */
  target?: string
}

/** The median of the rounds, with their spread. */
export function figure(what: string, unit: string, rounds: readonly number[], target?: string): Figure {
  const sorted = [...rounds].sort((one, other) => one - other)
  const value = rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
  const spread: [number, number] = [rounded(sorted[0] ?? Number.NaN), rounded(sorted.at(-1) ?? Number.NaN)]
  return { what, value, unit, ...(sorted.length > 1 ? { spread } : {}), ...(target ? { target } : {}) }
}

/** Round by round: what one is of the other. */
export const ratios = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, index) => value / (other[index] ?? Number.NaN))

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Three digits that count. */
const rounded = (value: number): number => Number(value.toPrecision(value >= 1000 ? 5 : 3))
