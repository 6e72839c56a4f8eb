import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startHealthServer } from '../../src/operations/health.ts'
import { startListening } from '../../src/provider/notifications/startListening.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'

const requestTimeoutMs = 300
const token = 'a'.repeat(22)

/** Each server of payrun's, with a short patience. */
const servers: Record<string, () => Promise<{ url: string; close(): Promise<void> }>> = {
  'the sandbox': () => startSandbox({ requestTimeoutMs }),
  listen: () =>
    startListening({
      host: '127.0.0.1',
      port: 0,
      requestTimeoutMs,
      token,
      store: {
        keep: () => Promise.reject(new Error('nothing comes this far')),
        markHandled: () => Promise.resolve(),
        waiting: () => Promise.resolve([]),
      },
      onNotification: () => undefined,
    }),
  'a worker’s health': async () => {
    const started = await startHealthServer({
      host: '127.0.0.1',
      port: 0,
      requestTimeoutMs,
      ready: () => Promise.reject(new Error('nobody asks')),
      metrics: { contentType: 'text/plain', text: () => Promise.resolve('') },
    })
    if (started.kind !== 'listening') throw new Error(started.code)
    return started
  },
}

/** Sends the head, and then a byte now and then for as long as it may. Resolves when the server has had enough. */
async function trickle(url: string, head: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  const more = setInterval(() => socket.write('x'), 20)
  socket.resume()
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(more)
}

test.each(Object.keys(servers))(
  '%s cuts off whoever sends a byte now and then, in headers and in a body',
  async (name) => {
    const server = await servers[name]?.()
    if (!server) throw new Error(name)
    const path = new URL(server.url).pathname
    await trickle(server.url, `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `)
    const head = `POST ${path === '/' ? '/v1/transfer/mobile' : path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json`
    await trickle(server.url, `${head}\r\nContent-Length: 60000\r\n\r\n{`)
    await trickle(server.url, `${head}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1000\r\n`)
    await server.close()
  },
)

test('the sandbox answers to its own names only, so that no page of another can be pointed at it', async () => {
  const sandbox = await startSandbox({ hostNames: ['pay.test'] })
  const statusFor = async (host: string) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    socket.setEncoding('utf8').write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    let answer = ''
    for await (const piece of socket) answer += piece
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
  }
  for (const host of ['localhost:4010', '127.0.0.1', '[::1]:4010', 'LOCALHOST', 'pay.test:80', '10.0.0.7:4010'])
    expect(await statusFor(host), host).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example:4010', '127.0.0.1.evil.example', ''])
    expect(await statusFor(host), host).toBe(421)
  await sandbox.close()
})
