import { describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../src/provider/calls/publicClient.ts'
import { bodyOf, closers, collection, keys, payment, payout, serve, serveText, text, underWay } from './publicCalls.ts'
import { http, successBody } from './rawServer.ts'

describe('a payout (4.3)', () => {
  it('goes out with its amount as text, and is paid', async () => {
    const { server, client } = await serveText(200, successBody)
    expect(await client.payout(payout)).toEqual({ kind: 'paid', reference: 'REF-1' })
    expect(bodyOf(server)).toBe(
      '{"operator":"mtn-benin","amount":"1500","phoneNumber":"2290197000001","currency":"XOF","customer":{"name":"Awa Zinsou","phoneNumber":"2290197000001"}}',
    )
  })

  it('goes out with a customer who is another than the recipient', async () => {
    const { server, client } = await serveText(200, successBody)
    const { name: _name, ...bare } = payout
    await client.payout({ ...bare, customer: { name: 'Afi Mensah', phoneNumber: '+2290196000002' } })
    expect(JSON.parse(bodyOf(server))).toMatchObject({
      phoneNumber: '2290197000001',
      customer: { name: 'Afi Mensah', phoneNumber: '2290196000002' },
    })
    await client.payout({ ...bare, customer: { phoneNumber: '2290196000002' } })
    expect(JSON.parse(bodyOf(server, 1)).customer).toEqual({ phoneNumber: '2290196000002' })
    const both = await client.payout({ ...payout, customer: { name: 'Afi' } })
    expect(both).toMatchObject({ kind: 'invalid', problems: [{ field: 'name' }] })
    expect(server.requests).toHaveLength(2)
  })

  it('is unknown when the answer does not come', async () => {
    const { server, client } = await serve(({ socket }) => void socket.destroy())
    expect(await client.payout(payout)).toMatchObject({ kind: 'unknown', code: 'connection_lost' })
    expect(server.requests).toHaveLength(1)
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
    // It is closed once more after the test.
    await client.close()
  })

  it.each(each)('is not sent once the client is closed, and says so: %s', async (_name, call) => {
    const { server, client } = await serveText(200, '')
    await client.close()
    const message = 'This client is closed: nothing was sent.'
    expect(await call(client)).toEqual({ kind: 'not_sent', cause: 'closed', message })
    expect(server.requests).toHaveLength(0)
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

it('a base URL or a key that can not be used is said at once, without quoting it', () => {
  expect(() => createClient({ baseUrl: 'ftp://hush.example', ...keys })).toThrow(/^The provider's base URL must/)
  const cleartext = { ...keys, baseUrl: 'http://hush.example' }
  expect(() => createClient(cleartext)).toThrow(/^baseUrl names another machine without TLS: (?!.*hush)/)
  expect(() => createClient({ ...cleartext, allowCleartext: true })).not.toThrow()
  const withSpace = () => createClient({ baseUrl: 'http://127.0.0.1:9', ...keys, appKey: 'hush hush' })
  expect(withSpace).toThrow(/^The app key is empty, or contains/)
  expect(withSpace).not.toThrow(/hush/)
})
