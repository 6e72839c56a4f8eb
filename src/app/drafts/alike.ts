import type { Problem, ProblemCode } from '../../payout/problem.ts'

/** So many rows have the same text in a column; `at`: its index. */
export interface Alike {
  column: string
  value: string
  rows: number
  at: number
  /** What probably is meant in each of them; undefined: nothing in particular. */
  suggestion: string | undefined
}

/** What a company's rows have in common, and says nothing of a person: one choice may fix many of them. */
export const commonToRows: ReadonlySet<string> = new Set([
  'missing_operator',
  'unknown_operator',
  'unknown_country',
  'unknown_currency',
])
const mostAlike = 5
/** Of a longer text the problem has the beginning only. */
const wholeValue = 80

/** @param inUse the lines of rows that nobody is asked to correct: they have the same text as others, or are not told */
export function alikeIn(
  code: ProblemCode,
  problems: readonly Problem[],
  inUse: ReadonlySet<number>,
): Omit<Alike, 'at'>[] {
  if (!commonToRows.has(code)) return []
  const counts = new Map<string, Omit<Alike, 'at'>>()
  const isAsked = ({ line }: Problem) => !inUse.has(line)
  const asked = problems.filter(isAsked)
  for (const { column, value, suggestion } of asked) {
    const same = counts.get(value)
    if (same) {
      same.rows += 1
      if (same.suggestion !== suggestion) same.suggestion = undefined
    } else if (value.length < wholeValue && !/\p{Cc}/u.test(value))
      counts.set(value, { column, value, rows: 1, suggestion })
  }
  for (const each of problems) {
    const same = isAsked(each) ? undefined : counts.get(each.value)
    if (same) same.rows += 1
  }
  const several = [...counts.values()].filter(({ rows }) => rows > 1)
  return several.sort((one, other) => other.rows - one.rows).slice(0, mostAlike)
}
