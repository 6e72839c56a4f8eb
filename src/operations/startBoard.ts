import { createHash, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createBullBoard } from '@bull-board/api'
import { FastifyAdapter } from '@bull-board/fastify'
import Fastify, { type FastifyInstance } from 'fastify'

export interface BoardOptions {
  host: string
  /** 0: a free one. */
  port: number
  /** Of the user `payrun`. */
  password: string
  /** Read-only ones (src/queue/boardQueues.ts). */
  queues: Parameters<typeof createBullBoard>[0]['queues']
  /** Hears of what a page could not be made for: the queue's store is away. */
  onTrouble(error: unknown): void
}

export interface StartedBoard {
  url: string
  close(): Promise<void>
}

/** Who may look. */
export const boardUser = 'payrun'

/**
 * Serve bull-board behind a login (HTTP Basic). It only shows: whatever is not a GET is refused before bull-board sees it.
 *
 * @throws the listener's own error (EADDRINUSE, EACCES); the caller words it.
 */
export async function startBoard(options: BoardOptions): Promise<StartedBoard> {
  const app = Fastify({ requestTimeout: 10_000, connectionTimeout: 30_000, forceCloseConnections: true })
  guard(app, options.password)
  await app.register(boardPages(options))
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (error) {
    await app.close()
    throw error
  }
  const { address, family, port } = app.server.address() as AddressInfo
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`, close: () => app.close() }
}

/** Of every request, also for what is not there: who doesn't sign in learns nothing. */
function guard(app: FastifyInstance, password: string): void {
  const maySee = loginCheck(password)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!maySee(request.headers.authorization)) {
      return reply
        .code(401)
        .header('www-authenticate', `Basic realm="${boardUser}", charset="UTF-8"`)
        .send({ error: `Sign in as ${boardUser}, with PAYRUN_BOARD_PASSWORD.` })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('allow', 'GET, HEAD').send({ error: 'Nothing can be changed here.' })
    }
    return undefined
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'There is nothing at this address.' }))
}

/** bull-board's page asks a font server of somebody else's; nothing but this server is asked. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Digests are of one length, and are compared in a time that does not tell how much of them is right. */
function loginCheck(password: string): (header: string | undefined) => boolean {
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest()
  const right = digest(`${boardUser}:${password}`)
  return (header) => {
    const [, given] = /^Basic +([\w+/=-]+)$/i.exec(header ?? '') ?? []
    return given !== undefined && timingSafeEqual(digest(Buffer.from(given, 'base64')), right)
  }
}

function boardPages({ queues, onTrouble }: BoardOptions) {
  const serverAdapter = new FastifyAdapter()
  createBullBoard({ queues, serverAdapter, options: { uiConfig: { boardTitle: 'payrun' } } })
  // Its own would tell the error's words, which may be anything.
  serverAdapter.setErrorHandler((error) => {
    onTrouble(error)
    return { status: 500, body: { error: 'The queue does not answer.' } }
  })
  return serverAdapter.registerPlugin()
}
