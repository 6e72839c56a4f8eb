import { describe, expect, it } from 'vitest'
import type { CollectionOrder } from '../../src/provider/calls/collection.ts'
import type { PaymentOrder } from '../../src/provider/calls/payment.ts'
import type { PayoutOrder } from '../../src/provider/calls/publicClient.ts'
import { bodyOf, collection, initiated, payment, payout, serveText, text, underWay } from './publicCalls.ts'
import { successBody } from './rawServer.ts'

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
    ['a slip of the pen', { callbackURL: 'https://example.com' }, ['callbackURL']],
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
    ['a field that there is not', { more: 1 }, ['more']],
    ['number and amount', { phoneNumber: '97', amount: 'ten' }, ['phoneNumber', 'amount']],
  ])('as a collection or a payout is not sent: %s', async (_what, change, fields) => {
    const { server, client } = await serveText(200, text(underWay))
    const problems = fields.map((field) => ({ field, message: expect.stringMatching(new RegExp(`^${field} .+[.?]$`)) }))
    expect(await client.collect({ ...collection, ...change } as CollectionOrder)).toEqual({ kind: 'invalid', problems })
    expect(await client.payout({ ...payout, ...change } as PayoutOrder)).toEqual({ kind: 'invalid', problems })
    expect(server.connections()).toBe(0)
  })

  it.each<[string, object, string[], string[]?]>([
    [
      'an operator that is none, a number that is none anywhere and no amount',
      { operator: 'y', phoneNumber: 'x', amount: '0' },
      ['operator', 'phoneNumber', 'amount'],
    ],
    [
      'what one field shows beside what several show together',
      { amount: '0', phoneNumber: '+22890123456', customer: { phoneNumber: 'x' } },
      ['customer.phoneNumber', 'phoneNumber', 'amount'],
      ['customer.phoneNumber', 'name', 'phoneNumber', 'amount'],
    ],
    [
      'a field too many, and no operator',
      { operator: undefined, amount: '1.500', phoneNumber: '97', more: 1 },
      ['operator', 'more', 'phoneNumber', 'amount'],
    ],
    [
      'an amount below zero in minor units',
      { operator: 'y', amount: -1n, phoneNumber: '' },
      ['phoneNumber', 'operator', 'amount'],
    ],
  ])(
    'is told all that is wrong with it, as a collection and as a payout: %s',
    async (_what, change, ofCollection, ofPayout = ofCollection) => {
      const { server, client } = await serveText(200, text(underWay))
      const fieldsOf = (result: object) =>
        (result as { problems: { field: string }[] }).problems.map(({ field }) => field)
      expect(fieldsOf(await client.collect({ ...collection, ...change }))).toEqual(ofCollection)
      expect(fieldsOf(await client.payout({ ...payout, ...change }))).toEqual(ofPayout)
      expect(server.connections()).toBe(0)
    },
  )

  it('is told all that is wrong with it: a payment, addresses, and a name beside a customer', async () => {
    const { client } = await serveText(200, text(underWay))
    const result = await client.initiatePayment({ ...payment, amount: '0', returnUrl: 't' })
    const message = 'amount is "0": write an amount above zero.'
    expect(result).toMatchObject({ problems: [{ field: 'returnUrl' }, { field: 'amount', message }] })
    const other = await client.initiatePayment({ ...payment, amount: 'ten', currency: 'EUR' as 'XOF' })
    expect(other).toMatchObject({ problems: [{ field: 'currency' }, { field: 'amount' }] })
    const collected = await client.collect({ ...collection, amount: '0', callbackUrl: 'x' })
    expect(collected).toMatchObject({ problems: [{ field: 'callbackUrl' }, { field: 'amount' }] })
    const paid = await client.payout({ ...payout, currency: 'GHS', customer: { phoneNumber: 'x' } })
    expect(paid).toMatchObject({
      problems: [{ field: 'customer.phoneNumber' }, { field: 'currency' }, { field: 'name' }],
    })
  })

  it('is told nothing of what only another field could show', async () => {
    const { client } = await serveText(200, text(underWay))
    for (const change of [{ phoneNumber: '0197000001' }, { amount: '1500.5555' }, { amount: '150.50' }]) {
      const result = await client.collect({ ...collection, ...change, operator: 'mtn' as 'mtn-ci' })
      expect(result).toMatchObject({ problems: [{ field: 'operator' }] })
    }
  })

  it.each([undefined, null, 7, 'x', [], () => 1])('as %s is a result, too', async (request) => {
    const { client } = await serveText(200, text(underWay))
    for (const call of [client.initiatePayment, client.collect, client.payout]) {
      expect(await call(request as never)).toMatchObject({ kind: 'invalid' })
    }
  })

  it('is a payout in a currency of another country', async () => {
    const { server, client } = await serveText(200, successBody)
    expect(await client.payout({ ...payout, currency: 'GHS' })).toMatchObject({ problems: [{ field: 'currency' }] })
    expect(server.connections()).toBe(0)
  })
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
