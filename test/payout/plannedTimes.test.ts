import { describe, expect, it, test } from 'vitest'
import {
  dueTime,
  everyMinute,
  formatPeriod,
  latestTime,
  nextTimes,
  type Plan,
  periodFormatProblem,
  periodOf,
  planProblem,
} from '../../src/payout/times/plannedTimes.ts'
import { instantsOf, isZone, readStartTime, wallText, wallTime } from '../../src/payout/times/zonedTime.ts'
import { saying } from '../harness/words.ts'

const paris = (cron: string): Plan => ({ cron, zone: 'Europe/Paris' })
const at = (text: string) => new Date(text)
const walls = (plan: Plan, after: string, count: number) => nextTimes(plan, at(after), count).map(({ wall }) => wall)

describe('planned times', () => {
  it('are those of the zone, and keep their hour over the year', () => {
    expect(nextTimes(paris('0 8 1 * *'), at('2026-06-15T00:00:00Z'), 6)).toEqual([
      { at: at('2026-07-01T06:00:00Z'), wall: '2026-07-01T08:00' },
      { at: at('2026-08-01T06:00:00Z'), wall: '2026-08-01T08:00' },
      { at: at('2026-09-01T06:00:00Z'), wall: '2026-09-01T08:00' },
      { at: at('2026-10-01T06:00:00Z'), wall: '2026-10-01T08:00' },
      { at: at('2026-11-01T07:00:00Z'), wall: '2026-11-01T08:00' },
      { at: at('2026-12-01T07:00:00Z'), wall: '2026-12-01T08:00' },
    ])
  })

  it('that the clocks jump over come an hour later on that day, once', () => {
    expect(walls(paris('30 2 * * *'), '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T02:30',
      '2026-03-29T03:30',
      '2026-03-30T02:30',
    ])
  })

  it('that the clocks show twice come once', () => {
    expect(nextTimes(paris('30 2 * * *'), at('2026-10-24T12:00:00Z'), 2)).toEqual([
      { at: at('2026-10-25T00:30:00Z'), wall: '2026-10-25T02:30' },
      { at: at('2026-10-26T01:30:00Z'), wall: '2026-10-26T02:30' },
    ])
  })

  it('of every hour come once in the hour that the clocks show twice', () => {
    const hours = nextTimes(paris('0 * * * *'), at('2026-10-24T23:30:00Z'), 3)
    expect(hours.map(({ wall }) => wall)).toEqual(['2026-10-25T02:00', '2026-10-25T03:00', '2026-10-25T04:00'])
    expect(walls(paris('0 * * * *'), '2026-10-25T00:30:00Z', 1)).toEqual(['2026-10-25T03:00'])
  })

  it.each([
    ['Africa/Cairo', '0 0 * * *', '2026-04-22T12:00:00Z', ['2026-04-23T00:00', '2026-04-24T01:00', '2026-04-25T00:00']],
    ['Africa/Cairo', '30 0 24 4 *', '2026-01-01T00:00:00Z', ['2026-04-24T01:30', '2027-04-24T00:30']],
    ['Asia/Beirut', '0 0 * * *', '2026-03-28T12:00:00Z', ['2026-03-29T01:00', '2026-03-30T00:00']],
    ['America/Nuuk', '0 23 * * *', '2026-03-28T12:00:00Z', ['2026-03-29T00:00', '2026-03-29T23:00']],
    ['Australia/Lord_Howe', '0 8 * * *', '2026-04-03T22:00:00Z', ['2026-04-05T08:00', '2026-04-06T08:00']],
    ['Australia/Lord_Howe', '25,40 2 * * *', '2026-10-03T12:00:00Z', ['2026-10-04T02:40', '2026-10-04T02:55']],
    ['Africa/Casablanca', '30 2 * * *', '2026-03-21T12:00:00Z', ['2026-03-22T03:30', '2026-03-23T02:30']],
  ])('come every day in %s, with "%s" too, whatever the clocks skip', (zone, cron, after, expected) => {
    expect(walls({ cron, zone }, after, expected.length)).toEqual(expected)
  })

  it('that were skipped are still to come just after the clocks were set', () => {
    expect(walls(paris('30 2 * * *'), '2026-03-29T01:10:00Z', 2)).toEqual(['2026-03-29T03:30', '2026-03-30T02:30'])
  })
})

describe('what is due', () => {
  const daily = { cron: '0 8 * * *', zone: 'Africa/Abidjan' }
  it('is nothing before the time, the time at that very moment, and nothing once it is handled', () => {
    const handled = at('2026-11-01T08:00:00Z')
    expect(dueTime(daily, handled, at('2026-11-02T07:59:59.999Z'))).toBeUndefined()
    expect(dueTime(daily, handled, at('2026-11-02T08:00:00Z'))).toEqual({
      time: { at: at('2026-11-02T08:00:00Z'), wall: '2026-11-02T08:00' },
      missed: 0,
    })
    expect(dueTime(daily, at('2026-11-02T08:00:00Z'), at('2026-11-02T08:00:01Z'))).toBeUndefined()
  })

  it('after a long absence is one run, the latest, and says how many were missed', () => {
    const due = dueTime(daily, at('2026-11-01T08:00:00Z'), at('2026-11-11T09:00:00Z'))
    expect(due).toEqual({ time: { at: at('2026-11-11T08:00:00Z'), wall: '2026-11-11T08:00' }, missed: 9 })
    const minutely = dueTime({ ...daily, cron: '* * * * *' }, at('2026-01-01T00:00:00Z'), at('2026-11-11T09:00:30Z'))
    expect(minutely?.time.wall).toBe('2026-11-11T09:00')
    expect(minutely?.missed).toBeGreaterThan(1_000)
  })

  it('by hand is the latest time, however long ago', () => {
    expect(latestTime({ ...daily, cron: '0 8 1 1 *' }, at('2026-11-11T09:00:00Z'))?.wall).toBe('2026-01-01T08:00')
    expect(latestTime({ ...daily, cron: '* * * * *' }, at('2026-11-11T09:00:00Z'))?.wall).toBe('2026-11-11T09:00')
  })
})

test.each(['0 8 1 * *', '*/15 8-18 * * 1-5', '0 8 L * *', '0 8 * jan MON'])('"%s" is a plan', (cron) => {
  expect(planProblem(paris(cron))).toBeUndefined()
})
test.each(['', '0 8 1 *', '0 0 8 1 * *', '0 25 * * *', 'H 8 * * *', '@daily', 'x y z a b', '0 8 * * * ;'])(
  '"%s" is none',
  (cron) => {
    expect(planProblem(paris(cron))).toEqual(saying('five fields'))
  },
)
test.each(['0 8 31 2 *', '0 8 31 4,6 *'])('"%s" never happens', (cron) => {
  expect(planProblem(paris(cron))).toEqual(saying('never happens'))
})
test.each(['Paris', '+01:00', '', 'Europe/Nowhere'])('"%s" is no zone', (zone) => {
  expect(isZone(zone)).toBe(false)
  expect(planProblem({ cron: '0 8 1 * *', zone })).toEqual(saying('no time zone'))
})

describe('a period', () => {
  it.each([
    ['yyyy-MM', '2026-11'],
    ["yyyy-'Q'Q", '2026-Q4'],
    [everyMinute, '2026-11-01T00:30'],
    ["YYYY-'W'ww", '2026-W44'],
    ["'salaries' yyyy/MM", 'salaries 2026/11'],
  ])('%s of a time in its zone is %s', (format, period) => {
    expect(periodFormatProblem(format)).toBeUndefined()
    // In UTC it is still October.
    const time = { at: at('2026-10-31T23:30:00Z'), wall: '2026-11-01T00:30' }
    expect(periodOf(format, time, 'Europe/Paris')).toBe(period)
  })
  it('of the turn of a year has the year of its ISO week', () => {
    const wall = (text: string) => wallTime(at(text), 'UTC')
    expect(formatPeriod('YYYY ww', wall('2027-01-02T12:00:00Z'))).toBe('2026 53')
    expect(formatPeriod('YYYY ww', wall('2024-12-30T12:00:00Z'))).toBe('2025 01')
  })
  it.each(['', 'MM', 'YYYY-MM', 'yyyy-ww', 'yyyy-mmm', 'yy-MM', 'Month', "yyyy-'MM", 'yyyy-MM-DD'])(
    'can not have the format "%s"',
    (format) => {
      expect(periodFormatProblem(format)).toBeDefined()
    },
  )
})

describe('--at', () => {
  const now = at('2026-11-01T12:00:00Z')
  it('is read on the clocks of its zone, or with its own offset', () => {
    const read = (text: string, zone?: string) => readStartTime(text, zone, now)
    expect(read('2026-12-01T08:00', 'Europe/Paris')).toEqual({ ok: true, at: at('2026-12-01T07:00:00Z') })
    expect(read('2026-12-01 08:00:30', 'Africa/Abidjan')).toEqual({ ok: true, at: at('2026-12-01T08:00:30Z') })
    expect(read('2026-12-01T08:00+03:00')).toEqual({ ok: true, at: at('2026-12-01T05:00:00Z') })
    expect(read('2026-12-01T08:00Z')).toEqual({ ok: true, at: at('2026-12-01T08:00:00Z') })
  })
  it.each([
    ['2027-03-28T02:30', 'Europe/Paris', 'does not exist'],
    ['2027-10-31T02:30', 'Europe/Paris', 'twice'],
    ['2026-11-01T11:59', 'UTC', 'in the past'],
    ['2029-11-01T11:59', 'UTC', 'a year away'],
    ['2026-02-30T08:00', 'UTC', 'not a time'],
    ['tomorrow', 'UTC', 'not a time'],
    ['2026-12-01', 'UTC', 'not a time'],
    ['2026-12-01T24:00', 'UTC', 'not a time'],
    ['2026-12-01T08:00+99:00', undefined, 'not a time'],
    ['2026-12-01T08:00Z', 'UTC', 'already has an offset'],
    ['2026-12-01T08:00', 'Abidjan', 'no time zone'],
  ])('%s in %s is refused: %s', (text, zone, why) => {
    expect(readStartTime(text, zone, at('2026-11-01T12:00:00Z'))).toEqual({
      ok: false,
      message: saying(why),
    })
  })
})

test('a time of the wall is one instant, none where the clocks jump, two where they go back', () => {
  const wall = (month: number, day: number, hour: number) => ({ year: 2026, month, day, hour, minute: 30, second: 0 })
  expect(instantsOf(wall(7, 1, 2), 'Europe/Paris')).toEqual([at('2026-07-01T00:30:00Z')])
  expect(instantsOf(wall(3, 29, 2), 'Europe/Paris')).toEqual([])
  expect(instantsOf(wall(10, 25, 2), 'Europe/Paris')).toEqual([at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')])
  expect(wallText(wallTime(at('2026-12-31T23:59:59Z'), 'Pacific/Auckland'))).toBe('2027-01-01T12:59')
})
