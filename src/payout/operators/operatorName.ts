import { country as countryNamed, type Sentence, say } from '../../words/sentence.ts'
import { brandOf, operatorOf } from './operator.ts'

/** `MTN Côte d'Ivoire` as its reader's language calls it; a code that is none of ours as it is. */
export function operatorName(code: string | null): Sentence | string {
  const operator = code === null ? null : operatorOf(code)
  if (operator === null) return code ?? ''
  return say('payout.operator_name', { brand: brandOf(operator), country: countryNamed(operator.country) })
}
