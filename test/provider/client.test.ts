import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { payoutBody } from '../../src/provider/client.ts'
import { createConnections } from '../../src/provider/connections.ts'
import { exchange } from '../../src/provider/exchange.ts'
import { clientOf, payable } from './payables.ts'
import { http, type RawRequest, type RawServer, startRawServer, successBody } from './rawServer.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(answer: (request: RawRequest) => void, options: Parameters<typeof clientOf>[1] = {}, path = '') {
  const server: RawServer = await startRawServer(answer)
  const client = clientOf(server.url + path, options)
  closers.push(server.close, client.close)
  return { server, client }
}

const phoneIn = ({ text }: RawRequest) => /"phoneNumber":"(\d+)"/.exec(text)?.[1]
const onNotice = () => undefined
const answerWell = ({ socket }: RawRequest) => socket.write(http(200, successBody))

describe('the request on the wire', () => {
  it.each([
    ['a bare address', '', '/v1/payment/payout/mobile'],
    ['a trailing slash', '/', '/v1/payment/payout/mobile'],
    ['a path and slashes', '/gateway/live//', '/gateway/live/v1/payment/payout/mobile'],
  ])('goes below the base URL: %s', async (_what, path, expected) => {
    const { server, client } = await serve(answerWell, {}, path)
    await client.payout(payable)
    expect(server.requests.map(({ text }) => text.split('\r\n')[0])).toEqual([`POST ${expected} HTTP/1.1`])
  })

  it('carries the headers of the document, its length, and the body in one piece', async () => {
    const { server, client } = await serve(answerWell)
    await client.payout(payable)
    const [head = '', body = ''] = (server.requests[0]?.text ?? '').split('\r\n\r\n')
    const headers = head.toLowerCase().split('\r\n').slice(1)
    expect(headers).toEqual(
      expect.arrayContaining([
        'accept: application/json',
        'content-type: application/json',
        'app-key: app-key-f00dfeed',
        'merchant-key: merchant-key-deadbeef',
        `content-length: ${body.length}`,
      ]),
    )
    expect(head).not.toMatch(/transfer-encoding|expect:|upgrade/i)
    expect(body).toBe(payoutBody(payable).toString())
  })

  it.each([
    ['whole francs', { amountMinor: 1500n, currency: 'XOF' }, '1500'],
    ['shillings with cents', { amountMinor: 15_050n, currency: 'KES' }, '150.50'],
    ['more than a double can hold', { amountMinor: 900_719_925_474_099_301n, currency: 'KES' }, '9007199254740993.01'],
  ])('gives the amount as text: %s', (_what, part, amount) => {
    expect(JSON.parse(payoutBody({ ...payable, ...part }).toString())).toMatchObject({
      amount,
      phoneNumber: payable.phone,
    })
  })

  it('names the customer only when there is a name', () => {
    expect(JSON.parse(payoutBody({ ...payable, name: 'Béa "B" Ḍ' }).toString()).customer).toEqual({
      name: 'Béa "B" Ḍ',
      phoneNumber: payable.phone,
    })
    expect(JSON.parse(payoutBody({ ...payable, name: null }).toString())).not.toHaveProperty('customer')
  })

  it('takes an answer in chunks, after an informational one', async () => {
    const { client } = await serve(({ socket }) => {
      const half = successBody.slice(0, 40)
      const rest = successBody.slice(40)
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n')
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n')
      for (const part of [half, rest]) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
      socket.write('0\r\n\r\n')
    })
    const answer = await client.payout(payable)
    expect(answer).toMatchObject({
      kind: 'response',
      httpStatus: 200,
      contentType: 'application/json',
      delimited: true,
    })
    expect(outcomeOf(answer, payable, new Date())).toEqual({ kind: 'paid', providerReference: 'REF-1' })
  })

  it('follows no redirect, to its own server either', async () => {
    const { server, client } = await serve(({ socket }) => socket.write(http(307, '', { Location: '/v1/elsewhere' })))
    expect(await client.payout(payable)).toMatchObject({ kind: 'response', httpStatus: 307 })
    expect(server.requests).toHaveLength(1)
  })

  it('sends nothing a second time, whatever the server says', async () => {
    const statuses = [408, 409, 421, 425, 429, 500, 502, 503, 504]
    const { server, client } = await serve(({ socket }) =>
      socket.write(http(statuses[server.requests.length - 1] ?? 500, '', { 'Retry-After': '0' })),
    )
    for (const httpStatus of statuses)
      expect(await client.payout(payable)).toMatchObject({ kind: 'response', httpStatus })
    expect(server.requests).toHaveLength(statuses.length)
  })

  it('blanks a key that the provider quotes back', async () => {
    const quoted = '{"error":true,"status":"FAILED","message":"bad key app-key-f00dfeed / merchant-key-deadbeef"}'
    const { client } = await serve(({ socket }) => socket.write(http(200, quoted)))
    const answer = await client.payout(payable)
    expect(JSON.stringify(outcomeOf(answer, payable, new Date()))).toMatch(/bad key x{16} \/ x{21}/)
  })
})

describe('holding a request back', () => {
  it('lets nothing leave when beforeSend says no, on a fresh connection and on a used one', async () => {
    const { server, client } = await serve(answerWell, { connections: 1 })
    expect(await client.payout(payable, { beforeSend: () => false })).toMatchObject({
      kind: 'not_sent',
      cause: 'held_back',
    })
    expect(server.bytes()).toBe(0)
    await client.payout(payable, { beforeSend: () => true })
    const before = server.bytes()
    expect(await client.payout(payable, { beforeSend: () => false })).toMatchObject({
      kind: 'not_sent',
      cause: 'held_back',
    })
    await client.payout({ ...payable, phone: '2290197000009' })
    expect(server.requests.map(phoneIn)).toEqual([payable.phone, '2290197000009'])
    expect(before).toBe(server.requests[0]?.text.length)
  })

  it('never sends later what waited for a connection past its deadline', async () => {
    const waiting: RawRequest[] = []
    const server = await startRawServer((request) => waiting.push(request))
    const connections = createConnections({ origin: server.url, connections: 1, connectTimeoutMs: 4000, onNotice })
    closers.push(server.close, connections.close)
    const send = (phone: string, timeoutMs: number) => {
      const request = { path: '/', method: 'POST', body: payoutBody({ ...payable, phone }) } as const
      return exchange(connections, { request, timeoutMs })
    }
    const first = send('2290197000001', 20_000)
    await expect.poll(() => waiting.length).toBe(1)
    // The only connection is taken until the first is answered, which is after the second has given up.
    expect(await send('2290197000002', 50)).toMatchObject({ kind: 'not_sent', cause: 'deadline' })
    waiting[0]?.socket.write(http(200, successBody))
    expect(await first).toMatchObject({ kind: 'response' })
    const third = send('2290197000003', 20_000)
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.socket.write(http(200, successBody))
    expect(await third).toMatchObject({ kind: 'response' })
    expect(server.requests.map(phoneIn)).toEqual(['2290197000001', '2290197000003'])
  })
})

describe('setting up', () => {
  it.each([
    ['no scheme', 'example.test/api'],
    ['another scheme', 'ftp://example.test'],
    ['a password', 'https://user:hush@example.test'],
    ['a query', 'https://example.test/?key=hush'],
  ])('refuses a base URL with %s, without quoting it', (_what, baseUrl) => {
    expect(() => clientOf(baseUrl)).toThrow(/^The provider's base URL must .*\.$/)
    expect(() => clientOf(baseUrl)).not.toThrow(/hush|example/)
  })

  it.each([
    ['empty', ''],
    ['with a line break', 'hush\nInjected: yes'],
    ['not ASCII', 'hüsh'],
  ])('refuses a key that is %s, without quoting it', (_what, appKey) => {
    expect(() => clientOf('http://127.0.0.1:9', { appKey })).toThrow(/^The app key is empty, or contains/)
    expect(() => clientOf('http://127.0.0.1:9', { appKey })).not.toThrow(/h[uü]sh/)
  })

  it('probes with a HEAD, without keys and without a payout', async () => {
    const seen: { method: string | undefined; keyed: boolean }[] = []
    const server = createServer((request, response) => {
      seen.push({ method: request.method, keyed: 'app-key' in request.headers || 'merchant-key' in request.headers })
      response.statusCode = 404
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
    closers.push(async () => server.close(), client.close)
    expect(await client.probe()).toMatchObject({ kind: 'response', httpStatus: 404 })
    expect(seen).toEqual([{ method: 'HEAD', keyed: false }])
  })
})
