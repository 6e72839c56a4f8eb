import { countryOfNumber, parsePhone } from '../phone/phone.ts'
import { fold } from '../typedText.ts'
import { type Country, countries, namesOf, type Operator, type OperatorCode, operators } from './operator.ts'

/** Brands of operators in several countries, and the operators in the table that they mean. */
const families: readonly { names: readonly string[]; codes: readonly OperatorCode[] }[] = [
  {
    names: ['MTN', 'MTN MoMo', 'MTN Mobile Money', 'MTN Money'],
    codes: ['mtn-benin', 'mtn-cm', 'mtn-ci', 'momo-rwanda', 'momo-uganda', 'momo-zambia', 'momo-ghana'],
  },
  {
    names: ['MoMo'],
    codes: [
      ...(['mtn-benin', 'mtn-cm', 'mtn-ci', 'momo-rwanda', 'momo-kenya', 'momo-uganda'] as const),
      ...(['momo-tanzania', 'momo-zambia', 'momo-ghana'] as const),
    ],
  },
  {
    names: ['Moov', 'Moov Money', 'Moov Africa', 'Flooz'],
    codes: ['moov-benin', 'moov-burkina-faso', 'moov-ci', 'moov-ml'],
  },
  {
    names: ['Orange', 'Orange Money', 'OM'],
    codes: ['orange-money-burkina', 'orange-money-cm', 'orange-money-ml', 'orange-money-senegal'],
  },
  { names: ['Expresso'], codes: ['expresso-senegal'] },
  { names: ['Free', 'Free Money'], codes: ['free-money-senegal'] },
  { names: ['Wave', 'Wave Money'], codes: ['wave-senegal'] },
  { names: ['T-Money'], codes: ['t-money-togo'] },
  // The new name of T-Money and of Free Money.
  { names: ['Mixx by Yas', 'Mixx', 'Yas'], codes: ['t-money-togo', 'free-money-senegal'] },
]

interface Brands {
  family: ReadonlyMap<string, readonly Operator[]>
  /** A brand and any name of its country, in either order: `MTN Côte d'Ivoire`, `Mali Orange Money`. */
  inWords: ReadonlyMap<string, Operator>
  /** The same of a country where the brand isn't: `Wave CI`. */
  elsewhere: ReadonlyMap<string, Country>
}

let made: Brands | undefined

/** Created for the first row that doesn't name an operator by its code. */
function brands(): Brands {
  if (made) return made
  const family = new Map<string, readonly Operator[]>()
  const inWords = new Map<string, Operator>()
  const elsewhere = new Map<string, Country>()
  for (const { names, codes } of families) {
    const found = operators.filter(({ code }) => codes.includes(code))
    for (const name of names.map(fold)) {
      family.set(name, found)
      for (const country of countries) {
        const operator = found.find((each) => each.country === country.code)
        for (const place of namesOf(country)) {
          for (const words of [name + place, place + name])
            operator ? inWords.set(words, operator) : elsewhere.set(words, country)
        }
      }
    }
  }
  made = { family, inWords, elsewhere }
  return made
}

export type BrandReading =
  | { kind: 'operator'; operator: Operator }
  /** Nothing in the row tells in which of the brand's countries it pays. */
  | { kind: 'doubt'; operators: readonly Operator[] }
  /** The brand, but not in the country that the row or the text itself names. */
  | { kind: 'elsewhere'; country: Country }
  | null

/**
 * Finds the operator of a brand, in the country that the text itself names, that the row names, or that an international number shows. A
 * national number shows nothing: the same digits may be a number in two countries.
 *
 * @param named the country that the row names
 * @returns null if the text is not a brand
 */
export function readBrand(text: string, named: Country | null, phone: string): BrandReading {
  const { family, inWords, elsewhere } = brands()
  const wanted = fold(text)
  const told = inWords.get(wanted)
  if (told) return { kind: 'operator', operator: told }
  const abroad = elsewhere.get(wanted)
  if (abroad) return { kind: 'elsewhere', country: abroad }
  const found = family.get(wanted)
  if (!found) return null
  const country = named ?? countryOfInternational(phone)
  if (!country) return { kind: 'doubt', operators: found }
  const operator = found.find((each) => each.country === country.code)
  return operator ? { kind: 'operator', operator } : { kind: 'elsewhere', country }
}

/** The least digits of an international number: no national number of the 13 countries is as long. */
const shortestInternational = 11

/** The country that an international number names. Null for a national one, whose digits may be a number of two countries. */
export function countryOfInternational(phone: string): Country | null {
  const named = countryOfNumber(phone)
  if (!named || /^\s*(?:\+|00)/.test(phone)) return named
  const isLong = phone.replace(/\D/g, '').length >= shortestInternational
  return isLong && parsePhone(phone, named.code).ok ? named : null
}
