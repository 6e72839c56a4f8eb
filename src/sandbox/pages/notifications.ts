import type { FastifyInstance } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { shown } from '../../web/fields.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { NotificationAttempt, NotificationRecord, SandboxServices } from '../state/records.ts'
import { layout, moment, momentText, notFoundPage, pageNumber, pageSize, pages, sendPage } from './layout.ts'
import { type Visit, visitOf } from './visit.ts'

/** `/sandbox/notifications`: what was posted to the callback addresses, with a button to send it again. */
export function notificationRoutes(app: FastifyInstance, { notifications, language }: SandboxServices): void {
  app.get<{ Querystring: { page?: string; sent?: string } }>('/sandbox/notifications', (request, reply) => {
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
}

interface NotificationsPageProps {
  visit: Visit
  page: number
  total: number
  notifications: NotificationRecord[]
  /** Whether one was just sent again by hand. */
  sent: boolean
}

/** What was posted to the callback addresses (interface document, section 6), with the answer to each attempt. */
function notificationsPage({ visit, page, total, notifications, sent }: NotificationsPageProps): string {
  const children = html`
    <h1>${say('sandbox.notifications')}</h1>
    <p>${say('sandbox.notifications_intro')}</p>
    ${sent ? html`<p class="done" role="status">${say('sandbox.sent_again')}</p>` : null}
    ${notifications.length === 0 ? html`<p class="nothing">${say('sandbox.notifications_empty')}</p>` : null}
    ${notifications.map((each) => notification(visit, each))}
    ${pages(visit, '/sandbox/notifications', page, total)}
  `
  return layout({ visit, title: say('sandbox.notifications'), shape: 'wide', tool: 'notifications', children })
}

const events: Readonly<Record<NotificationRecord['event'], Sentence>> = {
  payment: say('sandbox.payment'),
  collection: say('sandbox.collection'),
}

const states: Readonly<Record<NotificationRecord['state'], Sentence>> = {
  waiting: say('sandbox.waiting'),
  delivered: say('sandbox.delivered'),
  given_up: say('sandbox.given_up'),
}

function notification(visit: Visit, record: NotificationRecord): VNode {
  const { language, to } = visit
  const id = encodeURIComponent(record.id)
  return html`
    <article class="notification" id=${record.id} aria-labelledby=${`title-${record.id}`}>
      <h2 id=${`title-${record.id}`}>
        <span>${events[record.event]}</span>
        <code>${record.reference}</code>
        <span class=${`state ${record.state}`}>${states[record.state]}</span>
      </h2>
      <dl>
        <div><dt>${say('sandbox.state')}</dt><dd>${shown(record.status)}</dd></div>
        <div><dt>${say('sandbox.when')}</dt><dd>${moment(record.createdAt, language)}</dd></div>
        <div><dt>${say('sandbox.to')}</dt><dd><bdi class="address">${shown(record.url)}</bdi></dd></div>
      </dl>
      ${attempts(visit, record)}
      <details>
        <summary>${say('sandbox.body')}</summary>
        <pre>${shown(record.body)}</pre>
      </details>
      ${record.nextAt ? html`<p class="small">${say('sandbox.next_attempt', { at: momentText(record.nextAt, language) })}</p>` : null}
      <form method="post" action=${to(`/sandbox/notifications/${id}/resend`)}>
        <button type="submit" aria-label=${say('sandbox.send_again_reference', { reference: record.reference })}>${say('sandbox.send_again')}</button>
      </form>
    </article>
  `
}

function attempts(visit: Visit, { attempts: made }: NotificationRecord): VNode {
  if (made.length === 0) return html`<p class="small">${say('sandbox.no_attempt')}</p>`
  const count = say('sandbox.attempts', { n: made.length })
  return html`
    <details>
      <summary>${count}</summary>
      <ol aria-label=${count}>
        ${made.map((each) => html`<li>${attempt(visit, each)}</li>`)}
      </ol>
    </details>
  `
}

/** The receiver's answer is untrusted, so it is shown as plain text. */
function attempt({ language }: Visit, attemptMade: NotificationAttempt): VNode {
  const { at, status, error, ms, answer, byHand } = attemptMade
  return html`
    <dl>
      <div><dt>${say('sandbox.when')}</dt><dd>${moment(at, language)}${byHand ? [' ', say('sandbox.by_hand')] : null}</dd></div>
      <div><dt>${say('sandbox.result')}</dt><dd>${status === null ? shown(error ?? '') : `HTTP ${status}`}</dd></div>
      <div><dt>${say('sandbox.took')}</dt><dd>${Math.round(ms)} ms</dd></div>
      ${answer ? html`<div><dt>${say('sandbox.answer')}</dt><dd><bdi>${shown(answer)}</bdi></dd></div>` : null}
    </dl>
  `
}
