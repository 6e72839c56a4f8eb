import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { type PayoutRequest, wirePaths } from '../provider/wire.ts'
import {
  checkPayout,
  type ErrorForm,
  errorAnswer,
  invalidRequest,
  ok,
  readJsonBody,
  type SandboxAnswer,
  send,
  sendError,
} from './checkRequest.ts'
import { createSwitchboard, meetFaults, type Switchboard, serverError, tooMany } from './faults.ts'
import { type Script, scriptedOutcomes, scriptOf } from './scriptedOutcomes.ts'
import { systemClock } from './state/clock.ts'
import type { CarriedOut } from './state/records.ts'
import { createPayoutBook, type PayoutBook, type StatusAnswer } from './state/store.ts'

export interface SandboxOptions {
  /** The keys that a caller must send. */
  appKey?: string | undefined
  merchantKey?: string | undefined
  /** False if the merchant is not approved for payouts (interface document, 4.3): payouts get a 403. */
  approvedForPayouts?: boolean | undefined
  /** Accept calls without the Accept header that the document lists (section 4). */
  lenient?: boolean | undefined
  /** How long every answer waits. By default 0. */
  latencyMs?: number | undefined
  /** How long the slow scripts wait. By default 3 s. */
  slowMs?: number | undefined
  /** How long a payout answered with PENDING stays pending. By default 60 s. */
  finalMs?: number | undefined
  /** Host names that it accepts, besides `localhost` and IP addresses. Other names may belong to a stranger's page. */
  hostNames?: readonly string[] | undefined
  /** A request that is incomplete after this time is cut off, headers and body. */
  requestTimeoutMs?: number | undefined
  /** Called for each scripted fault, without phone numbers. */
  log?: ((message: string) => void) | undefined
}

/** What the whole sandbox shares with its payouts. A sandbox with only payouts creates its own. */
interface SandboxParts {
  switchboard?: Switchboard
  book?: PayoutBook
  /** The status answer for references that are not payouts. */
  otherStatus?: (reference: string) => StatusAnswer | null
  /** More fields of the index, which is then only for programs (`wants` in createWholeSandbox.ts). */
  about?: object
  /** Called with the server before any route is added. */
  prepare?: (app: FastifyInstance) => void
}

export interface Sandbox {
  app: FastifyInstance
  /** In the order of payment. Grows while the sandbox runs. */
  carriedOut: readonly CarriedOut[]
}

/**
 * Refuses other host names, against DNS rebinding: any site may point its name to this machine, and its scripts could then read and pay
 * here. IP addresses are safe, because they can't be pointed elsewhere.
 */
function answerOwnNames(app: FastifyInstance, more: readonly string[]): void {
  const own = new Set(['localhost', ...more.map((name) => name.toLowerCase())])
  app.addHook('onRequest', async (request, reply) => {
    const name = request.headers.host?.toLowerCase().replace(/:\d+$/, '') ?? ''
    if (own.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return
    sendError(reply, 'payment', 421, 'This server is not called by that name.')
  })
}

/** The default keys. */
export const sandboxAppKey = 'sandbox-app-key'
export const sandboxMerchantKey = 'sandbox-merchant-key'

/** The sandbox's status call, in the form of PAYRUN_STATUS_PATH. The interface document has no such call. */
export const sandboxStatusPath = '/v1/payment/status/{reference}'
const statusRoute = sandboxStatusPath.replace('{reference}', ':reference')

/**
 * The provider's payouts as a local server that pays nobody and keeps what it would have paid in memory. Numbers that end in the digits of
 * `scriptedOutcomes` meet a fault. createWholeSandbox.ts adds the rest of the interface.
 */
export function createSandbox(options: SandboxOptions = {}, parts: SandboxParts = {}): Sandbox {
  const { log = () => undefined, latencyMs = 0, requestTimeoutMs = 10_000 } = options
  const { switchboard = createSwitchboard({ latencyMs }), book = createPayoutBook(systemClock) } = parts
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    // The longest path that Node accepts: the handler answers that there is no such reference.
    routerOptions: { maxParamLength: 64 * 1024 },
    frameworkErrors: answerUnreadablePath,
    // By default Node checks only every 30 s, so 10 s could become 40.
    http: { connectionsCheckingInterval: 500, headersTimeout: requestTimeoutMs, requestTimeout: requestTimeoutMs },
  })
  parts.prepare?.(app)
  answerOwnNames(app, options.hostNames ?? [])
  const play = createPayoutPlayer(book, options)

  // The document lists no Content-Type for payouts (4.3), so every type is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    readJsonBody(text),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode === 413) return sendError(reply, 'transfer', 413, 'The request is too large.')
    return statusCode < 500
      ? sendError(reply, 'transfer', 400, invalidRequest('its body is not JSON'))
      : sendError(reply, 'transfer', 500, 'The sandbox failed.')
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, 'payment', 404, 'There is no such path.'))

  app.post(wirePaths.payout, { onRequest: checkHeaders(options, 'transfer') }, async (request, reply) => {
    if (options.approvedForPayouts === false)
      return sendError(reply, 'transfer', 403, 'This merchant is not approved for payouts.')
    const checked = checkPayout(request.body)
    if (!checked.ok) return sendError(reply, 'transfer', 400, checked.message)
    const payout = checked.request
    const script = scriptOf(payout.phoneNumber)
    if (script) log(`script ${script}: ${scriptedOutcomes.find((each) => each.digits === script)?.what}`)
    return send(reply, await meetFaults(switchboard, 'transfer', payout.operator, () => play(payout, script)))
  })
  app.get<{ Params: { reference: string } }>(
    statusRoute,
    { onRequest: checkKeys(options, 'transfer') },
    ({ params: { reference } }, reply) => {
      const now = book.statusOf(reference) ?? parts.otherStatus?.(reference)
      return now ?? sendError(reply, 'transfer', 404, 'There is no payment with this reference.')
    },
  )
  refuseOtherMethods(app, wirePaths.payout, 'transfer')
  refuseOtherMethods(app, statusRoute, 'transfer', 'GET')
  app.get('/sandbox/payouts', () => ({ count: book.carriedOut.length, payouts: book.carriedOut }))
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/', parts.about ? { constraints: { wants: 'json' } } : {}, () => ({ ...index, ...parts.about }))
  return { app, carriedOut: book.carriedOut }
}

const index = {
  name: 'payrun sandbox',
  about: 'The payment interface, served locally. Nobody is paid.',
  payout: `POST ${wirePaths.payout}`,
  status: `GET ${sandboxStatusPath}`,
  carriedOut: 'GET /sandbox/payouts',
  scriptedOutcomes,
}

/** Both headers are required on every call (interface document, 5). They are checked before the body is read. */
function checkKeys(
  { appKey = sandboxAppKey, merchantKey = sandboxMerchantKey }: SandboxOptions,
  form: ErrorForm,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async ({ headers }, reply) => {
    if (headers['app-key'] === appKey && headers['merchant-key'] === merchantKey) return undefined
    return sendError(reply, form, 401, 'The app-key or merchant-key header is missing or wrong.')
  }
}

/**
 * The headers that each of the three endpoints requires (interface document, 4): the keys, then an Accept that names `application/json`.
 */
export function checkHeaders(
  options: SandboxOptions,
  form: ErrorForm,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const keys = checkKeys(options, form)
  return async (request, reply) => {
    const refused = await keys(request, reply)
    if (refused || options.lenient === true || asksForJson.test(request.headers.accept ?? '')) return refused
    return sendError(reply, form, 406, 'The Accept header must name application/json.')
  }
}

/** With or without parameters, except `q=0`, which means "not accepted". */
const asksForJson = /(?:^|,)\s*application\/json\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:[,;]|$))[^,]*)?(?:,|$)/i

/** All endpoints use POST (interface document, 4), the status call GET. Other methods are refused before a body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  form: ErrorForm,
  own: 'GET' | 'POST' = 'POST',
): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) =>
    sendError(reply.header('allow', own === 'GET' ? 'GET, HEAD' : own), form, 405, `Use ${own}.`)
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((each) => each !== own)
  app.route({ method, url, onRequest: refuse, handler: refuse })
}

/** Answers a path that the router can't read (`%zz`), without quoting it, because it may contain anything. */
function answerUnreadablePath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const isStatus = request.url.startsWith(statusRoute.replace(':reference', ''))
  sendError(reply, isStatus ? 'transfer' : 'payment', 400, invalidRequest('its path can not be read'))
}

/** Answers a valid payout according to its script. */
function createPayoutPlayer(book: PayoutBook, { slowMs = 3000, finalMs = 60_000 }: SandboxOptions) {
  const turnedAway = new Set<string>()

  return async (payout: PayoutRequest, script: Script | null): Promise<SandboxAnswer> => {
    switch (script) {
      case null:
        return ok(book.pay(payout))
      case '9901':
        return ok(book.refuse(true, 'The payout was refused by the operator'))
      case '9902':
        return errorAnswer('transfer', 400, invalidRequest('the wallet does not exist'))
      case '9903':
        await delay(slowMs, undefined, { ref: false })
        return ok(book.pay(payout))
      case '9904':
        if (turnedAway.has(payout.phoneNumber)) return ok(book.pay(payout))
        turnedAway.add(payout.phoneNumber)
        return tooMany('transfer', 1)
      case '9905':
        book.pay(payout)
        return serverError('transfer')
      case '9906':
        book.pay(payout)
        return { kind: 'reset' }
      case '9907':
        book.pay(payout)
        return { kind: 'html', body: '<!doctype html><title>Welcome</title><h1>It works!</h1>' }
      case '9908':
        return ok(book.refuse(false, 'The payout was not made'))
      case '9909':
        return ok(book.pay(payout, finalMs))
    }
  }
}
