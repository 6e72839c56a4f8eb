import { type CountryCode, operatorOf } from '../payout/operators/operator.ts'
import {
  isNameless,
  isUnnamed,
  type Matched,
  mayBePaid,
  type SentRow,
  type Statement,
  type StatementLine,
} from '../payout/reconciliation.ts'

export type Coverage =
  | { kind: 'covered' }
  /** All its dates are ambiguous (03/04/2026): not enough to call anybody unpaid. */
  | { kind: 'unclear_dates' }
  /** It has dates, in a column of which payrun doesn't know the name, and so no line has any. */
  | { kind: 'unread_dates'; column: { name: string; place: number } }
  /** `row` was sent, or may have been, before `fromMs`, when the time begins that the statement certainly covers. */
  | { kind: 'begins_later'; row: SentRow; fromMs: number }
  /**
   * `row` was sent, or may have been, after `toMs`, when the time ends that the statement certainly covers. `noZone`: it would end later if
   * its times had a zone.
   */
  | { kind: 'ends_earlier'; row: SentRow; toMs: number; noZone: boolean }
  /** It isn't known how far it reaches: none of its dated lines is about a payment that is over. */
  | { kind: 'nothing_over'; row: SentRow }
  /** It has no dates or no numbers, and no row of the batch: it may be older, of another account, or only have sums. */
  | { kind: 'not_recognised' }
  /** The same, but lines with references of the batch exceed their payouts by possible fees, in hundredths of a percent. */
  | { kind: 'perhaps_fees'; feeTolerance: number }
  /** It has no dates, and `row` was sent again, or may have been: the statement may be older than that. */
  | { kind: 'maybe_older'; row: SentRow }
  /** Paid rows of that time are missing, too: it lacks a page, or is of another account. */
  | { kind: 'not_complete'; rows: SentRow[] }
  /** Its lines are of several accounts, and nobody has named the one that paid the batch. */
  | { kind: 'several_accounts'; accounts: readonly string[] }

/** How far clocks may differ. A statement also begins this much before its first line: the payout just before it may be the missing one. */
const clocksMs = 2 * 60_000

/**
 * Whether it proves anything that the rows `absent` are missing in a statement that was called complete. It must certainly cover the
 * time when they were sent, or may have been, and no paid row of the time that it covers may be missing (`unlisted`). A statement
 * without dates shows no time, and one without numbers may name nobody: it must list at least one row of the batch.
 *
 * A statement that was made before a row was sent must not call it unpaid: it would be paid twice. Only its last line shows when it
 * was made, and only the earliest moment that the line may mean is certain. Payments that are under way, or dated in the future, don't
 * count: their dates may be planned ones.
 */
export function coverageOf(
  { lines, dateOrder, unreadDates }: Statement,
  absent: readonly SentRow[],
  { unlisted, recognised }: Pick<Matched, 'unlisted' | 'recognised'>,
  nowMs = Date.now(),
): Coverage {
  if (absent.length === 0) return { kind: 'covered' }
  if (dateOrder === 'assumed') return { kind: 'unclear_dates' }
  const span = spanOf(lines, recognised, nowMs)
  if (span === null && unreadDates) return { kind: 'unread_dates', column: unreadDates }
  const row = absent.find((each) => !isCovered(each, span))
  if (row) {
    if (span === null) return { kind: 'maybe_older', row }
    if (span.toMs === Number.NEGATIVE_INFINITY) return { kind: 'nothing_over', row }
    return isReached(row, span)
      ? { kind: 'begins_later', row, fromMs: span.certainFromMs }
      : { kind: 'ends_earlier', row, toMs: span.toMs, noZone: span.noZone }
  }
  const missing = unlisted.filter((each) => mayCover(each, span))
  if (missing.length > 0) return { kind: 'not_complete', rows: missing }
  if (recognised.length > 0) return { kind: 'covered' }
  return span !== null && namesMost(lines) ? { kind: 'covered' } : { kind: 'not_recognised' }
}

/** Whether most lines name people. With few or none (a bank may list one sum for a whole payroll), it may not name a person it paid. */
function namesMost(lines: readonly StatementLine[]): boolean {
  const paying = lines.filter((line) => mayBePaid(line) && !isNameless(line))
  const unnamed = paying.filter((line) => isUnnamed(line))
  return lines.some(({ phones }) => phones.length > 0) && unnamed.length * 2 <= paying.length
}

/** The time that a statement covers. */
interface Span {
  /** The earliest possible beginning: that of the day if its first line has no time. */
  fromMs: number
  /** It certainly begins by then, unless it lists a row that was sent earlier. */
  certainFromMs: number
  /** When the first row that it certainly lists was sent. */
  listsSinceMs: number
  /** It certainly reaches until then; minus infinity if unknown. */
  toMs: number
  /** It would reach further if its last lines had a zone. */
  noZone: boolean
}

/** An undated statement may be older than any attempt but the first, and older than a recovery. */
function isCovered(row: SentRow, span: Span | null): boolean {
  if (span === null) return !row.retried && row.sentUntilMs === undefined
  const { sentAtMs } = row
  if (sentAtMs === null || !isReached(row, span)) return false
  return sentAtMs >= span.fromMs && (sentAtMs >= span.certainFromMs || sentAtMs >= span.listsSinceMs)
}

const isReached = ({ sentAtMs, sentUntilMs }: SentRow, { toMs }: Span): boolean =>
  sentAtMs !== null && (sentUntilMs ?? sentAtMs) <= toMs

/** Whether a complete statement must list a paid row. */
const mayCover = (row: SentRow, span: Span | null): boolean =>
  span === null || row.sentAtMs === null || (row.sentAtMs >= span.fromMs && isReached(row, span))

/**
 * The span of the lines about payouts, without totals and lines of another account, which may reach further. Null if none has a date.
 *
 * @param recognised see `Matched`
 */
function spanOf(lines: readonly StatementLine[], recognised: Matched['recognised'], nowMs: number): Span | null {
  const ahead = aheadMs(recognised)
  const certainlyAhead = certainlyAheadMs(recognised)
  let [fromMs, certainFromMs, toMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let localMs = Number.NEGATIVE_INFINITY
  for (const line of lines) {
    const { at } = line
    if (at === null || isNameless(line) || line.settlesNothing === 'other_account') continue
    const earlierMs = clocksMs + (at.isLocal === true ? certainlyAhead : 0)
    fromMs = Math.min(fromMs, at.fromMs - earlierMs)
    certainFromMs = Math.min(certainFromMs, at.toMs - earlierMs)
    const reachedMs = at.fromMs - (at.isLocal === true ? ahead : 0) - clocksMs
    if (!isOver(line) || reachedMs > nowMs) continue
    toMs = Math.max(toMs, reachedMs)
    if (at.isLocal === true && at.toMs - at.fromMs < hourMs) localMs = Math.max(localMs, at.fromMs - clocksMs)
  }
  if (fromMs === Number.POSITIVE_INFINITY) return null
  const listsSinceMs =
    sentOnce(recognised).reduce((first, [at]) => Math.min(first, at), Number.POSITIVE_INFINITY) - clocksMs
  return { fromMs, certainFromMs, listsSinceMs, toMs, noZone: localMs - toMs >= 60_000 }
}

const isOver = (line: StatementLine): boolean => mayBePaid(line) || line.meaning === 'not_carried_out'

const hourMs = 3_600_000
/** How far the easternmost of the 13 countries are ahead of UTC: Kenya, Uganda and Tanzania. */
const mostAheadMs = 3 * hourMs

/**
 * How far times without a zone may be ahead of UTC, so that a statement seems to reach further than it does. At most the shortest time
 * between the sending of a row and its line, because nothing is carried out before it is sent.
 */
function aheadMs(recognised: Matched['recognised']): number {
  let ahead = mostAheadMs
  for (const [sentAtMs, { at }] of sentOnce(recognised)) {
    if (at?.isLocal === true && at.toMs >= sentAtMs - clocksMs) ahead = Math.min(ahead, at.toMs - sentAtMs)
  }
  return Math.max(ahead, 0)
}

/** The clocks of those of the 13 countries that are ahead of UTC, in hours, summer and winter. */
const hoursAhead: Readonly<Partial<Record<CountryCode, number>>> = { BJ: 1, CM: 1, RW: 2, ZM: 2, KE: 3, UG: 3, TZ: 3 }

/**
 * How far times without a zone certainly are ahead of UTC: at least three lines with the references of rows are later than these were
 * sent by as much as the clock of their country, but for minutes. 0 if they aren't: payouts may all have been carried out late.
 */
function certainlyAheadMs(recognised: Matched['recognised']): number {
  const ours = recognised.filter(({ row: { reference }, line }) => reference !== null && reference === line.reference)
  const ahead = sentOnce(ours).flatMap(([sentAtMs, { at }]) =>
    at?.isLocal && at.toMs - at.fromMs < 60_000 ? [at.fromMs - sentAtMs] : [],
  )
  const clocks = new Set(ours.map(({ row: { operator } }) => hoursAhead[operatorOf(operator)?.country ?? 'SN'] ?? 0))
  const [hours = 0] = clocks
  const isSure = ahead.length >= 3 && ahead.every((each) => Math.abs(each - hours * hourMs) <= 5 * 60_000)
  return isSure && clocks.size === 1 ? hours * hourMs : 0
}

/** The lines of rows that were certainly sent at one known time. */
const sentOnce = (recognised: Matched['recognised']): [sentAtMs: number, line: StatementLine][] =>
  recognised.flatMap(({ row: { sentAtMs, sentUntilMs, retried }, line }) =>
    sentAtMs === null || sentUntilMs !== undefined || retried ? [] : [[sentAtMs, line]],
  )
