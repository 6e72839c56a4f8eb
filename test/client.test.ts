import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  createClient,
  createReceiver,
  notifications,
  openNotificationFolder,
  type ReadyNotification,
  receiveNotification,
} from '../src/client.ts'
import { notificationListener } from '../src/provider/notifications/httpListener.ts'
import { latch } from './harness/ledger.ts'
import { startNode, temporaryFolder, until } from './harness/payrun.ts'

const token = 'a-token-of-the-client-test'
const body = JSON.stringify({
  event: 'collection',
  reference: 'C-1',
  status: 'success',
  amount: '150.50',
  currency: 'KES',
  phoneNumber: '254712345678',
  custom_data: { order: 7, name: 'Awa' },
})

async function receiving() {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const given: ReadyNotification[] = []
  const onNotification = (notification: ReadyNotification) => void given.push(notification)
  return { given, options: { token, store: await openNotificationFolder(join(folder.path, 'kept')), onNotification } }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = async (url: string, content = body) => {
  const headers = { 'content-type': 'application/json', connection: 'close' }
  return (await fetch(url, { method: 'POST', body: content, headers })).status
}

it('a notification comes with what it says already read: no JSON text to parse', async () => {
  const { given, options } = await receiving()
  const url = await serve(notificationListener(options))
  expect(await post(`${url}/notifications/${token}`)).toBe(200)
  await until('it is handled', () => given.length === 1)
  expect(given[0]).toMatchObject({
    event: 'collection',
    reference: 'C-1',
    status: 'success',
    amount: '150.50',
    currency: 'KES',
    operator: null,
    phoneNumber: expect.stringMatching(/^254\*+78$/),
    customData: { order: 7, name: 'Awa' },
  })
  expect(await post(`${url}/${token}`, '{"reference":"C-2","status":"FAILED","amount":150.50,"event":7}')).toBe(200)
  await until('it is handled', () => given.length === 2)
  expect(given[1]).toMatchObject({ amount: '150.50', event: null, currency: null, customData: undefined })
})

it('node:http takes it in a line, by the token, once, and nothing that is too large', async () => {
  const { given, options } = await receiving()
  const url = await serve(notificationListener(options))
  for (let n = 0; n < 3; n += 1) expect(await post(`${url}/any/${token}?x=1`)).toBe(200)
  expect(await post(`${url}/any/${token}x`)).toBe(404)
  expect((await fetch(`${url}/${token}`)).status).toBe(405)
  expect(await post(`${url}/${token}`, 'no JSON')).toBe(400)
  expect(await post(`${url}/${token}`, JSON.stringify({ x: 'x'.repeat(70_000) })).catch(() => 413)).toBe(413)
  await until('it is handled', () => given.length === 1)
})

it('says what is wrong with the options of a receiver, rather than check or handle nothing', async () => {
  const { options } = await receiving()
  const { store, onNotification } = options
  const secret = 'a-secret-of-the-client-test'
  for (const [given, says] of [
    [{ token, store, onNotification, Secret: secret }, 'notificationListener has no option "Secret".'],
    [
      { token, store, onNotifcation: onNotification },
      'no option "onNotifcation". notificationListener needs a function',
    ],
    [{ token, onNotification, store: Promise.resolve(store) }, 'notificationListener needs a store'],
    [{ ...options, path: '/x' }, 'no option "path"'],
  ] as const)
    expect(() => notificationListener(given as never)).toThrow(says)
  expect(() => createReceiver({ ...options, retryEveryMs: 9 } as never)).toThrow('createReceiver has no option')
  await expect(Fastify().register(notifications, { ...options, secrets: secret } as never)).rejects.toThrow('"secrets"')
  await Fastify().register(notifications, { ...options, prefix: '/x', logLevel: 'warn' })
  const request = { headers: {}, body: Buffer.from(body), Secret: secret }
  await expect(receiveNotification(request, store, onNotification)).rejects.toThrow('takes no "Secret"')
})

it('tells what it refuses, and what a handler throws: to onTrouble, or as a warning of the process', async () => {
  const { options } = await receiving()
  const secret = 'a-secret-of-the-client-test'
  const troubles: unknown[] = []
  const listener = notificationListener({ ...options, secret, onTrouble: (error) => void troubles.push(error) })
  const read: RequestListener = (request, response) =>
    void request.resume().on('end', () => listener(request, response))
  expect(await post(`${await serve(listener)}/${token}`)).toBe(401)
  expect(await post(`${await serve(read)}/${token}`)).toBe(500)
  expect(await post(`${await serve(listener)}/nothing`)).toBe(404)
  expect(troubles).toMatchObject([
    { name: 'NotificationRefused', httpStatus: 401, message: 'The notification is not signed.' },
    { name: 'NotificationRefused', httpStatus: 500, message: expect.stringContaining('express.json()') },
  ])
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warned.mockRestore())
  const onNotification = () => Promise.reject(new Error('not now'))
  const silent = await serve(notificationListener({ ...options, onNotification }))
  expect(await post(`${silent}/${token}`, 'no JSON')).toBe(400)
  expect(await post(`${silent}/${token}`)).toBe(200)
  await until('it is told', () => warned.mock.calls.length === 2)
  expect(warned.mock.calls.map(([text]) => text)).toEqual([
    'A notification was refused with 400: The notification is not JSON.',
    'A notification could not be handled. It will be tried again.',
  ])
})

it('node:http gives a notification again whose handler threw, without a restart, and keeps no process alive for it', async () => {
  const { given, options } = await receiving()
  let calls = 0
  const onNotification = (notification: ReadyNotification) => {
    calls += 1
    if (calls < 3) throw new Error('not yet')
    given.push(notification)
  }
  const timersHere = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timersHere()
  const listener = notificationListener({ ...options, onNotification, retryEveryMs: 20 })
  expect(timersHere()).toBe(before)
  const url = await serve(listener)
  expect(await post(`${url}/${token}`)).toBe(200)
  await until('it is handled', async () => (await options.store.waiting()).length === 0)
  expect(given.map(({ reference }) => reference)).toEqual(['C-1'])
  await listener.close()
})

it('node:http looks for what waits every minute until it is closed, which waits for the handler', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { given, options } = await receiving()
  const { opened, open } = latch()
  let asked = 0
  const waiting = () => {
    asked += 1
    return options.store.waiting()
  }
  const onNotification = async (notification: ReadyNotification) => {
    await opened
    given.push(notification)
  }
  const listener = notificationListener({ ...options, store: { ...options.store, waiting }, onNotification })
  expect(asked).toBe(1)
  expect(await post(`${await serve(listener)}/${token}`)).toBe(200)
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(2)
  const closing = listener.close()
  expect(vi.getTimerCount()).toBe(0)
  expect(given).toHaveLength(0)
  open()
  await closing
  expect(given).toHaveLength(1)
})

it('a listener that is closed gives nothing more of what it was still reading', async () => {
  const { given, options } = await receiving()
  const failing = () => {
    throw new Error('not yet')
  }
  const before = notificationListener({ ...options, onNotification: failing })
  expect(await post(`${await serve(before)}/${token}`)).toBe(200)
  await before.close()
  expect(await options.store.waiting()).toHaveLength(1)
  const { opened, open } = latch()
  let read: Promise<unknown> = Promise.resolve()
  const waiting = () => {
    const reading = opened.then(() => options.store.waiting())
    read = reading
    return reading
  }
  const listener = notificationListener({ ...options, store: { ...options.store, waiting } })
  const closing = listener.close()
  open()
  await closing
  await read
  // Whoever is given something is so at the next turn.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next))
  expect(given).toEqual([])
})

it.each([undefined, null, '', 'short', 5, ['a-token-of-the-client-test']])(
  'nothing receives with a token that a variable which is not set gives, with or without a secret: %j',
  async (value) => {
    const { given, options } = await receiving()
    const bad = { ...options, token: value as string }
    const request = { headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
    const says = /token of notifications .*22 to 100 letters/
    for (const secret of [undefined, 'a shared secret of the tests']) {
      expect(() => notificationListener({ ...bad, secret })).toThrow(says)
      const app = Fastify()
      await expect(app.register(notifications, { ...bad, secret })).rejects.toThrow(says)
      await app.close()
    }
    expect(() => createReceiver(bad)).toThrow(says)
    const taking = (token: unknown) =>
      receiveNotification({ ...request, token } as never, options.store, () => undefined)
    await expect(taking(value)).rejects.toThrow(says)
    await expect(taking({ given: token, expected: value })).rejects.toThrow(says)
    expect(await options.store.waiting()).toEqual([])
    expect(given).toEqual([])
  },
)

it.each([null, '', 5, 'short'])('nothing receives with a secret that anybody can sign with: %j', async (value) => {
  const { options } = await receiving()
  const bad = { ...options, secret: value as string }
  expect(() => notificationListener(bad)).toThrow('at least 16 characters')
  expect(() => createReceiver(bad)).toThrow('at least 16 characters')
})

it('a receiver needs no token where the caller has checked the address, or where each notification is signed', async () => {
  const { options } = await receiving()
  const { token: _token, ...others } = options
  const request = { headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
  expect(await createReceiver(others).receive(request)).toMatchObject({ kind: 'new' })
  const signed = { ...others, secret: 'a shared secret of the tests', token: undefined as unknown as string }
  expect(await createReceiver(signed).receive(request)).toMatchObject({ kind: 'unsigned' })
})

it('Fastify takes it as a plugin', async () => {
  const { given, options } = await receiving()
  const app = Fastify()
  await app.register(notifications, options)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  expect(await post(`${url}/notifications/${token}`)).toBe(200)
  await until('it is handled', () => given.length === 1)
  expect(given[0]).toMatchObject({ amount: '150.50', customData: { order: 7, name: 'Awa' } })
})

it.each([401, 403, 404, 405, 302])(
  'names no variable of an environment that a program has not got: HTTP %i',
  async (status) => {
    const url = await serve((_request, response) => void response.writeHead(status, { location: '/' }).end())
    for (const language of ['en', 'fr'] as const) {
      const client = createClient({ baseUrl: url, appKey: 'app', merchantKey: 'merchant', language })
      const order = { operator: 'mtn-benin', phoneNumber: '2290197000001', amount: '1500' } as const
      const urls = { returnUrl: 'https://shop.example/', cancelUrl: 'https://shop.example/' }
      const results = [
        await client.payout(order),
        await client.collect(order),
        await client.initiatePayment({ amount: '1', currency: 'XOF', ...urls }),
      ]
      await client.close()
      expect(new Set(results.map(({ kind }) => kind)).size).toBe(1)
      expect(JSON.stringify(results)).not.toMatch(/PAYRUN_|DATABASE_URL/)
      expect(JSON.stringify(results)).toMatch(/appKey|baseUrl/)
    }
  },
)

it('loads no ledger, no queue, no desk and nothing native, and of other packages only those that a call needs', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const source = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import('./src/client.ts')
    console.log(JSON.stringify(loaded))`
  const { stdout, stderr } = await startNode(['--input-type=module', '-e', source], { cwd: root }).ended
  expect(stderr).toBe('')
  const loaded = (JSON.parse(stdout) as string[]).filter((url) => url.startsWith('file:'))
  const packages = loaded.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
  const own = loaded.flatMap((url) => /\/src\/([a-z]+)\//.exec(url)?.[1] ?? [])
  expect([...new Set(own)].sort()).toEqual(['payout', 'provider', 'words'])
  expect([...new Set(packages)].sort()).toEqual(['fastify-plugin', 'is-network-error', 'p-retry', 'undici', 'zod'])
  expect(loaded.filter((url) => url.endsWith('.node'))).toEqual([])
})
