import { country as countryNamed, type Sentence, say } from '../../words/sentence.ts'
import { brandOf, operatorOf } from './operator.ts'

/** An operator's name in the reader's language, such as `MTN Côte d'Ivoire`. An unknown code stays as it is. */
export function operatorName(code: string | null): Sentence | string {
  const operator = code === null ? null : operatorOf(code)
  if (operator === null) return code ?? ''
  return say('payout.operator_name', { brand: brandOf(operator), country: countryNamed(operator.country) })
}
