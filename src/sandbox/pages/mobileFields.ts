import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type Country, countries } from '../../payout/country.ts'
import { type Operator, operators } from '../../payout/operator.ts'
import type { Language, PaymentRecord } from '../records.ts'
import { field, type Problems, selectField } from './field.ts'
import { shown } from './shown.ts'
import type { Visit } from './visit.ts'

/** The fields of a mobile-money account: the operators are those of the countries that have the payment's currency. */
export function mobileFields(
  { words, language }: Visit,
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
        label: words.pay.operator,
        problem: problems['operator'],
        children: [
          html`<option value="">${words.pay.chooseOperator}</option>`,
          ...groups.map((each) => html`<optgroup label=${countryName(each, language)}>${options(each)}</optgroup>`),
        ],
      })}
      ${field({
        name: 'phone',
        label: words.pay.phone,
        hint: words.pay.phoneHint,
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
