import type { Problem } from '../../payout/problem.ts'
import type { Sentence } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import type { preview } from '../submit.ts'

/** What a file comes to without the rows that can't be paid; and what is wrong with these. */
export interface LookedPast {
  looked: Awaited<ReturnType<typeof preview>>
  problems: readonly Problem[]
  /** What the file says of its own sum or number of rows is not what they come to: they were looked at without it. */
  ownTotal: Sentence | null
}

/** What was found of a draft, as it was at that moment. */
interface KeptLook {
  past: LookedPast
  /** The draft, all that it is read by, and what had happened in the ledger. */
  of: string
}

type Kept = KeptLook & { until: number; timer: NodeJS.Timeout }

/** The drafts that were looked at last, by the configuration of their desk. Names and numbers of people are in it. */
const lately = new WeakMap<App['config'], Map<string, Kept>>()
const mostLately = 5
const latelyMs = 60_000

export function keptLook({ config }: App, id: string): KeptLook | undefined {
  const kept = lately.get(config)?.get(id)
  return kept !== undefined && Date.now() < kept.until ? kept : undefined
}

/** @param at when it was begun: for a minute from then on it stays good */
export function keepLook(app: App, id: string, look: KeptLook, at: number): void {
  const all = lately.get(app.config) ?? new Map<string, Kept>()
  lately.set(app.config, all)
  forgetLook(app, id)
  const until = at + latelyMs
  const timer = setTimeout(() => forgetLook(app, id), Math.max(0, until - Date.now())).unref()
  all.set(id, { ...look, until, timer })
  for (const other of [...all.keys()].slice(0, -mostLately)) forgetLook(app, other)
}

/** Whoever looks next looks anew. */
export function forgetLook({ config }: App, id: string): void {
  const all = lately.get(config)
  clearTimeout(all?.get(id)?.timer)
  all?.delete(id)
}
