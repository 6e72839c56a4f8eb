import type { FastifyInstance } from 'fastify'
import type { Faults, SandboxServices } from '../records.ts'
import { faultsPage, formOf } from './faultsPage.ts'
import { type Form, readForm } from './form.ts'
import { ledgerEntries, ledgerKinds } from './ledgerEntries.ts'
import { ledgerPage } from './ledgerPage.ts'
import { notFoundPage } from './notFoundPage.ts'
import { notificationsPage } from './notificationsPage.ts'
import { pageNumber, pageSize } from './pager.ts'
import { sendPage } from './sendPage.ts'
import { visitOf } from './visit.ts'

interface ToolRoute {
  Querystring: { kind?: string; page?: string; sent?: string; saved?: string }
}

/** The sandbox's own pages: its ledger, its notifications and its switchboard. */
export function toolRoutes(app: FastifyInstance, services: SandboxServices): void {
  const { notifications, faults, language } = services

  app.get<ToolRoute>('/sandbox', (request, reply) => {
    const visit = visitOf(request, language)
    const kind = ledgerKinds.find((each) => each === request.query.kind) ?? 'all'
    const page = pageNumber(request.query.page)
    return sendPage(reply, 200, ledgerPage({ visit, kind, page, ...ledgerEntries(services, kind, page) }))
  })

  app.get<ToolRoute>('/sandbox/notifications', (request, reply) => {
    const visit = visitOf(request, language)
    const page = pageNumber(request.query.page)
    const { total, rows } = notifications.list({ offset: (page - 1) * pageSize, limit: pageSize })
    const sent = request.query.sent === '1'
    return sendPage(reply, 200, notificationsPage({ visit, page, total, notifications: rows, sent }))
  })

  app.post<{ Params: { id: string } }>('/sandbox/notifications/:id/resend', async (request, reply) => {
    const visit = visitOf(request, language)
    const { id } = request.params
    if (!(await notifications.resend(id))) return notFoundPage(reply, visit)
    return reply.redirect(visit.to('/sandbox/notifications?sent=1'), 303)
  })

  app.get<ToolRoute>('/sandbox/faults', (request, reply) => {
    const visit = visitOf(request, language)
    const saved = request.query.saved === '1'
    return sendPage(reply, 200, faultsPage({ visit, faults: faults.get(), typed: null, problems: {}, saved }))
  })

  app.post('/sandbox/faults', (request, reply) => {
    const visit = visitOf(request, language)
    const form = readForm(request.body)
    const set = faults.set(changesOf(form))
    if (set.ok) return reply.redirect(visit.to('/sandbox/faults?saved=1'), 303)
    const problems = { [set.field ?? 'latencyMs']: visit.words.problems.badFault[set.field ?? 'latencyMs'] }
    const typed = { ...formOf(faults.get()), ...form }
    return sendPage(reply, 422, faultsPage({ visit, faults: faults.get(), typed, problems, saved: false }))
  })

  app.post('/sandbox/faults/off', (request, reply) => {
    faults.set(allOff)
    return reply.redirect(visitOf(request, language).to('/sandbox/faults?saved=1'), 303)
  })
}

const allOff: Partial<Faults> = { latencyMs: 0, tooManyRate: 0, errorRate: 0, resetRate: 0, outageOperator: null }

/** A form's texts as the switchboard takes them; what is not a number goes there as it is, to be refused. */
const changesOf = (form: Form): Record<keyof Faults, unknown> => ({
  latencyMs: numberOf(form['latencyMs']),
  tooManyRate: shareOf(form['tooManyRate']),
  errorRate: shareOf(form['errorRate']),
  resetRate: shareOf(form['resetRate']),
  retryAfterSeconds: numberOf(form['retryAfterSeconds']),
  outageOperator: form['outageOperator'] ? form['outageOperator'] : null,
})

const numberOf = (text = ''): number | string => {
  const digits = text.trim().replace(',', '.')
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : text
}

const shareOf = (percent?: string): number | string => {
  const read = numberOf(percent)
  return typeof read === 'number' ? read / 100 : read
}
