import { editDistance, fold } from '../compareText.ts'
import { type Country, type CountryCode, countries, countryOfOperator, type Operator, operators } from './operator.ts'

export interface OperatorSuggestion {
  /** The likeliest, in the table's order; one at least. */
  operators: [Operator, ...Operator[]]
  /** Whether the text names this one operator in other words than its code: its brand and its country. */
  isCertain: boolean
}

/** `MTN` of `MTN Ivory Coast`. */
const brandOf = (operator: Operator): string => operator.name.slice(0, -countryOfOperator(operator).name.length).trim()

const namesOf = ({ code, iso3, name, frenchName, aliases }: Country): string[] =>
  [code, iso3, name, frenchName, ...aliases].map(fold)

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
 * What was probably meant by a text that is no operator's code. `home`: the country that the rest of the row points to.
 * Null when nothing is near.
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

/** `orange-senegal`: a name of its country at the end, after what begins its brand. Fewer letters would make it Mali's. */
const namesBrandAndCountry = (wanted: string, operator: Operator): boolean =>
  namesOf(countryOfOperator(operator)).some((name) => {
    const brand = wanted.slice(0, -name.length)
    return wanted.endsWith(name) && brand.length >= 3 && fold(brandOf(operator)).startsWith(brand)
  })

/** Those whose code is nearest: at most a third of the letters differ. */
function nearestOperators(wanted: string): Operator[] {
  let least = Number.POSITIVE_INFINITY
  let nearest: Operator[] = []
  for (const operator of operators) {
    const folded = fold(operator.code)
    const distance = editDistance(wanted, folded)
    if (distance * 3 > folded.length || distance > least) continue
    if (distance < least) nearest = []
    least = distance
    nearest.push(operator)
  }
  return nearest
}

/** `Orange` and `Orange Money` alike: a text that begins the brand. */
const ofBrand = (wanted: string): Operator[] =>
  wanted.length < 3 ? [] : operators.filter((operator) => fold(brandOf(operator)).startsWith(wanted))

function atHome(found: Operator[], home: CountryCode | undefined): Operator[] {
  const there = found.filter(({ country }) => country === home)
  return there.length > 0 ? there : found
}

/** The country whose name, in English or French, is nearest to a text that is none: at most a third of the letters differ. */
export function suggestCountry(text: string): { code: CountryCode; name: string } | null {
  const wanted = fold(text).slice(0, 40)
  let nearest: { code: CountryCode; name: string; distance: number } | null = null
  for (const { code, name, frenchName, aliases } of countries) {
    for (const each of [name, frenchName, ...aliases]) {
      const distance = editDistance(wanted, fold(each))
      if (distance * 3 <= fold(each).length && (!nearest || distance < nearest.distance))
        nearest = { code, name: each, distance }
    }
  }
  return nearest
}
