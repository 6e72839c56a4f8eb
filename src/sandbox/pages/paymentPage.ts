import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { PaymentRecord } from '../records.ts'
import { amountText } from './amountText.ts'
import { cardFields } from './cardFields.ts'
import { endingsNote } from './endingsNote.ts'
import { type Problems, problemSummary } from './field.ts'
import { layout } from './layout.ts'
import { mobileFields } from './mobileFields.ts'
import { momentText } from './momentText.ts'
import { shown } from './shown.ts'
import type { Visit } from './visit.ts'

export type PayBy = 'card' | 'mobile'

export interface PaymentPageProps {
  visit: Visit
  merchant: string
  /** Still open: its state is `created`. */
  payment: PaymentRecord
  by: PayBy
  /** What was typed, to be corrected. Never a card's number or security code. */
  values: Readonly<Record<string, string>>
  problems: Problems
}

/** The tries that a payment has (`PaymentRecord.refusedTries`). */
const maxTries = 3

/** The hosted payment page (interface document, 4.1) of a payment that can still be paid. */
export function paymentPage(props: PaymentPageProps): string {
  const { visit, merchant, payment, by, values, problems } = props
  const { words, to, language } = visit
  const amount = amountText(payment.amount, payment.currency, language)
  const path = `/pay/${encodeURIComponent(payment.reference)}`
  const children = html`
    ${problemSummary(words, problems)}
    ${Object.keys(problems).length === 0 ? refusedTry(visit, payment) : null}
    ${whatIsPaid(visit, merchant, payment)}
    ${payment.mode === 'ALL' ? waysToPay(visit, path, by) : null}
    <form method="post" action=${to(`${path}?by=${by}`)} novalidate>
      ${by === 'card' ? cardFields(words, values, problems) : mobileFields(visit, payment, values, problems)}
      <button class="primary" type="submit">${words.pay.payNow(amount)}</button>
    </form>
    <form method="post" action=${to(`${path}/cancel`)}>
      <button class="quiet" type="submit">${words.pay.cancel}</button>
    </form>
    <p class="small">${words.pay.open(momentText(payment.expiresAt, language))}</p>
    ${endingsNote(words, by)}
  `
  const title = words.pay.title(shown(merchant))
  return layout({ visit, title, problem: Object.keys(problems).length > 0, shape: 'card', tool: null, children })
}

/** Who is paid, how much and for what. */
export function whatIsPaid({ words, language }: Visit, merchant: string, payment: PaymentRecord): VNode {
  const { amount, currency, description, reference } = payment
  return html`
    <h1 class="payee">${words.pay.title(shown(merchant))}</h1>
    <p class="amount">
      <span class="unseen">${words.pay.amountDue}</span>
      <strong>${amountText(amount, currency, language)}</strong>
    </p>
    ${description ? html`<p class="description"><bdi>${shown(description)}</bdi></p>` : null}
    <p class="small">${words.pay.reference} <code>${reference}</code></p>
  `
}

/** Says of the last try that it was refused, and that another one is possible. */
function refusedTry({ words }: Visit, { refusal, refusedTries }: PaymentRecord): VNode | null {
  if (!refusal) return null
  return html`
    <div class="problems" role="alert" tabindex="-1" autofocus>
      <h2>${words.refusals[refusal]}</h2>
      <p>${words.pay.triesLeft(Math.max(1, maxTries - refusedTries))}</p>
    </div>
  `
}

const waysToPay = ({ words, to }: Visit, path: string, by: PayBy): VNode => html`
  <nav class="ways" aria-label=${words.pay.howToPay}>
    <a href=${to(`${path}?by=card`)} aria-current=${by === 'card' ? 'true' : undefined}>${words.pay.byCard}</a>
    <a href=${to(`${path}?by=mobile`)} aria-current=${by === 'mobile' ? 'true' : undefined}>${words.pay.byMobile}</a>
  </nav>
`
