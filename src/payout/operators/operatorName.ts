import { country as countryNamed, type Sentence, say } from '../../words/sentence.ts'
import { countryOfOperator, operatorOf } from './operator.ts'

/** `MTN Côte d'Ivoire` as its reader's language calls it; a code that is none of ours as it is. */
export function operatorName(code: string | null): Sentence | string {
  const operator = code === null ? null : operatorOf(code)
  if (operator === null) return code ?? ''
  const brand = operator.name.slice(0, -countryOfOperator(operator).name.length).trim()
  return say('payout.operator_name', { brand, country: countryNamed(operator.country) })
}
