import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  type Country,
  countries,
  type OperatorCode,
  operatorName,
  operatorsOf,
} from '../../payout/operators/operator.ts'
import { field, option, type Problems, selectField, shown } from '../../web/fields.ts'
import { written } from '../../web/parts.ts'
import { country as countryNamed, type Sentence, say } from '../../words/sentence.ts'
import type { PaymentRecord, Refusal } from '../state/records.ts'

/** The fields of a mobile-money account. The operators are those of countries with the payment's currency. */
export function mobileFields(
  payment: PaymentRecord,
  values: Readonly<Record<string, string>>,
  problems: Problems,
): VNode {
  const groups = countries.filter(({ currency }) => currency === payment.currency)
  const chosen = values['operator'] || operatorOfNumber(values['phone'] || payment.customer.phoneNumber || '', groups)
  const options = (country: Country) => operatorsOf(country).map(({ code }) => option(code, operatorName(code), chosen))
  return html`
    <div>
      ${selectField({
        name: 'operator',
        label: say('sandbox.operator'),
        problem: problems['operator'],
        children: [
          option('', say('sandbox.choose_operator')),
          ...groups.map(
            (each) => html`<optgroup label=${written(countryNamed(each.code))}>${options(each)}</optgroup>`,
          ),
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

/**
 * Common prefixes of operators in countries with several. They have no official source, and only preselect an operator on the sandbox's
 * page: numbers can be ported to another operator, and any number can be typed for any wallet.
 */
const numbersOf: readonly (readonly [begin: RegExp, code: OperatorCode])[] = [
  [/^22901(?:4[26]|5[0-4679]|6[12679]|9[0167])/, 'mtn-benin'],
  [/^22901(?:45|5[58]|6[03458]|9[4589])/, 'moov-benin'],
  [/^226(?:0|5|6|7)[4567]/, 'orange-money-burkina'],
  [/^226(?:0|5|6|7)[0-3]/, 'moov-burkina-faso'],
  [/^237(?:67|65[0-4]|68[0-3])/, 'mtn-cm'],
  [/^237(?:69|65[5-9]|68[5-9])/, 'orange-money-cm'],
  [/^22505/, 'mtn-ci'],
  [/^22501/, 'moov-ci'],
  [/^22177|^22178/, 'orange-money-senegal'],
  [/^22176/, 'free-money-senegal'],
  [/^22170/, 'expresso-senegal'],
]

/** The operator of an international number in these countries, or '' if unknown. */
function operatorOfNumber(phone: string, among: readonly Country[]): OperatorCode | '' {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  const country = among.find(({ diallingCode }) => digits.startsWith(diallingCode))
  if (!country) return ''
  const [only, ...others] = operatorsOf(country)
  // A country with one operator in the interface may have others: Ivory Coast's third has no code.
  if (only && others.length === 0) return only.code
  return numbersOf.find(([begin]) => begin.test(digits))?.[1] ?? ''
}

/** The fields of a card. Its number and security code are never sent back, not even to be corrected. */
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

/** Why an attempt to pay, or a whole payment, was refused. */
export const refusals: Readonly<Record<Refusal, Sentence>> = {
  refused: say('sandbox.refused'),
  insufficient_funds: say('sandbox.insufficient_funds'),
  three_d_secure_failed: say('sandbox.three_d_secure_failed'),
  expired_card: say('sandbox.expired_card'),
  operator_unavailable: say('sandbox.operator_unavailable'),
  wrong_pin: say('sandbox.wrong_pin'),
  too_many_tries: say('sandbox.too_many_tries'),
}
