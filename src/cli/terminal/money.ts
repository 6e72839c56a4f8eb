import { moneyText } from '../../payout/moneyText.ts'
import { spokenLanguage } from '../../words/t.ts'

let french: Intl.NumberFormat | undefined

/**
 * A whole number for people, digits in groups of three: `1 250 000`. In French the spaces are narrow and don't break. English
 * without Intl, which takes 15 ms to make its first format.
 */
export function formatCount(count: number | bigint): string {
  if (spokenLanguage() === 'en') return String(count).replace(/\B(?=(?:\d{3})+$)/g, ' ')
  french ??= new Intl.NumberFormat('fr', { maximumFractionDigits: 0 })
  return french.format(count)
}

/**
 * Money for people: `1 250 000 XOF`, `1 500.50 KES`. Plain spaces, so that it can be searched for and copied. In French as
 * people write it: `1 250 000 FCFA`, `1 500,50 KES`.
 * @param minor minor units; the number of decimals is the currency's (ISO 4217, as Intl has it)
 */
export function formatAmount(minor: bigint, currency: string): string {
  const { sign, units, fraction } = digitsOf(minor, decimalsOf(currency))
  if (spokenLanguage() === 'fr') return moneyText(`${sign}${units}${fraction && `.${fraction}`}`, currency, 'fr')
  return `${sign}${formatCount(units)}${fraction && `.${fraction}`} ${currency}`
}

/** An amount whose currency is said elsewhere: `1 500`, `1 500.50`; decimals only where there are any. */
export function formatHundredths(hundredths: bigint): string {
  const { sign, units, fraction } = digitsOf(hundredths, 2)
  return `${sign}${formatCount(units)}${fraction === '00' ? '' : withPoint(`.${fraction}`)}`
}

/** A number of few digits, as it is written here: `0.4`, in French `0,4`. */
export const withPoint = (digits: string): string => (spokenLanguage() === 'fr' ? digits.replace('.', ',') : digits)

function digitsOf(minor: bigint, decimals: number): { sign: string; units: bigint; fraction: string } {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return { sign: minor < 0n ? '-' : '', units: BigInt(digits.slice(0, at)), fraction: digits.slice(at) }
}

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
