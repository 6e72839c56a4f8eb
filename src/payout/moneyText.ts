import type { Language } from '../words/language.ts'
import { currencyDecimals, isCurrency } from './country.ts'

/**
 * What people in its countries call it. The francs of West and of Central Africa are two currencies with one name: those of
 * the second have their code with them, or nobody could tell the sums of a batch apart that pays in both.
 */
const spoken: Readonly<Record<string, string>> = { XOF: 'FCFA', XAF: 'FCFA\u00a0(XAF)' }

/**
 * Money as people write it in a language: `1 250 000 FCFA`, `150,50 KES` in French, `1,250,000 FCFA` in English.
 *
 * @param amount digits, with a point before the decimals if any (`150.50`); none is lost or rounded
 * @param currency ISO 4217
 */
export function moneyText(amount: string, currency: string, language: Language): string {
  const decimals = isCurrency(currency) ? currencyDecimals[currency] : 0
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: 20 })
  // Given as text, the digits never pass through a JavaScript number.
  const digits = format.format(amount as Intl.StringNumericLiteral)
  return `${digits}\u00a0${spoken[currency] ?? currency}`
}
