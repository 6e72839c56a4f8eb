import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { payerScripts } from '../scriptedOutcomes.ts'
import type { PayBy } from './paymentPage.ts'
import type { Words } from './words.ts'

/** For testers: the cards and mobile numbers that meet a fault, by their last four digits. */
export const endingsNote = ({ pay }: Words, by: PayBy): VNode => html`
  <details>
    <summary>${pay.endings}</summary>
    <p>${by === 'card' ? pay.endingsOfCards : pay.endingsOfPhones}</p>
    <ul>
      ${payerScripts.map(({ digits }) => html`<li><code>${digits}</code> ${pay.endingOf[digits][by]}</li>`)}
    </ul>
    <p>${pay.otherEndings}</p>
  </details>
`
