import { currencyDecimals, isCurrency } from '../../payout/country.ts'
import type { Language } from '../records.ts'
import { shown } from './shown.ts'

/** What people in its countries call it. */
const spoken: Readonly<Record<string, string>> = { XOF: 'FCFA', XAF: 'FCFA' }

/**
 * An amount as people write it in a language: `1 250 000 FCFA`, `150,50 KES` in French, `1,250,000 FCFA` in English.
 *
 * @param amount the digits as the merchant sent them; none is lost or rounded
 * @param currency ISO 4217
 */
export function amountText(amount: string, currency: string, language: Language): string {
  const decimals = isCurrency(currency) ? currencyDecimals[currency] : 0
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: 20 })
  // Given as text, the digits never pass through a JavaScript number.
  const digits = /^\d+(?:\.\d+)?$/.test(amount) ? format.format(amount as Intl.StringNumericLiteral) : shown(amount)
  return `${digits}\u00a0${spoken[currency] ?? shown(currency)}`
}
