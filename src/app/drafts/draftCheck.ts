import type { Problem, ProblemCode } from '../../payout/problem.ts'
import type { Sentence } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import type { preview } from '../submit/submit.ts'

/** The preview of a draft without the rows that can't be paid, and the problems of those rows. */
export interface DraftCheck {
  looked: Awaited<ReturnType<typeof preview>>
  problems: readonly Problem[]
  /** Set if the file's own total or count differs from its rows: then the preview ignores it. */
  ownTotal: Sentence | null
}

interface Cached {
  check: DraftCheck
  /** The draft's revision, its options and what has happened in the ledger. With another key, the check is out of date. */
  key: string
}

/** By draft, for each desk's configuration. It holds people's names and numbers. */
const caches = new WeakMap<App['config'], Map<string, Cached & { until: number; timer: NodeJS.Timeout }>>()
const mostCached = 5
const cachedMs = 60_000

export function cachedCheck({ config }: App, id: string): Cached | undefined {
  const cached = caches.get(config)?.get(id)
  return cached !== undefined && Date.now() < cached.until ? cached : undefined
}

/** Caches a check that has just ended for a minute, since that of a large file may take as long. */
export function cacheCheck(app: App, id: string, cached: Cached): void {
  const cache = caches.get(app.config) ?? new Map()
  caches.set(app.config, cache)
  dropCheck(app, id)
  const until = Date.now() + cachedMs
  const timer = setTimeout(() => dropCheck(app, id), cachedMs).unref()
  cache.set(id, { ...cached, until, timer })
  for (const other of [...cache.keys()].slice(0, -mostCached)) dropCheck(app, other)
}

/** Makes the next look at the draft check it again. */
export function dropCheck({ config }: App, id: string): void {
  const cache = caches.get(config)
  clearTimeout(cache?.get(id)?.timer)
  cache?.delete(id)
}

/** A text that several rows have in one column; `at` is the column's index. */
export interface Alike {
  column: string
  value: string
  rows: number
  at: number
  /** What is probably meant in all of them, or undefined if that is unclear. */
  suggestion: string | undefined
}

/** Problems with values that many rows share and that identify no person: one choice may fix many rows. */
export const commonToRows: ReadonlySet<string> = new Set([
  'missing_operator',
  'unknown_operator',
  'unknown_country',
  'unknown_currency',
])
const mostAlike = 5
/** Problems contain only the beginning of a longer text. */
const wholeValue = 80

/** @param inUse the lines of rows in use, which nobody should correct: they only count if another row has the same text */
function alikeIn(code: ProblemCode, problems: readonly Problem[], inUse: ReadonlySet<number>): Omit<Alike, 'at'>[] {
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

/** Which problems to show: the first of each kind, or a page of one kind. */
export interface ShownProblems {
  only: string | null
  from: number
  /** How many problems of that kind there were when `from` was chosen; those solved since came before it. Null: the current number. */
  of: number | null
  most: number
}

export function grouped(
  problems: readonly Problem[],
  inUse: ReadonlySet<number>,
  { only, from, of, most }: ShownProblems,
) {
  // Rows in use come first, because nobody should correct their other problems.
  const byCode = new Map<ProblemCode, Problem[]>(inUse.size > 0 ? [['reference_in_use', []]] : [])
  for (const problem of problems) {
    const same = byCode.get(problem.code)
    if (same) same.push(problem)
    else byCode.set(problem.code, [problem])
  }
  return [...byCode].map(([code, all]) => {
    const at = from - ((of ?? all.length) - all.length)
    const start = only === code ? Math.max(0, at < all.length ? at : all.length - most) : 0
    const end = only === null || only === code ? start + most : 0
    const rows = linesIn(all).length
    const alike = alikeIn(code, all, inUse)
    return { code, count: all.length, rows, from: start, problems: all.slice(start, end), alike }
  })
}

export const linesIn = (problems: readonly Problem[]): number[] => [...new Set(problems.map(({ line }) => line))]
