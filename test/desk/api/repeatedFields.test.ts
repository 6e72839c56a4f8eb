import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repeatedField } from '../../../src/desk/api/repeatedField.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

describe('a field that JSON gives twice', () => {
  it.each([
    ['{"amount":"1","amount":"2"}', 'amount'],
    ['{ "amount" : "1" ,\n"a\\u006dount"\t: "2" }', 'amount'],
    ['{"customer":{"name":"A","name":"B"},"name":"C"}', 'customer.name'],
    ['{"customer":{"name":"A"},"customer":{}}', 'customer'],
    ['{"list":[{"a":1},{"a":1,"b":{"c":1},"a":2}]}', 'list.a'],
    ['{"":1,"":2}', ''],
    ['{"a":{"b":1},"c":{"d":1,"d":2}}', 'c.d'],
  ])('of %s is %s', (json, field) => {
    JSON.parse(json)
    expect(repeatedField(json)).toBe(field)
  })

  it.each([
    '{"name":"amount","amount":"name"}',
    '{"note":"{\\"amount\\":1,\\"amount\\":2}","amount":"1"}',
    '{"note":"a\\\\","amount":"\\\\\\"amount\\":"}',
    '{"a":{"x":1},"b":{"x":1}}',
    '[{"a":1},{"a":2}]',
    '{"lines":[1,1,2],"codes":["refused","refused"]}',
    '"a"',
    'null',
  ])('is not in %s', (json) => {
    JSON.parse(json)
    expect(repeatedField(json)).toBeUndefined()
  })

  it('is looked for in one pass, however long the texts are', () => {
    const long = `{"note":"${'\\"'.repeat(60_000)}${'x'.repeat(100_000)}"}`
    const from = performance.now()
    expect(repeatedField(long)).toBeUndefined()
    expect(performance.now() - from).toBeLessThan(500)
  })

  it('is refused by its name, in English and French, and nothing is stored', async () => {
    const { call, url, key } = await openTestDesk(server, { pays: false })
    const send = async (path: string, body: string, language = 'en') => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'accept-language': language,
      }
      const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body })
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
    }
    const payout = '"reference":"P-1","operator":"mtn-benin","phone_number":"2290197000001"'
    const twice = await send('/payouts', `{${payout},"amount":"1500","amount":"150000"}`)
    expect(twice).toMatchObject({
      status: 400,
      json: {
        code: 'invalid_request',
        detail: expect.stringMatching(/^amount: This field was sent more than once/),
        problems: [{ field: 'amount' }],
      },
    })
    const french = await send('/payouts', `{${payout},"amount":"1500","amount":"1500"}`, 'fr')
    expect(french.json['detail']).toMatch(/^amount\s: Ce champ a été envoyé plusieurs fois/)
    expect((await call('GET', '/batches')).json.batches).toEqual([])
    expect(await send('/payouts', `{${payout},"amount":"1500"}`)).toMatchObject({ status: 201 })
    const [{ id }] = (await call('GET', '/batches')).json.batches
    const noted = await send(`/batches/${id}/pause`, '{"note":"a","note":"b"}')
    expect(noted).toMatchObject({ status: 400, json: { problems: [{ field: 'note' }] } })
    expect((await call('GET', `/batches/${id}`)).json.state).toBe('running')
    expect(await send('/floats', '{"currency":"XOF","set":"1","set":"2"}')).toMatchObject({ status: 400 })
    expect(await send(`/batches/${id}/pause`, '{"note":"a",')).toMatchObject({
      json: {
        detail: 'The body is not JSON.',
        problems: [{ field: 'body', message: 'The body is not JSON.' }],
      },
    })
    expect(await send(`/batches/${id}/pause`, '')).toMatchObject({ status: 200, json: { state: 'paused' } })
  })
})
