import { z } from 'zod'
import { t } from '../words/t.ts'
import { payer, text, tooLong, webAddress } from './wire.ts'

/** Fields that requests share. `undefined` counts as absent. */
export const amountShape = z.union([z.string(), z.bigint()], {
  error: (issue) =>
    issue.input === undefined
      ? t`amount is missing`
      : t`amount must be a text such as "150.50", or a bigint of minor units: a JavaScript number is not exact`,
})

export const callbackShape = webAddress('callbackUrl').optional()

export const payerShape = z.strictObject(payer.shape, { error: objectError(() => 'customer') }).optional()

export const operatorShape = text('operator')
export const phoneShape = text('phoneNumber').max(40, tooLong('phoneNumber', 40))

/** What a schema says of something that is no object, or has a field too many: a slip of the pen is not dropped silently. */
export function objectError(name: () => string) {
  return (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys'
      ? t`${name()} has no field ${issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')}`
      : t`${name()} must be an object`
}
