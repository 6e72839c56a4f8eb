import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const type = 'application/json'
const payout = (reference: string) =>
  JSON.stringify({ reference, operator: 'mtn-benin', phone_number: '2290197000777', amount: '777' })

it('bytes that are no UTF-8 are refused, so that two references do not become one', async () => {
  const { call } = await openTestDesk(server, { pays: false })
  for (const reference of ['caf\u00e9-1', 'caf\u00e8-1']) {
    const file = Buffer.from(payout(reference), 'latin1')
    const { status, json } = await call('POST', '/payouts', { file, type })
    expect([status, json.code, json.detail]).toEqual([
      400,
      'invalid_request',
      'The body is not valid UTF-8. Nothing was stored. Write the JSON as UTF-8 and send it again.',
    ])
  }
  expect((await call('GET', '/batches')).json.batches).toEqual([])
  const made = await call('POST', '/payouts', { file: payout('caf\u00e9-1'), type })
  expect([made.status, made.json.reference]).toEqual([201, 'caf\u00e9-1'])
})

it('a field with a name that no field can have is told as that, and not as JSON that is broken', async () => {
  const { call } = await openTestDesk(server, { pays: false })
  const withField = (field: string) => `{${field},${payout('R-1').slice(1)}`
  for (const file of [
    withField('"__proto__":{"a":1}'),
    withField('"\\u005f_proto__":1'),
    withField('"constructor":{"prototype":{}}'),
  ]) {
    const { status, json } = await call('POST', '/payouts', { file, type })
    expect([status, json.problems, json.detail]).toEqual([
      400,
      [{ field: 'body', message: expect.stringMatching(/^No field can be called "__proto__"/) }],
      expect.not.stringContaining('not JSON'),
    ])
  }
})

it('an address that is too long is told as that', async () => {
  const { call, url } = await openTestDesk(server, { pays: false })
  const long = 'a'.repeat(3_000)
  const told = await call('GET', `/batches/${long}`)
  expect(told).toMatchObject({ status: 404, json: { code: 'not_found', detail: expect.stringContaining('too long') } })
  const page = await fetch(`${url}/batches/${long}`, { headers: { 'accept-language': 'fr' } })
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('trop longue')])
})
