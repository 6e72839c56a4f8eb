import { html } from 'htm/preact'
import type { PaymentRecord, PaymentState } from '../records.ts'
import { backToMerchant } from './backToMerchant.ts'
import { layout } from './layout.ts'
import { whatIsPaid } from './paymentPage.ts'
import { shown } from './shown.ts'
import type { Visit } from './visit.ts'

export type EndState = Exclude<PaymentState, 'created'>

/** The hosted page of a payment that is in an end state: it says which, and leads back to the merchant. */
export function paymentEndPage(visit: Visit, merchant: string, payment: PaymentRecord, state: EndState): string {
  const { words } = visit
  const ended = words.pay.ended[state]
  const children = html`
    <div class=${`ended ${state}`} role="status">
      <h2>${ended.title}</h2>
      ${payment.refusal && state === 'failed' ? html`<p>${words.refusals[payment.refusal]}</p>` : null}
      <p>${ended.text}</p>
    </div>
    ${whatIsPaid(visit, merchant, payment)}
    <p><a class="primary" href=${backToMerchant(payment)}>${words.pay.back(shown(merchant))}</a></p>
  `
  return layout({ visit, title: ended.title, shape: 'card', tool: null, children })
}
