import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CollectionRecord, SandboxServices } from '../records.ts'
import { readForm } from './form.ts'
import { handsetListPage } from './handsetListPage.ts'
import { handsetPage } from './handsetPage.ts'
import { notFoundPage } from './notFoundPage.ts'
import { sendPage } from './sendPage.ts'
import { type Visit, visitOf } from './visit.ts'

interface HandsetRoute {
  Params: { reference: string }
}

/** The customer's handset (interface document, 4.2): `/handset`, and `/handset/:reference` for one request. */
export function handsetRoutes(app: FastifyInstance, { collections, merchant, language }: SandboxServices): void {
  /** @param pinProblem what is wrong with the PIN that was typed; null: nothing */
  function show(reply: FastifyReply, visit: Visit, collection: CollectionRecord, pinProblem: string | null) {
    const problems = pinProblem === null ? {} : { pin: pinProblem }
    const page = handsetPage({ visit, merchant: merchant.name, collection, problems, now: new Date() })
    return sendPage(reply, pinProblem === null ? 200 : 422, page)
  }

  app.get<{ Querystring: { phone?: unknown } }>('/handset', (request, reply) => {
    const visit = visitOf(request, language)
    const { phone } = request.query
    const asked = typeof phone === 'string' ? phone.replace(/[\s+().-]/g, '').slice(0, 30) : ''
    const open = asked === '' ? collections.listOpen() : collections.listOpen(asked)
    return sendPage(
      reply,
      200,
      handsetListPage({ visit, merchant: merchant.name, phone: asked, open, now: new Date() }),
    )
  })

  app.get<HandsetRoute>('/handset/:reference', (request, reply) => {
    const visit = visitOf(request, language)
    const collection = collections.find(request.params.reference)
    return collection ? show(reply, visit, collection, null) : notFoundPage(reply, visit)
  })

  app.post<HandsetRoute>('/handset/:reference/approve', (request, reply) => {
    const visit = visitOf(request, language)
    const { reference } = request.params
    const pin = readForm(request.body)['pin']?.trim() ?? ''
    const result = collections.approve(reference, pin)
    if (result.kind === 'not_found') return notFoundPage(reply, visit)
    if (result.kind !== 'invalid') return backTo(reply, visit, reference)
    const { missingPin, badPin } = visit.words.problems
    return show(reply, visit, result.collection, pin === '' ? missingPin : badPin)
  })

  app.post<HandsetRoute>('/handset/:reference/decline', (request, reply) => {
    const visit = visitOf(request, language)
    const { reference } = request.params
    return collections.decline(reference).kind === 'not_found'
      ? notFoundPage(reply, visit)
      : backTo(reply, visit, reference)
  })
}

/** To the page of the request, which says what became of it, so that reloading does not answer it again. */
const backTo = (reply: FastifyReply, visit: Visit, reference: string) =>
  reply.redirect(visit.to(`/handset/${encodeURIComponent(reference)}`), 303)
