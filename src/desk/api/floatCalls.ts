import { z } from 'zod'
import { currency, money, text, time } from './documents.ts'

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
        set: limit('What could be spent when it was set, and what was added since; null: no such limit'),
        spent: money('What was sent since, but for what was refused'),
        held: money('What rows hold on to of which nobody knows whether they were paid'),
        left: limit('What may be sent now by all limits together; null: no limit'),
        daily: budget('The budget of a day; null: there is none'),
        monthly: budget('The budget of a month; null: there is none'),
        time_zone: text('The time zone in which a day begins'),
        set_at: time(),
        waiting: z.array(z.string()).meta({ description: 'Batches that wait for it' }),
      }),
    ),
  })
  .meta({ id: 'Floats', description: 'What may be spent, by currency.', examples: [{ floats: [example] }] })

/** What the calls for the float say of themselves: see calls.ts. */
export const floatCalls = {
  listFloats: {
    tag: 'floats',
    summary: 'Ask what may be spent',
    description: 'Of each currency for which something is set. Where nothing is set, nothing is limited.',
    answers: { 200: { description: 'All of them.', document: Floats } },
    problems: [],
  },
  changeFloat: {
    tag: 'floats',
    summary: 'Say what may be spent',
    description:
      'For administrators. Give one of: `set`, what may be spent from now on, whatever was spent before; `add`, what was added to the account; or budgets, `daily`, `monthly` or `tz`. `null` takes a limit away. Batches that wait go on by themselves. Send an `Idempotency-Key`: where an answer was lost, the same request with the same key is carried out once, and answered with what may be spent by then. Without a key, look at what is set before you send `set` or `add` again: each counts from when it arrives.',
    answers: { 200: { description: 'What may be spent now.', document: Floats } },
    problems: ['forbidden', 'wrong_state'],
    once: true,
    example: { currency: 'XOF', set: '5000000' },
  },
} as const
