import type { SentRow } from './reconciliation.ts'
import type { Statement } from './statement.ts'

/** Clocks differ; and the first and the last payout of a statement may be the very ones that are missing in it. */
const toleranceMs = 2 * 60_000

export type Coverage =
  | { kind: 'covered' }
  /** All its dates can be read in two ways (03/04/2026): too little to call anybody unpaid. */
  | { kind: 'unclear_dates' }
  /** `row` was sent outside the time that the statement's dates cover. */
  | { kind: 'not_covered'; row: SentRow; fromMs: number; toMs: number }

/**
 * Whether a statement's dates cover the time at which rows were sent, so that their absence may mean something. A
 * statement without dates says nothing about it: then a person's word has to do.
 */
export function coverageOf({ lines, dateOrder }: Statement, rows: readonly SentRow[]): Coverage {
  if (rows.length === 0) return { kind: 'covered' }
  if (dateOrder === 'assumed') return { kind: 'unclear_dates' }
  let fromMs = Number.POSITIVE_INFINITY
  let toMs = Number.NEGATIVE_INFINITY
  for (const { at } of lines) {
    if (at === null) continue
    fromMs = Math.min(fromMs, at.fromMs)
    toMs = Math.max(toMs, at.toMs)
  }
  if (fromMs > toMs) return { kind: 'covered' }
  const outside = rows.find(
    ({ sentAtMs }) => sentAtMs !== null && (sentAtMs < fromMs - toleranceMs || sentAtMs > toMs + toleranceMs),
  )
  return outside ? { kind: 'not_covered', row: outside, fromMs, toMs } : { kind: 'covered' }
}
