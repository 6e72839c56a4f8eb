import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'htm/preact'
import { readAsset } from '../../web/assets.ts'
import { isFromHere } from '../../web/visit.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { originOf } from '../addReceiving.ts'
import type { SandboxServices } from '../state/records.ts'
import { faultsRoutes } from './faults.ts'
import { handsetRoutes } from './handset.ts'
import { layout, notFoundPage, plainPage, sendPage } from './layout.ts'
import { ledgerRoutes } from './ledger.ts'
import { notificationRoutes } from './notifications.ts'
import { paymentRoutes } from './paymentRoutes.ts'
import { referenceRoutes } from './reference.ts'
import { type Visit, visitOf } from './visit.ts'

const formLimitBytes = 16 * 1024

/**
 * Adds the sandbox's pages: its home page, its interface (from the OpenAPI document), the hosted payment page, the customer's handset, the
 * ledger, the notifications and the switchboard. They have no JavaScript. They need their own scope, because elsewhere every body is read
 * as JSON, whatever its Content-Type.
 */
export async function registerPages(
  app: FastifyInstance,
  services: SandboxServices,
  document: () => Promise<object>,
): Promise<void> {
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
    homeRoutes(pages, services)
    referenceRoutes(pages, services, document)
    // Programs are answered in the form of the interface (createSandbox.ts).
    pages.get('/*', { constraints: { wants: 'html' } }, (request, reply) =>
      notFoundPage(reply, visitOf(request, services.language)),
    )
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

/** `/` for people: what this server is, and links to its pages. */
function homeRoutes(app: FastifyInstance, { language }: SandboxServices): void {
  app.get('/', { constraints: { wants: 'html' } }, (request, reply) => {
    const url = originOf(request.protocol, request.host) ?? app.listeningOrigin
    return sendPage(reply, 200, homePage(visitOf(request, language), url))
  })
}

function homePage(visit: Visit, url: string): string {
  const children = html`
    <h1>${say('sandbox.home')}</h1>
    <p>${say('sandbox.home_text')}</p>
    <p><code>PAYRUN_PROVIDER_URL=${url}</code></p>
    <ul class="places">
      ${places.map(([path, name, what]) => html`<li><a href=${visit.to(path)}>${name}</a> ${what}</li>`)}
    </ul>
  `
  return layout({ visit, title: say('sandbox.home'), shape: 'wide', tool: 'home', children })
}

const places: readonly (readonly [path: string, name: Sentence, what: Sentence])[] = [
  ['/sandbox', say('sandbox.ledger'), say('sandbox.home_ledger')],
  ['/handset', say('sandbox.handset'), say('sandbox.home_handset')],
  ['/sandbox/notifications', say('sandbox.notifications'), say('sandbox.home_notifications')],
  ['/sandbox/faults', say('sandbox.switchboard'), say('sandbox.home_faults')],
  ['/docs', say('sandbox.interface'), say('sandbox.home_docs')],
]
