import {
  isNameless,
  type Matched,
  mayBePaid,
  numbersOf,
  type SentRow,
  type Statement,
  type StatementLine,
} from '../payout/reconciliation.ts'

export type Coverage =
  | { kind: 'covered' }
  /** All its dates can be read in two ways (03/04/2026): too little to call anybody unpaid. */
  | { kind: 'unclear_dates' }
  /** `row` was sent, or may have been, before the time that the statement certainly covers, which begins at `fromMs`. */
  | { kind: 'begins_later'; row: SentRow; fromMs: number }
  /** `row` was sent, or may have been, when it is not certain that the statement reaches so far: it does until `toMs`. */
  | { kind: 'ends_earlier'; row: SentRow; toMs: number }
  /** Nothing says how far it reaches: none of its dated lines is of a payment that is over. */
  | { kind: 'nothing_over'; row: SentRow }
  /** It has no dates or no numbers, and no row of the batch: it may be older, another account's, or of sums only. */
  | { kind: 'not_recognised' }
  /** The same, but lines under references of the batch exceed their payouts by what may be fees of so many hundredths of a percent. */
  | { kind: 'perhaps_fees'; feeTolerance: number }
  /** It has no dates, and `row` was sent again, or may have been: it may be older than that. */
  | { kind: 'maybe_older'; row: SentRow }
  /** Paid rows of that time are missing too: a page, or the right account, is not in it. */
  | { kind: 'not_complete'; rows: SentRow[] }
  /** Its lines are of several accounts, and nobody has said which one the batch was paid from. */
  | { kind: 'several_accounts'; accounts: readonly string[] }

/** How far clocks may differ. The first payout of a statement may be the very one that is missing in it: its beginning is so much earlier. */
const clocksMs = 2 * 60_000

/**
 * Whether it means anything that a statement, said to be complete, doesn't have the rows `absent`: it has to be certain that it covers
 * the time at which they were sent, or may have been, and no paid row of the time that it covers may be missing (`unlisted`). A statement
 * without dates says nothing about its time, and one without numbers may say nothing of anybody: it has to list some row of the
 * batch at least.
 *
 * A statement that was made before a row was sent must not call it unpaid: it would be paid twice. When it was made is known by its
 * last line alone, and no later than the earliest moment which that may mean. A payment that is under way may have a date that it is
 * planned for, and so may one that is dated later than now: they say nothing of when it was made.
 */
export function coverageOf(
  { lines, dateOrder }: Statement,
  absent: readonly SentRow[],
  { unlisted, recognised }: Pick<Matched, 'unlisted' | 'recognised'>,
  nowMs = Date.now(),
): Coverage {
  if (absent.length === 0) return { kind: 'covered' }
  if (dateOrder === 'assumed') return { kind: 'unclear_dates' }
  const span = spanOf(lines, recognised, nowMs)
  const row = absent.find((each) => !isCovered(each, span))
  if (row) {
    if (span === null) return { kind: 'maybe_older', row }
    if (span.toMs === Number.NEGATIVE_INFINITY) return { kind: 'nothing_over', row }
    return isReached(row, span)
      ? { kind: 'begins_later', row, fromMs: span.certainFromMs }
      : { kind: 'ends_earlier', row, toMs: span.toMs }
  }
  const missing = unlisted.filter((each) => mayCover(each, span))
  if (missing.length > 0) return { kind: 'not_complete', rows: missing }
  if (recognised.length > 0) return { kind: 'covered' }
  return span !== null && namesMost(lines) ? { kind: 'covered' } : { kind: 'not_recognised' }
}

/** With numbers on few lines or on none (one sum for a whole payroll, at a bank), it may not name anybody whom it paid. */
function namesMost(lines: readonly StatementLine[]): boolean {
  const paying = lines.filter((line) => mayBePaid(line) && !isNameless(line))
  const unnamed = paying.filter((line) => numbersOf(line).length === 0)
  return lines.some(({ phones }) => phones.length > 0) && unnamed.length * 2 <= paying.length
}

/** The time that a statement covers. */
interface Span {
  /** It may begin then: with the day, where its first line has no time. */
  fromMs: number
  /** It certainly begins by then, unless it lists a row that was sent earlier. */
  certainFromMs: number
  /** When the first of the rows was sent that it certainly lists. */
  listsSinceMs: number
  /** It certainly reaches until then; minus infinity: nothing says so. */
  toMs: number
}

/** Undated, it may be older than any attempt but the first, and than a recovery. */
function isCovered(row: SentRow, span: Span | null): boolean {
  if (span === null) return !row.retried && row.sentUntilMs === undefined
  const { sentAtMs } = row
  if (sentAtMs === null || !isReached(row, span)) return false
  return sentAtMs >= span.fromMs && (sentAtMs >= span.certainFromMs || sentAtMs >= span.listsSinceMs)
}

const isReached = ({ sentAtMs, sentUntilMs }: SentRow, { toMs }: Span): boolean =>
  sentAtMs !== null && (sentUntilMs ?? sentAtMs) <= toMs

/** Whether a statement that is complete has to have a paid row. */
const mayCover = (row: SentRow, span: Span | null): boolean =>
  span === null || row.sentAtMs === null || (row.sentAtMs >= span.fromMs && isReached(row, span))

/**
 * By the lines about payouts, not by totals, and not by those of another account, which may reach further. Null: none has a date.
 *
 * @param recognised see `Matched`
 */
function spanOf(lines: readonly StatementLine[], recognised: Matched['recognised'], nowMs: number): Span | null {
  const ahead = aheadMs(recognised)
  let [fromMs, certainFromMs, toMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const line of lines) {
    const { at } = line
    if (at === null || isNameless(line) || line.settlesNothing === 'other_account') continue
    fromMs = Math.min(fromMs, at.fromMs - clocksMs)
    certainFromMs = Math.min(certainFromMs, at.toMs - clocksMs)
    const reachedMs = at.fromMs - (at.isLocal === true ? ahead : 0) - clocksMs
    if (isOver(line) && reachedMs <= nowMs) toMs = Math.max(toMs, reachedMs)
  }
  if (fromMs === Number.POSITIVE_INFINITY) return null
  const listsSinceMs =
    sentOnce(recognised).reduce((first, [at]) => Math.min(first, at), Number.POSITIVE_INFINITY) - clocksMs
  return { fromMs, certainFromMs, listsSinceMs, toMs }
}

const isOver = (line: StatementLine): boolean => mayBePaid(line) || line.meaning === 'not_carried_out'

/** The easternmost clocks of the 13 countries, before UTC: Kenya's, Uganda's and Tanzania's. */
const mostAheadMs = 3 * 3_600_000

/**
 * How far ahead of UTC the times without a zone may be: such a statement seems to reach further than it does. No further than the
 * least that a line of ours is later than its row was sent, since nothing is carried out before it is sent.
 */
function aheadMs(recognised: Matched['recognised']): number {
  let ahead = mostAheadMs
  for (const [sentAtMs, { at }] of sentOnce(recognised)) {
    if (at?.isLocal === true && at.toMs >= sentAtMs - clocksMs) ahead = Math.min(ahead, at.toMs - sentAtMs)
  }
  return Math.max(ahead, 0)
}

/** Lines of rows of which it is known when they were sent. */
const sentOnce = (recognised: Matched['recognised']): [sentAtMs: number, line: StatementLine][] =>
  recognised.flatMap(({ row: { sentAtMs, sentUntilMs, retried }, line }) =>
    sentAtMs === null || sentUntilMs !== undefined || retried ? [] : [[sentAtMs, line]],
  )
