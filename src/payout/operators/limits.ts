import { money, operatorOf, type Sentence, say } from '../../words/sentence.ts'
import type { Payable } from '../keys.ts'
import type { WarningCode } from '../warning.ts'
import type { OperatorCode } from './operator.ts'

/** What an operator pays at once and in a day, in minor units of its currency; null: nobody knows. */
export interface OperatorLimits {
  operator: OperatorCode
  least: bigint | null
  most: bigint | null
  multipleOf: bigint | null
  mostADay: bigint | null
  /** Where the figures come from, as a person reads it; '' where there are none. */
  source: string
  /** Since when they hold, as the source says; '' where it doesn't. */
  asOf: string
  /** Who has compared them with the operator, or when; '': they are to be checked. */
  checked: string
}

export type LimitTable = ReadonlyMap<OperatorCode, OperatorLimits>

/** Why an operator may not take this payment, by what is known of its limits; null: nothing is known against it. */
export function limitWarning(
  { operator, amountMinor, currency }: Pick<Payable, 'operator' | 'amountMinor' | 'currency'>,
  limits: LimitTable,
): { code: WarningCode; message: Sentence } | null {
  const of = limits.get(operator)
  if (!of) return null
  const told = { operator: operatorOf(operator), amount: money(amountMinor, currency) }
  if (of.least !== null && amountMinor < of.least)
    return {
      code: 'amount_below_least',
      message: say('warnings.below_least', { ...told, least: money(of.least, currency) }),
    }
  if (of.most !== null && amountMinor > of.most)
    return {
      code: 'amount_above_most',
      message: say('warnings.above_most', { ...told, most: money(of.most, currency) }),
    }
  if (of.multipleOf !== null && amountMinor % of.multipleOf !== 0n)
    return {
      code: 'amount_not_multiple',
      message: say('warnings.not_multiple', { ...told, multiple: money(of.multipleOf, currency) }),
    }
  return null
}
