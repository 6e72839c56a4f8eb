import { type Country, type Currency, currencyDecimals } from '../payout/country.ts'
import { countryOfOperator, type Operator, operatorOf } from '../payout/operator.ts'

export type CheckedWallet =
  | { ok: true; operator: Operator; country: Country /** Digits with the country code. */; phone: string }
  | { ok: false; field: 'operator' | 'phone'; message: string }

/** An operator of the table (interface document, 2.8) and a number of its country, international, a plus at most. */
export function checkWallet(operatorCode: string, phoneNumber: string): CheckedWallet {
  const operator = operatorOf(operatorCode)
  if (!operator) return { ok: false, field: 'operator', message: 'operator is not one of the supported codes' }
  const country = countryOfOperator(operator)
  const phone = phoneNumber.replace(/^\+/, '')
  const fits = /^\d{8,15}$/.test(phone) && phone.startsWith(country.diallingCode)
  if (fits && phone.length >= country.diallingCode.length + 8) return { ok: true, operator, country, phone }
  const message = `phoneNumber must be a number of ${country.name} with the country code ${country.diallingCode}`
  return { ok: false, field: 'phone', message }
}

/** What is wrong with an amount's digits in this currency (ISO 4217 decimals); null when nothing is. */
export function amountProblem(amount: string, currency: Currency): string | null {
  if (/^[0.]+$/.test(amount)) return 'amount must be above zero'
  const decimals = currencyDecimals[currency]
  if ((amount.split('.')[1]?.length ?? 0) <= decimals) return null
  return `amount has too many decimals: ${currency} has ${decimals}`
}

/** The same for a JSON number's digits: 1500.00 is the number 1500, an exponent is refused. */
export function amountNumberProblem(digits: string, currency: Currency): string | null {
  if (!/^\d{1,15}(?:\.\d{1,15})?$/.test(digits)) return 'amount must be written in digits, such as 1500 or 150.50'
  return amountProblem(digits.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
}

/** The sentence that refuses a request. */
export const invalidRequest = (problem: string): string => `The request is invalid: ${problem}.`
