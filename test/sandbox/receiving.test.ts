import { describe, expect, it } from 'vitest'
import { readStatus } from '../../src/provider/answers/status.ts'
import { createProviderClient } from '../../src/provider/client.ts'
import { collectionAnswer, paymentAnswer } from '../../src/provider/wire.ts'
import { sandboxStatusPath } from '../../src/sandbox/createSandbox.ts'
import {
  asJson,
  collectionPath,
  collectionSample,
  keys,
  paymentPath,
  paymentSample,
  payoutPath,
  payoutSample,
  wholeSandbox,
} from '../harness/wholeSandbox.ts'

const wrongAddresses = [
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://shop.example/',
  'https://user:pass@shop.example/',
  '//shop.example/',
  'shop.example',
  '',
]

describe('an online payment', () => {
  it('is answered in the form of the document, with a page to pay on, and kept', async () => {
    const sandbox = await wholeSandbox()
    const { status, body } = await sandbox.post(paymentPath, paymentSample)
    expect(status).toBe(200)
    expect(paymentAnswer.parse(body)).toMatchObject({ status: 200, message: 'The payment was initiated' })
    expect(body['payment_url']).toBe(`${sandbox.url}/pay/${String(body['reference'])}`)
    expect(body['reference']).toMatch(/^sbx-pay-[0-9a-f]{32}$/)
    expect(sandbox.services.payments.find(String(body['reference']))).toMatchObject({
      state: 'created',
      amount: '1500',
    })
  })

  it('takes what else the document lists, and keeps the digits of the amount as they were sent', async () => {
    const sandbox = await wholeSandbox()
    const rest = { callback_url: 'http://127.0.0.1:9/x', description: 'Two chairs', payment_mode: 'CARD' }
    const customer = { name: 'Awa', email: 'awa@shop.example', phoneNumber: '+254712345678' }
    const text = JSON.stringify({ ...paymentSample, ...rest, currency: 'KES', customer, amount: 'AMOUNT' })
    for (const amount of ['150.50', '150.500', '0.1', '150', '1500.0', '999999999999999']) {
      const { body } = await sandbox.post(paymentPath, text.replace('"AMOUNT"', amount))
      expect(sandbox.services.payments.find(String(body['reference']))).toMatchObject({
        amount,
        currency: 'KES',
        mode: 'CARD',
        callbackUrl: 'http://127.0.0.1:9/x',
        description: 'Two chairs',
        customer,
      })
    }
  })

  it.each<[string, unknown, RegExp]>([
    ['a missing amount', { ...paymentSample, amount: undefined }, /amount is missing/],
    ['a text as amount', { ...paymentSample, amount: '1500' }, /amount is not a number/],
    ['an amount of zero', { ...paymentSample, amount: 0 }, /amount must be above zero/],
    ['cents of francs', { ...paymentSample, amount: 1500.5 }, /too many decimals: XOF has 0/],
    ['three decimals', { ...paymentSample, amount: 1.505, currency: 'KES' }, /too many decimals: KES has 2/],
    [
      'an exponent',
      '{"amount": 15e2, "currency":"XOF","payment_mode":"ALL","return_url":"http://a","cancel_url":"http://a"}',
      /digits/,
    ],
    ['an unknown currency', { ...paymentSample, currency: 'EUR' }, /currency must be one of XOF/],
    ['another payment mode', { ...paymentSample, payment_mode: 'MOBILE' }, /payment_mode must be ALL or CARD/],
    ['no return_url', { ...paymentSample, return_url: undefined }, /return_url is missing/],
    ['no JSON', '{"amount":', /not JSON/],
    ['a list', [paymentSample], /: the body is not a JSON object\.$/],
    ['nothing', 'null', /: the body is not a JSON object\.$/],
    ['a text for a customer', { ...paymentSample, customer: 'Awa' }, /: customer is not an object\.$/],
    ['a metadata service as callback', { ...paymentSample, callback_url: 'http://169.254.169.254/x' }, /link-local/],
    ['one of IPv6', { ...paymentSample, callback_url: 'http://[fd00:ec2::254]/' }, /link-local/],
    ['the same in another notation', { ...paymentSample, callback_url: 'http://[::ffff:a9fe:a9fe]/' }, /link-local/],
  ])('with %s is refused with 400 in the form of section 7', async (_what, body, message) => {
    const sandbox = await wholeSandbox()
    const answer = await sandbox.post(paymentPath, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ status: 400, message: expect.stringMatching(message) })
    expect(sandbox.services.payments.list({ offset: 0, limit: 9 }).total).toBe(0)
  })

  it.each(['return_url', 'cancel_url', 'callback_url'])('is refused when its %s is no web address', async (field) => {
    const sandbox = await wholeSandbox()
    for (const address of wrongAddresses) {
      const { status, body } = await sandbox.post(paymentPath, { ...paymentSample, [field]: address })
      expect([status, body['message']]).toEqual([400, expect.stringContaining(field)])
    }
    expect(sandbox.services.payments.list({ offset: 0, limit: 9 }).total).toBe(0)
  })
})

describe('a mobile collection', () => {
  it('is answered in the form of the document, and waits for the customer', async () => {
    const sandbox = await wholeSandbox()
    const { status, body } = await sandbox.post(collectionPath, collectionSample)
    expect(status).toBe(200)
    expect(collectionAnswer.parse(body)).toEqual({
      error: false,
      status: 'PENDING',
      amount: '1500',
      fees: 0,
      message: expect.stringMatching(/PIN.*SMS/),
      reference: expect.stringMatching(/^sbx-col-[0-9a-f]{32}$/),
    })
    const [open] = sandbox.services.collections.listOpen('2290197000001')
    expect(open).toMatchObject({ reference: body['reference'], state: 'pending', currency: 'XOF', amount: '1500' })
    expect(sandbox.services.collections.listOpen('2290197000002')).toEqual([])
  })

  it('echoes the amount as text with the digits that were sent', async () => {
    const sandbox = await wholeSandbox()
    const text = '{"amount": 150.50, "operator": "momo-kenya", "phoneNumber": "254712345678"}'
    expect((await sandbox.post(collectionPath, text)).body).toMatchObject({ amount: '150.50' })
  })

  it.each<[string, unknown, RegExp]>([
    ['a missing amount', { ...collectionSample, amount: undefined }, /amount is missing/],
    ['a text as amount', { ...collectionSample, amount: '1500' }, /amount is not a number/],
    ['cents of francs', { ...collectionSample, amount: 1.5 }, /too many decimals/],
    ['an unknown operator', { ...collectionSample, operator: 'mtn' }, /operator is not one/],
    ['a number of another country', { ...collectionSample, phoneNumber: '254712345678' }, /number of Benin .* 229/],
    ['no number', { ...collectionSample, phoneNumber: undefined }, /phoneNumber is missing/],
    ['a script as callback', { ...collectionSample, callback_url: 'javascript:alert(1)' }, /callback_url must be/],
    ['no JSON', 'amount=1500', /not JSON/],
  ])('with %s is refused with 400 and the boolean error', async (_what, body, message) => {
    const sandbox = await wholeSandbox()
    const answer = await sandbox.post(collectionPath, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: true, status: 400, message: expect.stringMatching(message) })
    expect(sandbox.services.collections.listOpen()).toEqual([])
  })
})

it("the document's sample of a collection is answered as it stands there: FAILED, no error, and what the customer is to do", async () => {
  const sandbox = await wholeSandbox()
  const sample = await sandbox.post(collectionPath, { ...collectionSample, phoneNumber: '2290197009908' })
  expect(sample.body).toMatchObject({ error: false, status: 'FAILED', message: expect.stringMatching(/PIN.*SMS/) })
  const refused = await sandbox.post(collectionPath, { ...collectionSample, phoneNumber: '2290197009901' })
  expect(refused.body).toMatchObject({ error: true, status: 'FAILED', message: 'The payment was refused' })
})

describe('the door of all three endpoints', () => {
  const samples = [
    [paymentPath, paymentSample, {}],
    [collectionPath, collectionSample, { error: true }],
    [payoutPath, payoutSample, { error: true }],
  ] as const

  it.each(samples)('%s wants both keys, before it reads the body', async (path, _sample, form) => {
    const sandbox = await wholeSandbox()
    const wrong = [
      {},
      { 'app-key': keys['app-key'] },
      { 'merchant-key': keys['merchant-key'] },
      { ...keys, 'app-key': 'x' },
    ]
    for (const headers of wrong) {
      const { status, body } = await sandbox.post(path, '{', { 'content-type': 'application/json', ...headers })
      expect([status, body]).toEqual([401, { ...form, status: 401, message: expect.stringContaining('header') }])
    }
  })

  it.each(samples)(
    '%s wants JSON asked for by its name, unless it is told to be lenient',
    async (path, sample, form) => {
      const sandbox = await wholeSandbox()
      const { accept: _accept, ...without } = asJson
      const refused = { ...form, status: 406, message: 'The Accept header must name application/json.' }
      for (const accept of [undefined, '*/*', 'text/html', 'application/jsonp', 'application/json;q=0']) {
        const { status, body } = await sandbox.post(path, sample, { ...without, ...(accept && { accept }) })
        expect([accept, status, body]).toEqual([accept, 406, refused])
      }
      for (const accept of [
        'application/json',
        'text/plain, Application/JSON; charset=utf-8',
        'application/json;q=0.9, */*',
      ]) {
        expect((await sandbox.post(path, sample, { ...without, accept })).status).toBe(200)
      }
      expect((await sandbox.post(path, sample, { accept: '*/*' })).status).toBe(401)
      const lenient = await wholeSandbox({ lenient: true })
      expect((await lenient.post(path, sample, without)).status).toBe(200)
    },
  )

  it.each(samples)('%s takes POST only', async (path, _sample, form) => {
    const sandbox = await wholeSandbox()
    const { status, body, headers } = await sandbox.call('GET', path, keys)
    expect([status, body, headers['allow']]).toEqual([405, { ...form, status: 405, message: 'Use POST.' }, 'POST'])
  })

  it('wants JSON by its name where the document lists a Content-Type, and not for payouts, where it lists none', async () => {
    const sandbox = await wholeSandbox()
    const asText = { ...keys, 'content-type': 'text/plain' }
    expect(await sandbox.post(paymentPath, paymentSample, asText)).toMatchObject({ status: 415, body: { status: 415 } })
    expect(await sandbox.post(collectionPath, collectionSample, keys)).toMatchObject({ status: 415 })
    expect(await sandbox.post(payoutPath, payoutSample, asText)).toMatchObject({ status: 200 })
    const withCharset = { ...keys, 'content-type': 'application/json; charset=utf-8' }
    expect(await sandbox.post(paymentPath, paymentSample, withCharset)).toMatchObject({ status: 200 })
  })

  it.each(samples)('%s refuses what is larger than 1 MiB with 413', async (path, sample, form) => {
    const sandbox = await wholeSandbox()
    const { status, body } = await sandbox.post(path, { ...sample, more: 'x'.repeat(1024 * 1024) })
    expect([status, body]).toEqual([413, { ...form, status: 413, message: 'The request is too large.' }])
  })

  it('is shut for payouts of merchants who are not approved for them, and for nothing else', async () => {
    const sandbox = await wholeSandbox({ approvedForPayouts: false })
    const { status, body } = await sandbox.post(payoutPath, payoutSample)
    expect([status, body]).toEqual([
      403,
      { error: true, status: 403, message: expect.stringContaining('not approved') },
    ])
    expect(sandbox.carriedOut).toEqual([])
    expect(await sandbox.post(payoutPath, payoutSample, {})).toMatchObject({ status: 401 })
    expect(await sandbox.post(collectionPath, collectionSample)).toMatchObject({ status: 200 })
    expect(await sandbox.post(paymentPath, paymentSample)).toMatchObject({ status: 200 })
  })

  it('says what becomes of payments and collections by the status call', async () => {
    const sandbox = await wholeSandbox()
    const asker = createProviderClient({
      baseUrl: sandbox.url,
      appKey: keys['app-key'],
      merchantKey: keys['merchant-key'],
      connections: 1,
      timeoutMs: 10_000,
      statusPath: sandboxStatusPath,
    })
    const reference = String((await sandbox.post(collectionPath, collectionSample)).body['reference'])
    const payable = {
      operator: 'mtn-benin',
      phone: '2290197000001',
      amountMinor: 1500n,
      currency: 'XOF',
      name: null,
    } as const
    const ask = async () => readStatus(await asker.status!(reference), { reference, payable }).kind
    expect(await ask()).toBe('under_way')
    sandbox.services.collections.approve(reference, '1234')
    expect(await ask()).toBe('paid')
    await asker.close()
    const started = await sandbox.post(paymentPath, paymentSample)
    const status = sandboxStatusPath.replace('{reference}', String(started.body['reference']))
    expect((await sandbox.call('GET', status, keys)).body).toMatchObject({ error: false, status: 'PENDING' })
    expect((await sandbox.call('GET', status, {})).status).toBe(401)
  })

  it('lists what it keeps for browsers as well, where there is no page of the same path', async () => {
    const sandbox = await wholeSandbox()
    for (const path of ['/sandbox/payments', '/sandbox/collections']) {
      expect(await sandbox.call('GET', path, { accept: 'text/html' })).toMatchObject({
        status: 200,
        body: { total: 0 },
      })
    }
  })

  it('tells nobody else what it keeps: no script runs in its answers, and nothing of them is cached or framed', async () => {
    const sandbox = await wholeSandbox()
    for (const path of ['/', '/sandbox/payments', '/sandbox/faults', '/nowhere']) {
      const { headers } = await sandbox.call('GET', path, asJson)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
    }
  })
})
