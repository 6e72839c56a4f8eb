import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../src/provider/answers/answer.ts'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { inEnglish } from '../harness/inEnglish.ts'
import { clientOf, payable, secrets } from './payables.ts'
import { http, startRawServer, successBody } from './rawServer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function pay(url: string, options: Parameters<typeof clientOf>[1] = {}): Promise<Answer> {
  const client = clientOf(url, options)
  closers.push(client.close)
  return client.payout(payable)
}

const outcome = (answer: Answer) => outcomeOf(answer, payable, new Date())

const okHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const end = (text: string) => (socket: Socket) => socket.end(text)

describe('after the whole request has left', () => {
  const quick = { timeoutMs: 150 }
  it.each<[string, (socket: Socket) => unknown, string, string, { timeoutMs?: number }]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy(), 'reset', 'connection_lost', {}],
    ['the connection is closed', end(''), 'closed', 'connection_lost', {}],
    ['half the headers come, then the end', end('HTTP/1.1 200 OK\r\nContent-Ty'), 'closed', 'connection_lost', {}],
    [
      'half the body comes, then the end',
      end(`${okHead}Content-Length: 500\r\n\r\n${successBody}`),
      'closed',
      'connection_lost',
      {},
    ],
    [
      'half the chunks come, then the end',
      end(`${okHead}Transfer-Encoding: chunked\r\n\r\n5\r\n{"err\r\n`),
      'closed',
      'connection_lost',
      {},
    ],
    [
      'a chunk is broken',
      end(`${okHead}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{"err\r\n0\r\n\r\n`),
      'garbled',
      'unreadable_answer',
      {},
    ],
    ['something else than HTTP comes', end('220 mail.example.test ESMTP\r\n'), 'garbled', 'unreadable_answer', {}],
    [
      'another protocol is offered',
      end('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      'garbled',
      'unreadable_answer',
      {},
    ],
    [
      'headers without end come',
      end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}`),
      'oversized',
      'unreadable_answer',
      {},
    ],
    ['nothing comes', () => undefined, 'timeout', 'timeout', quick],
    [
      'headers come and no body',
      (socket) => socket.write(`${okHead}Content-Length: 10\r\n\r\n`),
      'timeout',
      'timeout',
      quick,
    ],
  ])('%s: lost, and unknown', async (_what, answer, cause, code, options) => {
    const server = await startRawServer(({ socket }) => answer(socket))
    closers.push(server.close)
    const result = await pay(server.url, options)
    expect(result).toMatchObject({ kind: 'lost', cause })
    expect(outcome(result)).toMatchObject({ kind: 'unknown', code, providerReference: null })
    expect(server.requests).toHaveLength(1)
    for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret)
  })

  it('gives up on a slow drip at the deadline, though something arrives all the time', async () => {
    let drip: NodeJS.Timeout | undefined
    const server = await startRawServer(({ socket }) => {
      socket.write(`${okHead}Content-Length: 100000\r\n\r\n`)
      drip = setInterval(() => socket.write(' '), 10)
    })
    closers.push(server.close, () => clearInterval(drip))
    const result = await pay(server.url, { timeoutMs: 300 })
    expect(result).toMatchObject({ kind: 'lost', cause: 'timeout', httpStatus: 200 })
    expect(outcome(result)).toMatchObject({ kind: 'unknown', code: 'timeout' })
  })

  it('stops reading a 20 MB body', async () => {
    const body = 20 * 1024 * 1024
    let written = 0
    const server = await startRawServer(({ socket }) => {
      socket.write(`${okHead}Content-Length: ${body}\r\n\r\n`)
      const more = () => {
        while (written < body && !socket.destroyed) {
          written += 65_536
          if (!socket.write(Buffer.alloc(65_536, 32))) break
        }
      }
      socket.on('drain', more)
      more()
    })
    closers.push(server.close)
    const result = await pay(server.url)
    expect(result).toMatchObject({ kind: 'lost', cause: 'oversized' })
    expect(outcome(result)).toMatchObject({ kind: 'unknown', code: 'unreadable_answer' })
    expect(written).toBeLessThan(body)
  })

  it('reads a truncated JSON that only the close ends, which HTTP calls a good answer, as unknown', async () => {
    const server = await startRawServer(({ socket }) => socket.end(`${okHead}\r\n${successBody.slice(0, -30)}`))
    closers.push(server.close)
    const result = await pay(server.url)
    expect(result).toMatchObject({ kind: 'response', httpStatus: 200, delimited: false })
    expect(outcome(result)).toMatchObject({ kind: 'unknown', code: 'unreadable_answer' })
  })

  it('takes a whole answer that only the close ends', async () => {
    const server = await startRawServer(({ socket }) => socket.end(`${okHead}\r\n${successBody}`))
    closers.push(server.close)
    expect(outcome(await pay(server.url))).toEqual({ kind: 'paid', providerReference: 'REF-1' })
  })

  it.each([
    [401, 'unauthorized'],
    [404, 'wrong_interface'],
    [302, 'redirected'],
  ])('keeps the row unknown and stops the batch when only the head of a %i arrives', async (status, pause) => {
    const server = await startRawServer(({ socket }) => socket.end(http(status, 'x'.repeat(50)).slice(0, -10)))
    closers.push(server.close)
    expect(outcome(await pay(server.url))).toMatchObject({ kind: 'unknown', code: 'connection_lost', pause })
  })
})

describe('before anything has left', () => {
  it('says refused when nobody listens', async () => {
    const server = await startRawServer(() => undefined)
    await server.close()
    const result = await pay(server.url)
    expect(result).toMatchObject({ kind: 'not_sent', cause: 'refused' })
    expect(inEnglish(outcome(result))).toEqual({
      kind: 'not_taken',
      code: 'not_sent',
      message: 'The provider refused the connection (ECONNREFUSED): nothing was sent.',
    })
  })

  it('says dns when the name does not exist', async () => {
    const result = await pay('http://name.invalid')
    expect(result).toMatchObject({ kind: 'not_sent', cause: 'dns' })
    expect(outcome(result)).not.toHaveProperty('pause')
  })

  it('says connect_timeout when a host takes no connection', async () => {
    const port = await startDeafServer()
    const result = await pay(`http://127.0.0.1:${port}`, { connectTimeoutMs: 200 })
    expect(result).toMatchObject({ kind: 'not_sent', cause: 'connect_timeout' })
  })

  it.each([
    ['a certificate that nobody vouches for', 'https://127.0.0.1', startTlsServer],
    ['a server that speaks no TLS', 'https://127.0.0.1', startPlainServer],
  ])('sends nothing to %s, and pauses', async (_what, base, start) => {
    const { port, heard } = await start()
    const result = await pay(`${base}:${port}`)
    expect(result).toMatchObject({ kind: 'not_sent', cause: 'tls' })
    expect(outcome(result)).toMatchObject({ kind: 'not_taken', code: 'not_sent', pause: 'tls' })
    expect(heard()).not.toContain('POST')
  })

  it('reports a closed client instead of hanging', async () => {
    const server = await startRawServer(({ socket }) => socket.write(http(200, successBody)))
    const client = clientOf(server.url)
    closers.push(server.close)
    await client.close()
    expect(await client.payout(payable)).toMatchObject({ kind: 'not_sent', cause: 'closed' })
    expect(server.requests).toHaveLength(0)
  })
})

interface Heard {
  port: number
  /** What the server's application could read. */
  heard: () => string
}

async function startTlsServer(): Promise<Heard> {
  const fixture = (name: string) => readFileSync(new URL(`./fixtures/self-signed.${name}`, import.meta.url))
  let heard = ''
  const server = createTlsServer({ key: fixture('key'), cert: fixture('crt') }, (socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        heard += data.toString('latin1')
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}

async function startPlainServer(): Promise<Heard> {
  let heard = ''
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        heard += data.toString('latin1')
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}

/** A listener that is stopped and whose queue is full: the kernel drops every further attempt to connect. */
async function startDeafServer(): Promise<number> {
  const listen =
    "const s=require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},()=>console.log(s.address().port))"
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  const fillers = Array.from({ length: 6 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  closers.push(async () => {
    for (const filler of fillers) filler.destroy()
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  // With a backlog of 1 the queue takes two.
  await expect.poll(() => fillers.filter((filler) => !filler.connecting).length).toBeGreaterThanOrEqual(2)
  return port
}
