import { say } from '../../words/sentence.ts'
import { type Currency, currencyDecimals, isCurrency } from '../operators/operator.ts'
import { plainDigits, quote } from '../typedText.ts'
import {
  type AmountFailure,
  type AmountProblem,
  exampleOf,
  failed,
  hasLongTail,
  notAnAmount,
  parseAmount,
  tooManyDecimals,
} from './money.ts'

export type WrittenAmountProblem = AmountProblem | 'currency_mismatch'

type WrittenAmount = { ok: true; amountMinor: bigint } | AmountFailure<WrittenAmountProblem>

/** The text before the number, the number, and the text after it. */
const parts = /^([^\d]*?)\s*([-\u2212]?\s*\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?)\s*([^\d]*)$/u

/**
 * Reads an amount as people write it in a payroll: like `parseAmount`, but the row's currency may be beside it (`1 500 FCFA`,
 * `KSh 2000`). It refuses what a careful person would ask about: another currency, thousands (`20k`), four or more digits after a
 * comma or point, and signs that only look like digits.
 *
 * @param currency the row's currency; null if unknown: then only the notation is checked
 * @param isNumber whether it is a number of JSON, whose point never groups thousands
 */
export function parseWrittenAmount(text: string, currency: Currency | null, isNumber = false): WrittenAmount {
  // Nearly all amounts in nearly all files.
  if (/^[1-9]\d{0,14}$/.test(text)) {
    return { ok: true, amountMinor: BigInt(currency && currencyDecimals[currency] === 0 ? text : `${text}00`) }
  }
  const plain = plainDigits(text)
  if (!plain.ok) return failed('invalid_amount', plain.message)
  // `'1500` keeps a spreadsheet from changing it, and `1 500,-` has no decimals.
  const shown = plain.text
    .trim()
    .replace(/^['’]/, '')
    .replace(/(\d),[-–—]{1,2}(?![\d-])/, '$1')
  const [, before = '', number = '', after = ''] = parts.exec(shown.trim()) ?? []
  if (number === '') return parseAmount(text, currency ?? 'KES')
  const wrong = before === '' && after === '' ? null : judgeBeside(text, before, after, currency)
  if (wrong) return wrong
  if (
    isNumber &&
    currency &&
    /^\d{1,15}\.\d*[1-9]$/.test(number) &&
    number.split('.')[1]!.length > currencyDecimals[currency]
  )
    return tooManyDecimals(text, currency)
  if (hasLongTail(number)) {
    const exact = currency && currencyDecimals[currency] > 0 ? parseAmount(number, currency) : null
    // Whatever the digits mean, they are no thousands, and too many for decimals.
    if (exact?.ok === false && exact.code === 'too_many_decimals') return exact
    const count = number.length - 1 - Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
    return failed(
      'invalid_amount',
      say('payout.digits_after_mark', { text: quote(text), count, example: exampleOf(currency) }),
    )
  }
  return parseAmount(number, currency ?? 'KES')
}

function judgeBeside(text: string, before: string, after: string, currency: Currency | null): WrittenAmount | null {
  // `20K`: after a number it means thousands, whatever the currency.
  if (/^k$/i.test(after.trim())) return scaled(text, after.trim())
  const units = [unitsIn(before), unitsIn(after)]
  const scale = units.find((unit) => unit.scale !== null)?.scale
  if (scale != null) return scaled(text, scale)
  if (units.some(saysMore)) return notAnAmount(text, currency)
  if (currency === null) return null
  const against = units.map((unit) => unitAgainst(unit, currency)).find((sign) => sign !== null)
  if (against == null) return null
  return failed('currency_mismatch', say('payout.amount_other_currency', { text: quote(text), against, currency }))
}

/** Whether there is anything besides a unit: then it isn't an amount, whatever its digits. */
const saysMore = ({ rest, currencies }: UnitsFound): boolean =>
  /[^\s:]/.test(rest) || (rest !== '' && currencies.length === 0)

const scaled = (text: string, scale: string): WrittenAmount =>
  failed('invalid_amount', say('payout.amount_in_multiples', { text: quote(text), scale }))

/**
 * What people write for currencies besides their ISO 4217 codes: for those that payrun pays, and for others that a payroll office may
 * have in its files. A sign that stands for several currencies is listed under each.
 */
const signs: Readonly<Record<string, readonly string[]>> = {
  XOF: ['FCFA', 'CFA', 'CFAF', 'Fr CFA', 'Frs CFA', 'Franc CFA', 'Francs CFA', 'F', 'Fr', 'Frs', 'Franc', 'Francs'],
  XAF: ['FCFA', 'CFA', 'CFAF', 'Fr CFA', 'Frs CFA', 'Franc CFA', 'Francs CFA', 'F', 'Fr', 'Frs', 'Franc', 'Francs'],
  RWF: [
    'FRw',
    'RFr',
    'RF',
    'R₣',
    'F',
    'Fr',
    'Frs',
    'Franc',
    'Francs',
    'Francs rwandais',
    'Rwandan francs',
    'Amafaranga',
  ],
  KES: ['KSh', 'KShs', 'Sh', 'Shs', 'Shilling', 'Shillings', 'Kenya shillings', 'Kenyan shillings', '/=', '/-'],
  UGX: ['USh', 'UShs', 'Sh', 'Shs', 'Shilling', 'Shillings', 'Uganda shillings', 'Ugandan shillings', '/=', '/-'],
  TZS: [
    'TSh',
    'TShs',
    'Sh',
    'Shs',
    'Shilling',
    'Shillings',
    'Tanzania shillings',
    'Tanzanian shillings',
    'Shilingi',
    '/=',
    '/-',
  ],
  ZMW: ['K', 'ZK', 'Kwacha', 'Kwachas', 'Zambian kwacha'],
  GHS: ['GH₵', 'GH¢', 'GHC', '₵', 'Cedi', 'Cedis', 'Ghana cedi', 'Ghana cedis'],
  EUR: ['€', 'Euro', 'Euros'],
  USD: ['$', 'US$', '$US', 'Dollar', 'Dollars', 'US dollar', 'US dollars', 'USDT', 'USDC'],
  GBP: ['£', 'Pound', 'Pounds', 'Livre', 'Livres', 'Livre sterling', 'Livres sterling', 'Sterling'],
  NGN: ['₦', 'Naira', 'Nairas'],
  GNF: ['FG', 'Francs guinéens', 'F', 'Fr', 'Frs', 'Franc', 'Francs'],
  CDF: ['FC', 'Francs congolais', 'F', 'Fr', 'Frs', 'Franc', 'Francs'],
  BIF: ['FBu', 'F', 'Fr', 'Frs', 'Franc', 'Francs'],
  CHF: ['Francs suisses', 'Swiss francs', 'F', 'Fr', 'Frs', 'Franc', 'Francs'],
  ZMK: [],
  MWK: ['K', 'Kwacha', 'Kwachas'],
  GMD: ['Dalasi', 'Dalasis'],
  ZAR: ['Rand', 'Rands'],
  MAD: ['DH', 'DHS', 'Dirham', 'Dirhams'],
  MRU: ['Ouguiya', 'Ouguiyas'],
  MGA: ['Ariary'],
  ETB: ['Birr'],
  INR: ['₹', 'Rs', 'Rupee', 'Rupees', 'Roupie', 'Roupies'],
  CNY: ['¥', 'RMB', 'Yuan', 'Yuans', '元'],
  JPY: ['¥', 'Yen', 'Yens'],
  TND: ['Dinar', 'Dinars'],
  // Not its `MTn`: that is the operator MTN, whatever the case.
  MZN: ['Metical', 'Meticais'],
  BTC: ['₿', 'Bitcoin', 'Bitcoins'],
}

/** A sign without differences that don't matter (spaces, points, case): `f. cfa` is `FCFA`. Only a capital K is a kwacha. */
const keyOf = (sign: string): string => {
  const bare = sign.normalize('NFKC').replace(/[\s.'’]/gu, '')
  return bare === 'k' ? bare : bare.toUpperCase()
}

const bySign = new Map<string, Set<string>>()
for (const [code, written] of Object.entries(signs)) {
  for (const sign of [code, ...written]) {
    const known = bySign.get(keyOf(sign)) ?? new Set()
    bySign.set(keyOf(sign), known.add(code))
  }
}

/** All present and past codes of ISO 4217. Loaded when a word is none of the signs above. */
let isoCodes: ReadonlySet<string> | null = null

/** Codes that are also words in English or French. */
const wordCodes = new Set(['ALL', 'BOB', 'CUP', 'MOP', 'PEN', 'SOS', 'STD', 'TOP', 'TRY'])

/**
 * The currencies (ISO 4217) that a sign, a code or a word may stand for: `FCFA` for XOF and XAF, `€` for EUR. Null if it is not a
 * currency. A Unicode currency sign that isn't in the table stands for itself.
 */
export function currenciesOf(sign: string): ReadonlySet<string> | null {
  const key = keyOf(sign)
  const known = bySign.get(key)
  if (known) return known
  // `C$`, `HK$`, `CN¥`: other currencies.
  if (/^[A-Z]{0,3}\p{Sc}[A-Z]{0,2}$/u.test(key)) return new Set([key])
  // Three small letters are more likely a word.
  if (!/^[A-Z]{3}$/.test(sign.trim()) || wordCodes.has(key)) return null
  isoCodes ??= new Set(Intl.supportedValuesOf('currency'))
  return isoCodes.has(key) ? new Set([key]) : null
}

/** Whether a sign, a code or a word may stand for this currency. */
export const meansCurrency = (sign: string, currency: Currency): boolean => currenciesOf(sign)?.has(currency) ?? false

/** What a text beside numbers says about their unit. */
export interface UnitsFound {
  /** The currencies that each sign in the text may stand for, with the sign as written. */
  currencies: { written: string; codes: ReadonlySet<string> }[]
  /** The word that multiplies or divides the number (`k`, `en milliers`, `x1000`, `centimes`); null if there is none. */
  scale: string | null
  /** The text without both. */
  rest: string
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const spelling = (sign: string): string => [...sign.replace(/\s/g, '')].map(escaped).join('[\\s.]*')

/** All signs, the longest first, so that `F CFA` is not read as `F`. Words end where letters end; signs such as € need no space. */
const written = [...new Set(Object.entries(signs).flatMap(([code, others]) => [code, ...others]))]
  .filter((sign) => sign !== 'K' && sign !== '/=' && sign !== '/-')
  .sort((one, other) => other.length - one.length)
const wordSigns = written.filter((sign) => /^[\p{L}\s]+$/u.test(sign)).map(spelling)
const markSigns = written.filter((sign) => !/^[\p{L}\s]+$/u.test(sign)).map(spelling)
const letter = '[\\p{L}\\p{N}]'
const anySign = new RegExp(
  `(?<!${letter})(?:${wordSigns.join('|')})(?!${letter})\\.?|${markSigns.join('|')}|(?<!${letter})[A-Z]{1,3}\\p{Sc}|\\p{Sc}|/[=-]|(?<!${letter})K(?!${letter})`,
  'giu',
)
const anyCode = /(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}])/gu

/**
 * Thousands, millions and hundredths as people write them: `en milliers`, `(k FCFA)`, `KFCFA`, `k€`, `x 1 000`, `'000`, `000s`,
 * `centimes`. Only the row's currency tells whether a single capital K is a kwacha.
 */
const anyScale = new RegExp(
  [
    `(?<!${letter})(?:milliers?|mille|thousands?|millions?|milliards?|billions?|lakhs?|crores?|mio|mln|mrd|mns?|bn)(?!${letter})`,
    `(?<!${letter})(?:cents?|centimes?|pesewas?|ngwee|senti|minor(?:[\\s_]units?)?)(?!${letter})`,
    `(?<!${letter})(?:k|m|md)[\\s.]*(?=f[\\s.]*cfa|cfa|xof|xaf|frs?(?!${letter})|f(?!${letter})|eur|usd|kes|ugx|tzs|rwf|ghs|zmw|ngn|gbp|\\p{Sc})`,
    `(?<=\\p{Sc}\\s?|(?:fcfa|cfa|xof|xaf|eur|usd|kes|ugx|tzs|rwf|ghs)\\s)[km](?!${letter})`,
    '[x×*]\\s*10{2,}(?!\\d)|[x×*]\\s*1(?:[\\s.,\\u00a0\\u202f]000)+|[x×*]\\s*10\\s*[\\^³⁶]\\d?',
    "['’‘]0{3,}s?|(?<![\\d.,\\s])0{3}s?(?!\\d)|(?<!\\d)[.,\\s]0{3}s?(?![\\d])",
  ].join('|'),
  'giu',
)

/**
 * Finds the currency and the multiple in a heading, in a title or beside a number. Other words are ignored.
 *
 * @param text without the number itself
 */
export function unitsIn(text: string): UnitsFound {
  const scales: string[] = []
  const currencies: UnitsFound['currencies'] = []
  const takeScale = (found: string): string => {
    scales.push(found.trim())
    return ' '
  }
  const take = (found: string): string => {
    const codes = currenciesOf(found.trim())
    if (codes) currencies.push({ written: found.trim(), codes })
    return codes ? ' ' : found
  }
  const unscaled = text.normalize('NFKC').replace(anyScale, takeScale)
  const signless = unscaled.replace(anySign, (found) => (found === 'k' ? takeScale(found) : take(found)))
  const rest = signless.replace(anyCode, take)
  return { currencies, scale: scales[0] ?? null, rest: rest.trim() }
}

/** Why a unit can't be that of amounts in `currency`; null if it can. */
export function unitAgainst(unit: Pick<UnitsFound, 'currencies' | 'scale'>, currency: Currency): string | null {
  if (unit.scale !== null) return unit.scale
  return unit.currencies.find(({ codes }) => !codes.has(currency))?.written ?? null
}

/** The first sign in a unit that stands for no currency that payrun pays; null if there is none. */
export const foreignSign = ({ currencies }: Pick<UnitsFound, 'currencies'>): string | null =>
  currencies.find(({ codes }) => ![...codes].some(isCurrency))?.written ?? null

/** A text beside an amount that only names its unit. */
export type Unit =
  /** A currency that payrun pays, or several if the sign is ambiguous: `FCFA` is XOF and XAF. */
  | { kind: 'currency'; currencies: readonly Currency[] }
  /** A currency that payrun never pays: `€`, `USD`. */
  | { kind: 'foreign' }
  /** Thousands or millions in any currency: the digits are not the amount. */
  | { kind: 'scale' }

/**
 * Reads one sign, code or word that may be the unit of an amount: `F CFA`, `KSh`, `€`, `k€`, `milliers de francs`. Null for anything
 * else, such as `net` or `à payer`.
 */
export function readUnit(text: string): Unit | null {
  const written = text.replace(/^[\s([]+|[\s)\].:]+$/g, '')
  if (/^[km]$/.test(written) || written === 'M') return { kind: 'scale' }
  const { currencies, scale, rest } = unitsIn(written)
  if (scale !== null) return { kind: 'scale' }
  if (currencies.length === 0 || /[\p{L}\p{N}]/u.test(rest)) return null
  const meant = own.filter((currency) => currencies.every(({ codes }) => codes.has(currency)))
  return meant.length === 0 ? { kind: 'foreign' } : { kind: 'currency', currencies: meant }
}

const own = Object.keys(currencyDecimals).filter(isCurrency)
