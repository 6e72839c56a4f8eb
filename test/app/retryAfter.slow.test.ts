import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

it('a process that starts after a 429 waits as long as the provider has asked the one before', async () => {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] ?? '' })
  await client.connect()
  onTestFinished(() => client.end())
  const untilWhen = async (): Promise<number> =>
    Number(
      (await client.query(`select expire from payrun.rate_limits where key = 'retry after'`)).rows[0]?.['expire'] ?? 0,
    )
  paying.provider.answer = ({ response }) => reply(response, 429, {}, { 'retry-after': '60' })
  writePayroll(paying.folder, 3)
  const first = startPayrun(['run', 'payroll.csv'], { env: paying.env, cwd: paying.folder })
  await until('it is asked to wait, and has said so', async () => (await untilWhen()) > Date.now() + 30_000)
  first.child.kill('SIGTERM')
  await first.ended
  // A minute is long for a test.
  await client.query(`update payrun.rate_limits set expire = expire - 55000 where key = 'retry after'`)
  let firstSentAt = 0
  paying.provider.answer = (each) => {
    firstSentAt ||= Date.now()
    return succeed(each)
  }
  const resumed = await paying.call('resume', 'last')
  expect(resumed.code, resumed.stderr).toBe(0)
  expect(firstSentAt).toBeGreaterThanOrEqual((await untilWhen()) - 50)
})
