import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { isLoopback } from '../process.ts'
import { preferredLanguage } from '../web/visit.ts'
import { say } from '../words/sentence.ts'
import { answerInSilence } from './answerInSilence.ts'
import { addApi, identifyBy } from './api/api.ts'
import { type Desk, isOverTls } from './api/call.ts'
import { addOpenApi } from './api/openApi.ts'
import {
  ApiProblem,
  answerNoRequest,
  answerProblem,
  invalid,
  keepAnswer,
  problemText,
  problemType,
  silenceProblem,
  statusOf,
} from './api/problem.ts'
import { addPages, answerPageProblem, problemPage } from './pages/visits.ts'

/** The longest a sender may take for its headers. A body may be a file of 512 MiB, so upload.ts checks its progress instead. */
const headersMs = 15_000

/** A client that reads nothing of an answer for this long is gone. */
const stalledMs = 60_000

/** The console and the HTTP API, not listening yet. */
export async function createDesk(desk: Desk, stalled = stalledMs, patienceMs?: number): Promise<FastifyInstance> {
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    isForPrograms(request) ? answerProblem(error, request, reply) : answerPageProblem(desk, error, request, reply)
  const identify = identifyBy(desk)
  /** Whoever may not call the API gets no other answer. */
  const knownFirst = async (request: FastifyRequest) => {
    if (pathOf(request).startsWith('/api/v1/')) await identify(request)
  }
  const served: Served[] = []
  const app = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    requestTimeout: 0,
    // A request without Host is answered here: Node would do so without a word.
    http: { headersTimeout: headersMs, requireHostHeader: false },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => answerNoRequest(socket, problemOfBytes(error, served)),
    frameworkErrors: (error, request, reply) => {
      request.language = languageAsked(request)
      // This runs before any hook: the cookies are not parsed yet, and nobody is signed in.
      request.cookies = {}
      const isLong = (error as { code?: string }).code === 'FST_ERR_MAX_PARAM_LENGTH'
      const problem = isLong
        ? new ApiProblem('not_found', say('desk.path_too_long'))
        : invalid('path', say('desk.path_invalid'))
      reply.header('cache-control', 'no-store')
      knownFirst(request).then(
        () => answer(problem, request, reply),
        (unknown: unknown) => answer(unknown, request, reply),
      )
    },
    trustProxy: desk.url === undefined ? false : (_address: string, hop: number) => hop < 1,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.server.on('request', keepAnswer)
  closeIdleConnections(app)
  app.setValidatorCompiler(validatorCompiler)
  // Answer schemas are only documentation (api/openApi.ts): a serialiser made from them would drop fields that they don't name.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  answerInSilence(app, desk.isLedgerSilent, (reply) => answerSilence(desk, reply), patienceMs)
  app.decorate('deskLog', desk.app.log)
  app.decorateRequest('language', 'en')
  app.decorateRequest('isKnown', false)
  // Registered first, so that errors have these headers too.
  await app.register(helmet, safeHeaders(isOverTls(desk)))
  await app.register(cookie)
  app.addHook('onRequest', async (request) => {
    request.language = languageAsked(request)
    if (isProbe(request)) return
    if (request.headers.host === undefined) throw invalid('Host', say('desk.host_missing'))
    if (!isServedHost(desk, request.headers.host)) {
      throw new ApiProblem('wrong_host', say('desk.wrong_host', { variable: 'PAYRUN_DESK_URL' }))
    }
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (payload instanceof Readable) cutOffStalled(reply.raw, stalled)
  })
  addProbes(app, desk)
  app.setErrorHandler(answer)
  answerOthers(app, served, knownFirst)
  await addOpenApi(app)
  await app.register((scope) => addApi(scope, desk, identify), { prefix: '/api/v1' })
  await app.register((scope) => addPages(scope, desk))
  return app
}

/** Past the framework, whose answer may be waiting for the ledger. Whatever the request still answers is dropped. */
function answerSilence(desk: Desk, reply: FastifyReply): void {
  const { request } = reply
  reply.hijack()
  const problem = silenceProblem(request)
  const [type, text] = isForPrograms(request)
    ? [problemType, problemText(problem, request.language)]
    : ['text/html; charset=utf-8', problemPage(desk, request, problem)]
  const headers = { ...reply.getHeaders(), ...problem.headers, 'cache-control': 'no-store', 'content-type': type }
  reply.raw.writeHead(statusOf[problem.code], headers as OutgoingHttpHeaders).end(text)
}

const languageAsked = ({ headers }: FastifyRequest) => preferredLanguage(headers['accept-language']) ?? 'en'

const isProbe = ({ url }: FastifyRequest): boolean => /^\/(healthz|readyz|metrics)\/?(\?|$)/.test(url)

/** Programs are answered in JSON, people with pages. */
const isForPrograms = (request: FastifyRequest): boolean => pathOf(request).startsWith('/api/')

/** The path as the router reads it: `/%61pi` is `/api`, and `%2F` separates nothing. */
const pathOf = ({ url }: { url: string }): string =>
  (url.split('?')[0] ?? '').replace(/%[0-7][\da-f]/gi, (each) => decodeURI(each))

/** Refuses the host name of another site that was made to resolve to this address (DNS rebinding). */
function isServedHost({ url }: Desk, host: string): boolean {
  if (url !== undefined) {
    const withPort = url.port === '' ? `${url.host}:${url.protocol === 'https:' ? 443 : 80}` : url.host
    return [url.host, withPort].includes(host.toLowerCase())
  }
  const name = URL.parse(`http://${host}`)?.hostname ?? ''
  return isLoopback(name.replace(/^\[|\]$/g, ''))
}

/** No inline content, nothing from other hosts, no page in a frame. */
const safeHeaders = (byTls: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' as const },
  referrerPolicy: { policy: 'same-origin' as const },
  strictTransportSecurity: byTls && { maxAge: 31_536_000 },
})

/** Ends an answer that the client has stopped reading. Nobody is late while there is nothing to read. */
function cutOffStalled(answer: ServerResponse, ms: number): void {
  answer.setTimeout(ms, () => {
    if (answer.writableLength > 0) answer.destroy()
    else answer.setTimeout(ms)
  })
}

/**
 * Closes connections without a request when the desk closes. Node would wait for connections that never sent one (browsers keep some
 * ready), and for incomplete headers, which no longer have a deadline.
 */
function closeIdleConnections(app: FastifyInstance): void {
  /** How many requests are being answered on each connection. */
  const answering = new Map<Socket, number>()
  let closing = false
  app.server.on('connection', (socket) => {
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (answering.get(socket) ?? 1) - 1
      if (!socket.destroyed) answering.set(socket, left)
      if (closing && left === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, requests] of answering) if (requests === 0) socket.destroy()
  })
}

/** The same probes as a worker's: docs/operations.md. */
function addProbes(app: FastifyInstance, { worker, isLedgerThere }: Desk): void {
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('alive\n'))
  app.get('/readyz', async (_request, reply) => {
    const readiness = worker ? await worker.ready() : { ready: await isLedgerThere() }
    return reply.code(readiness.ready ? 200 : 503).send(readiness)
  })
  if (!worker) return
  app.get('/metrics', async (_request, reply) =>
    reply.type(worker.metrics.contentType).send(await worker.metrics.text()),
  )
}

interface Served {
  method: string
  path: RegExp
}

/** Answers what has no route, before its body is looked at. */
function answerOthers(app: FastifyInstance, served: Served[], first: (request: FastifyRequest) => Promise<void>): void {
  app.addHook('onRoute', ({ method, url }) => {
    const path = new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}/?$`)
    for (const each of [method].flat()) served.push({ method: each, path })
  })
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    await first(request)
    throw noRoute(request, served)
  })
}

/** The problem of a known path with an unsupported method lists the supported ones. */
function noRoute(request: { url: string }, served: readonly Served[]): ApiProblem {
  const path = pathOf(request)
  const allowed = served.filter((each) => each.path.test(path)).map(({ method }) => method)
  if (allowed.length === 0) return new ApiProblem('not_found', say('desk.no_such_path'))
  const allow = [...new Set(allowed)].sort().join(', ')
  return new ApiProblem('method_not_allowed', say('desk.method_not_allowed', { allow }), {}, { allow })
}

/** The problem of bytes that Node can't read: no HTTP, or a request with a method that is none of HTTP's. */
function problemOfBytes(error: { code?: string; rawPacket?: unknown }, served: readonly Served[]): ApiProblem {
  const bytes = error.code === 'HPE_INVALID_METHOD' ? String(error.rawPacket) : ''
  const [, url] = /^[!#$%&'*+.^_`|~\w-]+ (\/\S*) HTTP\/1\.[01]\r?\n/.exec(bytes) ?? []
  return url === undefined ? new ApiProblem('invalid_request', say('desk.not_http')) : noRoute({ url }, served)
}
