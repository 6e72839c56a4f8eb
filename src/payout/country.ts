import { spokenLanguage } from '../words/t.ts'
import { fold } from './fold.ts'

/**
 * The 13 countries of the provider (interface document, 2.8) by ISO 3166-1 alpha-2, each with its currency (ISO 4217)
 * and its dialling code (ITU E.164).
 */
export const countries = [
  country('BJ', 'BEN', 'Benin', 'Bénin', 'XOF', '229', []),
  country('BF', 'BFA', 'Burkina Faso', 'Burkina Faso', 'XOF', '226', ['Burkina']),
  country('CM', 'CMR', 'Cameroon', 'Cameroun', 'XAF', '237', []),
  country('CI', 'CIV', 'Ivory Coast', "Côte d'Ivoire", 'XOF', '225', [
    'The Ivory Coast',
    "République de Côte d'Ivoire",
  ]),
  country('ML', 'MLI', 'Mali', 'Mali', 'XOF', '223', []),
  country('SN', 'SEN', 'Senegal', 'Sénégal', 'XOF', '221', []),
  country('TG', 'TGO', 'Togo', 'Togo', 'XOF', '228', []),
  country('RW', 'RWA', 'Rwanda', 'Rwanda', 'RWF', '250', []),
  country('KE', 'KEN', 'Kenya', 'Kenya', 'KES', '254', []),
  country('UG', 'UGA', 'Uganda', 'Ouganda', 'UGX', '256', []),
  country('TZ', 'TZA', 'Tanzania', 'Tanzanie', 'TZS', '255', ['United Republic of Tanzania']),
  country('ZM', 'ZMB', 'Zambia', 'Zambie', 'ZMW', '260', []),
  country('GH', 'GHA', 'Ghana', 'Ghana', 'GHS', '233', []),
] as const

export type Country = (typeof countries)[number]
export type CountryCode = 'BJ' | 'BF' | 'CM' | 'CI' | 'ML' | 'SN' | 'TG' | 'RW' | 'KE' | 'UG' | 'TZ' | 'ZM' | 'GH'

/** Decimals of each currency that the provider takes, per ISO 4217. */
export const currencyDecimals = { XOF: 0, XAF: 0, RWF: 0, UGX: 0, KES: 2, TZS: 2, ZMW: 2, GHS: 2 } as const

export type Currency = keyof typeof currencyDecimals

const byCode = new Map<string, Country>(countries.map((each) => [each.code, each]))
const byName = new Map<string, Country>()
for (const each of countries) {
  for (const name of [each.code, each.iso3, each.name, each.frenchName, ...each.aliases]) byName.set(fold(name), each)
}

export const isCurrency = (text: string): text is Currency => Object.hasOwn(currencyDecimals, text)

/** The country of an ISO 3166-1 alpha-2 code of the table. */
export function countryOf(code: CountryCode): Country {
  const found = byCode.get(code)
  if (!found) throw new Error(`no country ${code}`)
  return found
}

/** A country's name in the language of whoever reads it. */
export const countryName = ({ name, frenchName }: Country): string => (spokenLanguage() === 'fr' ? frenchName : name)

/** A country as people write it: English or French name, a usual alias, ISO 2 or ISO 3. Null when it is none of ours. */
export const findCountry = (text: string): Country | null => byName.get(fold(text)) ?? null

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
