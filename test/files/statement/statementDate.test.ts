import { describe, expect, it } from 'vitest'
import { readStatementDate } from '../../../src/files/statement/statementDate.ts'

const utc = (text: string) => Date.parse(text)
const moment = (from: string, to: string) => ({ fromMs: utc(from), toMs: utc(to) })

describe('a date with one reading', () => {
  it.each([
    ['2026-11-21T05:36:54.017Z', moment('2026-11-21T05:36:54.017Z', '2026-11-21T05:36:54.017Z')],
    ['2026-11-21T08:36:54+03:00', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['2026-11-21 05:36:54', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['2026-11-21 05:36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['2026-11-21 05:36:54 UTC', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['2026/11/21', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['21/11/2026', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['21.11.2026 05:36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['21/11/2026 à 5h36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['11/21/2026 05:36:54 PM', moment('2026-11-21T17:36:54Z', '2026-11-21T17:36:54.999Z')],
    ['11/21/2026 12:05 AM', moment('2026-11-21T00:05:00Z', '2026-11-21T00:05:59.999Z')],
    ['05/05/2026', moment('2026-05-05T00:00:00Z', '2026-05-05T23:59:59.999Z')],
    ['21/11/26', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['21-11-26 05:36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['20261121', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['20261121053654', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['20261121 05:36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['21 nov. 2026', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['21 novembre 2026 à 05h36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['samedi 21 novembre 2026', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['1er décembre 2026', moment('2026-12-01T00:00:00Z', '2026-12-01T23:59:59.999Z')],
    ['12 août 2026', moment('2026-08-12T00:00:00Z', '2026-08-12T23:59:59.999Z')],
    ['21-Nov-26', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['21-JUL-2026 05:36:54', moment('2026-07-21T05:36:54Z', '2026-07-21T05:36:54.999Z')],
    ['Nov 21, 2026 5:36 PM', moment('2026-11-21T17:36:00Z', '2026-11-21T17:36:59.999Z')],
    ['Mar 21, 2026', moment('2026-03-21T00:00:00Z', '2026-03-21T23:59:59.999Z')],
    ['Sat, 21 Nov 2026 05:36:54 GMT', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['46347', moment('2026-11-21T00:00:00Z', '2026-11-21T23:59:59.999Z')],
    ['46347,25', moment('2026-11-21T06:00:00Z', '2026-11-21T06:00:00.999Z')],
    ['1795239414', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['1795239414017', moment('2026-11-21T05:36:54.017Z', '2026-11-21T05:36:54.017Z')],
  ])('%s', (text, at) => {
    expect(readStatementDate(text)).toMatchObject({ kind: 'read', at })
  })
})

it('03/04/2026 has two readings', () => {
  expect(readStatementDate('03/04/2026')).toEqual({
    kind: 'either',
    dayFirst: { ...moment('2026-04-03T00:00:00Z', '2026-04-03T23:59:59.999Z'), isLocal: true },
    monthFirst: { ...moment('2026-03-04T00:00:00Z', '2026-03-04T23:59:59.999Z'), isLocal: true },
  })
})

it('a time that names its zone is certain, and any other is local', () => {
  const isLocal = (text: string) => 'isLocal' in Object(Object(readStatementDate(text)).at)
  for (const text of [
    '2026-11-21T05:36Z',
    '2026-11-21 05:36 +03:00',
    '21/11/2026 05:36 GMT',
    '1795239414',
    '1795239414017',
  ])
    expect(isLocal(text), text).toBe(false)
  for (const text of ['2026-11-21', '2026-11-21T05:36:54.017', '21 nov. 2026 à 05h36', '46347', '46347,25'])
    expect(isLocal(text), text).toBe(true)
})

it('21/11/2026 and 11/21/2026 show which number is the day', () => {
  expect(readStatementDate('21/11/2026')).toMatchObject({ order: 'day_first' })
  expect(readStatementDate('11/21/2026')).toMatchObject({ order: 'month_first' })
})

it.each([
  '',
  'soon',
  '31/02/2026',
  '2026-13-01',
  '2026-11-21 25:00',
  '2026-11-21 05:61',
  '99/99/2026',
  '2026-11-21 13:00 pm',
  '12345',
  '21 brumaire 2026',
  '31 nov. 2026',
  '20261321',
  'Marshall 21, 2026',
])('"%s" is not a date', (text) => {
  expect(readStatementDate(text)).toEqual({ kind: 'not_a_date' })
})

describe('an hour in a column of its own', () => {
  it.each([
    ['21/11/2026', '05:36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['21 nov. 2026', '5h36', moment('2026-11-21T05:36:00Z', '2026-11-21T05:36:59.999Z')],
    ['21/11/2026 05:36:54', '05:36', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
  ])('%s and %s', (day, hour, at) => {
    expect(readStatementDate(day, hour)).toMatchObject({ kind: 'read', at })
  })

  it('that is none makes the whole no date', () => {
    expect(readStatementDate('21/11/2026', 'noon')).toEqual({ kind: 'not_a_date' })
  })
})
