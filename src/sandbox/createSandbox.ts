import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type PayoutRequest, wirePaths } from '../provider/wire.ts'
import { checkPayout } from './checkPayout.ts'
import { type Script, scriptedOutcomes, scriptOf } from './scriptedOutcomes.ts'

export interface SandboxOptions {
  /** The keys that a caller has to present. */
  appKey?: string | undefined
  merchantKey?: string | undefined
  /** Every payout answer waits this long; 0 by default. */
  latencyMs?: number | undefined
  /** How long the slow script waits. */
  slowMs?: number | undefined
  /** How long a payout that was answered with PENDING stays so. */
  finalMs?: number | undefined
  /** Told of each scripted fault that is played; no numbers in it. */
  log?: ((message: string) => void) | undefined
}

/** A payout that the sandbox made: what the merchant's account would show. */
export interface CarriedOut {
  reference: string
  operator: string
  amount: string
  currency: string
  /** Digits with the country code. */
  phone: string
  /** ISO 8601. */
  at: string
}

export interface Sandbox {
  app: FastifyInstance
  /** Grows while the sandbox runs, in the order of paying. */
  carriedOut: readonly CarriedOut[]
}

/** The keys that a sandbox takes unless it is given others. */
export const sandboxAppKey = 'sandbox-app-key'
export const sandboxMerchantKey = 'sandbox-merchant-key'

/** The sandbox's status call, in the form of PAYRUN_STATUS_PATH. The interface document has none. */
export const sandboxStatusPath = '/v1/payment/status/{reference}'

/**
 * The provider's interface as a local server that pays nobody: what it would have paid, it keeps in memory. Numbers that
 * end in the digits of `scriptedOutcomes` meet a fault.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { appKey = sandboxAppKey, merchantKey = sandboxMerchantKey, log = () => undefined } = options
  const app = Fastify({ logger: false, forceCloseConnections: true, return503OnClosing: false })
  const carriedOut: CarriedOut[] = []
  const answered = new Map<string, StatusAnswer>()
  const play = createPlayer(carriedOut, answered, options)

  // The document lists no Content-Type for payouts (4.3), so every type is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500
    const message = status < 500 ? 'The request is invalid: its body is not JSON.' : 'The sandbox failed.'
    return reply.code(status < 500 ? 400 : 500).send(errorBody(status < 500 ? 400 : 500, message))
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(404, 'There is no such path.')))

  const checkKeys = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers['app-key'] === appKey && request.headers['merchant-key'] === merchantKey) return
    return reply.code(401).send(errorBody(401, 'The app-key or merchant-key header is missing or wrong.'))
  }
  app.post(wirePaths.payout, { onRequest: checkKeys }, async (request, reply) => {
    const checked = checkPayout(request.body)
    if (!checked.ok) return reply.code(400).send(errorBody(400, checked.message))
    const script = scriptOf(checked.payout.phoneNumber)
    if (script) log(`script ${script}: ${scriptedOutcomes.find((each) => each.digits === script)?.what}`)
    return play(checked.payout, script, reply)
  })
  app.get<{ Params: { reference: string } }>(
    sandboxStatusPath.replace('{reference}', ':reference'),
    { onRequest: checkKeys },
    ({ params }, reply) => {
      const now = answered.get(params.reference)
      return now ? now() : reply.code(404).send(errorBody(404, 'There is no payment with this reference.'))
    },
  )
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: wirePaths.payout,
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(errorBody(405, 'Use POST.')),
  })
  app.get('/sandbox/payouts', () => ({ count: carriedOut.length, payouts: carriedOut }))
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/', () => ({
    name: 'payrun sandbox',
    about: 'The payment interface, served locally. Nobody is paid.',
    payout: `POST ${wirePaths.payout}`,
    status: `GET ${sandboxStatusPath}`,
    carriedOut: 'GET /sandbox/payouts',
    scriptedOutcomes,
  }))
  return { app, carriedOut }
}

/** What the status call says of one reference at this moment. */
type StatusAnswer = () => { error: boolean; status: string; reference: string; message: string }

/** Answers a valid payout, by its script. */
function createPlayer(
  carriedOut: CarriedOut[],
  answered: Map<string, StatusAnswer>,
  { latencyMs = 0, slowMs = 3000, finalMs = 60_000 }: SandboxOptions,
) {
  const referencePrefix = `sbx-${randomUUID().slice(0, 8)}`
  const turnedAway = new Set<string>()
  let count = 0
  const nextReference = () => `${referencePrefix}-${++count}`

  function carryOut({ operator, amount, currency, phoneNumber }: PayoutRequest): string {
    const reference = nextReference()
    carriedOut.push({ reference, operator, amount, currency, phone: phoneNumber, at: new Date().toISOString() })
    answered.set(reference, () => paid({ operator, amount, currency, phoneNumber }, reference))
    return reference
  }

  /** Answered as a failure, now and whenever it is asked about. */
  function refuse(error: boolean, message: string) {
    const refusal = { ...answer(error, 'FAILED', nextReference()), message }
    answered.set(refusal.reference, () => refusal)
    return refusal
  }

  /** PENDING for a while; after that the status call says that it was made. */
  function keepOpen(payout: PayoutRequest, reference: string) {
    const pending = { ...answer(false, 'PENDING', reference), message: 'The payout is being processed' }
    const finalAtMs = performance.now() + finalMs
    answered.set(reference, () => (performance.now() < finalAtMs ? pending : paid(payout, reference)))
    return pending
  }

  return async (payout: PayoutRequest, script: Script | null, reply: FastifyReply) => {
    if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false })
    switch (script) {
      case null:
        return paid(payout, carryOut(payout))
      case '9901':
        return refuse(true, 'The payout was refused by the operator')
      case '9902':
        return reply.code(400).send(errorBody(400, 'The request is invalid: the wallet does not exist.'))
      case '9903':
        await delay(slowMs, undefined, { ref: false })
        return paid(payout, carryOut(payout))
      case '9904':
        if (turnedAway.has(payout.phoneNumber)) return paid(payout, carryOut(payout))
        turnedAway.add(payout.phoneNumber)
        return reply.code(429).header('retry-after', '1').send(errorBody(429, 'Too many requests.'))
      case '9905':
        carryOut(payout)
        return reply.code(500).send(errorBody(500, 'Internal server error'))
      case '9906':
        carryOut(payout)
        reply.hijack()
        reply.raw.socket?.resetAndDestroy()
        return reply
      case '9907':
        carryOut(payout)
        return reply.type('text/html').send('<!doctype html><title>Welcome</title><h1>It works!</h1>')
      case '9908':
        return refuse(false, 'The payout was not made')
      case '9909':
        return keepOpen(payout, carryOut(payout))
    }
  }
}

const answer = (error: boolean, status: string, reference: string) => ({ error, status, reference })

/** The form of the document's sample (2.7). */
const paid = ({ amount, currency, phoneNumber }: PayoutRequest, reference: string) => ({
  ...answer(false, 'success', reference),
  message: `Transfer of ${amount} ${currency} to ${phoneNumber} was successful`,
})

/** Section 7 of the document. */
const errorBody = (status: number, message: string) => ({ status, message })
