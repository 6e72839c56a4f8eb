import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFromHere } from '../web/visit.ts'
import type { Language } from '../words/catalogue.ts'
import { addReceiving } from './addReceiving.ts'
import { sendError } from './checkRequest.ts'
import { collectionStatus, createCollections } from './collections.ts'
import { createSandbox, type SandboxOptions } from './createSandbox.ts'
import { createSwitchboard, type Switchboard } from './faults.ts'
import { createNotifier } from './notifications/notifications.ts'
import { registerPages } from './pages/registerPages.ts'
import { createPayments, paymentStatus } from './payments.ts'
import { createRefusals } from './refusals.ts'
import { collectionScripts, payerScripts } from './scriptedOutcomes.ts'
import { type Clock, systemClock } from './state/clock.ts'
import type { CarriedOut, PageAsked, SandboxServices } from './state/records.ts'
import { createPayoutBook, createStore, newestFirst } from './state/store.ts'

export interface WholeSandboxOptions extends SandboxOptions {
  /** Where the state is kept across restarts. Undefined: only in memory. */
  stateFolder?: string | undefined
  merchantName?: string | undefined
  language?: Language | undefined
  /** The key that signs notifications. */
  callbackSecret?: string | undefined
  /** How long a payer, and a customer at a handset, has to pay. By default 10 and 2 minutes. */
  paymentExpiresMs?: number | undefined
  collectionExpiresMs?: number | undefined
  /** When a script's "by itself" event happens, after the request. By default 1 second. */
  byItselfMs?: number | undefined
  /** The delay before the next try, after each failed notification. */
  notificationDelaysMs?: readonly number[] | undefined
  notificationTimeoutMs?: number | undefined
  clock?: Clock | undefined
}

export interface WholeSandbox {
  app: FastifyInstance
  carriedOut: readonly CarriedOut[]
  services: SandboxServices
}

/**
 * The provider's whole interface as a local server that moves no money: payments, collections, payouts, notifications, the pages for payers
 * and customers, and a switchboard of faults.
 *
 * @throws StateFolderError if the state folder can't be used
 */
export function createWholeSandbox(options: WholeSandboxOptions = {}): WholeSandbox {
  const { clock = systemClock, merchantName = 'The merchant', language = 'en', latencyMs = 0 } = options
  const store = createStore(options.stateFolder)
  const switchboard = createSwitchboard({ latencyMs })
  const notifier = createNotifier(store.notifications, {
    clock,
    secret: options.callbackSecret,
    delaysMs: options.notificationDelaysMs,
    timeoutMs: options.notificationTimeoutMs,
  })
  const payments = createPayments(store.payments, {
    clock,
    notifier,
    switchboard,
    expiresMs: options.paymentExpiresMs ?? 10 * 60_000,
  })
  const collections = createCollections(store.collections, {
    clock,
    notifier,
    expiresMs: options.collectionExpiresMs ?? 2 * 60_000,
    byItselfMs: options.byItselfMs ?? 1000,
  })
  const book = createPayoutBook(clock, (record) => store.payouts.put(record))
  for (const record of store.payouts.all()) book.restore(record)

  const refusals = createRefusals(clock)
  const services: SandboxServices = {
    refusals,
    merchant: { name: merchantName },
    language,
    payments,
    collections,
    payouts: { list: (page) => newestFirst(book.carriedOut, page) },
    notifications: {
      find: (id) => store.notifications.get(id),
      list: (page) => store.notifications.page(page),
      resend: notifier.resend,
    },
    faults: switchboard,
  }
  const { app, carriedOut } = createSandbox(options, {
    switchboard,
    book,
    about: index,
    prepare: (server) => {
      server.addConstraintStrategy(wantsStrategy)
      refusals.watch(server)
    },
    otherStatus: (reference) => {
      const payment = payments.find(reference)
      const collection = collections.find(reference)
      return payment ? paymentStatus(payment) : collection ? collectionStatus(collection) : null
    },
  })
  addSafeHeaders(app)
  addReceiving(app, services, switchboard, options)
  addApi(app, services, switchboard)
  const document = addOpenApi(app)
  app.register((scope) => registerPages(scope, services, document))
  app.addHook('onReady', async () => {
    for (const each of [notifier, payments, collections]) each.start()
  })
  app.addHook('onClose', async () => {
    payments.close()
    collections.close()
    await notifier.close()
    store.close()
  })
  return { app, carriedOut, services }
}

const index = {
  payment: 'POST /v1/payment/init',
  collection: 'POST /v1/payment/payin/mobile',
  notifications: 'GET /sandbox/notifications',
  faults: 'GET and PUT /sandbox/faults',
  pages: ['/sandbox', '/sandbox/notifications', '/sandbox/faults', '/handset'],
  documentation: ['/docs', '/openapi.json'],
  collectionScripts,
  payerScripts,
}

/** For answers without their own headers: no scripts, no frames, no cache, and other sites see no references. */
const safeHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  vary: 'Accept',
}

function addSafeHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(safeHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

/** For programs, on a path that also has a page for people (who ask for text/html). */
const forPrograms = { constraints: { wants: 'json' } }

/** The sandbox's own API for tests and scripts. It is not part of the provider's interface and needs no keys. */
function addApi(app: FastifyInstance, services: SandboxServices, switchboard: Switchboard): void {
  const { payments, collections, notifications } = services
  app.get('/sandbox/payments', (request) => payments.list(pageOf(request)))
  app.get('/sandbox/collections', (request) => collections.list(pageOf(request)))
  app.get('/sandbox/notifications', forPrograms, (request) => notifications.list(pageOf(request)))
  app.post<{ Params: { id: string } }>(
    '/sandbox/notifications/:id/resend',
    { ...forPrograms, onRequest: refuseOtherSites },
    async ({ params }, reply) =>
      (await notifications.resend(params.id)) ?? sendError(reply, 'payment', 404, 'There is no such notification.'),
  )
  app.get('/sandbox/faults', forPrograms, () => ({ ...switchboard.get(), played: switchboard.played() }))
  app.put('/sandbox/faults', { onRequest: refuseOtherSites }, ({ body }, reply) => {
    const set = services.faults.set(body)
    return set.ok ? set.faults : sendError(reply, 'payment', 400, set.message)
  })
}

async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isFromHere(request.headers, true)) return undefined
  return sendError(reply, 'payment', 403, 'Another site may not do this.')
}

const longestPage = 1000

/** `?offset=0&limit=100`. Invalid numbers are ignored. */
function pageOf({ query }: FastifyRequest): PageAsked {
  const { offset, limit } = query as Readonly<Record<string, unknown>>
  return { offset: wholeNumber(offset) ?? 0, limit: Math.min(wholeNumber(limit) ?? 100, longestPage) }
}

const wholeNumber = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null

/**
 * Serves /openapi.json.
 * @returns the document, made on the first call
 */
function addOpenApi(app: FastifyInstance): () => Promise<object> {
  let made: Promise<object> | undefined
  const document = () => {
    made ??= import('./openApi.ts').then(({ createOpenApi }) => createOpenApi(createWholeSandbox))
    return made
  }
  app.get('/openapi.json', async (_request, reply) => reply.send(await document()))
  return document
}

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Storage = ReturnType<Strategy['storage']>

/**
 * A path can have a page for people and JSON for programs. A route with the constraint `wants: 'json'` is for requests that don't ask for
 * text/html, as browsers do. A route without it is for the others.
 */
const wantsStrategy: Strategy = {
  name: 'wants',
  storage: () => {
    const handlers = new Map<unknown, Parameters<Storage['set']>[1]>()
    return {
      get: (wanted) => handlers.get(wanted) ?? null,
      set: (wanted, handler) => void handlers.set(wanted, handler),
    }
  },
  deriveConstraint: ({ headers }) => (/\btext\/html\b/.test(headers.accept ?? '') ? 'html' : 'json'),
}
