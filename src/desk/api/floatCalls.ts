import { z } from 'zod'
import { currency, money, next, text, time } from './documents.ts'

const limit = (description: string) => money(description).nullable()
const budget = (description: string) =>
  z.object({ budget: money(), spent: money(), left: money() }).nullable().meta({ description })

const example = {
  currency: 'XOF',
  set: '5000000',
  spent: '1200000',
  held: '50000',
  left: '800000',
  daily: { budget: '2000000', spent: '1200000', left: '800000' },
  monthly: null,
  time_zone: 'Africa/Porto-Novo',
  set_at: '2026-11-25T07:00:00.000Z',
  waiting: ['k7m2x9qwtd'],
}

const Floats = z
  .object({
    floats: z.array(
      z.object({
        currency: currency(),
        set: limit('The float: the amount it was set to, plus what was added since. Null if none is set'),
        spent: money('What was sent since, without what was refused'),
        held: money('The amount of rows whose outcome is unknown'),
        left: limit('What can be sent now, under all limits together. Null if there is no limit'),
        daily: budget('The daily budget. Null if there is none'),
        monthly: budget('The monthly budget. Null if there is none'),
        time_zone: text('The time zone of the days and months'),
        set_at: time(),
        waiting: z.array(z.string()).meta({ description: 'The batches that wait for it' }),
      }),
    ),
  })
  .meta({ id: 'Floats', description: 'The spending limits for each currency.', examples: [{ floats: [example] }] })

const FloatPage = Floats.extend({ next }).meta({
  id: 'FloatPage',
  description: 'Spending limits, one entry for each currency.',
  examples: [{ floats: [example], next: null }],
})

/** The calls for the float, for calls.ts. */
export const floatCalls = {
  listFloats: {
    tag: 'floats',
    summary: 'Get the spending limits',
    description: 'One entry for each currency that has a limit. Other currencies are not limited.',
    answers: { 200: { description: 'A page of spending limits.', document: FloatPage } },
    problems: [],
  },
  changeFloat: {
    tag: 'floats',
    summary: 'Change a spending limit',
    description:
      'For administrators. Send one of these: `set`, the amount that can be spent from now on, regardless of earlier spending; `add`, an amount that was added to the account; or the budgets, with `daily`, `monthly` or `tz`. `null` removes a limit. Waiting batches continue by themselves. Send an `Idempotency-Key`: if you lose the answer, repeat the request with the same key. It is carried out only once, and answered with the limits at that time. Without a key, check the limits before you send `set` or `add` again: each counts from when it arrives.',
    answers: { 200: { description: 'The spending limits now.', document: Floats } },
    deed: 'set_float',
    problems: ['wrong_state'],
    once: true,
    example: { currency: 'XOF', set: '5000000' },
  },
} as const
