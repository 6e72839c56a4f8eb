import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listEvents } from '../../app/events.ts'
import { appOf, type Desk, digits, sendDocument } from './call.ts'
import { described } from './calls.ts'
import { succeeded } from './problem.ts'

const query = z.strictObject({
  after: digits(0, Number.MAX_SAFE_INTEGER).default(0).describe('The last number that you have seen'),
  limit: digits(1, 500).default(500).describe('How many at most'),
})

/** What happened to batches and rows: docs/events.md. */
export function addEvents(scope: FastifyInstance, desk: Desk): void {
  scope
    .withTypeProvider<ZodTypeProvider>()
    .get('/events', { schema: { ...described('listEvents'), querystring: query } }, async (request, reply) =>
      sendDocument(request, reply, succeeded(await listEvents(appOf(desk, request), request.query)).page),
    )
}
