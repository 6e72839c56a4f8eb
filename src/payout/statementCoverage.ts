import type { Matched, SentRow } from './reconciliation.ts'
import { isNameless, type Statement, type StatementLine } from './statement.ts'

/**
 * Clocks differ; and the first and the last payout of a statement may be the very ones that are missing in it. Less at the
 * end: a statement that was made while the batch was being paid lacks its last rows.
 */
const tolerance = { startMs: 2 * 60_000, endMs: 30_000 }

export type Coverage =
  | { kind: 'covered' }
  /** All its dates can be read in two ways (03/04/2026): too little to call anybody unpaid. */
  | { kind: 'unclear_dates' }
  /** `row` was sent outside the time that the statement's dates cover. */
  | { kind: 'not_covered'; row: SentRow; fromMs: number; toMs: number }
  /** It has no dates, and no row of the batch: it may be older, or another account's. */
  | { kind: 'not_recognised' }
  /** Paid rows of that time are missing too: a page, or the right account, is not in it. */
  | { kind: 'not_complete'; rows: SentRow[] }

/**
 * Whether it means anything that a statement, said to be complete, doesn't have the rows `absent`: its dates have to cover
 * the time at which they were sent, and no paid row of the time that it covers may be missing (`unlisted`). A statement
 * without dates says nothing about its time: it has to list some row of the batch at least.
 */
export function coverageOf(
  { lines, dateOrder }: Statement,
  absent: readonly SentRow[],
  { unlisted, listsBatch }: Pick<Matched, 'unlisted' | 'listsBatch'>,
): Coverage {
  if (absent.length === 0) return { kind: 'covered' }
  if (dateOrder === 'assumed') return { kind: 'unclear_dates' }
  const [fromMs, toMs] = spanOf(lines)
  const isDated = fromMs <= toMs
  const isOutside = ({ sentAtMs }: SentRow) =>
    isDated && sentAtMs !== null && (sentAtMs < fromMs - tolerance.startMs || sentAtMs > toMs + tolerance.endMs)
  const row = absent.find(isOutside)
  if (row) return { kind: 'not_covered', row, fromMs, toMs }
  const missing = unlisted.filter((each) => !isOutside(each))
  if (missing.length > 0) return { kind: 'not_complete', rows: missing }
  return isDated || listsBatch ? { kind: 'covered' } : { kind: 'not_recognised' }
}

/** From the first date to the last of what was paid, not of totals; the wrong way round when there is none. */
function spanOf(lines: readonly StatementLine[]): [fromMs: number, toMs: number] {
  let fromMs = Number.POSITIVE_INFINITY
  let toMs = Number.NEGATIVE_INFINITY
  for (const line of lines) {
    const { at } = line
    if (at === null || isNameless(line)) continue
    fromMs = Math.min(fromMs, at.fromMs)
    toMs = Math.max(toMs, at.toMs)
  }
  return [fromMs, toMs]
}
