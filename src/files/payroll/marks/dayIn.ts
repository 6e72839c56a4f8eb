import { type DateReading, readStatementDate } from '../../statement/statementDate.ts'

const halfYearMs = 183 * 86_400_000

/**
 * Whether a text is a day: today at the latest (`past`), or one that is still to come. Of two readings, the earlier one counts. Without
 * a year (`25 nov.`, `12/11`), it is the nearest such day.
 */
export function dayIn(text: string, now = Date.now()): 'past' | 'to_come' | null {
  // A number of days since 1900 may also be an amount; `20261112` is a day.
  if (!/\d/.test(text) || text.length > 40 || (/^\d+(?:[.,]\d+)?$/.test(text) && !/^20\d{6}$/.test(text))) return null
  const read = readStatementDate(text)
  if (read.kind !== 'not_a_date') return startOf(read) > now ? 'to_come' : 'past'
  const year = new Date(now).getUTCFullYear()
  const isNumbers = /^\d{1,2}[/-]\d{1,2}$/.test(text)
  const named = isNumbers || /\p{L}{3}/u.test(text) ? readStatementDate(`${text}${isNumbers ? '/' : ' '}${year}`) : read
  if (named.kind === 'not_a_date') return null
  const aheadMs = startOf(named) - now
  return aheadMs > 0 && aheadMs < halfYearMs ? 'to_come' : 'past'
}

const startOf = (read: DateReading): number =>
  read.kind === 'read' ? read.at.fromMs : Math.min(read.dayFirst.fromMs, read.monthFirst.fromMs)
