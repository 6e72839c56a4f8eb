import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { answerInSilence } from '../../src/desk/answerInSilence.ts'

/** A server whose answers to GET come only when `go` is called, and whose ledger is asked about a request after 40 ms. */
async function openServer(isSilent: boolean, said = Promise.resolve()) {
  const server = Fastify()
  const { promise, resolve: go } = Promise.withResolvers<void>()
  const asked: number[] = []
  const askedAt: number[] = []
  const began: boolean[] = []
  const isLedgerSilent = async (ms: number) => {
    asked.push(ms)
    askedAt.push(performance.now())
    await said
    return isSilent
  }
  const answer = (reply: FastifyReply) => {
    reply.hijack()
    reply.raw.writeHead(503).end('silent')
  }
  answerInSilence(server, isLedgerSilent, answer, 40)
  server.get('/', async (_request, reply) => {
    await promise
    began.push(!reply.sent)
    return 'done'
  })
  server.post('/', async () => 'received')
  // It begins at once, and goes on until it is closed.
  const report = new Readable({ read: () => undefined })
  report.push('line 1\n')
  server.get('/report', async () => report)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    go()
    return server.close()
  })
  return { url, go, asked, askedAt, began, report }
}

it('answers whoever waits for a ledger that is silent, and drops what comes later', async () => {
  const { url, go, began } = await openServer(true)
  const answer = await fetch(url)
  expect([answer.status, await answer.text()]).toEqual([503, 'silent'])
  go()
  await expect.poll(() => began).toEqual([false])
  expect((await fetch(url)).status).toBe(200)
})

it('answers whoever has become late while it asked, without asking again', async () => {
  const { promise, resolve: say } = Promise.withResolvers<void>()
  const { url, asked } = await openServer(true, promise)
  const first = fetch(url)
  await expect.poll(() => asked.length).toBe(1)
  const second = fetch(url)
  await delay(200)
  say()
  expect([(await first).status, (await second).status, asked.length]).toEqual([503, 503, 1])
})

it('answers once whoever has to wait for another answer on the same connection', async () => {
  const { url, go, asked, report } = await openServer(true)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
  socket.write(get('/report') + get('/'))
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes
  })
  await expect.poll(() => asked.length).toBe(1)
  const other = await fetch(url)
  expect([other.status, asked.length]).toEqual([503, 2])
  report.push(null)
  await expect.poll(() => said).toContain('silent')
  expect(said.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
  go()
  socket.end()
  await once(socket, 'close')
})

it('leaves whoever waits for something else waiting, and asks again only after a while', async () => {
  const { url, go, asked, askedAt } = await openServer(false)
  const waiting = fetch(url)
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
  go()
  expect(await (await waiting).text()).toBe('done')
  expect(new Set(asked)).toEqual(new Set([40]))
  for (const [index, at] of askedAt.slice(1).entries()) expect(at - askedAt[index]!).toBeGreaterThan(40)
})

it('does not take a body that arrives slowly for one that waits', async () => {
  const { url, asked } = await openServer(true)
  const body = new ReadableStream({
    pull: async (stream) => {
      await delay(30)
      if (sent++ === 8) return stream.close()
      stream.enqueue(new TextEncoder().encode(sent === 1 ? '[' : sent === 8 ? '1]' : '1,'))
    },
  })
  let sent = 0
  const answer = await fetch(url, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect([await answer.text(), asked]).toEqual(['received', []])
})
