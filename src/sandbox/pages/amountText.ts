import { moneyText } from '../../payout/moneyText.ts'
import type { Language } from '../records.ts'
import { shown } from './shown.ts'

/**
 * An amount as people write it in a language: `1 250 000 FCFA`, `150,50 KES` in French, `1,250,000 FCFA` in English.
 *
 * @param amount the digits as the merchant sent them; none is lost or rounded
 * @param currency ISO 4217
 */
export function amountText(amount: string, currency: string, language: Language): string {
  if (/^\d+(?:\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(currency)) return moneyText(amount, currency, language)
  return `${shown(amount)}\u00a0${shown(currency)}`
}
