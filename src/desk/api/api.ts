import { isUtf8 } from 'node:buffer'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Actor } from '../../app/accounts/actor.ts'
import { authenticateKey } from '../../app/accounts/signIn.ts'
import { listEvents } from '../../app/events.ts'
import { withCore } from '../../app/open/openCore.ts'
import { say } from '../../words/sentence.ts'
import { addBatches } from './batches.ts'
import { appOf, type Desk, digits, retryAfter, type Scope, sendDocument, shareReads } from './call.ts'
import { described } from './calls.ts'
import { addCharges } from './charges.ts'
import { addOperations } from './operations.ts'
import { ApiProblem, invalid, problemOf, succeeded } from './problem.ts'
import { addReconciliations } from './reconciliations.ts'
import { repeatedField } from './repeatedField.ts'
import { addRows } from './rows.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it came with. Set before anything of the API runs. */
    actor: Actor
    /** False: its body was still coming when its key was looked at. */
    isWhole: boolean
    /** Looks at its key again once a body has come that may have taken long: the key may have been revoked meanwhile. */
    identify(): Promise<void>
  }
}

/** More than any program needs; what is left out by it is told to come again. */
const requestsAMinute = 120_000

/** Everything below /api/v1: keys, and what is common to all calls. */
export async function addApi(scope: FastifyInstance, desk: Desk): Promise<void> {
  await scope.register(rateLimit, {
    max: requestsAMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiProblem('too_many_requests', say('desk.too_many_requests'), {}, retryAfter(ttl / 1000)),
  })
  // Typed as there always: the hook below ends every request that has none.
  scope.decorateRequest('actor', null as unknown as Actor)
  const authenticate = shareReads((given) => {
    const [address = '', key = ''] = given.split(' ')
    return withCore(desk.app, (core) => authenticateKey(core, key, address))
  }, 0.5)
  scope.decorateRequest('isWhole', false)
  scope.decorateRequest('identify', async function () {
    const found = await authenticate(`${this.ip} ${keyOf(this)}`)
    if (!found.ok) throw problemOf(found)
    this.actor = found.actor
  })
  scope.addHook('onRequest', async (request) => {
    await request.identify()
    request.isWhole = request.raw.complete
  })
  // A file is still to come here: whoever receives it does the same.
  scope.addHook('preHandler', async (request) => {
    if (!request.isWhole && request.raw.complete) await request.identify()
  })
  // Of plain text nobody would know what is meant; files are taken where they belong (upload.ts).
  scope.removeContentTypeParser(['text/plain', 'application/json'])
  // Many a client names the type of a body that it doesn't send.
  const readJson = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    // Two references that differ in such bytes would else become one, and the second payout would never be made.
    if (!isUtf8(bytes)) return done(new ApiProblem('invalid_request', say('desk.body_not_utf8')))
    const text = bytes.toString()
    return readJson(request, text, (error: Error | null, body?: unknown) => {
      if (error !== null) return done(isJson(text) ? invalid('body', say('desk.field_name')) : error)
      const twice = repeatedField(text)
      return twice === undefined ? done(null, body) : done(invalid(twice, say('desk.field_twice')))
    })
  })
  const calls = scope.withTypeProvider<ZodTypeProvider>()
  addBatches(calls, desk)
  addRows(calls, desk)
  addOperations(calls, desk)
  addCharges(calls, desk)
  addReconciliations(calls, desk)
  addEvents(calls, desk)
}

/** What is JSON and was refused all the same has a field by which the prototype of an object would be changed. */
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

/** What happened to batches and rows: docs/events.md. */
function addEvents(scope: Scope, desk: Desk): void {
  scope.get('/events', { schema: { ...described('listEvents'), querystring: query } }, async (request, reply) =>
    sendDocument(request, reply, succeeded(await listEvents(appOf(desk, request), request.query)).page),
  )
}
