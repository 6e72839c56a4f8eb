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
  /** The keys that a caller has to present. */
  appKey?: string | undefined
  merchantKey?: string | undefined
  /** False: the merchant is not approved for payouts (interface document, 4.3), and gets a 403. */
  approvedForPayouts?: boolean | undefined
  /** True: a call without the Accept header that the document lists (section 4) is taken all the same. */
  lenient?: boolean | undefined
  /** Every answer waits this long; 0 by default. */
  latencyMs?: number | undefined
  /** How long the slow scripts wait; 3 s by default. */
  slowMs?: number | undefined
  /** How long a payout that was answered with PENDING stays so; 60 s by default. */
  finalMs?: number | undefined
  /** Names by which it may be called, besides `localhost` and addresses: a page of another name is a stranger's. */
  hostNames?: readonly string[] | undefined
  /** A request that is not there whole by then is cut off, headers and body. */
  requestTimeoutMs?: number | undefined
  /** Told of each scripted fault that is played; no numbers in it. */
  log?: ((message: string) => void) | undefined
}

/** What a whole sandbox shares with its payouts; one that only pays out makes its own. */
interface SandboxParts {
  switchboard?: Switchboard
  book?: PayoutBook
  /** What the status call says of references that are no payouts. */
  otherStatus?: (reference: string) => StatusAnswer | null
  /** More lines of the index, which is for programs alone then (`wants` of createWholeSandbox.ts). */
  about?: object
  /** Called with the server before it has any route. */
  prepare?: (app: FastifyInstance) => void
}

export interface Sandbox {
  app: FastifyInstance
  /** Grows while the sandbox runs, in the order of paying. */
  carriedOut: readonly CarriedOut[]
}

/**
 * Against DNS rebinding: a page of any site may have its name point to this machine, and its scripts would read and pay here. An
 * address can't be pointed elsewhere, and says itself where it leads.
 */
function answerOwnNames(app: FastifyInstance, more: readonly string[]): void {
  const own = new Set(['localhost', ...more.map((name) => name.toLowerCase())])
  app.addHook('onRequest', async (request, reply) => {
    const name = request.headers.host?.toLowerCase().replace(/:\d+$/, '') ?? ''
    if (own.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return
    sendError(reply, 'payment', 421, 'This server is not called by that name.')
  })
}

/** The keys that a sandbox takes unless it is given others. */
export const sandboxAppKey = 'sandbox-app-key'
export const sandboxMerchantKey = 'sandbox-merchant-key'

/** The sandbox's status call, in the form of PAYRUN_STATUS_PATH. The interface document has none. */
export const sandboxStatusPath = '/v1/payment/status/{reference}'
const statusRoute = sandboxStatusPath.replace('{reference}', ':reference')

/**
 * The provider's payouts as a local server that pays nobody: what it would have paid, it keeps in memory. Numbers that
 * end in the digits of `scriptedOutcomes` meet a fault. The rest of the interface is added by createWholeSandbox.ts.
 */
export function createSandbox(options: SandboxOptions = {}, parts: SandboxParts = {}): Sandbox {
  const { log = () => undefined, latencyMs = 0, requestTimeoutMs = 10_000 } = options
  const { switchboard = createSwitchboard({ latencyMs }), book = createPayoutBook(systemClock) } = parts
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    // As long as Node takes a path: the handler says that nobody has such a reference.
    routerOptions: { maxParamLength: 64 * 1024 },
    frameworkErrors: answerUnreadablePath,
    // Node looks every 30 s by default, so that 10 s could be 40.
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

/** Both headers are required on every call (interface document, 5); looked at before the body is read. */
function checkKeys(
  { appKey = sandboxAppKey, merchantKey = sandboxMerchantKey }: SandboxOptions,
  form: ErrorForm,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async ({ headers }, reply) => {
    if (headers['app-key'] === appKey && headers['merchant-key'] === merchantKey) return undefined
    return sendError(reply, form, 401, 'The app-key or merchant-key header is missing or wrong.')
  }
}

/** What each of the three endpoints lists (interface document, 4): the keys, then `Accept: application/json` by its name. */
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

/** With parameters or not, but for those that say "not at all" (`q=0`). */
const asksForJson = /(?:^|,)\s*application\/json\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:[,;]|$))[^,]*)?(?:,|$)/i

/** All endpoints use POST (interface document, 4), the status call GET. Told before a body is read. */
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

/** What the router can't read (`%zz`), in the form of the interface, and without the path, which may have anything in it. */
function answerUnreadablePath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const isStatus = request.url.startsWith(statusRoute.replace(':reference', ''))
  sendError(reply, isStatus ? 'transfer' : 'payment', 400, invalidRequest('its path can not be read'))
}

/** Answers a valid payout, by its script. */
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
