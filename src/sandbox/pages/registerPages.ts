import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAsset } from '../../web/assets.ts'
import { isFromHere } from '../../web/visit.ts'
import { say } from '../../words/sentence.ts'
import type { SandboxServices } from '../state/records.ts'
import { faultsRoutes } from './faults.ts'
import { handsetRoutes } from './handset.ts'
import { plainPage, sendPage } from './layout.ts'
import { ledgerRoutes } from './ledger.ts'
import { notificationRoutes } from './notifications.ts'
import { paymentRoutes } from './paymentRoutes.ts'
import { visitOf } from './visit.ts'

const formLimitBytes = 16 * 1024

/**
 * Adds the sandbox's pages: the hosted payment page, the customer's handset, the ledger, the notifications and the
 * switchboard. They are made here, work without JavaScript, and have none. In a scope of their own: elsewhere every body
 * is read as JSON, whatever it says that it is.
 */
export async function registerPages(app: FastifyInstance, services: SandboxServices): Promise<void> {
  const style = readAsset('style.css')
  await app.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: formLimitBytes })
    pages.addHook('preHandler', async (request, reply) => refuseOtherSites(request, reply, services))
    pages.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const visit = visitOf(request, services.language)
      const status = (error.statusCode ?? 500) < 500 ? 400 : 500
      return sendPage(reply, status, plainPage(visit, say('sandbox.went_wrong'), say('sandbox.went_wrong_text')))
    })
    paymentRoutes(pages, services)
    handsetRoutes(pages, services)
    ledgerRoutes(pages, services)
    notificationRoutes(pages, services)
    faultsRoutes(pages, services)
    pages.get('/sandbox/style.css', (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type('text/css')
        .send(style.bytes),
    )
  })
}

async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply, { language }: SandboxServices) {
  if (request.method !== 'POST' || isFromHere(request.headers, true)) return undefined
  const visit = visitOf(request, language)
  return sendPage(reply, 403, plainPage(visit, say('sandbox.other_site'), say('sandbox.other_site_text')))
}
