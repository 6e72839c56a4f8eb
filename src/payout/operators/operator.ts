import {
  country as countryNamed,
  money,
  operatorOf as operatorNamed,
  type Sentence,
  say,
} from '../../words/sentence.ts'
import { editDistance, fold } from '../typedText.ts'
import type { WarningCode } from '../warning.ts'

/**
 * The provider's 13 countries (interface document, 2.8) by ISO 3166-1 alpha-2, each with its currency (ISO 4217) and its dialling code
 * (ITU E.164). The names are for reading files; the names that people see are in the catalogue.
 */
export const countries = [
  country('BJ', 'BEN', 'Benin', 'Bénin', 'XOF', '229', []),
  country('BF', 'BFA', 'Burkina Faso', 'Burkina Faso', 'XOF', '226', ['Burkina']),
  country('CM', 'CMR', 'Cameroon', 'Cameroun', 'XAF', '237', []),
  country('CI', 'CIV', 'Ivory Coast', "Côte d'Ivoire", 'XOF', '225', ['The Ivory Coast', 'RCI']),
  country('ML', 'MLI', 'Mali', 'Mali', 'XOF', '223', []),
  country('SN', 'SEN', 'Senegal', 'Sénégal', 'XOF', '221', []),
  country('TG', 'TGO', 'Togo', 'Togo', 'XOF', '228', ['République togolaise', 'Togolese Republic']),
  country('RW', 'RWA', 'Rwanda', 'Rwanda', 'RWF', '250', ['République rwandaise']),
  country('KE', 'KEN', 'Kenya', 'Kenya', 'KES', '254', []),
  country('UG', 'UGA', 'Uganda', 'Ouganda', 'UGX', '256', []),
  country('TZ', 'TZA', 'Tanzania', 'Tanzanie', 'TZS', '255', []),
  country('ZM', 'ZMB', 'Zambia', 'Zambie', 'ZMW', '260', []),
  country('GH', 'GHA', 'Ghana', 'Ghana', 'GHS', '233', []),
] as const

export type Country = (typeof countries)[number]
export type CountryCode = 'BJ' | 'BF' | 'CM' | 'CI' | 'ML' | 'SN' | 'TG' | 'RW' | 'KE' | 'UG' | 'TZ' | 'ZM' | 'GH'

/** The decimals of each of the provider's currencies, per ISO 4217. */
export const currencyDecimals = { XOF: 0, XAF: 0, RWF: 0, UGX: 0, KES: 2, TZS: 2, ZMW: 2, GHS: 2 } as const

export type Currency = keyof typeof currencyDecimals

/**
 * In minor units: some 15,000 US dollars, several times the most that any operator is known to pay one number at once. No payroll has
 * such an amount, except by mistake, for example with too many zeros.
 */
export const largeMinor: Readonly<Record<Currency, bigint>> = {
  ...{ XOF: 10_000_000n, XAF: 10_000_000n, RWF: 20_000_000n, UGX: 60_000_000n },
  ...{ KES: 2_000_000_00n, TZS: 40_000_000_00n, ZMW: 400_000_00n, GHS: 200_000_00n },
}

const countryByCode = new Map<string, Country>(countries.map((each) => [each.code, each]))
const byName = new Map<string, Country>()
for (const each of countries) for (const name of namesOf(each)) byName.set(name, each)

/** The names of a country, folded. */
export function namesOf({ code, iso3, name, frenchName, aliases }: Country): string[] {
  return [code, iso3, name, frenchName, ...aliases].map(fold)
}

export const isCurrency = (text: string): text is Currency => Object.hasOwn(currencyDecimals, text)

/** The country of an ISO 3166-1 alpha-2 code in the table. */
export function countryOf(code: CountryCode): Country {
  const found = countryByCode.get(code)
  if (!found) throw new Error(`no country ${code}`)
  return found
}

/**
 * Finds a country as people write it: English or French name, its official one, a usual alias, ISO 2 or ISO 3. Null if it is not in
 * the table.
 */
export const findCountry = (text: string): Country | null =>
  byName.get(fold(text)) ?? byName.get(unofficial(text)) ?? null

/** The folded name without `République du` or `Republic of`. */
const unofficial = (text: string): string =>
  fold(text).replace(/^(?:the)?(?:united)?republicof(?:the)?|^(?:la)?republique(?:unie)?(?:dela|del|de|du|d)/u, '')

function country<Code extends CountryCode>(
  code: Code,
  iso3: string,
  name: string,
  frenchName: string,
  currency: Currency,
  diallingCode: string,
  aliases: readonly string[],
) {
  return { code, iso3, name, frenchName, currency, diallingCode, aliases }
}

/** The operators of the interface document (2.8): the valid values of `operator` in collections and payouts. */
export const operators = [
  { code: 'mtn-benin', name: 'MTN Benin', country: 'BJ' },
  { code: 'moov-benin', name: 'Moov Benin', country: 'BJ' },
  { code: 'orange-money-burkina', name: 'Orange Money Burkina Faso', country: 'BF' },
  { code: 'moov-burkina-faso', name: 'Moov Burkina Faso', country: 'BF' },
  { code: 'orange-money-cm', name: 'Orange Money Cameroon', country: 'CM' },
  { code: 'mtn-cm', name: 'MTN Cameroon', country: 'CM' },
  { code: 'mtn-ci', name: 'MTN Ivory Coast', country: 'CI' },
  { code: 'moov-ci', name: 'Moov Ivory Coast', country: 'CI' },
  { code: 'moov-ml', name: 'Moov Mali', country: 'ML' },
  { code: 'orange-money-ml', name: 'Orange Money Mali', country: 'ML' },
  { code: 'orange-money-senegal', name: 'Orange Money Senegal', country: 'SN' },
  { code: 'expresso-senegal', name: 'Expresso Senegal', country: 'SN' },
  { code: 'free-money-senegal', name: 'Free Money Senegal', country: 'SN' },
  { code: 'wave-senegal', name: 'Wave Senegal', country: 'SN' },
  { code: 't-money-togo', name: 'T-Money Togo', country: 'TG' },
  { code: 'momo-rwanda', name: 'MoMo Rwanda', country: 'RW' },
  { code: 'momo-kenya', name: 'MoMo Kenya', country: 'KE' },
  { code: 'momo-uganda', name: 'MoMo Uganda', country: 'UG' },
  { code: 'momo-tanzania', name: 'MoMo Tanzania', country: 'TZ' },
  { code: 'momo-zambia', name: 'MoMo Zambia', country: 'ZM' },
  { code: 'momo-ghana', name: 'MoMo Ghana', country: 'GH' },
] as const satisfies readonly { code: string; name: string; country: CountryCode }[]

export type Operator = (typeof operators)[number]
export type OperatorCode = Operator['code']

const byCode = new Map<string, Operator>(operators.map((each) => [each.code, each]))
const byFold = new Map<string, Operator>(operators.map((each) => [fold(each.code), each]))

/** The operator with exactly this code; null if there is none. */
export const operatorOf = (code: string): Operator | null => byCode.get(code) ?? null

/** Finds an operator as people write its code: in any case, with spaces or `_` for `-`. Null if it is not in the table. */
export const findOperator = (text: string): Operator | null => byCode.get(text) ?? byFold.get(fold(text)) ?? null

/** The country where an operator pays, which determines currency and dialling code. */
export const countryOfOperator = (operator: Operator): Country => countryOf(operator.country)

/** The per-country operator table as `operators --json` shows it. */
export const operatorTable = () =>
  operators.map((operator) => {
    const country = countryOfOperator(operator)
    return {
      code: operator.code,
      name: operator.name,
      country: country.name,
      currency: country.currency,
      dialling_code: country.diallingCode,
    }
  })

interface OperatorSuggestion {
  /** The likeliest operators, in the table's order; at least one. */
  operators: [Operator, ...Operator[]]
  /** Whether the text clearly names one operator, by its brand and country instead of its code. */
  isCertain: boolean
}

/** `MTN` of `MTN Ivory Coast`. */
const brandOf = (operator: Operator): string => operator.name.slice(0, -countryOfOperator(operator).name.length).trim()

/** `MTN Côte d'Ivoire`, `CI MTN`, … by brand and any name of the country, folded. */
const byWords = new Map<string, Operator>(
  operators.flatMap((operator) => {
    const country = countryOfOperator(operator)
    const brand = fold(brandOf(operator))
    return namesOf(country).flatMap((name): [string, Operator][] => [
      [brand + name, operator],
      [name + brand, operator],
    ])
  }),
)

/**
 * What was probably meant by a text that is not an operator's code. Null if nothing is similar.
 *
 * @param home the country that the rest of the row indicates
 */
export function suggestOperator(text: string, home: Country | null): OperatorSuggestion | null {
  const wanted = fold(text).slice(0, 40)
  const named = byWords.get(wanted)
  if (named) return { operators: [named], isCertain: true }
  const [inItsCountry, ...more] = operators.filter((operator) => namesBrandAndCountry(wanted, operator))
  if (inItsCountry && more.length === 0) return { operators: [inItsCountry], isCertain: false }
  const near = atHome(nearestOperators(wanted), home?.code)
  const found = near.length > 0 ? near : atHome(ofBrand(wanted), home?.code)
  const [first, ...others] = found
  return first && others.length < 4 ? { operators: [first, ...others], isCertain: false } : null
}

/** The operators of a country, in the table's order. */
export const operatorsOf = (country: Country): Operator[] =>
  operators.filter((operator) => operator.country === country.code)

/** `orange-senegal`: the beginning of its brand, then a name of its country. With fewer letters, it could be Mali's. */
const namesBrandAndCountry = (wanted: string, operator: Operator): boolean =>
  namesOf(countryOfOperator(operator)).some((name) => {
    const brand = wanted.slice(0, -name.length)
    return wanted.endsWith(name) && brand.length >= 3 && fold(brandOf(operator)).startsWith(brand)
  })

/** The operator whose code was probably meant; null if none is similar (at most a third of the letters differ). */
export const nearestOperator = (text: string): Operator | null => nearestOperators(fold(text).slice(0, 40))[0] ?? null

/** The operators with the most similar codes: at most a third of the letters differ. */
function nearestOperators(wanted: string): Operator[] {
  let least = Number.POSITIVE_INFINITY
  let nearest: Operator[] = []
  for (const [folded, operator] of byFold) {
    const distance = editDistance(wanted, folded)
    if (distance * 3 > folded.length || distance > least) continue
    if (distance < least) nearest = []
    least = distance
    nearest.push(operator)
  }
  return nearest
}

/** The operators whose brand begins with the text: both `Orange` and `Orange Money`. */
const ofBrand = (wanted: string): Operator[] =>
  wanted.length < 3 ? [] : operators.filter((operator) => fold(brandOf(operator)).startsWith(wanted))

function atHome(found: Operator[], home: CountryCode | undefined): Operator[] {
  const there = found.filter(({ country }) => country === home)
  return there.length > 0 ? there : found
}

/** The country with the name, in English or French, most similar to an unknown one: at most a third of the letters differ. */
export function suggestCountry(text: string): { code: CountryCode; name: string } | null {
  const wanted = unofficial(text).slice(0, 40)
  let nearest: { code: CountryCode; name: string; distance: number } | null = null
  for (const { code, name, frenchName, aliases } of countries) {
    for (const each of [name, frenchName, ...aliases]) {
      // `RCA` is almost `RCI`, and `République gabonaise` almost another one.
      if (each.length < 4 || /republi/.test(fold(each))) continue
      const distance = editDistance(wanted, fold(each))
      if (distance * 3 <= fold(each).length && (!nearest || distance < nearest.distance))
        nearest = { code, name: each, distance }
    }
  }
  return nearest
}

/** An operator's limits for one payment and for a day, in minor units of its currency; null if unknown. */
export interface OperatorLimits {
  operator: OperatorCode
  least: bigint | null
  most: bigint | null
  multipleOf: bigint | null
  mostADay: bigint | null
  /** The source of the figures, for people; '' if there are none. */
  source: string
  /** The date of the figures in the source; '' if it has none. */
  asOf: string
  /** Who has checked them with the operator, or when; '' if nobody has. */
  checked: string
}

export type LimitTable = ReadonlyMap<OperatorCode, OperatorLimits>

/**
 * A warning that an operator may refuse this payment because of its known limits, or that the amount is unusually large. Null if there
 * is none.
 */
export function limitWarning(
  { operator, amountMinor, currency }: { operator: OperatorCode; amountMinor: bigint; currency: string },
  limits: LimitTable,
): { code: WarningCode; message: Sentence } | null {
  const { least = null, most = null, multipleOf = null } = limits.get(operator) ?? {}
  // Created only if needed, because this is called for each row of a file.
  const told = () => ({ operator: operatorNamed(operator), amount: money(amountMinor, currency) })
  if (least !== null && amountMinor < least) {
    const message = say('warnings.below_least', { ...told(), least: money(least, currency) })
    return { code: 'amount_below_least', message }
  }
  if (most !== null && amountMinor > most) {
    const message = say('warnings.above_most', { ...told(), most: money(most, currency) })
    return { code: 'amount_above_most', message }
  }
  if (multipleOf !== null && amountMinor % multipleOf !== 0n) {
    const message = say('warnings.not_multiple', { ...told(), multiple: money(multipleOf, currency) })
    return { code: 'amount_not_multiple', message }
  }
  const large = isCurrency(currency) ? largeMinor[currency] : null
  if (large !== null && amountMinor > large) {
    const message = say('warnings.unusual_at_all', {
      amount: money(amountMinor, currency),
      large: money(large, currency),
    })
    return { code: 'unusual_amount', message }
  }
  return null
}

/** An operator's name in the reader's language, such as `MTN Côte d'Ivoire`. An unknown code stays as it is. */
export function operatorName(code: string | null): Sentence | string {
  const operator = code === null ? null : operatorOf(code)
  if (operator === null) return code ?? ''
  return say('payout.operator_name', { brand: brandOf(operator), country: countryNamed(operator.country) })
}
