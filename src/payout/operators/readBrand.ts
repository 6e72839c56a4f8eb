import { countryOfNumber, parsePhone } from '../phone/phone.ts'
import { fold } from '../typedText.ts'
import { type Country, countryOfOperator, namesOf, type Operator, type OperatorCode, operators } from './operator.ts'

/** What people call the operators of several countries, and those of the table that are meant. */
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
]

interface Brands {
  family: ReadonlyMap<string, readonly Operator[]>
  /** A brand and any name of its country, in either order: `MTN Côte d'Ivoire`, `Mali Orange Money`. */
  inWords: ReadonlyMap<string, Operator>
}

let made: Brands | undefined

/** Made for the first row that doesn't name an operator by its code. */
function brands(): Brands {
  if (made) return made
  const family = new Map<string, readonly Operator[]>()
  const inWords = new Map<string, Operator>()
  for (const { names, codes } of families) {
    const found = operators.filter(({ code }) => codes.includes(code))
    for (const name of names.map(fold)) {
      family.set(name, found)
      for (const operator of found) {
        for (const place of namesOf(countryOfOperator(operator))) {
          inWords.set(name + place, operator)
          inWords.set(place + name, operator)
        }
      }
    }
  }
  made = { family, inWords }
  return made
}

export type BrandReading =
  | { kind: 'operator'; operator: Operator }
  /** The brand pays in several countries, or nothing in the row says where this payout goes. */
  | { kind: 'doubt'; operators: readonly Operator[] }
  /** The brand, but not in the row's country. */
  | { kind: 'elsewhere'; country: Country }
  | null

/**
 * The operator that a brand stands for, with the country that it names itself, that the row names, or that the number has in
 * its international form. A national number says nothing: the same digits may be a number of two countries.
 *
 * @param named the country that the row names
 * @returns null for what is no brand
 */
export function readBrand(text: string, named: Country | null, phone: string): BrandReading {
  const { family, inWords } = brands()
  const wanted = fold(text)
  const told = inWords.get(wanted)
  if (told) return { kind: 'operator', operator: told }
  const found = family.get(wanted)
  if (!found) return null
  const country = named ?? countryOfInternational(phone)
  if (!country) return { kind: 'doubt', operators: found }
  const operator = found.find((each) => each.country === country.code)
  return operator ? { kind: 'operator', operator } : { kind: 'elsewhere', country }
}

/** Country code and number: no national number of the 13 countries is as long. */
const shortestInternational = 11

/** The country that an international number names. Null for a national one, whose digits may be a number of two countries. */
function countryOfInternational(phone: string): Country | null {
  const named = countryOfNumber(phone)
  if (!named || /^\s*(?:\+|00)/.test(phone)) return named
  const isLong = phone.replace(/\D/g, '').length >= shortestInternational
  return isLong && parsePhone(phone, named.code).ok ? named : null
}
