import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { field, type Problems } from './field.ts'
import type { Words } from './words.ts'

/** The fields of a card. Its number and security code are never given back, not even to be corrected. */
export const cardFields = ({ pay }: Words, values: Readonly<Record<string, string>>, problems: Problems): VNode => html`
  <div>
    ${field({
      name: 'card',
      label: pay.cardNumber,
      hint: pay.cardNumberHint,
      problem: problems['card'],
      input: { type: 'text', inputmode: 'numeric', autocomplete: 'cc-number', maxlength: '30' },
    })}
    <div class="side-by-side">
      ${field({
        name: 'expiry',
        label: pay.expiry,
        hint: pay.expiryHint,
        problem: problems['expiry'],
        value: values['expiry'] ?? '',
        input: { type: 'text', inputmode: 'numeric', autocomplete: 'cc-exp', maxlength: '9' },
      })}
      ${field({
        name: 'cvc',
        label: pay.cvc,
        hint: pay.cvcHint,
        problem: problems['cvc'],
        input: { type: 'text', inputmode: 'numeric', autocomplete: 'cc-csc', maxlength: '6' },
      })}
    </div>
  </div>
`
