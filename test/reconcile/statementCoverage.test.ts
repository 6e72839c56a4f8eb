import { describe, expect, it } from 'vitest'
import { readStatementDate } from '../../src/files/statement/statementDate.ts'
import type { Moment, SentRow, StatementLine } from '../../src/payout/reconciliation.ts'
import { coverageOf } from '../../src/reconcile/coverage.ts'
import { hour, listed, match, row, sentAtMs } from './matching.ts'

const none = { unlisted: [], recognised: [] }
const minute = 60_000
const moment = (fromMs: number, toMs: number) => ({ fromMs, toMs })
const of = (...moments: (Moment | null)[]) => moments.map((at) => listed('carried_out', { at }))
/** As it is read from a file. */
const read = (text: string): Moment => {
  const date = readStatementDate(text)
  if (date.kind !== 'read') throw new Error(`${text} is ${date.kind}`)
  return date.at
}
const covering = {
  name: 's.csv',
  sha256: 'ab',
  lines: of(moment(sentAtMs, sentAtMs + 999), moment(sentAtMs + hour, sentAtMs + hour)),
  dateOrder: 'certain' as const,
}
const kindOf = (lines: StatementLine[], sent: Partial<SentRow> = {}, recognised = none.recognised as Recognised) =>
  coverageOf({ ...covering, lines }, [row(sent)], { unlisted: [], recognised }).kind
type Recognised = { row: SentRow; line: StatementLine }[]

describe('what a statement covers', () => {
  it('is known however many rows of the batch it has', () => {
    const [line] = of(moment(sentAtMs, sentAtMs))
    const recognised = Array.from({ length: 200_000 }, () => ({ row: row(), line: line! }))
    expect(kindOf(covering.lines, {}, recognised)).toBe('covered')
  })

  it('is the person’s word where it has no dates, and a row of the batch', () => {
    const [line] = of(null)
    expect(kindOf(of(null), {}, [{ row: row(), line: line! }])).toBe('covered')
  })

  it('is not the person’s word where its dates are in a column that nobody knows', () => {
    const [line] = of(null)
    const unreadDates = { name: 'Date of operation', place: 3 }
    const recognised = [{ row: row(), line: line! }]
    const coverage = coverageOf({ ...covering, lines: of(null), unreadDates }, [row()], { unlisted: [], recognised })
    expect(coverage).toEqual({ kind: 'unread_dates', column: unreadDates })
    expect(coverageOf({ ...covering, unreadDates }, [row()], none).kind).toBe('covered')
  })

  it.each([{ retried: true }, { sentUntilMs: sentAtMs + hour }])(
    'may be older than another attempt where it has no dates: %o',
    (change) => {
      const [line] = of(null)
      expect(kindOf(of(null), change, [{ row: row(), line: line! }])).toBe('maybe_older')
    },
  )

  const early = moment(sentAtMs - 5 * minute, sentAtMs - 5 * minute)
  const late = (ms: number) => moment(sentAtMs + ms, sentAtMs + ms)
  it.each([
    { what: 'the very moment', lines: of(late(0)), kind: 'ends_earlier' },
    { what: 'a beginning two minutes after it', lines: of(late(120_000), late(400_000)), kind: 'covered' },
    { what: 'an end two minutes after it', lines: of(early, late(120_000)), kind: 'covered' },
    { what: 'an end less than two minutes after it', lines: of(early, late(119_999)), kind: 'ends_earlier' },
    {
      what: 'an end in the minute two minutes after it',
      lines: of(early, moment(sentAtMs + 119_000, sentAtMs + 178_999)),
      kind: 'ends_earlier',
    },
    { what: 'five minutes before it', lines: of(early), kind: 'ends_earlier' },
    { what: 'five minutes after it', lines: of(late(300_000), late(400_000)), kind: 'begins_later' },
    {
      what: 'an end before it, and a total of after it',
      lines: [...of(early), listed('carried_out', { reference: null, phones: [], at: late(hour) })],
      kind: 'ends_earlier',
    },
    {
      what: 'an end before it, and a line of another account of after it',
      lines: [...of(early), listed('doubtful', { settlesNothing: 'other_account', at: late(hour) })],
      kind: 'ends_earlier',
    },
    ...(['under_way', 'unrecognised'] as const).map((meaning) => ({
      what: `an end before it, and a line of after it that is ${meaning}`,
      lines: [...of(early), listed(meaning, { at: late(hour) })],
      kind: 'ends_earlier',
    })),
    {
      what: 'an end before it, and a line of a day that has not come yet',
      lines: of(early, read('21/11/2062')),
      kind: 'ends_earlier',
    },
    {
      what: 'an end before it, and a line of after it that failed',
      lines: [...of(early), listed('not_carried_out', { at: late(hour) })],
      kind: 'covered',
    },
    {
      what: 'nothing but payments that are under way',
      lines: [listed('under_way', { at: early }), listed('under_way', { at: late(hour) })],
      kind: 'nothing_over',
    },
    { what: 'no dates, and no row of the batch', lines: of(null), kind: 'not_recognised' },
    {
      what: 'sums of that time without a number, and no row of the batch',
      lines: [
        listed('carried_out', { phones: [], at: late(0) }),
        listed('carried_out', { phones: [], at: late(hour) }),
      ],
      kind: 'not_recognised',
    },
  ])('$what: $kind', ({ lines, kind }) => {
    expect(kindOf(lines)).toBe(kind)
  })

  it.each([
    { what: 'days until its own', days: ['20/11/2026', '21/11/2026'], kind: 'ends_earlier' },
    { what: 'days until the next', days: ['20/11/2026', '22/11/2026'], kind: 'covered' },
    {
      what: 'its own day and the next, and no row that was sent before it',
      days: ['21/11/2026', '22/11/2026'],
      kind: 'begins_later',
    },
    { what: 'later days', days: ['22/11/2026', '23/11/2026'], kind: 'begins_later' },
    { what: 'local times until two hours after it', days: ['20/11/2026', '21/11/2026 14:00'], kind: 'ends_earlier' },
    { what: 'local times until four hours after it', days: ['20/11/2026', '21/11/2026 16:00'], kind: 'covered' },
    {
      what: 'times with a zone until three minutes after it',
      days: ['20/11/2026', '2026-11-21 15:03 +03:00'],
      kind: 'covered',
    },
    {
      what: 'times with a zone until three minutes before it',
      days: ['20/11/2026', '2026-11-21 14:57 +03:00'],
      kind: 'ends_earlier',
    },
  ])('$what: $kind', ({ days, kind }) => {
    expect(kindOf(of(...days.map(read)))).toBe(kind)
  })

  it('counts a line until now alone, by clocks that may be 2 minutes apart', () => {
    const until = (ms: number, nowMs: number) =>
      coverageOf({ ...covering, lines: of(early, late(ms)) }, [row()], none, nowMs).kind
    expect(until(hour, sentAtMs + hour - 2 * minute)).toBe('covered')
    expect(until(hour, sentAtMs + hour - 3 * minute)).toBe('ends_earlier')
    // Of a clock in Kenya, now.
    const local = { ...covering, lines: of(early, read('21/11/2026 16:00')) }
    expect(coverageOf(local, [row()], none, sentAtMs + hour).kind).toBe('covered')
  })

  it('begins before what it lists', () => {
    const lines = of(read('21/11/2026'), read('22/11/2026'))
    const listing = (sent: number, change: Partial<SentRow> = {}) =>
      kindOf(lines, {}, [{ row: row({ sentAtMs: sent, ...change }), line: lines[0]! }])
    expect(listing(sentAtMs - minute)).toBe('covered')
    expect(listing(sentAtMs + 3 * minute)).toBe('begins_later')
    expect(listing(sentAtMs - minute, { retried: true })).toBe('begins_later')
  })

  it('begins at the local time of its lines where three of them show how many hours that is ahead', () => {
    const of13 = (operator: string, ...ownTimes: string[]) => {
      const [first, ...own] = ['14:50:00', ...ownTimes, '15:30:00'].map((time) => read(`21/11/2026 ${time}`))
      const lines = of(first!, ...own).map((line) => ({ ...line, reference: 'R' }))
      const recognised = lines.slice(1, -1).map((line) => ({ row: row({ reference: 'R', operator }), line }))
      return kindOf(lines, { sentAtMs: sentAtMs - 5 * minute }, recognised)
    }
    const listing = (...ownTimes: string[]) => of13('momo-kenya', ...ownTimes)
    // Sent at 12:00 UTC, by a clock of Kenya. The first line is somebody else's, of 11:50 UTC.
    expect(listing('15:00:04', '15:00:20', '15:04:59')).toBe('covered')
    expect(listing('15:00:04', '15:00:20')).toBe('begins_later')
    expect(listing('15:00:04', '15:00:20', '15:20:00')).toBe('begins_later')
    expect(listing('15:00:04', '15:00:20', '14:00:20')).toBe('begins_later')
    expect(listing('16:00:04', '16:00:20', '16:04:59')).toBe('begins_later')
    // Three payouts that were carried out an hour late are no clock, and nobody is three hours ahead in Benin.
    expect(of13('momo-kenya', '13:00:04', '13:00:20', '13:04:59')).toBe('begins_later')
    expect(of13('mtn-benin', '15:00:04', '15:00:20', '15:04:59')).toBe('begins_later')
  })

  it('is as far ahead of UTC as its lines are of the rows that they are about, and no further', () => {
    const ending = (ownTime: string, lastTime: string) => {
      const lines = of(read('20/11/2026'), read(ownTime), read(lastTime))
      return kindOf(lines, {}, [{ row: row({ sentAtMs: sentAtMs - 5 * minute }), line: lines[1]! }])
    }
    // Sent at 11:55 UTC, by clocks of UTC, of Benin and of Kenya.
    expect(ending('21/11/2026 11:55:04', '21/11/2026 12:03')).toBe('covered')
    expect(ending('21/11/2026 12:55:04', '21/11/2026 12:59')).toBe('ends_earlier')
    expect(ending('21/11/2026 12:55:04', '21/11/2026 13:03')).toBe('covered')
    expect(ending('21/11/2026 14:55:04', '21/11/2026 14:59')).toBe('ends_earlier')
    expect(ending('21/11/2026 14:55:04', '21/11/2026 15:03')).toBe('covered')
  })

  it('is not complete where it lacks a paid row of its time', () => {
    const paidRow = row({ line: 5, state: 'paid' })
    const missing = { kind: 'not_complete', rows: [paidRow] }
    expect(coverageOf(covering, [row()], { unlisted: [paidRow], recognised: [] })).toEqual(missing)
    expect(coverageOf({ ...covering, lines: [] }, [row()], { unlisted: [paidRow], recognised: [] })).toEqual(missing)
  })

  it('may lack a paid row of another time, and matters only where a row is absent', () => {
    for (const hours of [-24, 24]) {
      const other = row({ sentAtMs: sentAtMs + hours * hour })
      expect(coverageOf(covering, [row()], { unlisted: [other], recognised: [] }).kind).toBe('covered')
    }
    expect(coverageOf(covering, [], { unlisted: [row({ state: 'paid' })], recognised: [] }).kind).toBe('covered')
  })

  it('paid rows are unlisted when no line has their reference, nor their number and amount', () => {
    const rows = [
      row({ line: 3, state: 'paid', reference: 'A' }),
      row({ line: 4, state: 'paid', phone: '2290197000004' }),
      row({ line: 5, state: 'paid', phone: '2290197000005', reference: 'E' }),
    ]
    const lines = [
      listed('carried_out', { reference: 'A', phones: [], amountHundredths: null }),
      listed('carried_out', { phones: ['2290197000004'] }),
    ]
    const unlisted = (complete: boolean) => match({ rows, lines, complete }).unlisted.map(({ line }) => line)
    expect(unlisted(true)).toEqual([5])
    expect(unlisted(false)).toEqual([])
  })
})
