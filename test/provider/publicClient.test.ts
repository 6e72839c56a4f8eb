import { afterEach, describe, expect, it } from 'vitest'
import type { CollectionOrder } from '../../src/provider/collection.ts'
import type { PaymentOrder } from '../../src/provider/payment.ts'
import type { PayoutOrder } from '../../src/provider/payoutOrder.ts'
import { type Client, type ClientOptions, createClient } from '../../src/provider/publicClient.ts'
import { http, type RawRequest, type RawServer, startRawServer, successBody } from './rawServer.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const keys = { appKey: 'app-key-f00dfeed', merchantKey: 'merchant-key-deadbeef' }

async function serve(
  answer: (request: RawRequest) => void,
  options: Partial<ClientOptions> = {},
): Promise<{ server: RawServer; client: Client }> {
  const server = await startRawServer(answer)
  const client = createClient({ baseUrl: `${server.url}/base/`, ...keys, timeoutMs: 20_000, ...options })
  closers.push(server.close, client.close)
  return { server, client }
}
const serveText = (status: number, body: string, headers: Record<string, string> = {}) =>
  serve(({ socket }) => void socket.write(http(status, body, headers)))

const payment: PaymentOrder = {
  amount: '1500',
  currency: 'XOF',
  returnUrl: 'https://shop.example/thanks?order=7',
  cancelUrl: 'https://shop.example/cart',
}
const collection: CollectionOrder = { amount: '1500', operator: 'mtn-benin', phoneNumber: '+2290197000001' }
const payout: PayoutOrder = { amount: '1500', operator: 'mtn-benin', phoneNumber: '2290197000001', name: 'Awa Zinsou' }

const initiated = {
  status: 200,
  message: 'Payment initiated successfully',
  payment_url: 'https://pay.example/p/PAY-1',
  reference: 'PAY-1',
}
const confirm = 'Confirm with your PIN on 2290197000001, then you receive an SMS'
/** The document's sample says FAILED here. */
const underWay = { error: false, status: 'PENDING', amount: '1500', fees: 22.5, message: confirm, reference: 'COL-1' }
const text = (body: object) => JSON.stringify(body)
const bodyOf = (server: RawServer, nth = 0) => server.requests[nth]?.text.split('\r\n\r\n')[1] ?? ''

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

describe('a payout (4.3)', () => {
  it('goes out with its amount as text, and is paid', async () => {
    const { server, client } = await serveText(200, successBody)
    expect(await client.payout(payout)).toEqual({ kind: 'paid', providerReference: 'REF-1' })
    expect(bodyOf(server)).toBe(
      '{"operator":"mtn-benin","amount":"1500","phoneNumber":"2290197000001","currency":"XOF","customer":{"name":"Awa Zinsou","phoneNumber":"2290197000001"}}',
    )
  })

  it('is unknown when the answer does not come', async () => {
    const { server, client } = await serve(({ socket }) => void socket.destroy())
    expect(await client.payout(payout)).toMatchObject({ kind: 'unknown', code: 'connection_lost' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('amounts on the wire', () => {
  it.each<[string | bigint, PaymentOrder['currency'], string]>([
    ['150.50', 'KES', '150.50'],
    ['150.5', 'KES', '150.5'],
    ['0.10', 'GHS', '0.10'],
    ['1500', 'KES', '1500'],
    [15_050n, 'KES', '150.50'],
    [10n, 'ZMW', '0.10'],
    [1500n, 'XOF', '1500'],
    ['1 250 000', 'XAF', '1250000'],
    ['1500.00', 'XOF', '1500'],
    ['999999999999999.99', 'TZS', '999999999999999.99'],
    ['0150', 'UGX', '150'],
  ])('%s %s is the JSON number %s', async (amount, currency, digits) => {
    const { server, client } = await serveText(200, text(initiated))
    expect(await client.initiatePayment({ ...payment, amount, currency })).toMatchObject({ kind: 'initiated' })
    expect(bodyOf(server)).toMatch(new RegExp(`^\\{"amount":${digits.replace('.', '\\.')},"currency":"${currency}"`))
  })

  it('a collection keeps them too, and a payout has text in the decimals of its currency', async () => {
    const kenya = { operator: 'momo-kenya', phoneNumber: '+254712345678', amount: '150.50' } as const
    const { server, client } = await serveText(200, text({ ...underWay, amount: '150.50' }))
    expect(await client.collect(kenya)).toMatchObject({ kind: 'under_way', amount: '150.50' })
    await client.payout({ ...kenya, amount: '150.5' })
    expect(bodyOf(server, 0)).toContain('{"amount":150.50,"operator":"momo-kenya","phoneNumber":"254712345678"')
    expect(bodyOf(server, 1)).toContain('"amount":"150.50"')
  })

  it.each(['0', '-5', '1e3', '1.5', '1.500', 'Infinity', '', ' ', '0x10', '10000000000000000', 0n, -1n, 10n ** 20n])(
    '%s francs are refused, and nothing is sent',
    async (amount) => {
      const { server, client } = await serveText(200, text(initiated))
      expect(await client.initiatePayment({ ...payment, amount })).toMatchObject({
        kind: 'invalid',
        problems: [{ field: 'amount' }],
      })
      expect(await client.collect({ ...collection, amount })).toMatchObject({ kind: 'invalid' })
      expect(await client.payout({ ...payout, amount })).toMatchObject({ kind: 'invalid' })
      expect(server.connections()).toBe(0)
    },
  )
})

describe('a request that is wrong', () => {
  it.each<[string, object, string[]]>([
    ['returnUrl', { returnUrl: 'javascript:alert(1)' }, ['returnUrl']],
    ['cancelUrl', { cancelUrl: '/cart' }, ['cancelUrl']],
    ['callbackUrl', { callbackUrl: 'file:///etc/passwd' }, ['callbackUrl']],
    ['a password in an address', { callbackUrl: 'https://me:secret@example.com' }, ['callbackUrl']],
    ['another scheme', { returnUrl: 'ftp://example.com', cancelUrl: 'data:text/html,x' }, ['returnUrl', 'cancelUrl']],
    ['the currency', { currency: 'EUR' }, ['currency']],
    ['the mode', { paymentMode: 'card' }, ['paymentMode']],
    ['a number for an amount', { amount: 150.5 }, ['amount']],
    ['the e-mail address', { customer: { email: 'nobody' } }, ['customer.email']],
    ["the customer's number", { customer: { phoneNumber: '97 00' } }, ['customer.phoneNumber']],
    ['a slip of the pen', { callbackURL: 'https://example.com' }, ['']],
    ['the description', { description: 'x'.repeat(501) }, ['description']],
    ['all of it', { amount: undefined, returnUrl: undefined, cancelUrl: 7 }, ['amount', 'returnUrl', 'cancelUrl']],
  ])('as a payment is not sent: %s', async (_what, change, fields) => {
    const { server, client } = await serveText(200, text(initiated))
    const result = await client.initiatePayment({ ...payment, ...change } as PaymentOrder)
    expect(result).toMatchObject({ kind: 'invalid', problems: fields.map((field) => ({ field })) })
    expect(JSON.stringify(result)).not.toMatch(/secret|passwd|alert|97 00/)
    expect(server.connections()).toBe(0)
  })

  it.each<[string, object, string[]]>([
    ['a national number', { phoneNumber: '0197000001' }, ['phoneNumber']],
    ['a number of Togo', { phoneNumber: '+22890123456' }, ['phoneNumber']],
    ['no number', { phoneNumber: 'Awa' }, ['phoneNumber']],
    ['an unknown operator', { operator: 'mtn-bennin' }, ['operator']],
    ['decimals of francs', { amount: '150.50' }, ['amount']],
    ['number and amount', { phoneNumber: '97', amount: 'ten' }, ['phoneNumber', 'amount']],
  ])('as a collection or a payout is not sent: %s', async (_what, change, fields) => {
    const { server, client } = await serveText(200, text(underWay))
    const problems = fields.map((field) => ({ field, message: expect.stringMatching(new RegExp(`^${field} .+[.?]$`)) }))
    expect(await client.collect({ ...collection, ...change } as CollectionOrder)).toEqual({ kind: 'invalid', problems })
    expect(await client.payout({ ...payout, ...change } as PayoutOrder)).toEqual({ kind: 'invalid', problems })
    expect(server.connections()).toBe(0)
  })

  it.each([undefined, null, 7, 'x', [], () => 1])('as %s is a result, too', async (request) => {
    const { client } = await serveText(200, text(underWay))
    for (const call of [client.initiatePayment, client.collect, client.payout]) {
      expect(await call(request as never)).toMatchObject({ kind: 'invalid' })
    }
  })

  it('has custom data that JSON can not say', async () => {
    const { server, client } = await serveText(200, text(underWay))
    const circle: unknown[] = []
    circle.push(circle)
    for (const customData of [{ n: 5n }, circle, () => 1, Symbol('x')]) {
      expect(await client.collect({ ...collection, customData })).toMatchObject({ problems: [{ field: 'customData' }] })
    }
    expect(server.connections()).toBe(0)
  })

  it('is a payout in a currency of another country', async () => {
    const { server, client } = await serveText(200, successBody)
    expect(await client.payout({ ...payout, currency: 'GHS' })).toMatchObject({ problems: [{ field: 'currency' }] })
    expect(server.connections()).toBe(0)
  })
})

describe('what is lost on the way', () => {
  const each = [
    ['initiatePayment', (client: Client) => client.initiatePayment(payment)],
    ['collect', (client: Client) => client.collect(collection)],
  ] as const

  it.each(each)('is unknown once it has left, and not sent again: %s', async (_name, call) => {
    const reset = await serve(({ socket }) => void socket.resetAndDestroy())
    const lost = await call(reset.client)
    expect(lost).toMatchObject({ kind: 'unknown', code: 'connection_lost', reference: null })
    expect(JSON.stringify(lost)).not.toContain('payout')
    expect(reset.server.requests).toHaveLength(1)
    const silent = await serve(() => undefined, { timeoutMs: 100 })
    expect(await call(silent.client)).toMatchObject({ kind: 'unknown', code: 'timeout' })
    expect(silent.server.requests).toHaveLength(1)
  })

  it.each(each)('is not sent while nobody listens, and says so: %s', async (_name, call) => {
    const { server, client } = await serveText(200, '')
    await server.close()
    closers.splice(0, 1)
    expect(await call(client)).toMatchObject({ kind: 'not_sent', cause: 'refused' })
  })

  it.each(each)('says how long the provider asks to wait: %s', async (_name, call) => {
    const { client } = await serveText(429, '', { 'Retry-After': '7' })
    expect(await call(client)).toMatchObject({ kind: 'rate_limited', waitMs: 7000 })
    const other = await serveText(429, '')
    expect(await call(other.client)).toMatchObject({ kind: 'rate_limited', waitMs: null })
  })
})

it('no credential comes back in a result, though the provider quotes it', async () => {
  const quoted = `bad key ${keys.appKey} of ${keys.merchantKey}`
  const first = await serveText(400, text({ status: 400, message: quoted }))
  const second = await serveText(200, text({ ...underWay, message: quoted }))
  const results = [await first.client.initiatePayment(payment), await second.client.collect(collection)]
  expect(JSON.stringify(results)).toContain('bad key xxx')
  expect(JSON.stringify(results)).not.toMatch(/f00dfeed|deadbeef/)
})

it('nor one with a slash that the provider escapes', async () => {
  const options = { appKey: 'app/key/f00dfeed', merchantKey: 'merchant+key/deadbeef==' }
  const quoted = `{"status":400,"message":"bad ${options.appKey} of ${options.merchantKey}"}`.replaceAll('/', '\\/')
  const { client } = await serve(({ socket }) => void socket.write(http(400, quoted)), options)
  const result = await client.initiatePayment(payment)
  expect(result).toMatchObject({ kind: 'refused' })
  expect(JSON.stringify(result)).not.toMatch(/f00dfeed|deadbeef/)
})

it.each([
  { timeoutMs: 0 },
  { timeoutMs: 30 },
  { timeoutMs: Number.POSITIVE_INFINITY },
  { timeoutMs: Number.NaN },
  { timeoutMs: 2 ** 31 },
  { connections: 0 },
  { connections: 1.5 },
])('a limit that would give up every request at once, or none, is said at once: %o', (options) => {
  const [name] = Object.keys(options)
  expect(() => createClient({ baseUrl: 'http://127.0.0.1:9', ...keys, ...options })).toThrow(
    new RegExp(`^${name} must be a whole number from \\d+ to \\d+\\.$`),
  )
})

it.each([
  'https:shop.example/thanks',
  ' https://shop.example',
  'https://shop.example/a b',
  'https://shop.example/\n',
  'http:\\\\x',
])('an address that another reader may take for another is none: %j', async (returnUrl) => {
  const { server, client } = await serveText(200, text(initiated))
  expect(await client.initiatePayment({ ...payment, returnUrl })).toMatchObject({
    kind: 'invalid',
    problems: [{ field: 'returnUrl' }],
  })
  expect(server.requests).toEqual([])
})

it('a base URL or a key that can not be used is said at once, without quoting it', () => {
  expect(() => createClient({ baseUrl: 'ftp://hush.example', ...keys })).toThrow(/^The provider's base URL must/)
  const withSpace = () => createClient({ baseUrl: 'http://127.0.0.1:9', ...keys, appKey: 'hush hush' })
  expect(withSpace).toThrow(/^The app key is empty or has/)
  expect(withSpace).not.toThrow(/hush/)
})
