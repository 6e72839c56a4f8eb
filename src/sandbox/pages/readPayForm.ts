import { countryOfOperator, operatorOf } from '../../payout/operator.ts'
import { parsePhone } from '../../payout/phone.ts'
import type { PayAsked, PaymentRecord } from '../records.ts'
import type { Problems } from './field.ts'
import type { Form } from './form.ts'
import { countryName } from './mobileFields.ts'
import type { PayBy } from './paymentPage.ts'
import type { Visit } from './visit.ts'

export type PayForm = { ok: true; asked: PayAsked } | { ok: false; problems: Problems }

/** Reads what a payer typed. `now` decides whether a card has expired. */
export function readPayForm(form: Form, by: PayBy, payment: PaymentRecord, visit: Visit, now: Date): PayForm {
  return by === 'card' ? readCard(form, visit, now) : readMobile(form, payment, visit)
}

function readCard(form: Form, { words: { problems: say } }: Visit, now: Date): PayForm {
  const card = form['card']?.replace(/[\s-]/g, '') ?? ''
  const cvc = form['cvc']?.trim() ?? ''
  const problems: Record<string, string> = {}
  if (card === '') problems['card'] = say.missingCard
  else if (!/^\d{12,19}$/.test(card)) problems['card'] = say.badCard
  const expiry = expiryProblem(form['expiry']?.replace(/\s/g, '') ?? '', now)
  if (expiry) problems['expiry'] = say[expiry]
  if (cvc === '') problems['cvc'] = say.missingCvc
  else if (!/^\d{3,4}$/.test(cvc)) problems['cvc'] = say.badCvc
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, asked: { by: 'card', card } }
}

/** A card is good to the end of its month. */
function expiryProblem(text: string, now: Date): 'missingExpiry' | 'badExpiry' | 'pastExpiry' | null {
  if (text === '') return 'missingExpiry'
  const [, month = '', year = ''] = /^(\d{1,2})[/.-]?((?:20)?\d{2})$/.exec(text) ?? []
  if (!(Number(month) >= 1 && Number(month) <= 12)) return 'badExpiry'
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return Date.UTC(fullYear, Number(month)) > now.getTime() ? null : 'pastExpiry'
}

function readMobile(form: Form, payment: PaymentRecord, { words: { problems: say }, language }: Visit): PayForm {
  const phone = form['phone']?.trim() ?? ''
  const code = form['operator'] ?? ''
  const operator = operatorOf(code)
  const country = operator && countryOfOperator(operator)
  const problems: Record<string, string> = {}
  if (code === '') problems['operator'] = say.missingOperator
  else if (country?.currency !== payment.currency) problems['operator'] = say.badOperator
  if (phone === '') problems['phone'] = say.missingPhone
  if (Object.keys(problems).length > 0 || !country) return { ok: false, problems }
  const read = parsePhone(phone, country.code)
  if (read.ok) return { ok: true, asked: { by: 'mobile', operator: code, phone: read.digits } }
  return { ok: false, problems: { phone: say.badPhone(countryName(country, language), country.diallingCode) } }
}
