import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../app/accounts/actor.ts'
import { authenticateKey } from '../../app/accounts/signIn.ts'
import { withCore } from '../../app/open/openCore.ts'
import { say } from '../../words/sentence.ts'
import { addBatches } from './batches.ts'
import { type Desk, retryAfter } from './call.ts'
import { addEvents } from './events.ts'
import { addOperations } from './operations.ts'
import { ApiProblem, problemOf } from './problem.ts'
import { addRows } from './rows.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it came with. Set before anything of the API runs. */
    actor: Actor
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
  scope.addHook('onRequest', async (request) => {
    request.actor = await actorOf(desk, request)
  })
  addBatches(scope, desk)
  addRows(scope, desk)
  addOperations(scope, desk)
  addEvents(scope, desk)
}

async function actorOf({ app }: Desk, request: FastifyRequest): Promise<Actor> {
  const [scheme = '', key = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer' || key === '') throw new ApiProblem('unauthorized', say('desk.key_missing'))
  const found = await withCore(app, (core) => authenticateKey(core, key, request.ip))
  if (!found.ok) throw problemOf(found)
  return found.actor
}
