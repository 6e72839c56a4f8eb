import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'

const paying = setUpPaying()

/** India's for Node, and for Postgres an abbreviation of Israel's time: they never agree. */
const zone = 'IST'
const between = ['--between', '08:00-18:00', '--tz']
const differ = /don't agree on the time in IST: \d{4}-\d\d-\d\d \d\d:\d\d here, \d{4}-\d\d-\d\d \d\d:\d\d there\./

it('hours on clocks that the database does not have are refused, and nothing is stored', async () => {
  writePayroll(paying.folder, 2)
  const refused = await paying.call('run', 'payroll.csv', ...between, zone)
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringMatching(differ) })
  expect((await paying.call('validate', 'payroll.csv')).code).toBe(0)
  expect(JSON.parse((await paying.call('list', '--json')).stdout)).toEqual({ batches: [] })
  expect(paying.provider.seen).toEqual([])
  expect((await paying.call('submit', 'payroll.csv', ...between, 'Africa/Abidjan')).code).toBe(0)
})

it('a zone that only starts to differ within the month is refused, too', async () => {
  writePayroll(paying.folder, 2)
  // Central Europe's summer time for Node; Postgres takes CET for an abbreviation, without one.
  const year = new Date().getUTCFullYear()
  const next = [year, year + 1].find((each) => Date.UTC(each, 2, 10) > Date.now())
  const at = ['--at', `${next}-03-10T08:00`]
  const refused = await paying.call('submit', 'payroll.csv', ...at, ...between, 'CET')
  expect(refused).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/the time in CET: \d{4}-0[34]-\d\d \d\d:\d\d here/),
  })
})

it('a schedule with such hours and a planned maintenance on such clocks are refused', async () => {
  const schedule = ['schedule', 'add', 'payroll.csv', '--cron', '0 8 * * *', ...between, zone]
  expect(await paying.call(...schedule)).toMatchObject({ code: 2, stderr: expect.stringMatching(differ) })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const window = ['--from', `${tomorrow}T08:00`, '--to', `${tomorrow}T09:00`, '--tz', zone]
  const planned = await paying.call('operators', 'hold', 'mtn-benin', ...window)
  expect(planned).toMatchObject({ code: 2, stderr: expect.stringMatching(differ) })
  // Of the time at which it begins, and not of today's.
  const summer = `${new Date().getUTCFullYear() + 1}-06-10`
  const then = ['--from', `${summer}T02:00`, '--to', `${summer}T04:00`, '--tz', 'CET']
  expect(await paying.call('operators', 'hold', 'mtn-benin', ...then)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`the time in CET: ${summer}`),
  })
})
