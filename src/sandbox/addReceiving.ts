import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseExact, wirePaths } from '../provider/wire.ts'
import {
  type CheckedCollection,
  checkCollection,
  checkPayment,
  type ErrorForm,
  errorAnswer,
  invalidRequest,
  ok,
  readJsonBody,
  type SandboxAnswer,
  send,
  sendError,
} from './checkRequest.ts'
import { collectionStatus, sampleMessage } from './collections.ts'
import { checkHeaders, refuseOtherMethods, type SandboxOptions } from './createSandbox.ts'
import { meetFaults, type Switchboard, serverError, tooMany } from './faults.ts'
import { collectionScriptOf, collectionScripts } from './scriptedOutcomes.ts'
import type { CollectionRecord, SandboxServices } from './state/records.ts'

type Services = Pick<SandboxServices, 'payments' | 'collections'>

/** The endpoints 4.1 and 4.2 of the interface document. */
export function addReceiving(
  app: FastifyInstance,
  { payments, collections }: Services,
  switchboard: Switchboard,
  options: SandboxOptions,
): void {
  addEndpoint(app, wirePaths.payment, 'payment', options, ({ value, amount }, origin) => {
    const checked = checkPayment(value, amount)
    if (!checked.ok) return errorAnswer('payment', 400, checked.message)
    return meetFaults(switchboard, 'payment', null, () => {
      const created = payments.create(value, amount)
      if (!created.ok) return errorAnswer('payment', 400, created.message)
      const { reference } = created.record
      const payment_url = `${origin}/pay/${reference}`
      return ok({ status: 200, message: 'The payment was initiated', payment_url, reference })
    })
  })
  const play = createCollectionPlayer(collections, options)
  addEndpoint(app, wirePaths.collection, 'transfer', options, (body) => {
    const checked = checkCollection(body.value, body.amount)
    if (!checked.ok) return errorAnswer('transfer', 400, checked.message)
    const { request } = checked
    return meetFaults(switchboard, 'transfer', request.operator, () => play(request, body))
  })
}

type Answering = (body: ReadBody, origin: string) => SandboxAnswer | Promise<SandboxAnswer>

/**
 * Adds an endpoint in a scope of its own. Amounts in its JSON keep their exact digits, and the Content-Type must be JSON, because the
 * document lists it (4.1, 4.2).
 */
function addEndpoint(
  app: FastifyInstance,
  url: string,
  form: ErrorForm,
  options: SandboxOptions,
  answer: Answering,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string) => readBody(text),
    )
    scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const status = error.statusCode ?? 500
      if (status === 413) return sendError(reply, form, 413, 'The request is too large.')
      if (status === 415) return sendError(reply, form, 415, 'Send JSON, as Content-Type application/json.')
      if (status >= 500) return sendError(reply, form, 500, 'The sandbox failed.')
      return sendError(reply, form, 400, invalidRequest('its body is not JSON'))
    })
    scope.post(url, { onRequest: checkHeaders(options, form) }, async (request, reply) => {
      // Without a body, there is no Content-Type to refuse, and nothing was parsed.
      const body = (request.body as ReadBody | null | undefined) ?? { value: undefined, amount: null }
      return send(reply, await answer(body, originOf(request.protocol, request.host) ?? app.listeningOrigin))
    })
  })
  refuseOtherMethods(app, url, form)
}

/** The origin that the caller used. Behind a mapped port, the listener's own address would be wrong. */
export const originOf = (protocol: string, host: string): string | null => {
  const url = URL.parse(`${protocol}://${host}`)
  return url?.hostname && url.pathname === '/' && !url.username ? url.origin : null
}

/** Answers a valid collection according to its script. */
function createCollectionPlayer(
  collections: SandboxServices['collections'],
  { log = () => undefined, slowMs = 3000 }: SandboxOptions,
) {
  const turnedAway = new Set<string>()

  return async (request: CheckedCollection, { value, amount }: ReadBody): Promise<SandboxAnswer> => {
    const script = collectionScriptOf(request.phone)
    if (script) log(`script ${script}: ${collectionScripts.find((each) => each.digits === script)?.what}`)
    const create = (): SandboxAnswer => {
      const created = collections.create(value, amount)
      if (!created.ok) return errorAnswer('transfer', 400, created.message)
      return ok(answerOf(created.record, script !== '9908'))
    }
    switch (script) {
      case '9902':
        return errorAnswer('transfer', 400, invalidRequest('the wallet does not exist'))
      case '9903':
        await delay(slowMs, undefined, { ref: false })
        return create()
      case '9904':
        if (turnedAway.has(request.phone)) return create()
        turnedAway.add(request.phone)
        return tooMany('transfer', 1)
      case '9905':
        create()
        return serverError('transfer')
      case '9906':
        create()
        return { kind: 'reset' }
      default:
        return create()
    }
  }
}

/**
 * An answer in the form of 2.5.
 * @param honest false for the document's own sample: FAILED, but without an error, and asking the customer to confirm
 */
function answerOf(collection: CollectionRecord, honest: boolean): object {
  const { error, status, message, reference } = collectionStatus(collection)
  const said = honest ? { error, message } : { error: false, message: sampleMessage }
  // The document doesn't show what a payment costs. The sandbox charges no fees.
  return { error: said.error, status, amount: collection.amount, fees: 0, message: said.message, reference }
}

interface ReadBody {
  value: unknown
  /** The digits of the top-level `amount` as in the JSON: `150.50`, not 150.5. Null if it isn't a number. */
  amount: string | null
}

/** Reads a request's JSON, with the exact digits of its amount. */
function readBody(text: string): ReadBody {
  const value = readJsonBody(text)
  const isNumber = typeof amountOf(value) === 'number'
  return { value, amount: isNumber ? String(amountOf(parseExact(text, ['amount']))) : null }
}

const amountOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'amount' in value ? value.amount : undefined
