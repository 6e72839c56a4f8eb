import { type Sentence, say } from '../../words/sentence.ts'
import { type Currency, currencyDecimals } from '../operators/operator.ts'
import { quote } from '../typedText.ts'

export type AmountProblem = 'invalid_amount' | 'amount_not_positive' | 'too_many_decimals'

export interface AmountFailure<Code extends string = AmountProblem> {
  ok: false
  code: Code
  message: Sentence
}

type AmountResult = { ok: true; amountMinor: bigint } | AmountFailure

/** A number as written: its digits before and after the decimal separator, without leading or trailing zeros. */
interface Decimal {
  whole: string
  fraction: string
}

type DecimalResult = { ok: true; decimal: Decimal } | AmountFailure

/** With two decimals this stays far inside a Postgres bigint (19 digits). */
const maxWholeDigits = 15

const spaceGroups = /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’])\d{3})(?:\1\d{3})*$/
const markGroups = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/

/**
 * Reads an amount from text, exactly: no JavaScript number is ever involved.
 *
 * `1500`, `1500.00`, `150,5`, `1 500` (a space, wide or narrow, or `'` or `’` between groups of three), `1.500,00`, `1,500.00` and
 * `1.500.000` have one reading. `1.500` and `1,500` have two and are refused, in any currency. So are signs, exponents,
 * currency signs and anything else. Zeros beyond the currency's decimals are fine (`1500.00` XOF), other digits are not.
 *
 * @returns minor units of `currency` per ISO 4217: `150.50` KES is 15050n, `1500` XOF is 1500n.
 */
export function parseAmount(text: string, currency: Currency): AmountResult {
  const read = parseSum(text, currency)
  return read.ok && read.amountMinor === 0n ? notPositive(text) : read
}

/** Like `parseAmount`, but accepts `0`. */
export function parseSum(text: string, currency: Currency): AmountResult {
  const read = readDecimal(text, currency)
  if (!read.ok) return read
  const { whole, fraction } = read.decimal
  const decimals = currencyDecimals[currency]
  if (fraction.length > decimals) return tooManyDecimals(text, currency)
  return { ok: true, amountMinor: BigInt(whole + fraction.padEnd(decimals, '0')) }
}

export function tooManyDecimals(text: string, currency: Currency): AmountFailure {
  const decimals = currencyDecimals[currency]
  return failed(
    'too_many_decimals',
    decimals === 0
      ? say('payout.too_many_decimals_no_decimals_write', { text: quote(text), currency })
      : say('payout.too_many_decimals_decimals_most', { text: quote(text), currency, decimals }),
  )
}

/** Reads an upper limit: like `parseSum`, but cuts off decimals that the currency doesn't have (1500.50 XOF is 1500). */
export function parseLimit(text: string, currency: Currency): AmountResult {
  const read = readDecimal(text, currency)
  if (!read.ok) return read
  const decimals = currencyDecimals[currency]
  const { whole, fraction } = read.decimal
  return { ok: true, amountMinor: BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) }
}

/** The amount in the provider's form: `1500` for currencies without decimals, `150.50` for the others. */
export function formatWireAmount(amountMinor: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(amountMinor)
  const sign = amountMinor < 0n ? '-' : ''
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function decimalsOf(currency: string): number {
  const decimals: Readonly<Record<string, number>> = currencyDecimals
  const found = Object.hasOwn(decimals, currency) ? decimals[currency] : undefined
  if (found === undefined) throw new Error(`no currency ${currency}`)
  return found
}

function readDecimal(text: string, currency: Currency): DecimalResult {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) return toDecimal(text, trimmed, '')
  if (/^[-\u2212]/.test(trimmed)) return readNegative(text, trimmed.slice(1), currency)
  if (!/^\d[\d.,'’ \u00a0\u2009\u202f]*\d$/.test(trimmed)) return notAnAmount(text, currency)
  if (spaceGroups.test(trimmed)) return toDecimal(text, digitsOf(trimmed), '')
  const marks = trimmed.replace(/[^.,]/g, '')
  if (marks.length > 1 && markGroups.test(trimmed)) return toDecimal(text, digitsOf(trimmed), '')
  return readWithDecimals(text, trimmed, marks, currency)
}

/**
 * Whether there are so many digits after a comma or point that a person can't tell where the decimals begin: `10,0000`, `1500,000`.
 * Programs write numbers like that, but people write payrolls.
 */
export const hasLongTail = (text: string): boolean => /[.,]\d{4,}$|\d{4}[.,]\d{3}$/.test(text)

/** Reads a text that must have one whole part, one decimal mark and one fraction. */
function readWithDecimals(text: string, trimmed: string, marks: string, currency: Currency): DecimalResult {
  const mark = marks.at(-1)
  if (mark === undefined || marks.indexOf(mark) !== marks.length - 1) return notAnAmount(text, currency)
  const at = trimmed.lastIndexOf(mark)
  const whole = trimmed.slice(0, at)
  const fraction = trimmed.slice(at + 1)
  if (!/^\d+$/.test(fraction)) return notAnAmount(text, currency)
  if (/^\d+$/.test(whole)) {
    // A mark before exactly three digits may also group thousands, unless there are too many digits before it.
    return fraction.length === 3 && whole.length <= 3
      ? ambiguous(text, whole, fraction, currency)
      : toDecimal(text, whole, fraction)
  }
  if (markGroups.test(whole)) return toDecimal(text, digitsOf(whole), fraction)
  if (!spaceGroups.test(whole)) return notAnAmount(text, currency)
  return fraction.length === 3
    ? ambiguous(text, digitsOf(whole), fraction, currency)
    : toDecimal(text, digitsOf(whole), fraction)
}

function readNegative(text: string, rest: string, currency: Currency): DecimalResult {
  const positive = /^\s*[-\u2212]/.test(rest) ? null : readDecimal(rest, currency)
  if (!positive?.ok) return notAnAmount(text, currency)
  return notPositive(text)
}

const notPositive = (text: string) =>
  failed('amount_not_positive', say('payout.amount_write_amount_above_zero', { text: quote(text) }))

function toDecimal(text: string, wholeDigits: string, fractionDigits: string): DecimalResult {
  const whole = wholeDigits.startsWith('0') ? wholeDigits.replace(/^0+(?=\d)/, '') : wholeDigits
  if (whole.length > maxWholeDigits)
    return failed('invalid_amount', say('payout.too_large_amount', { text: quote(text) }))
  return { ok: true, decimal: { whole, fraction: fractionDigits === '' ? '' : fractionDigits.replace(/0+$/, '') } }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Three digits after a mark: thousands, or decimals that end in a zero. */
function ambiguous(text: string, digits: string, fraction: string, currency: Currency): DecimalResult {
  const whole = digits.replace(/^0+(?=\d)/, '')
  // Nobody groups thousands after a zero, and no amount has a third decimal.
  if (whole === '0' && !fraction.endsWith('0')) return tooManyDecimals(text, currency)
  if (whole === '0')
    return failed(
      'invalid_amount',
      say('payout.three_decimals_below_one', { text: quote(text), example: exampleOf(currency) }),
    )
  const grouped = whole + fraction
  if (currencyDecimals[currency] === 0)
    return failed('invalid_amount', say('payout.thousands_or_no_decimals', { text: quote(text), grouped, currency }))
  if (!fraction.endsWith('0'))
    return failed('invalid_amount', say('payout.thousands_or_three_decimals', { text: quote(text), grouped }))
  const decimal = `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
  return failed('invalid_amount', say('payout.can_read_write_00_first_second', { text: quote(text), grouped, decimal }))
}

/** An example of an amount in the currency; null if the currency is unknown. */
export const exampleOf = (currency: Currency | null): string =>
  currency !== null && currencyDecimals[currency] > 0 ? '150.50' : '150000'

export const notAnAmount = (text: string, currency: Currency | null): AmountFailure =>
  failed(
    'invalid_amount',
    say('payout.not_amount_write_digits_only_1500', { text: quote(text), example: exampleOf(currency) }),
  )

export const failed = <Code extends string>(code: Code, message: Sentence): AmountFailure<Code> => ({
  ok: false,
  code,
  message,
})

/** What people write for each currency besides its code. The list can't be complete. */
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
 * What was probably meant by a text that `parseAmount` refuses, in a form to type: `1500`, `150.50`. Only for showing to a person: no
 * amount is ever changed automatically. Null if it isn't clear.
 */
export function suggestAmount(text: string, currency: Currency): string | null {
  if (text.length > 40 || !/\d/.test(text)) return null
  // Thousands or decimals: it isn't clear.
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

/** The text without marks that can only group digits. */
function withoutMarks(text: string, currency: Currency): string[] {
  if (spaced.test(text)) return [text.replace(new RegExp(space, 'g'), '')]
  // In francs, a mark before three digits groups them, because there are no decimals.
  const isGrouped = currencyDecimals[currency] === 0 && /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text)
  // 1,50,000: no number has two decimal marks.
  const isUneven = /^\d{1,3}(?:,\d{2,3})+,\d{3}$/.test(text)
  return isGrouped || isUneven ? [text.replace(/[.,]/g, '')] : []
}

function read(text: string, currency: Currency): string[] {
  const amount = parseAmount(text, currency)
  return amount.ok ? [formatWireAmount(amount.amountMinor, currency).replace(/\.00$/, '')] : []
}
