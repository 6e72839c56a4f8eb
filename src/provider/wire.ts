import { z } from 'zod'

/**
 * The bodies on the wire, as the interface document gives them. The client and the sandbox read the same schemas, so
 * that neither drifts from the document alone.
 */

/** Where each operation lives, below the base URL (interface document, section 4). */
export const wirePaths = { payout: '/v1/payment/payout/mobile' } as const

/** A payout's request body (2.6). `amount` is text, as in the document's sample: `1500`, `150.50`. */
export const payoutRequest = z.object({
  operator: text('operator'),
  amount: text('amount').regex(/^\d{1,15}(?:\.\d{1,4})?$/, 'amount must be digits, such as "1500" or "150.50"'),
  phoneNumber: phoneNumber('phoneNumber'),
  currency: text('currency'),
  customer: z
    .object({
      name: text('customer.name').optional(),
      phoneNumber: phoneNumber('customer.phoneNumber').optional(),
    })
    .optional(),
})

export type PayoutRequest = z.infer<typeof payoutRequest>

/**
 * A payout's answer (2.7). Tolerant of what it does not know (other fields), strict about what it relies on: a status
 * that is a number or an error that is the text "false" is not read at all. A null is read as an absent field.
 */
export const payoutAnswer = z.object({
  error: z.boolean(),
  status: z.string().trim().min(1),
  reference: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u)
    .nullish(),
  message: z.string().nullish(),
})

export type PayoutAnswer = z.infer<typeof payoutAnswer>

/** An error body (section 7): `status` mirrors the HTTP status. */
export const errorAnswer = z.object({ status: z.int(), message: z.string() })

export type ErrorAnswer = z.infer<typeof errorAnswer>

function text(name: string) {
  return z
    .string({ error: (issue) => `${name} is ${issue.input === undefined ? 'missing' : 'not a text'}` })
    .min(1, `${name} is empty`)
}

function phoneNumber(name: string) {
  return text(name).regex(/^\+?\d{7,15}$/, `${name} must be digits with the country code, a leading plus at most`)
}
