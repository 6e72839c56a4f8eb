import { expect, it } from 'vitest'
import { sandboxStatusPath } from '../../src/sandbox/createSandbox.ts'
import { asJson, keys, wholeSandbox } from '../harness/wholeSandbox.ts'

const statusOf = (reference: string) => sandboxStatusPath.replace('{reference}', reference)
const nobody = { error: true, status: 404, message: 'There is no payment with this reference.' }

it.each([
  { what: 'of 3,000 characters', reference: 'x'.repeat(3000) },
  { what: 'of the most that a request may have', reference: 'x'.repeat(15_000) },
  { what: 'of 101 letters in percent signs', reference: '%C3%A9'.repeat(101) },
  { what: 'with a slash in it', reference: 'a%2Fb' },
])('a status call about a reference $what is answered like any that nobody has', async ({ reference }) => {
  const sandbox = await wholeSandbox()
  const { status, body } = await sandbox.call('GET', statusOf(reference), keys)
  expect([status, body]).toEqual([404, nobody])
  expect((await sandbox.call('GET', statusOf(reference), {})).status).toBe(401)
})

it('a path that can not be read is answered in the form of the interface, without the path', async () => {
  const sandbox = await wholeSandbox()
  const error = { status: 400, message: 'The request is invalid: its path can not be read.' }
  for (const bad of ['%zz', '%E9', '%']) {
    const { status, body, headers } = await sandbox.call('GET', statusOf(bad), keys)
    expect([bad, status, body]).toEqual([bad, 400, { error: true, ...error }])
    expect(headers['content-type']).toContain('application/json')
    expect((await sandbox.post(`/v1/payment/${bad}`, {})).body).toEqual(error)
    expect((await sandbox.call('GET', `/pay/${bad}`, {})).body).toEqual(error)
  }
})

it('a status call with another method gets 405 and the one to use, whatever its body', async () => {
  const sandbox = await wholeSandbox()
  for (const [method, body] of [
    ['POST', '{}'],
    ['POST', 'no JSON'],
    ['PUT', '{}'],
  ] as const) {
    const answer = await sandbox.call(method, statusOf('sbx-1'), asJson, body)
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect(answer.body).toEqual({ error: true, status: 405, message: 'Use GET.' })
  }
  const put = await sandbox.call('PUT', '/v1/payment/payout/mobile', asJson, 'no JSON')
  expect([put.status, put.headers['allow']]).toEqual([405, 'POST'])
})
