import { describe, expect, it } from 'vitest'
import { bodyOf, initiated, keys, payment, serveText, text } from './publicCalls.ts'

describe('a payment (4.1)', () => {
  it('goes out in the words of the document, with both keys, and comes back initiated', async () => {
    const { server, client } = await serveText(200, text(initiated))
    const customer = { name: 'Awa Zinsou', email: 'awa@example.com', phoneNumber: '+2290197000001' }
    const whole = {
      ...payment,
      paymentMode: 'CARD',
      callbackUrl: 'http://hooks.example',
      description: 'Order 7',
    } as const
    expect(await client.initiatePayment({ ...whole, customer })).toEqual({
      kind: 'initiated',
      reference: 'PAY-1',
      paymentUrl: 'https://pay.example/p/PAY-1',
      message: 'Payment initiated successfully',
    })
    const [head = ''] = server.requests[0]?.text.split('\r\n\r\n') ?? []
    expect(head).toMatch(/^POST \/base\/v1\/payment\/init HTTP\/1.1\r\n/)
    expect(head).toMatch(/\r\naccept: application\/json\r\ncontent-type: application\/json\r\n/)
    expect(head).toContain(`\r\napp-key: ${keys.appKey}\r\nmerchant-key: ${keys.merchantKey}`)
    expect(bodyOf(server)).toBe(
      '{"amount":1500,"currency":"XOF","payment_mode":"CARD","return_url":"https://shop.example/thanks?order=7","cancel_url":"https://shop.example/cart","callback_url":"http://hooks.example","description":"Order 7","customer":{"name":"Awa Zinsou","email":"awa@example.com","phoneNumber":"+2290197000001"}}',
    )
  })

  it('is open to all modes unless said otherwise, and has no field that was not given', async () => {
    const { server, client } = await serveText(200, text(initiated))
    await client.initiatePayment({ ...payment, description: undefined })
    expect(Object.keys(JSON.parse(bodyOf(server)))).toEqual([
      'amount',
      'currency',
      'payment_mode',
      'return_url',
      'cancel_url',
    ])
    expect(JSON.parse(bodyOf(server)).payment_mode).toBe('ALL')
  })

  it.each<[string, number, string, object]>([
    [
      'the sample of section 7',
      400,
      text({ status: 400, message: 'Invalid request: amount is required' }),
      { kind: 'refused', message: 'Invalid request: amount is required' },
    ],
    [
      'the same on HTTP 200',
      200,
      text({ status: 400, message: 'Invalid request' }),
      { kind: 'refused', message: 'Invalid request' },
    ],
    [
      'HTTP 422',
      422,
      text({ status: 422, message: '' }),
      { kind: 'refused', message: 'The provider refused it without giving a reason.' },
    ],
    ['HTTP 401', 401, text({ status: 401, message: 'no' }), { kind: 'unauthorized' }],
    ['401 in the text only', 200, text({ status: 401, message: 'no' }), { kind: 'unauthorized' }],
    ['HTTP 404', 404, '', { kind: 'not_sent', cause: 'wrong_interface' }],
    ['HTTP 302', 302, '', { kind: 'unknown', code: 'redirected', reference: null }],
    ['HTTP 500', 500, '', { kind: 'unknown', code: 'server_error' }],
    ['500 in the text only', 200, text({ status: 500, message: 'oops' }), { kind: 'unknown', code: 'server_error' }],
    ['HTTP 409', 409, text({ status: 409, message: 'conflict' }), { kind: 'unknown', code: 'server_error' }],
    ['an error page', 400, '<html>', { kind: 'unknown', code: 'unreadable_answer' }],
    ['nothing', 200, '', { kind: 'unknown', code: 'unreadable_answer' }],
    [
      'no address to pay at',
      200,
      text({ status: 200, message: 'ok', reference: 'PAY-1' }),
      { kind: 'unknown', code: 'unreadable_answer' },
    ],
    [
      'a script to pay at',
      200,
      text({ ...initiated, payment_url: 'javascript:alert(1)' }),
      { kind: 'unknown', code: 'unreadable_answer' },
    ],
    ['a status as text', 200, text({ ...initiated, status: '200' }), { kind: 'unknown', code: 'unreadable_answer' }],
    [
      'an error with a reference',
      200,
      text({ ...initiated, status: 400 }),
      { kind: 'unknown', code: 'unreadable_answer' },
    ],
    [
      'HTTP 400 with a good text',
      400,
      text(initiated),
      { kind: 'unknown', code: 'contradictory_answer', reference: 'PAY-1' },
    ],
    [
      'HTTP 400 with another error',
      400,
      text({ status: 500, message: 'x' }),
      { kind: 'unknown', code: 'contradictory_answer' },
    ],
    [
      'a field twice',
      200,
      '{"status":400,"status":200,"message":"","payment_url":"https://p.example","reference":"P"}',
      { kind: 'unknown', code: 'contradictory_answer' },
    ],
    ['a status from nowhere', 200, text({ status: 7, message: 'x' }), { kind: 'unknown', code: 'unreadable_answer' }],
  ])('says what an answer means: %s', async (_what, status, body, expected) => {
    const { server, client } = await serveText(status, body)
    expect(await client.initiatePayment(payment)).toMatchObject(expected)
    expect(server.requests).toHaveLength(1)
  })
})
