import type { Problem } from '../../payout/problem.ts'
import type { Sentence } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import type { preview } from '../submit.ts'

/** What a draft comes to without the rows that can't be paid, and what is wrong with these. */
export interface DraftCheck {
  looked: Awaited<ReturnType<typeof preview>>
  problems: readonly Problem[]
  /** What the file says of its own sum or number of rows is not what they come to: they were looked at without it. */
  ownTotal: Sentence | null
}

interface Cached {
  check: DraftCheck
  /** The draft, all that it is read by, and what had happened in the ledger: with another key, the check is out of date. */
  key: string
}

/** By draft, for each desk by its configuration. Names and numbers of people are in it. */
const caches = new WeakMap<App['config'], Map<string, Cached & { until: number; timer: NodeJS.Timeout }>>()
const mostCached = 5
const cachedMs = 60_000

export function cachedCheck({ config }: App, id: string): Cached | undefined {
  const cached = caches.get(config)?.get(id)
  return cached !== undefined && Date.now() < cached.until ? cached : undefined
}

/** @param at when the check was begun: it stays cached for a minute from then on */
export function cacheCheck(app: App, id: string, cached: Cached, at: number): void {
  const cache = caches.get(app.config) ?? new Map()
  caches.set(app.config, cache)
  dropCheck(app, id)
  const until = at + cachedMs
  const timer = setTimeout(() => dropCheck(app, id), Math.max(0, until - Date.now())).unref()
  cache.set(id, { ...cached, until, timer })
  for (const other of [...cache.keys()].slice(0, -mostCached)) dropCheck(app, other)
}

/** The next look at the draft checks it again. */
export function dropCheck({ config }: App, id: string): void {
  const cache = caches.get(config)
  clearTimeout(cache?.get(id)?.timer)
  cache?.delete(id)
}
