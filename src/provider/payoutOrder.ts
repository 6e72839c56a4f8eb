import { z } from 'zod'
import { countryName } from '../payout/country.ts'
import { countryOfOperator, type OperatorCode } from '../payout/operator.ts'
import type { Payable } from '../payout/payable.ts'
import { t } from '../words/t.ts'
import { type Checked, checkOrder, readExactAmount, readInternational, readOperator } from './checkOrder.ts'
import { amountShape, objectError, operatorShape, phoneShape } from './orderShapes.ts'
import { text, tooLong } from './wire.ts'

/** A mobile payout to be made (interface document, 2.6). */
export interface PayoutOrder {
  /** A code of 2.8. */
  operator: OperatorCode
  /** Text (`'1500'`, `'150.50'`), or minor units (`15050n`); sent as text in the currency's decimals. Above zero. */
  amount: string | bigint
  /** The recipient's mobile number with the country code, a leading plus or not; of the operator's country. */
  phoneNumber: string
  /** ISO 4217; it must be that of the operator's country, which is the default. */
  currency?: string | undefined
  /** The beneficiary's name, sent as customer.name together with the number. At most 100 characters. */
  name?: string | undefined
}

const shape = z.strictObject(
  {
    operator: operatorShape,
    amount: amountShape,
    phoneNumber: phoneShape,
    currency: text('currency').optional(),
    name: text('name').max(100, tooLong('name', 100)).optional(),
  },
  { error: objectError(() => t`the payout`) },
)

/** Checks an order of whatever origin; finds all its problems. */
export function checkPayout(order: unknown): Checked<Payable> {
  return checkOrder(shape, order, ({ amount, phoneNumber, name, ...given }, report) => {
    const operator = readOperator(given.operator, report)
    if (!operator) return null
    const home = countryOfOperator(operator)
    if (given.currency !== undefined && given.currency !== home.currency) {
      report('currency', t`currency must be ${home.currency}, in which payouts in ${countryName(home)} are`)
    }
    const phone = readInternational(phoneNumber, operator, report)
    const exact = readExactAmount(amount, home.currency, report)
    if (phone === null || !exact) return null
    return {
      operator: operator.code,
      phone,
      amountMinor: exact.amountMinor,
      currency: home.currency,
      name: name ?? null,
    }
  })
}
