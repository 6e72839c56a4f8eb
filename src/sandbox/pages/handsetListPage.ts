import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { CollectionRecord } from '../records.ts'
import { amountText } from './amountText.ts'
import { field } from './field.ts'
import { layout } from './layout.ts'
import { shown } from './shown.ts'
import { timeLeft } from './timeLeft.ts'
import type { Visit } from './visit.ts'

export interface HandsetListProps {
  visit: Visit
  merchant: string
  /** Whose requests are shown; empty: everybody's. */
  phone: string
  open: CollectionRecord[]
  now: Date
}

/** What customers see on their phones: the collections (interface document, 4.2) that wait for a PIN, by number. */
export function handsetListPage({ visit, merchant, phone, open, now }: HandsetListProps): string {
  const { words, to } = visit
  const byPhone = Object.entries(Object.groupBy(open, (each) => each.phone))
  const here = phone === '' ? '/handset' : `/handset?phone=${encodeURIComponent(phone)}`
  const children = html`
    <h1>${words.handset.title}</h1>
    <p>${words.handset.intro}</p>
    <form method="get" action="/handset" class="filter">
      ${visit.chosen ? html`<input type="hidden" name="lang" value=${visit.chosen} />` : null}
      ${field({
        name: 'phone',
        label: words.handset.number,
        value: shown(phone),
        optional: true,
        input: { type: 'tel', inputmode: 'tel', autocomplete: 'off', maxlength: '30' },
      })}
      <button type="submit">${words.handset.show}</button>
    </form>
    ${byPhone.length === 0 ? html`<p class="nothing">${nothing(visit, phone)}</p>` : null}
    ${byPhone.map(([each, requests = []]) => requestsOf(visit, merchant, each, requests, now))}
    <p class="links">
      <a href=${to(here)}>${words.handset.lookAgain}</a>
      ${phone === '' ? null : html`<a href=${to('/handset')}>${words.handset.showAll}</a>`}
    </p>
  `
  return layout({ visit, title: words.handset.title, shape: 'card', tool: 'handset', children })
}

const nothing = ({ words }: Visit, phone: string): string =>
  phone === '' ? words.handset.none : words.handset.noneOf(shown(phone))

const requestsOf = (visit: Visit, merchant: string, phone: string, open: CollectionRecord[], now: Date): VNode => html`
  <section aria-label=${visit.words.handset.titleOf(`+${phone}`)}>
    <h2>+${phone}</h2>
    <ul class="requests">
      ${open.map((each) => request(visit, merchant, each, now))}
    </ul>
  </section>
`

function request(visit: Visit, merchant: string, collection: CollectionRecord, now: Date): VNode {
  const { reference, amount, currency, expiresAt } = collection
  const { words, language, to } = visit
  return html`
    <li>
      <a href=${to(`/handset/${encodeURIComponent(reference)}`)}>
        <span>${words.handset.asks(shown(merchant), amountText(amount, currency, language))}</span>
        <span class="small">${words.handset.timeLeft} ${timeLeft(visit, expiresAt, now)}</span>
      </a>
    </li>
  `
}
