import { type Currency, currencyDecimals } from '../operators/operator.ts'
import { formatWireAmount, hasLongTail, parseAmount } from './money.ts'

/** What people write for each currency besides its code: never all of it, and never one for another. */
const names: Readonly<Record<Currency, string>> = {
  XOF: 'F\\.?\\s?CFA|CFA|F',
  XAF: 'F\\.?\\s?CFA|CFA|F',
  RWF: 'FRW|RF|F',
  UGX: 'USHS?|SHS?',
  KES: 'KSHS?|SHS?',
  TZS: 'TSHS?|SHS?',
  ZMW: 'ZK|K',
  GHS: 'GH[₵¢]|GHC|[₵¢]',
}

const space = '[ \\u00a0\\u202f]'
const spaced = new RegExp(`^\\d+(?:${space}\\d{2,3})*${space}\\d{3}(?:[.,]\\d{1,2})?$`)

/**
 * What was probably meant by a text that `parseAmount` refuses, in the form in which it can be typed: `1500`, `150.50`.
 * Only to be shown to a person: no amount is ever changed by itself. Null when there is no telling.
 */
export function suggestAmount(text: string, currency: Currency): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null
  // Thousands, or decimals: there is no telling.
  if (/\dk$/i.test(text.trim()) || hasLongTail(text.trim())) return null
  const word = `(?:${currency}|${names[currency]})`
  const bare = text
    .trim()
    .replace(new RegExp(`^${word}[.:]?\\s*(?=\\d)`, 'i'), '')
    .replace(new RegExp(`(?<=\\d)\\s*(?:${word}\\.?|/[=-]|[.,]-|[.,])$`, 'i'), '')
    .replace(/o/gi, '0')
    .replace(/[lI]/g, '1')
  const found = new Set([bare, ...withoutMarks(bare, currency)].flatMap((each) => read(each, currency)))
  const [only] = found
  return found.size === 1 && only !== undefined && only !== text.trim() ? only : null
}

/** The same with marks taken out that can only have grouped the digits. */
function withoutMarks(text: string, currency: Currency): string[] {
  if (spaced.test(text)) return [text.replace(new RegExp(space, 'g'), '')]
  // In francs a mark before three digits groups them: there are no decimals that it could begin.
  const isGrouped = currencyDecimals[currency] === 0 && /^\d{1,3}(?:[.,]\d{3})+$/.test(text)
  // 1,50,000: no number has two decimal marks.
  const isUneven = /^\d{1,3}(?:,\d{2,3})+,\d{3}$/.test(text)
  return isGrouped || isUneven ? [text.replace(/[.,]/g, '')] : []
}

function read(text: string, currency: Currency): string[] {
  const amount = parseAmount(text, currency)
  return amount.ok ? [formatWireAmount(amount.amountMinor, currency).replace(/\.00$/, '')] : []
}
