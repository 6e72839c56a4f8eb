import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writeTwoOperators } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()

it('operators hold stops workers that are paying at that moment, while they go on with other operators', async () => {
  writeTwoOperators(paying.folder, 3_000)
  const answered: string[] = []
  paying.provider.answer = ({ payout, response }) => {
    answered.push(payout.operator)
    setTimeout(() => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          error: false,
          status: 'success',
          reference: `R${answered.length}-${payout.phoneNumber}`,
          message: 'ok',
        }),
      )
    }, 100)
  }
  const env = { ...paying.env, PAYRUN_CONCURRENCY: '4' }
  const workers = [1, 2].map(() => startPayrun(['worker'], { env, cwd: paying.folder }))
  await paying.call('submit', 'two.csv')
  await until('both operators are paid to', () => new Set(answered).size === 2)
  await paying.call('operators', 'hold', 'mtn-benin')
  // A pause longer than a sweep, seen by what is sent: thirty answers of the other operator without one of this.
  await until(
    'nothing more is sent to it',
    () => answered.slice(-30).length === 30 && answered.slice(-30).every((code) => code === 'momo-ghana'),
  )
  const before = answered.filter((code) => code === 'mtn-benin').length
  const ghana = answered.length - before
  await until('the other goes on', () => answered.filter((code) => code === 'momo-ghana').length > ghana + 20)
  expect(answered.filter((code) => code === 'mtn-benin').length).toBe(before)
  expect(before).toBeLessThan(3_000)
  for (const { child } of workers) child.kill('SIGTERM')
  await Promise.all(workers.map(({ ended }) => ended))
})
