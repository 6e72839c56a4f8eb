import { type Sentence, say } from '../../words/sentence.ts'
import { type Currency, currencyDecimals } from '../operators/operator.ts'
import { plainDigits } from '../typedText.ts'
import { type UnitsFound, unitAgainst, unitsIn } from './currencySigns.ts'
import { type AmountProblem, hasLongTail, parseAmount } from './money.ts'

export type WrittenAmountProblem = AmountProblem | 'currency_mismatch'

export type WrittenAmount =
  | { ok: true; amountMinor: bigint }
  | { ok: false; code: WrittenAmountProblem; message: Sentence }

/** What stands before the number, the number, and what stands after it. */
const parts = /^([^\d]*?)\s*([-\u2212]?\s*\d(?:[\d.,' \u00a0\u202f]*\d)?)\s*([^\d]*)$/u

/**
 * Reads an amount as people write it into a payroll: as `parseAmount`, and its currency may stand beside it (`1 500 FCFA`,
 * `KSh 2000`), where it is the row's own. Refused is what a careful person would ask about: another currency, thousands
 * (`20k`), four digits or more behind a comma or point, and digits that are none.
 *
 * @param currency the row's; null where nothing in the row says it: then only the writing is judged
 */
export function parseWrittenAmount(text: string, currency: Currency | null): WrittenAmount {
  // Nearly all amounts of nearly all files.
  if (/^[1-9]\d{0,14}$/.test(text)) {
    return { ok: true, amountMinor: BigInt(currency && currencyDecimals[currency] === 0 ? text : `${text}00`) }
  }
  const plain = plainDigits(text)
  if (!plain.ok) return failed('invalid_amount', plain.message)
  const [, before = '', number = '', after = ''] = parts.exec(plain.text.trim()) ?? []
  if (number === '') return parseAmount(text, currency ?? 'KES')
  const wrong = before === '' && after === '' ? null : judgeBeside(text, before, after, currency)
  if (wrong) return wrong
  if (hasLongTail(number)) {
    const count = number.length - 1 - Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
    return failed('invalid_amount', say('payout.digits_after_mark', { text: quote(text), count }))
  }
  return parseAmount(number, currency ?? 'KES')
}

function judgeBeside(text: string, before: string, after: string, currency: Currency | null): WrittenAmount | null {
  // `20K`: behind a number it is a thousand, whatever the currency.
  if (/^k$/i.test(after.trim())) return scaled(text, after.trim())
  const units = [unitsIn(before), unitsIn(after)]
  const scale = units.find((unit) => unit.scale !== null)?.scale
  if (scale != null) return scaled(text, scale)
  if (units.some(saysMore))
    return failed('invalid_amount', say('payout.not_amount_write_digits_only_1500', { text: quote(text) }))
  if (currency === null) return null
  const against = units.map((unit) => unitAgainst(unit, currency)).find((sign) => sign !== null)
  if (against == null) return null
  return failed('currency_mismatch', say('payout.amount_other_currency', { text: quote(text), against, currency }))
}

/** Anything besides a unit: then it is no amount, whatever its digits. */
const saysMore = ({ rest, currencies }: UnitsFound): boolean =>
  /[^\s:]/.test(rest) || (rest !== '' && currencies.length === 0)

const scaled = (text: string, scale: string): WrittenAmount =>
  failed('invalid_amount', say('payout.amount_in_multiples', { text: quote(text), scale }))

const failed = (code: WrittenAmountProblem, message: Sentence): WrittenAmount => ({ ok: false, code, message })

const quote = (text: string): Sentence =>
  say('payout.text', { text: text.length > 80 ? `${text.slice(0, 79)}…` : text })
