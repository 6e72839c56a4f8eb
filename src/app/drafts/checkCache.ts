import type { Problem } from '../../payout/problem.ts'
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

/** @param at when the check started: it is cached for a minute from then */
export function cacheCheck(app: App, id: string, cached: Cached, at: number): void {
  const cache = caches.get(app.config) ?? new Map()
  caches.set(app.config, cache)
  dropCheck(app, id)
  const until = at + cachedMs
  const timer = setTimeout(() => dropCheck(app, id), Math.max(0, until - Date.now())).unref()
  cache.set(id, { ...cached, until, timer })
  for (const other of [...cache.keys()].slice(0, -mostCached)) dropCheck(app, other)
}

/** Makes the next look at the draft check it again. */
export function dropCheck({ config }: App, id: string): void {
  const cache = caches.get(config)
  clearTimeout(cache?.get(id)?.timer)
  cache?.delete(id)
}
