import type { FastifyInstance } from 'fastify'
import { addApi } from './addApi.ts'
import { addDocs } from './addDocs.ts'
import { addPayins } from './addPayins.ts'
import { type Clock, systemClock } from './clock.ts'
import { collectionStatus, createCollections } from './collections.ts'
import { createSandbox, type SandboxOptions } from './createSandbox.ts'
import { createSwitchboard } from './faults.ts'
import { createNotifier } from './notifications.ts'
import { registerPages } from './pages/registerPages.ts'
import { createPayments, paymentStatus } from './payments.ts'
import { createPayoutBook } from './payoutBook.ts'
import type { CarriedOut, Language, SandboxServices } from './records.ts'
import { collectionScripts, payerScripts } from './scriptedOutcomes.ts'
import { createStore } from './store.ts'
import { wantsStrategy } from './wants.ts'

export interface WholeSandboxOptions extends SandboxOptions {
  /** Where the state is kept over restarts; undefined: in memory only. */
  stateFolder?: string | undefined
  merchantName?: string | undefined
  language?: Language | undefined
  /** Signs the notifications. */
  callbackSecret?: string | undefined
  /** How long a payer, and a customer at a handset, has; 10 and 2 minutes by default. */
  paymentExpiresMs?: number | undefined
  collectionExpiresMs?: number | undefined
  /** How long it takes until what a script does "by itself" happens; 1 second by default. */
  byItselfMs?: number | undefined
  /** How long after each failed notification the next try comes. */
  notificationDelaysMs?: readonly number[] | undefined
  notificationTimeoutMs?: number | undefined
  clock?: Clock | undefined
  /** In [0, 1): the dice of the switchboard. */
  random?: (() => number) | undefined
}

export interface WholeSandbox {
  app: FastifyInstance
  carriedOut: readonly CarriedOut[]
  services: SandboxServices
}

/**
 * The provider's whole interface as a local server that moves no money: payments, collections, payouts, notifications, the
 * pages for payers and customers, and a switchboard of faults.
 *
 * @throws StateFolderError when the folder for the state can't be used
 */
export function createWholeSandbox(options: WholeSandboxOptions = {}): WholeSandbox {
  const { clock = systemClock, merchantName = 'The merchant', language = 'en', latencyMs = 0 } = options
  const store = createStore(options.stateFolder)
  const switchboard = createSwitchboard({ latencyMs }, options.random)
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

  const services: SandboxServices = {
    merchant: { name: merchantName },
    language,
    payments,
    collections,
    payouts: { list: ({ offset, limit }) => newestFirst(book.carriedOut, offset, limit) },
    notifications: {
      find: (id) => store.notifications.get(id),
      list: (page) => store.notifications.page(page),
      resend: notifier.resend,
    },
    faults: { get: switchboard.get, set: switchboard.set },
  }
  const { app, carriedOut } = createSandbox(options, {
    switchboard,
    book,
    about: index,
    otherStatus: (reference) => {
      const payment = payments.find(reference)
      const collection = collections.find(reference)
      return payment ? paymentStatus(payment) : collection ? collectionStatus(collection) : null
    },
  })
  app.addConstraintStrategy(wantsStrategy)
  addSafeHeaders(app)
  addPayins(app, services, switchboard, options)
  addApi(app, services, switchboard)
  addDocs(app)
  app.register((scope) => registerPages(scope, services))
  app.addHook('onReady', async () => {
    notifier.start()
    payments.start()
    collections.start()
  })
  app.addHook('onClose', async () => {
    payments.close()
    collections.close()
    await notifier.close()
    store.close()
  })
  return { app, carriedOut, services }
}

function newestFirst<Row>(rows: readonly Row[], offset: number, limit: number): { total: number; rows: Row[] } {
  const end = Math.max(0, rows.length - offset)
  return { total: rows.length, rows: rows.slice(Math.max(0, end - limit), end).reverse() }
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

/** For whatever has none of its own: nothing in it runs, is framed, or is kept, and other sites see no references. */
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
