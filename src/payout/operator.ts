import { type Country, type CountryCode, countryOf } from './country.ts'
import { editDistance } from './editDistance.ts'
import { fold } from './fold.ts'

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

/** The operator of exactly this code, null when there is none. */
export const operatorOf = (code: string): Operator | null => byCode.get(code) ?? null

/** An operator as people write its code: any case, spaces or `_` for `-`. Null when it is none of ours. */
export const findOperator = (text: string): Operator | null => byCode.get(text) ?? byFold.get(fold(text)) ?? null

/** The country in which an operator pays out: it decides currency and dialling code. */
export const countryOfOperator = (operator: Operator): Country => countryOf(operator.country)

/** The code that was probably meant, null when none is near (at most a third of the letters differ). */
export function nearestOperator(text: string): Operator | null {
  const wanted = fold(text).slice(0, 40)
  let nearest: { operator: Operator; distance: number } | null = null
  for (const [folded, operator] of byFold) {
    const distance = editDistance(wanted, folded)
    if (distance * 3 <= folded.length && (!nearest || distance < nearest.distance)) nearest = { operator, distance }
  }
  return nearest?.operator ?? null
}

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
