import { describe, expect, it } from 'vitest'
import { bodyOf, collection, confirm, serveText, text, underWay } from './publicCalls.ts'

describe('a collection (4.2)', () => {
  it('goes out in the words of the document, and is under way by its reference', async () => {
    const { server, client } = await serveText(200, text(underWay))
    const whole = { ...collection, callbackUrl: 'https://hooks.example/x', customData: { order: 7, tags: ['a', null] } }
    expect(await client.collect({ ...whole, customer: { name: 'Awa' } })).toEqual({
      kind: 'under_way',
      reference: 'COL-1',
      status: 'PENDING',
      amount: '1500',
      fees: '22.5',
      message: confirm,
    })
    expect(server.requests[0]?.text).toMatch(/^POST \/base\/v1\/payment\/payin\/mobile HTTP\/1.1\r\n/)
    expect(bodyOf(server)).toBe(
      '{"amount":1500,"operator":"mtn-benin","phoneNumber":"2290197000001","customer":{"name":"Awa"},"custom_data":{"order":7,"tags":["a",null]},"callback_url":"https://hooks.example/x"}',
    )
  })

  it("takes the document's own sample, FAILED with no error, as unknown, and keeps its reference", async () => {
    const { client } = await serveText(200, text({ ...underWay, status: 'FAILED' }))
    expect(await client.collect(collection)).toMatchObject({
      kind: 'unknown',
      code: 'contradictory_answer',
      reference: 'COL-1',
    })
  })

  it('keeps the digits of fees and amount as they came', async () => {
    const { client } = await serveText(
      200,
      '{"error":false,"status":"success","amount":1500.00,"fees":0.10,"reference":"C"}',
    )
    expect(await client.collect(collection)).toMatchObject({
      kind: 'under_way',
      amount: '1500.00',
      fees: '0.10',
      message: null,
    })
  })

  it.each<[string, number, string, object]>([
    [
      'an error',
      200,
      text({ error: true, status: 'FAILED', message: 'No wallet for 2290197000001' }),
      { kind: 'refused', message: 'No wallet for 229******01' },
    ],
    [
      'an error of HTTP 400',
      400,
      text({ error: true, message: 'Unknown wallet' }),
      { kind: 'refused', message: 'Unknown wallet' },
    ],
    [
      'an error in the form of section 7',
      422,
      text({ status: 422, message: 'amount is required' }),
      { kind: 'refused', message: 'amount is required' },
    ],
    [
      'such an error on HTTP 200',
      200,
      text({ status: 400, message: 'amount is required' }),
      { kind: 'unknown', code: 'unreadable_answer' },
    ],
    [
      'an error without a status',
      200,
      text({ error: true, message: 'x' }),
      { kind: 'unknown', code: 'unreadable_answer' },
    ],
    [
      'an error that is pending',
      200,
      text({ ...underWay, error: true }),
      { kind: 'unknown', code: 'contradictory_answer' },
    ],
    [
      'HTTP 400 and no error',
      400,
      text(underWay),
      { kind: 'unknown', code: 'contradictory_answer', reference: 'COL-1' },
    ],
    [
      'another amount',
      200,
      text({ ...underWay, amount: '15000' }),
      { kind: 'unknown', code: 'contradictory_answer', reference: 'COL-1' },
    ],
    ['the amount in words', 200, text({ ...underWay, amount: 'XOF 1500' }), { kind: 'under_way' }],
    ['no reference', 200, text({ error: false, status: 'PENDING' }), { kind: 'unknown', code: 'unreadable_answer' }],
    ['error as text', 200, text({ ...underWay, error: 'false' }), { kind: 'unknown', code: 'unreadable_answer' }],
    ['HTTP 403', 403, '', { kind: 'unauthorized' }],
    ['HTTP 503', 503, '', { kind: 'unknown', code: 'server_error' }],
  ])('says what an answer means: %s', async (_what, status, body, expected) => {
    const { server, client } = await serveText(status, body)
    expect(await client.collect(collection)).toMatchObject(expected)
    expect(server.requests).toHaveLength(1)
  })
})
