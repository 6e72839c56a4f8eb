import { describe, expect, it } from 'vitest'
import { readStatementDate } from '../../../src/files/statement/checkStatementRow.ts'

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
    ['1795239414', moment('2026-11-21T05:36:54Z', '2026-11-21T05:36:54.999Z')],
    ['1795239414017', moment('2026-11-21T05:36:54.017Z', '2026-11-21T05:36:54.017Z')],
  ])('%s', (text, at) => {
    expect(readStatementDate(text)).toMatchObject({ kind: 'read', at })
  })
})

it('03/04/2026 has two readings', () => {
  expect(readStatementDate('03/04/2026')).toEqual({
    kind: 'either',
    dayFirst: moment('2026-04-03T00:00:00Z', '2026-04-03T23:59:59.999Z'),
    monthFirst: moment('2026-03-04T00:00:00Z', '2026-03-04T23:59:59.999Z'),
  })
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
  '20261121',
  '99/99/2026',
  '21/11/26',
  '2026-11-21 13:00 pm',
])('"%s" is not a date', (text) => {
  expect(readStatementDate(text)).toEqual({ kind: 'not_a_date' })
})
