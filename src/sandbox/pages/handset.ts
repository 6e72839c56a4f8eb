import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { operatorName } from '../../payout/operators/operator.ts'
import { amountText, field, type Problems, problemSummary, readForm, shown } from '../../web/fields.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { CollectionRecord, CollectionState, SandboxServices } from '../state/records.ts'
import { refusals } from './fields.ts'
import { layout, notFoundPage, sendPage } from './layout.ts'
import { handsetPath, type Visit, visitOf } from './visit.ts'

interface HandsetRoute {
  Params: { reference: string }
}

/** The customer's handset (interface document, 4.2): `/handset`, and `/handset/:reference` for one request. */
export function handsetRoutes(app: FastifyInstance, { collections, merchant, language }: SandboxServices): void {
  /** @param pinProblem what is wrong with the PIN that was typed, or null */
  function show(reply: FastifyReply, visit: Visit, collection: CollectionRecord, pinProblem: Sentence | null) {
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
    return show(reply, visit, result.collection, pin === '' ? say('sandbox.enter_pin') : say('sandbox.bad_pin'))
  })

  app.post<HandsetRoute>('/handset/:reference/decline', (request, reply) => {
    const visit = visitOf(request, language)
    const { reference } = request.params
    return collections.decline(reference).kind === 'not_found'
      ? notFoundPage(reply, visit)
      : backTo(reply, visit, reference)
  })
}

/** Redirects to the page of the request, which shows the result, so that reloading it doesn't answer again. */
const backTo = (reply: FastifyReply, visit: Visit, reference: string) =>
  reply.redirect(visit.to(handsetPath(reference)), 303)

interface HandsetPageProps {
  visit: Visit
  merchant: string
  collection: CollectionRecord
  problems: Problems
  now: Date
}

/** One request on the customer's handset (interface document, 4.2): pay with a PIN or decline, or its result. */
function handsetPage({ visit, merchant, collection, problems, now }: HandsetPageProps): string {
  const { language, to } = visit
  const { state } = collection
  const wrong = state === 'pending' ? { ...wrongPin(collection), ...problems } : {}
  const title =
    state === 'pending'
      ? say('sandbox.merchant_asks', {
          merchant: shown(merchant),
          amount: amountText(collection.amount, collection.currency, language),
        })
      : ended[state].title
  const children = html`
    ${problemSummary(wrong)}
    <p class="small">${say('sandbox.handset_of', { phone: `+${collection.phone}` })}</p>
    <h1>${title}</h1>
    ${state === 'pending' ? null : whatBecame(collection, state)}
    ${facts(visit, collection, now)}
    ${state === 'pending' ? answers(visit, collection, wrong) : null}
    <p class="links">
      ${state === 'pending' ? html`<a href=${to(handsetPath(collection.reference))}>${say('sandbox.refresh')}</a>` : null}
      <a href=${to(`/handset?phone=${collection.phone}`)}>${say('sandbox.all_requests')}</a>
    </p>
  `
  return layout({ visit, title, problem: Object.keys(wrong).length > 0, shape: 'card', tool: 'handset', children })
}

const wrongPin = ({ refusal }: CollectionRecord): Problems => (refusal ? { pin: refusals[refusal] } : {})

const ended: Readonly<Record<Exclude<CollectionState, 'pending'>, { title: Sentence; text: Sentence }>> = {
  paid: { title: say('sandbox.you_paid'), text: say('sandbox.nothing_to_do') },
  declined: { title: say('sandbox.you_declined'), text: say('sandbox.nothing_paid') },
  failed: { title: say('sandbox.request_failed'), text: say('sandbox.nothing_paid') },
  expired: { title: say('sandbox.request_expired'), text: say('sandbox.request_expired_text') },
}

function whatBecame({ refusal }: CollectionRecord, state: Exclude<CollectionState, 'pending'>): VNode {
  return html`
    <div class=${`ended ${state}`} role="status">
      ${refusal && state === 'failed' ? html`<p>${refusals[refusal]}</p>` : null}
      <p>${ended[state].text}</p>
    </div>
  `
}

function facts(visit: Visit, collection: CollectionRecord, now: Date): VNode {
  const { language } = visit
  return html`
    <dl>
      <div>
        <dt>${say('sandbox.amount_due')}</dt>
        <dd>${amountText(collection.amount, collection.currency, language)}</dd>
      </div>
      <div>
        <dt>${say('sandbox.operator')}</dt>
        <dd>${operatorName(collection.operator)}</dd>
      </div>
      <div>
        <dt>${say('sandbox.reference')}</dt>
        <dd><code>${collection.reference}</code></dd>
      </div>
      ${
        collection.state === 'pending'
          ? html`<div>
              <dt>${say('sandbox.time_left')}</dt>
              <dd><time datetime=${collection.expiresAt}>${timeLeft(collection.expiresAt, now)}</time></dd>
            </div>`
          : null
      }
    </dl>
  `
}

function answers({ language, to }: Visit, collection: CollectionRecord, problems: Problems): VNode {
  const amount = amountText(collection.amount, collection.currency, language)
  return html`
    <form method="post" action=${to(`${handsetPath(collection.reference)}/approve`)} novalidate>
      ${field({
        name: 'pin',
        label: say('sandbox.pin'),
        hint: say('sandbox.pin_hint'),
        problem: problems['pin'],
        input: { type: 'password', inputmode: 'numeric', autocomplete: 'off', maxlength: '12' },
      })}
      <button class="primary" type="submit">${say('sandbox.pay_amount', { amount })}</button>
    </form>
    <form method="post" action=${to(`${handsetPath(collection.reference)}/decline`)}>
      <button class="quiet" type="submit">${say('sandbox.decline')}</button>
    </form>
  `
}

interface HandsetListProps {
  visit: Visit
  merchant: string
  /** The number whose requests are shown, or '' for all. */
  phone: string
  open: CollectionRecord[]
  now: Date
}

/** What customers see on their phones: collections (interface document, 4.2) that wait for a PIN, by number. */
function handsetListPage({ visit, merchant, phone, open, now }: HandsetListProps): string {
  const { to } = visit
  const byPhone = Object.entries(Object.groupBy(open, (each) => each.phone))
  const here = phone === '' ? '/handset' : `/handset?phone=${encodeURIComponent(phone)}`
  const children = html`
    <h1>${say('sandbox.handset')}</h1>
    <p>${say('sandbox.handset_intro')}</p>
    <form method="get" action="/handset" class="filter">
      ${visit.chosen ? html`<input type="hidden" name="lang" value=${visit.chosen} />` : null}
      ${field({
        name: 'phone',
        label: say('sandbox.phone'),
        value: shown(phone),
        optional: true,
        input: { type: 'tel', inputmode: 'tel', autocomplete: 'off', maxlength: '30' },
      })}
      <button type="submit">${say('sandbox.show')}</button>
    </form>
    ${byPhone.length === 0 ? html`<p class="nothing">${nothing(phone)}</p>` : null}
    ${byPhone.map(([each, requests = []]) => requestsOf(visit, merchant, each, requests, now))}
    <p class="links">
      <a href=${to(here)}>${say('sandbox.refresh')}</a>
      ${phone === '' ? null : html`<a href=${to('/handset')}>${say('sandbox.show_all')}</a>`}
    </p>
  `
  return layout({ visit, title: say('sandbox.handset'), shape: 'card', tool: 'handset', children })
}

const nothing = (phone: string): Sentence =>
  phone === '' ? say('sandbox.no_request') : say('sandbox.no_request_for', { phone: shown(phone) })

const requestsOf = (visit: Visit, merchant: string, phone: string, open: CollectionRecord[], now: Date): VNode => html`
  <section aria-label=${say('sandbox.handset_of', { phone: `+${phone}` })}>
    <h2>+${phone}</h2>
    <ul class="requests">
      ${open.map((each) => request(visit, merchant, each, now))}
    </ul>
  </section>
`

function request(visit: Visit, merchant: string, collection: CollectionRecord, now: Date): VNode {
  const { reference, amount, currency, expiresAt } = collection
  const { language, to } = visit
  return html`
    <li>
      <a href=${to(handsetPath(reference))}>
        <span>${say('sandbox.merchant_asks', { merchant: shown(merchant), amount: amountText(amount, currency, language) })}</span>
        <span class="small">${say('sandbox.time_left_is', { time: timeLeft(expiresAt, now) })}</span>
      </a>
    </li>
  `
}

/** The time from `now` until a moment (ISO 8601): `1 min 40 s`. */
function timeLeft(until: string, now: Date): Sentence {
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000))
  const minutes = Math.floor(secondsLeft / 60)
  const seconds = secondsLeft % 60
  return minutes > 0 ? say('sandbox.minutes_seconds', { minutes, seconds }) : say('sandbox.seconds', { seconds })
}
