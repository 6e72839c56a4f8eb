import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openNotificationFolder } from '../../../src/provider/notifications/notificationFolder.ts'
import { type NotificationsOptions, notifications } from '../../../src/provider/notifications/plugin.ts'
import type { Notification, NotificationStore } from '../../../src/provider/notifications/readNotification.ts'
import { latch } from '../../harness/ledger.ts'
import { temporaryFolder, until } from '../../harness/payrun.ts'
import { posted, secret, token } from './samples.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: NotificationStore
let given: Notification[]
let logged: string
const servers: FastifyInstance[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  store = await openNotificationFolder(folder.path)
  given = []
  logged = ''
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  folder.remove()
})

/** A real server, with another route beside the plugin, that logs everything. */
async function serve(options: Partial<NotificationsOptions> = {}): Promise<string> {
  const write = (line: string) => {
    logged += line
  }
  const app = Fastify({ logger: { level: 'trace', stream: { write } } })
  servers.push(app)
  app.post('/orders', async (request) => ({ parsed: request.body }))
  await app.register(notifications, { token, store, onNotification: (each) => void given.push(each), ...options })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const post = (url: string, value: unknown, signedAtMs?: number, headers: Record<string, string> = {}) => {
  const request = posted(value, signedAtMs)
  return fetch(url, { method: 'POST', headers: { ...request.headers, ...headers }, body: new Uint8Array(request.body) })
}
const value = { reference: 'P-1', status: 'success', customer: { name: 'Awa Diop' } }

it('takes a notification at the address with the token, and leaves the other routes their own way of reading', async () => {
  const url = await serve()
  const answer = await post(`${url}/notifications/${token}`, value)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ received: true })
  await until('it is handled', async () => (await store.waiting()).length === 0)
  expect(given.map(({ reference }) => reference)).toEqual(['P-1'])
  const other = await post(`${url}/orders`, { an: 'order' })
  expect(await other.json()).toEqual({ parsed: { an: 'order' } })
  expect((await post(`${url}/orders`, 'plain', undefined, { 'content-type': 'text/strange' })).status).toBe(415)
})

it('answers a wrong token as any address that does not exist, whatever is posted', async () => {
  const url = await serve({ secret })
  const nowhere = await post(`${url}/nothing/${token}`, value)
  const wrong = `${url}/notifications/${token.slice(1)}x`
  for (const answer of [
    await post(wrong, value, Date.now()),
    await post(wrong, 'no JSON'),
    await post(wrong, { x: 'x'.repeat(100_000) }),
    await post(`${url}/notifications/${'x'.repeat(3_000)}`, value),
    await fetch(`${url}/notifications/${token}`),
  ]) {
    expect(answer.status).toBe(nowhere.status)
    const { message: _path, ...body } = (await answer.json()) as Record<string, unknown>
    expect(body).toEqual({ error: 'Not Found', statusCode: 404 })
  }
  expect(await store.waiting()).toEqual([])
})

it.each([
  { what: 'unsigned', body: value, headers: {}, status: 401 },
  { what: 'too large', body: { ...value, x: 'x'.repeat(65_536) }, headers: {}, status: 413 },
  {
    what: 'no JSON by its content type',
    body: value,
    headers: { 'content-type': 'text/plain' },
    signed: true,
    status: 415,
  },
  { what: 'no JSON', body: 'no JSON', headers: {}, signed: true, status: 400 },
])('refuses what is $what with $status', async ({ body, headers, status, signed }) => {
  const url = await serve({ secret })
  const answer = await post(`${url}/notifications/${token}`, body, signed ? Date.now() : undefined, headers)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
  expect(await store.waiting()).toEqual([])
})

it('takes a signed one', async () => {
  const url = await serve({ secret })
  expect((await post(`${url}/notifications/${token}`, value, Date.now())).status).toBe(200)
  await until('it is handled', () => given.length === 1)
  expect(given[0]?.signed).toBe(true)
})

it('logs neither the token nor anything of what came', async () => {
  const url = await serve({
    secret,
    onNotification: () => {
      throw new Error('handler of Awa Diop')
    },
  })
  await post(`${url}/notifications/${token}`, value, Date.now())
  await post(`${url}/notifications/${token}`, value)
  await until('the failed handler is told', () => logged.includes('delivered again later'))
  expect(logged).not.toMatch(new RegExp(`${token}|Awa|P-1`))
})

it('answers before a slow handler is done, and closes after it is', async () => {
  const { opened, open } = latch()
  const url = await serve({
    onNotification: async (each) => {
      await opened
      given.push(each)
    },
  })
  expect((await post(`${url}/notifications/${token}`, value)).status).toBe(200)
  expect(given).toEqual([])
  const closing = servers.splice(0)[0]?.close()
  open()
  await closing
  expect(given).toHaveLength(1)
  expect(await store.waiting()).toEqual([])
})

it('hands over at the start what was kept and not handled, and again what the handler threw', async () => {
  await store.keep({
    key: 'k'.repeat(64),
    reference: 'P-0',
    status: 'success',
    body: '{}',
    signed: false,
    receivedAt: new Date().toISOString(),
  })
  let calls = 0
  await serve({
    retryEveryMs: 20,
    onNotification: (each) => {
      calls += 1
      if (calls === 1) throw new Error('not yet')
      given.push(each)
    },
  })
  await until('it is handled', async () => (await store.waiting()).length === 0)
  expect(given.map(({ reference }) => reference)).toEqual(['P-0'])
})

it.each(['', 'short', `${token}/..`, 'x'.repeat(101)])('is not registered with a token such as "%s"', async (bad) => {
  const app = Fastify()
  await expect(app.register(notifications, { token: bad, store, onNotification: () => undefined })).rejects.toThrow(
    '22 to 100',
  )
  await app.close()
})

it('is not registered with an empty secret, which anybody could sign with', async () => {
  const app = Fastify()
  await expect(
    app.register(notifications, { token, secret: '', store, onNotification: () => undefined }),
  ).rejects.toThrow('16 characters')
})
