import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Actor, forbids } from '../../app/accounts/actor.ts'
import { authenticateKey } from '../../app/accounts/signIn.ts'
import { listEvents } from '../../app/charges/events.ts'
import { withCore } from '../../app/open/openCore.ts'
import { atMost } from '../../process.ts'
import { say } from '../../words/sentence.ts'
import { shareReads } from '../shareReads.ts'
import { addBatches } from './batches.ts'
import { appOf, type Desk, digits, holdRequestKey, retryAfter, type Scope, sendDocument } from './call.ts'
import { callOf, described } from './calls.ts'
import { addCharges } from './charges.ts'
import { addOperations } from './operations.ts'
import { ApiProblem, invalid, invalidBody, isRead, nothingDone, problemOf, succeeded } from './problem.ts'
import { addReconciliations } from './reconciliations.ts'
import { repeatedField } from './repeatedField.ts'
import { addRows } from './rows.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the request's key. Set before any handler of the API runs. */
    actor: Actor
    /** False if its body was still arriving when its key was checked. */
    isWhole: boolean
    /** Checks the key again after a body that may have taken long to arrive: the key may have been revoked meanwhile. */
    identify(): Promise<void>
  }
}

/** More than any program needs. Requests above it are told to try again later. */
const requestsAMinute = 120_000

/** An answer doesn't wait longer for a ledger that has fallen silent. */
const mostFreeingMs = 2_000

/** Finds the owner of a request's key. */
export type Identify = (request: FastifyRequest) => Promise<Actor>

/** Requests with the same key share a look at the ledger. */
export function identifyBy(desk: Desk): Identify {
  const authenticate = shareReads((given) => {
    const [address = '', key = ''] = given.split(' ')
    return withCore(desk.app, (core) => authenticateKey(core, key, address))
  }, 0.5)
  return async (request) => succeeded(await authenticate(`${request.ip} ${keyOf(request)}`).catch(nothingDone)).actor
}

/** Everything below /api/v1: checks keys, and sets up what all calls share. */
export async function addApi(scope: FastifyInstance, desk: Desk, identify: Identify): Promise<void> {
  await scope.register(rateLimit, {
    max: requestsAMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiProblem('too_many_requests', say('desk.too_many_requests'), {}, retryAfter(ttl / 1000)),
  })
  // Typed as if always set: the hook below ends every request without an actor.
  scope.decorateRequest('actor', null as unknown as Actor)
  scope.decorateRequest('isWhole', false)
  scope.decorateRequest('heldKey', undefined)
  scope.decorateRequest('identify', async function () {
    this.actor = await identify(this)
    this.isKnown = true
  })
  scope.addHook('onRequest', async (request, reply) => {
    await request.identify()
    // Answered while the ledger was silent (answerInSilence.ts).
    if (reply.sent) return
    checkRole(desk, request)
    checkEncodings(request)
    if (isRead(request.method) && !(await isEmpty(request, request.raw))) throw invalidBody(say('desk.body_of_read'))
    await holdRequestKey(desk, request, reply)
    request.isWhole = request.raw.complete
  })
  // If a file is still arriving, the code that receives it checks the key again.
  scope.addHook('preHandler', async (request) => {
    if (!request.isWhole && request.raw.complete) await request.identify()
  })
  // Before the answer leaves: a corrected request may use the key as soon as it arrives.
  scope.addHook('onSend', async ({ heldKey }) => heldKey && atMost(mostFreeingMs, heldKey.free()))
  // Plain text would be ambiguous; files are accepted only by the calls for them (upload.ts).
  scope.removeContentTypeParser(['text/plain', 'application/json'])
  // Many clients send a content type without a body.
  const readJson = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    // Otherwise two references that differ only in invalid bytes would become one, and the second payout would never be made.
    if (!isUtf8(bytes)) return done(invalidBody(say('desk.body_not_utf8')))
    const text = bytes.toString()
    return readJson(request, text, (error: Error | null, body?: unknown) => {
      if (error !== null) return done(isJson(text) ? invalid('body', say('desk.field_name')) : error)
      const twice = repeatedField(text)
      return twice === undefined ? done(null, body) : done(invalid(twice, say('desk.field_twice')))
    })
  })
  // No body at all has no type that could be wrong. Programs name one all the same (`curl -d ''`), or none for a chunked one.
  scope.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    if (await isEmpty(request, body)) return undefined
    throw new ApiProblem('unsupported_type', say('desk.unsupported_type'))
  })
  const calls = scope.withTypeProvider<ZodTypeProvider>()
  addBatches(calls, desk)
  addRows(calls, desk)
  addOperations(calls, desk)
  addCharges(calls, desk)
  addReconciliations(calls, desk)
  addEvents(calls, desk)
}

async function isEmpty({ headers }: FastifyRequest, body: IncomingMessage): Promise<boolean> {
  if (headers['transfer-encoding'] === undefined) return Number(headers['content-length'] ?? 0) === 0
  for await (const _ of body.iterator({ destroyOnReturn: false })) {
    body.resume()
    return false
  }
  return true
}

/** Before the rest of the request is looked at: whoever may not make this call gets no other answer. */
function checkRole(desk: Desk, request: FastifyRequest): void {
  const deed = callOf(request)?.deed
  const forbidden = deed && forbids(appOf(desk, request), deed)
  if (forbidden) throw problemOf(forbidden)
}

/** Otherwise a parameter would be kept as it was typed, and a compressed file would be read as it is. */
function checkEncodings(request: FastifyRequest): void {
  const { url, headers, routeOptions } = request
  const encoding = headers['content-encoding']
  const takesBody = routeOptions.schema?.body !== undefined || callOf(request)?.file !== undefined
  if (takesBody && encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new ApiProblem('unsupported_type', say('desk.unsupported_encoding'))
  const [, query = ''] = url.split(/\?(.*)/s)
  for (const parameter of query.split('&')) {
    try {
      decodeURIComponent(parameter)
    } catch {
      throw invalid(parameter.split('=')[0]!, say('desk.parameter_encoding'))
    }
  }
}

/** Valid JSON that was still refused has a field that would change an object's prototype. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function keyOf({ headers }: FastifyRequest): string {
  const [scheme = '', key = ''] = (headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer' || key === '') throw new ApiProblem('unauthorized', say('desk.key_missing'))
  return key
}

const query = z.strictObject({
  after: digits(0, Number.MAX_SAFE_INTEGER).default(0).describe('The last `n` that you have seen'),
  limit: digits(1, 500).default(500).describe('The maximum number of events'),
})

/** Events of batches and rows: docs/events.md. */
function addEvents(scope: Scope, desk: Desk): void {
  scope.get('/events', { schema: { ...described('listEvents'), querystring: query } }, async (request, reply) =>
    sendDocument(request, reply, succeeded(await listEvents(appOf(desk, request), request.query)).page),
  )
}
