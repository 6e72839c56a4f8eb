import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

it("refusals in the same words pause a batch at --max-refused, with the provider's words and what to do", async () => {
  writePayroll(paying.folder, 60)
  paying.provider.answer = (each) =>
    reply(each.response, 200, { error: true, status: 'FAILED', message: 'Insufficient balance' })
  const ended = await paying.call('run', 'payroll.csv', '--max-refused', '3')
  expect(ended.code).toBe(5)
  expect(paying.provider.seen.length).toBeLessThanOrEqual(3 + 5)
  expect(ended.stdout).toContain('all with the same words: "Insufficient balance"')
  expect(ended.stdout).toMatch(/empty, top it up first\.[\s\S]*payrun.* resume /)
  const status = JSON.parse((await paying.call('status', 'last', '--json')).stdout)
  expect(status).toMatchObject({ state: 'paused', reason: 'refused_in_a_row', reason_says: 'Insufficient balance' })
  paying.provider.answer = succeed
  expect((await paying.call('resume', 'last')).code).toBe(4)
  expect((await paying.call('retry', 'last')).code).toBe(0)
  expect([...paying.provider.paidTimes().values()]).toEqual(Array(60).fill(1))
})

it('a batch of no more rows than that is settled, and is not said to be paused', async () => {
  writePayroll(paying.folder, 3)
  paying.provider.answer = (each) => reply(each.response, 200, { error: true, status: 'FAILED', message: 'No' })
  const { code, stdout, stderr } = await paying.call('run', 'payroll.csv', '--max-refused', '3')
  expect(code).toBe(4)
  expect(stdout + stderr).not.toMatch(/pause/i)
})

it('refusals with good answers between them, or in other words, pause nothing', async () => {
  writePayroll(paying.folder, 60)
  paying.provider.answer = (each) => {
    const message = each.nth % 2 === 0 ? 'No such wallet' : 'The wallet is blocked'
    return each.nth % 15 === 0 ? succeed(each) : reply(each.response, 200, { error: true, status: 'FAILED', message })
  }
  const ended = await paying.call('run', 'payroll.csv', '--json')
  expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'settled', counts: { paid: 4, failed: 56 } })
})

it.each([
  ['run', '--expect-total', '1,2,3x'],
  ['run', '--max-amount', 'abc'],
  ['submit', '--expect-total', 'soon'],
  ['validate', '--max-amount', 'abc'],
])('%s %s %s exits with code 2', async (command, option, value) => {
  writePayroll(paying.folder, 1)
  const ended = await paying.call(command, 'payroll.csv', option, value)
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain(option)
})

it.each(['0', '5,0', '1,2,3', 'ten', '', '-1'])('--max-refused %s exits with code 2', async (value) => {
  writePayroll(paying.folder, 1)
  expect((await paying.call('run', 'payroll.csv', '--max-refused', value)).code).toBe(2)
})

it('refusals that differ in their references only pause a batch', async () => {
  writePayroll(paying.folder, 60)
  paying.provider.answer = (each) => {
    const message = `Insufficient balance (transaction ${randomUUID()}, ref TX-26353-${each.nth})`
    return reply(each.response, 200, { error: true, status: 'FAILED', message })
  }
  expect((await paying.call('run', 'payroll.csv')).code).toBe(5)
  expect(paying.provider.seen.length).toBeLessThanOrEqual(10 + 5)
})
