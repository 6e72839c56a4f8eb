import { readStatementDate } from '../../statement/statementDate.ts'

const halfYearMs = 183 * 86_400_000

/**
 * Whether a text is a day: today at the latest (`past`), or one that is still to come. Of two readings, the earlier one counts. Without
 * a year (`25 nov.`), it is the nearest such day.
 */
export function dayIn(text: string): 'past' | 'to_come' | null {
  // A number of days since 1900 may also be an amount.
  if (!/\d/.test(text) || text.length > 40 || /^\d+(?:[.,]\d+)?$/.test(text)) return null
  const now = Date.now()
  const read = readStatementDate(text)
  if (read.kind === 'read') return read.at.fromMs > now ? 'to_come' : 'past'
  if (read.kind === 'either') return Math.min(read.dayFirst.fromMs, read.monthFirst.fromMs) > now ? 'to_come' : 'past'
  const named = /\p{L}{3}/u.test(text) ? readStatementDate(`${text} ${new Date(now).getUTCFullYear()}`) : read
  if (named.kind !== 'read') return null
  const aheadMs = named.at.fromMs - now
  return aheadMs > 0 && aheadMs < halfYearMs ? 'to_come' : 'past'
}
