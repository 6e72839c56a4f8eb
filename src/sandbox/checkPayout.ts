import { currencyDecimals } from '../payout/country.ts'
import { countryOfOperator, operatorOf } from '../payout/operator.ts'
import { type PayoutRequest, payoutRequest } from '../provider/wire.ts'

export type CheckedPayout = { ok: true; payout: PayoutRequest } | { ok: false; message: string }

/**
 * Checks a payout's body as a provider would: the fields of the interface document (2.6), an operator of its table
 * (2.8), a number and a currency of that operator's country, and an amount that the currency can have.
 */
export function checkPayout(body: unknown): CheckedPayout {
  const read = payoutRequest.safeParse(body)
  if (!read.success) return invalid(read.error.issues[0]?.message ?? 'the body is not a payout')
  const payout = read.data
  const operator = operatorOf(payout.operator)
  if (!operator) return invalid('operator is not one of the supported codes')
  const country = countryOfOperator(operator)
  const digits = payout.phoneNumber.replace(/^\+/, '')
  if (!digits.startsWith(country.diallingCode) || digits.length < country.diallingCode.length + 8) {
    return invalid(`phoneNumber must be a number of ${country.name} with the country code ${country.diallingCode}`)
  }
  if (payout.currency !== country.currency) {
    return invalid(`currency must be ${country.currency} for this operator`)
  }
  if (/^[0.]+$/.test(payout.amount)) return invalid('amount must be above zero')
  const decimals = currencyDecimals[country.currency]
  if ((payout.amount.split('.')[1]?.length ?? 0) > decimals) {
    return invalid(`amount has too many decimals: ${country.currency} has ${decimals}`)
  }
  return { ok: true, payout: { ...payout, phoneNumber: digits } }
}

const invalid = (message: string): CheckedPayout => ({ ok: false, message: `The request is invalid: ${message}.` })
