import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { NotificationAttempt, NotificationRecord } from '../records.ts'
import { layout } from './layout.ts'
import { moment, momentText } from './momentText.ts'
import { pager } from './pager.ts'
import { shown } from './shown.ts'
import type { Visit } from './visit.ts'

export interface NotificationsPageProps {
  visit: Visit
  page: number
  total: number
  notifications: NotificationRecord[]
  /** Whether one was just sent again, by hand. */
  sent: boolean
}

/** What was posted to the callback addresses (interface document, section 6), with each attempt's answer. */
export function notificationsPage({ visit, page, total, notifications, sent }: NotificationsPageProps): string {
  const { words } = visit
  const children = html`
    <h1>${words.notifications.title}</h1>
    <p>${words.notifications.intro}</p>
    ${sent ? html`<p class="done" role="status">${words.notifications.sent}</p>` : null}
    ${notifications.length === 0 ? html`<p class="nothing">${words.notifications.none}</p>` : null}
    ${notifications.map((each) => notification(visit, each))}
    ${pager(visit, '/sandbox/notifications', page, total)}
  `
  return layout({ visit, title: words.notifications.title, shape: 'wide', tool: 'notifications', children })
}

function notification(visit: Visit, record: NotificationRecord): VNode {
  const { words, language, to } = visit
  const say = words.notifications
  const id = encodeURIComponent(record.id)
  return html`
    <article class="notification" id=${record.id} aria-labelledby=${`title-${record.id}`}>
      <h2 id=${`title-${record.id}`}>
        <span>${say.events[record.event]}</span>
        <code>${record.reference}</code>
        <span class=${`state ${record.state}`}>${say.states[record.state]}</span>
      </h2>
      <dl>
        <div><dt>${words.ledger.columns.state}</dt><dd>${shown(record.status)}</dd></div>
        <div><dt>${words.ledger.columns.at}</dt><dd>${moment(record.createdAt, language)}</dd></div>
        <div><dt>${say.to}</dt><dd><bdi class="address">${shown(record.url)}</bdi></dd></div>
      </dl>
      ${attempts(visit, record)}
      <details>
        <summary>${say.body}</summary>
        <pre>${shown(record.body)}</pre>
      </details>
      ${record.nextAt ? html`<p class="small">${say.next(momentText(record.nextAt, language))}</p>` : null}
      <form method="post" action=${to(`/sandbox/notifications/${id}/resend`)}>
        <button type="submit" aria-label=${say.resendOf(record.reference)}>${say.resend}</button>
      </form>
    </article>
  `
}

function attempts(visit: Visit, { attempts: made }: NotificationRecord): VNode {
  const { words } = visit
  if (made.length === 0) return html`<p class="small">${words.notifications.noAttempts}</p>`
  const count = words.notifications.attempts(made.length)
  return html`
    <details>
      <summary>${count}</summary>
      <ol aria-label=${count}>
        ${made.map((each) => html`<li>${attempt(visit, each)}</li>`)}
      </ol>
    </details>
  `
}

/** The receiver's words come from outside: they are text, and no more. */
function attempt({ words, language }: Visit, attemptMade: NotificationAttempt): VNode {
  const { at, status, error, ms, answer, byHand: again } = attemptMade
  const { columns, byHand } = words.notifications
  return html`
    <dl>
      <div><dt>${columns.at}</dt><dd>${moment(at, language)}${again ? ` (${byHand})` : null}</dd></div>
      <div><dt>${columns.result}</dt><dd>${status === null ? shown(error ?? '') : `HTTP ${status}`}</dd></div>
      <div><dt>${columns.ms}</dt><dd>${Math.round(ms)} ms</dd></div>
      ${answer ? html`<div><dt>${columns.answer}</dt><dd><bdi>${shown(answer)}</bdi></dd></div>` : null}
    </dl>
  `
}
