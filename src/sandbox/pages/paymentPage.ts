import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { amountText, type Problems, problemSummary, shown } from '../../web/fields.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { paymentStatus } from '../payments.ts'
import { type PayerDigits, payerScripts } from '../scriptedOutcomes.ts'
import { maxTries, type PaymentRecord, type PaymentState } from '../state/records.ts'
import { cardFields, mobileFields, refusals } from './fields.ts'
import { layout } from './layout.ts'
import { payPath, type Visit } from './visit.ts'

export type PayBy = 'card' | 'mobile'

interface PaymentPageProps {
  visit: Visit
  merchant: string
  /** An open payment, in the state `created`. */
  payment: PaymentRecord
  by: PayBy
  /** What was typed and has to be corrected, never a card's number or security code. */
  values: Readonly<Record<string, string>>
  problems: Problems
}

/** The hosted payment page (interface document, 4.1) of a payment that can still be paid. */
export function paymentPage(props: PaymentPageProps): string {
  const { visit, merchant, payment, by, values, problems } = props
  const { to, language } = visit
  const amount = amountText(payment.amount, payment.currency, language)
  const path = payPath(payment.reference)
  const children = html`
    ${problemSummary(problems)}
    ${Object.keys(problems).length === 0 ? refusedTry(payment) : null}
    <h1 class="payee">${say('sandbox.pay_merchant', { merchant: shown(merchant) })}</h1>
    ${whatIsPaid(visit, payment, say('sandbox.amount_due'))}
    ${payment.mode === 'ALL' ? waysToPay(visit, path, by) : null}
    <form method="post" action=${to(`${path}?by=${by}`)} novalidate>
      ${by === 'card' ? cardFields(values, problems) : mobileFields(payment, values, problems)}
      <button class="primary" type="submit">${say('sandbox.pay_amount', { amount })}</button>
    </form>
    <form method="post" action=${to(`${path}/cancel`)}>
      <button class="plain" type="submit">${say('sandbox.cancel_payment')}</button>
    </form>
    <p class="small">${timeLeft(payment)}</p>
    ${endingsNote(by)}
  `
  const title = say('sandbox.pay_merchant', { merchant: shown(merchant) })
  return layout({ visit, title, problem: Object.keys(problems).length > 0, shape: 'card', tool: null, children })
}

/** Seconds until the payer's time is over, at least 1. Then the page reloads. */
export const secondsLeft = ({ expiresAt }: PaymentRecord): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000))

/** In whole minutes, because the page doesn't count down. */
function timeLeft(payment: PaymentRecord): Sentence {
  const minutes = Math.floor((secondsLeft(payment) + 30) / 60)
  return minutes > 0 ? say('sandbox.minutes_left', { minutes }) : say('sandbox.no_minute_left')
}

/** The amount and what it is for. */
function whatIsPaid({ language }: Visit, payment: PaymentRecord, label: Sentence): VNode {
  const { amount, currency, description, reference } = payment
  return html`
    <p class="amount">
      <span class="unseen">${label}</span>
      <strong>${amountText(amount, currency, language)}</strong>
    </p>
    ${description ? html`<p class="description"><bdi>${shown(description)}</bdi></p>` : null}
    <p class="small">${say('sandbox.reference')} <code>${reference}</code></p>
  `
}

/** Says that the last attempt was refused and that another is possible. */
function refusedTry({ refusal, refusedTries }: PaymentRecord): VNode | null {
  if (!refusal) return null
  return html`
    <div class="problems" role="alert" tabindex="-1" autofocus>
      <h2>${refusals[refusal]}</h2>
      <p>${say('sandbox.tries_left', { left: Math.max(1, maxTries - refusedTries) })}</p>
    </div>
  `
}

const waysToPay = ({ to }: Visit, path: string, by: PayBy): VNode => html`
  <nav class="ways" aria-label=${say('sandbox.how_to_pay')}>
    <a href=${to(`${path}?by=card`)} aria-current=${by === 'card' ? 'true' : undefined}>${say('sandbox.card')}</a>
    <a href=${to(`${path}?by=mobile`)} aria-current=${by === 'mobile' ? 'true' : undefined}>${say('sandbox.mobile_money')}</a>
  </nav>
`

type EndState = Exclude<PaymentState, 'created'>

/** The hosted page of a payment in an end state, with a link back to the merchant. */
export function paymentEndPage(visit: Visit, merchant: string, payment: PaymentRecord, state: EndState): string {
  const { title, text } = ended[state]
  const children = html`
    <h1>${title}</h1>
    <div class=${`ended ${state}`} role="status">
      ${payment.refusal && state === 'failed' ? html`<p>${refusals[payment.refusal]}</p>` : null}
      <p>${text}</p>
    </div>
    <p class="payee">${shown(merchant)}</p>
    ${whatIsPaid(visit, payment, say('sandbox.amount'))}
    <p><a class="primary" href=${backToMerchant(payment)}>${say('sandbox.back_to_merchant', { merchant: shown(merchant) })}</a></p>
  `
  return layout({ visit, title, shape: 'card', tool: null, children })
}

const ended: Readonly<Record<EndState, { title: Sentence; text: Sentence }>> = {
  paid: { title: say('sandbox.payment_paid'), text: say('sandbox.nothing_to_do') },
  cancelled: { title: say('sandbox.payment_cancelled'), text: say('sandbox.nothing_paid') },
  failed: { title: say('sandbox.payment_failed'), text: say('sandbox.ask_again') },
  expired: { title: say('sandbox.payment_expired'), text: say('sandbox.ask_again_expired') },
}

/** For testers: the last four digits of cards and mobile numbers that meet a fault. */
const endingsNote = (by: PayBy): VNode => html`
  <details>
    <summary>${say('sandbox.endings')}</summary>
    <p>${by === 'card' ? say('sandbox.endings_of_cards') : say('sandbox.endings_of_phones')}</p>
    <ul>
      ${payerScripts.map(({ digits }) => html`<li><code>${digits}</code> ${endings[digits][by]}</li>`)}
    </ul>
    <p>${say('sandbox.other_endings')}</p>
  </details>
`

const sameFor = (sentence: Sentence): Record<PayBy, Sentence> => ({ card: sentence, mobile: sentence })

const endings: Readonly<Record<PayerDigits, Record<PayBy, Sentence>>> = {
  '9901': sameFor(say('sandbox.ending_refused_for_good')),
  '9911': sameFor(say('sandbox.ending_no_funds')),
  '9912': { card: say('sandbox.ending_three_d_secure'), mobile: say('sandbox.ending_wrong_pin') },
  '9913': { card: say('sandbox.ending_expired_card'), mobile: say('sandbox.ending_refused') },
  '9915': sameFor(say('sandbox.ending_not_notified')),
  '9916': sameFor(say('sandbox.ending_notified_twice')),
}

/**
 * Where a payer goes when a payment has ended (interface document, 2.1): `return_url` if it is paid, otherwise `cancel_url`. `reference`
 * and `status` are added to the address's own query, which stays unchanged. `status` is the same as in the notification. The document
 * doesn't show whether the provider adds any parameters.
 */
export function backToMerchant(payment: PaymentRecord): string {
  const { state, reference, returnUrl, cancelUrl } = payment
  const url = new URL(state === 'paid' ? returnUrl : cancelUrl)
  const added = new URLSearchParams({ reference, status: paymentStatus(payment).status })
  url.search = url.search === '' ? `${added}` : `${url.search}&${added}`
  return url.href
}
