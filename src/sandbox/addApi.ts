import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from './answer.ts'
import type { Switchboard } from './faults.ts'
import { isFromHere } from './pages/isFromHere.ts'
import type { PageAsked, SandboxServices } from './records.ts'

/** For programs, where the same path has a page for people, who ask for text/html. */
const forPrograms = { constraints: { wants: 'json' } }

/** What tests and scripts need of the sandbox itself. Not of the provider's interface, and without its keys. */
export function addApi(app: FastifyInstance, services: SandboxServices, switchboard: Switchboard): void {
  const { payments, collections, notifications } = services
  app.get('/sandbox/payments', (request) => payments.list(pageOf(request)))
  app.get('/sandbox/collections', (request) => collections.list(pageOf(request)))
  app.get('/sandbox/notifications', forPrograms, (request) => notifications.list(pageOf(request)))
  app.post<{ Params: { id: string } }>(
    '/sandbox/notifications/:id/resend',
    { ...forPrograms, onRequest: refuseOtherSites },
    async ({ params }, reply) =>
      (await notifications.resend(params.id)) ??
      reply.code(404).send(errorBody('payment', 404, 'There is no such notification.')),
  )
  app.get('/sandbox/faults', forPrograms, () => ({ ...switchboard.get(), played: switchboard.played() }))
  app.put('/sandbox/faults', { onRequest: refuseOtherSites }, ({ body }, reply) => {
    const set = services.faults.set(body)
    return set.ok ? set.faults : reply.code(400).send(errorBody('payment', 400, set.message))
  })
}

async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isFromHere(request)) return undefined
  return reply.code(403).send(errorBody('payment', 403, 'Another site may not do this.'))
}

const longestPage = 1000

/** `?offset=0&limit=100`; what is no number counts as not given. */
function pageOf({ query }: FastifyRequest): PageAsked {
  const { offset, limit } = query as Readonly<Record<string, unknown>>
  return { offset: wholeNumber(offset) ?? 0, limit: Math.min(wholeNumber(limit) ?? 100, longestPage) }
}

const wholeNumber = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null
