import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type Country, countries, type Operator, operators } from '../../payout/operators/operator.ts'
import { field, type Problems, selectField, shown } from '../../web/fields.ts'
import type { Language } from '../../words/catalogue.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { PaymentRecord, Refusal } from '../state/records.ts'
import type { Visit } from './visit.ts'

/** The fields of a mobile-money account: the operators are those of the countries that have the payment's currency. */
export function mobileFields(
  { language }: Visit,
  payment: PaymentRecord,
  values: Readonly<Record<string, string>>,
  problems: Problems,
): VNode {
  const chosen = values['operator'] ?? ''
  const groups = countries.filter(({ currency }) => currency === payment.currency)
  const options = (country: Country) =>
    operatorsOf(country).map(
      (each) => html`<option value=${each.code} selected=${each.code === chosen}>
        ${operatorName(each, country, language)}
      </option>`,
    )
  return html`
    <div>
      ${selectField({
        name: 'operator',
        label: say('sandbox.operator'),
        problem: problems['operator'],
        children: [
          html`<option value="">${say('sandbox.choose_operator')}</option>`,
          ...groups.map((each) => html`<optgroup label=${countryName(each, language)}>${options(each)}</optgroup>`),
        ],
      })}
      ${field({
        name: 'phone',
        label: say('sandbox.phone'),
        hint: say('sandbox.phone_hint'),
        problem: problems['phone'],
        value: values['phone'] ?? shown(payment.customer.phoneNumber ?? ''),
        input: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: '30' },
      })}
    </div>
  `
}

const operatorsOf = (country: Country): Operator[] => operators.filter((each) => each.country === country.code)

export const countryName = (country: Country, language: Language): string =>
  language === 'fr' ? country.frenchName : country.name

/** `MTN Ivory Coast`, in French `MTN Côte d'Ivoire`. */
export const operatorName = (operator: Operator, country: Country, language: Language): string =>
  operator.name.replace(country.name, countryName(country, language))

/** The fields of a card. Its number and security code are never given back, not even to be corrected. */
export const cardFields = (values: Readonly<Record<string, string>>, problems: Problems): VNode => html`
  <div>
    ${field({
      name: 'card',
      label: say('sandbox.card_number'),
      hint: say('sandbox.card_number_hint'),
      problem: problems['card'],
      input: { type: 'text', inputmode: 'numeric', autocomplete: 'cc-number', maxlength: '30' },
    })}
    <div class="side-by-side">
      ${field({
        name: 'expiry',
        label: say('sandbox.expiry'),
        hint: say('sandbox.expiry_hint'),
        problem: problems['expiry'],
        value: values['expiry'] ?? '',
        input: { type: 'text', inputmode: 'numeric', autocomplete: 'cc-exp', maxlength: '9' },
      })}
      ${field({
        name: 'cvc',
        label: say('sandbox.cvc'),
        hint: say('sandbox.cvc_hint'),
        problem: problems['cvc'],
        input: { type: 'text', inputmode: 'numeric', autocomplete: 'cc-csc', maxlength: '6' },
      })}
    </div>
  </div>
`

/** Why a try to pay, or a payment as a whole, was refused. */
export const refusals: Readonly<Record<Refusal, Sentence>> = {
  refused: say('sandbox.refused'),
  insufficient_funds: say('sandbox.insufficient_funds'),
  three_d_secure_failed: say('sandbox.three_d_secure_failed'),
  expired_card: say('sandbox.expired_card'),
  operator_unavailable: say('sandbox.operator_unavailable'),
  wrong_pin: say('sandbox.wrong_pin'),
  too_many_tries: say('sandbox.too_many_tries'),
}
