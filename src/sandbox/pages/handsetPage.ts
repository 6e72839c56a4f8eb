import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { countryOfOperator, operatorOf } from '../../payout/operator.ts'
import type { CollectionRecord, CollectionState } from '../records.ts'
import { amountText } from './amountText.ts'
import { field, type Problems, problemSummary } from './field.ts'
import { layout } from './layout.ts'
import { operatorName } from './mobileFields.ts'
import { shown } from './shown.ts'
import { timeLeft } from './timeLeft.ts'
import type { Visit } from './visit.ts'

export interface HandsetPageProps {
  visit: Visit
  merchant: string
  collection: CollectionRecord
  problems: Problems
  now: Date
}

/** One request on the customer's handset (interface document, 4.2): to pay with a PIN, to decline, or what became of it. */
export function handsetPage({ visit, merchant, collection, problems, now }: HandsetPageProps): string {
  const { words, language, to } = visit
  const { state } = collection
  const wrong = state === 'pending' ? { ...wrongPin(visit, collection), ...problems } : {}
  const title =
    state === 'pending'
      ? words.handset.asks(shown(merchant), amountText(collection.amount, collection.currency, language))
      : words.handset.ended[state].title
  const children = html`
    ${problemSummary(words, wrong)}
    <p class="small">${words.handset.titleOf(`+${collection.phone}`)}</p>
    <h1>${title}</h1>
    ${state === 'pending' ? null : whatBecame(visit, collection, state)}
    ${facts(visit, collection, now)}
    ${state === 'pending' ? answers(visit, collection, wrong) : null}
    <p class="links">
      ${state === 'pending' ? html`<a href=${to(pathOf(collection))}>${words.handset.lookAgain}</a>` : null}
      <a href=${to(`/handset?phone=${collection.phone}`)}>${words.handset.allRequests}</a>
    </p>
  `
  return layout({ visit, title, problem: Object.keys(wrong).length > 0, shape: 'card', tool: 'handset', children })
}

const pathOf = ({ reference }: CollectionRecord): string => `/handset/${encodeURIComponent(reference)}`

const wrongPin = ({ words }: Visit, { refusal }: CollectionRecord): Problems =>
  refusal ? { pin: words.refusals[refusal] } : {}

function whatBecame(
  { words }: Visit,
  { refusal }: CollectionRecord,
  state: Exclude<CollectionState, 'pending'>,
): VNode {
  return html`
    <div class=${`ended ${state}`} role="status">
      ${refusal && state === 'failed' ? html`<p>${words.refusals[refusal]}</p>` : null}
      <p>${words.handset.ended[state].text}</p>
    </div>
  `
}

function facts(visit: Visit, collection: CollectionRecord, now: Date): VNode {
  const { words, language } = visit
  const operator = operatorOf(collection.operator)
  return html`
    <dl>
      <div>
        <dt>${words.pay.amountDue}</dt>
        <dd>${amountText(collection.amount, collection.currency, language)}</dd>
      </div>
      <div>
        <dt>${words.handset.operator}</dt>
        <dd>${operator ? operatorName(operator, countryOfOperator(operator), language) : shown(collection.operator)}</dd>
      </div>
      <div>
        <dt>${words.pay.reference}</dt>
        <dd><code>${collection.reference}</code></dd>
      </div>
      ${
        collection.state === 'pending'
          ? html`<div>
              <dt>${words.handset.timeLeft}</dt>
              <dd><time datetime=${collection.expiresAt}>${timeLeft(visit, collection.expiresAt, now)}</time></dd>
            </div>`
          : null
      }
    </dl>
  `
}

function answers({ words, language, to }: Visit, collection: CollectionRecord, problems: Problems): VNode {
  const amount = amountText(collection.amount, collection.currency, language)
  return html`
    <form method="post" action=${to(`${pathOf(collection)}/approve`)} novalidate>
      ${field({
        name: 'pin',
        label: words.handset.pin,
        hint: words.handset.pinHint,
        problem: problems['pin'],
        input: { type: 'password', inputmode: 'numeric', autocomplete: 'off', maxlength: '12' },
      })}
      <button class="primary" type="submit">${words.handset.approve(amount)}</button>
    </form>
    <form method="post" action=${to(`${pathOf(collection)}/decline`)}>
      <button class="quiet" type="submit">${words.handset.decline}</button>
    </form>
  `
}
