/** Steps by which times of answers are counted, in ms: longer than the one before, and up to this. The last has no end. */
export const answerSteps = [50, 100, 200, 350, 500, 750, 1_000, 2_000, 3_000, 5_000, 10_000, 30_000, Infinity] as const

export const stepOf = (tookMs: number): number => answerSteps.findIndex((most) => tookMs <= most)

/**
 * How long answers usually take: half of them at most `usualMs`, and 19 of 20 at most `slowMs`.
 *
 * @param took how many by step
 * @returns ends of steps; null without an answer. Infinity: longer than the last end.
 */
export function usualTimes(took: readonly number[]): { usualMs: number; slowMs: number } | null {
  const all = took.reduce((sum, of) => sum + of, 0)
  if (all === 0) return null
  const within = (share: number): number => {
    const step = took.findIndex((_of, at) => took.slice(0, at + 1).reduce((sum, of) => sum + of, 0) >= share * all)
    return answerSteps[step] ?? Infinity
  }
  return { usualMs: within(0.5), slowMs: within(0.95) }
}
