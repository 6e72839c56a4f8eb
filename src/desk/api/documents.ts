import { z } from 'zod'
import { problemCodes as rowProblemCodes } from '../../payout/problem.ts'
import { batchStates, payoutStates } from '../../payout/state.ts'
import { warningCodes } from '../../payout/warning.ts'
import { doubt } from './members.ts'
import { type ProblemCode, statusOf } from './problem.ts'

/**
 * The API's answers as they are sent: sentences are already text in the requested language. These schemas are only documentation. They
 * don't serialise answers, so an answer never loses a field that is missing here. The tests check every answer against them
 * (test/desk/promised.ts).
 */
export const whole = () => z.number().int().min(0).max(2_147_483_647)
export const text = (description: string) => z.string().meta({ description })
export const time = (description = 'ISO 8601, UTC') => z.string().meta({ format: 'date-time', description })
export const money = (description = 'An amount as a string, with the decimals of its currency') =>
  z.string().meta({ description })
export const currency = () => text('ISO 4217')
export const perCurrency = (description: string) => z.record(z.string(), money()).meta({ description })
export const next = text('The `cursor` of the next page. Null on the last page').nullable()

/** A value for each state. States without rows are absent. */
export const perState = <Each extends z.ZodType>(each: () => Each) =>
  z.object(
    Object.fromEntries(payoutStates.map((state) => [state, each().optional()])) as {
      [State in (typeof payoutStates)[number]]: z.ZodOptional<Each>
    },
  )

export const batchState = z.enum(batchStates)
export const rowState = z.enum(payoutStates)

export const hold = z
  .object({
    operator: text('The code of the operator'),
    by: text('Who put it on hold. Null if payrun did').nullable(),
    manual: z.boolean(),
    reason: text('The reason, as a sentence'),
    note: z.string().nullable(),
    since: time(),
    until: time('When payrun tests the operator again. Null for a manual hold').nullable(),
    probed: z.boolean().meta({ description: 'True while payrun tests it with one row at a time' }),
  })
  .meta({ id: 'Hold', description: 'An operator that is on hold, and why.' })

const eventExample = { n: 42, at: '2026-11-25T08:00:02.031Z', batch: 'k7m2x9qwtd', line: 2, type: 'row' }
const eventNumber = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const Events = z
  .object({
    events: z.array(
      z.object({
        n: eventNumber().meta({ description: 'The number of the event. It never changes' }),
        at: time(),
        batch: z.string(),
        line: whole().nullable().meta({ description: 'Null if the event is about the whole batch' }),
        type: z.enum(['batch', 'row']),
        from: z.enum([...batchStates, ...payoutStates]).nullable(),
        to: z.enum([...batchStates, ...payoutStates]),
        code: text('An error code, or the reason that a batch is paused or cancelled').nullable(),
      }),
    ),
    next: eventNumber()
      .nullable()
      .meta({ description: 'Pass it as `after` for more events. Null if there are none yet' }),
  })
  .meta({
    id: 'Events',
    description: 'Events, without names or phone numbers.',
    examples: [{ events: [{ ...eventExample, from: 'sending', to: 'paid', code: null }], next: null }],
  })

const payoutExample = {
  batch: 'k7m2x9qwtd',
  line: 2,
  sandbox: false,
  amount: '150000',
  currency: 'XOF',
  status: 'paid',
}
const personExample = {
  name: 'Afiavi Dossou',
  phone_number: '2290197000001',
  references: ['EMP-1'],
  payouts: [{ ...payoutExample, at: eventExample.at }],
  more: false,
}

export const People = z
  .object({
    people: z.array(
      z.object({
        name: z.string().nullable(),
        phone_number: z.string(),
        references: z.array(z.string()),
        payouts: z.array(
          z.object({
            batch: z.string(),
            line: whole(),
            sandbox: z.boolean().meta({ description: 'True for a trial in the sandbox: nobody was paid' }),
            amount: money().nullable(),
            currency: currency().nullable(),
            status: rowState,
            ...doubt,
            at: time('When it was sent. If it never was, when it was cancelled or submitted'),
          }),
        ),
        more: z.boolean().meta({ description: 'True if there are more payouts than these' }),
      }),
    ),
    next,
  })
  .meta({
    id: 'People',
    description:
      'People, one for each phone number. Each has the latest 100 payouts from all batches, and the latest 100 trials in the sandbox, newest first.',
    examples: [{ people: [personExample], next: null }],
  })

export const Operators = z
  .object({
    operators: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        country: z.string(),
        currency: currency(),
        dialling_code: z.string(),
        held: z.boolean().meta({ description: 'True if nothing is sent to it at the moment' }),
        hold: hold.optional(),
      }),
    ),
    next,
  })
  .meta({
    id: 'Operators',
    description: 'Operators, and which of them are on hold.',
    examples: [
      {
        operators: [
          { code: 'mtn-benin', name: 'MTN Benin', country: 'BJ', currency: 'XOF', dialling_code: '229', held: false },
        ],
        next: null,
      },
    ],
  })

export const Me = z.object({ name: z.string(), kind: z.enum(['key', 'account']), roles: z.array(z.string()) }).meta({
  id: 'Me',
  description: 'The key of the request.',
  examples: [{ name: 'payroll', kind: 'key', roles: ['preparer'] }],
})

const rowProblem = z
  .object({
    line: whole(),
    column: text('As the file names it'),
    value: text('The cell, shortened to 80 characters'),
    code: z.enum([...rowProblemCodes, 'invalid_date']),
    message: text('What is wrong, and how to fix it'),
    suggestion: text('A likely correction, if there is one').optional(),
  })
  .meta({ id: 'RowProblem', description: 'A problem with a cell of a file.' })

const rowWarning = z
  .object({
    line: whole().nullable().meta({ description: 'Null if it is about somebody who is not in the file' }),
    column: text('As the file names it'),
    value: text('The cell, shortened to 80 characters'),
    code: z.enum(warningCodes),
    message: text('What to look at'),
  })
  .meta({ id: 'RowWarning', description: 'Something to check before a row is paid. It does not block the payout.' })

export const payoutWarning = z
  .object({ field: z.string(), value: z.string(), code: z.enum(warningCodes), message: text('What to look at') })
  .meta({ id: 'PayoutWarning', description: 'Something to check about a payout. It does not block it by itself.' })

export const warningCounts = z
  .partialRecord(z.enum(warningCodes), whole())
  .meta({ description: 'The number of warnings for each code' })

const lookedAt = {
  warnings: z.array(rowWarning).meta({ description: 'The first 1,000 of each code' }),
  warning_counts: warningCounts,
  comparison: z.array(z.string()).optional().meta({ description: 'What changed since the last period' }),
}

export const warned = z
  .object({
    ...lookedAt,
    notes: z.array(z.string()).optional().meta({ description: 'Notes about the limits' }),
  })
  .meta({ id: 'Warned', description: 'The warnings about rows that were approved or are retried.' })

export const foundInFile = {
  rows: whole(),
  valid: whole(),
  totals: perCurrency('The sum of the valid rows for each currency'),
  problems: z.array(rowProblem).meta({ description: 'The first 20,000' }),
  problems_left_out: whole().optional().meta({ description: 'How many more problems there are' }),
  ...lookedAt,
  notes: z.array(z.string()).optional().meta({ description: 'What payrun assumed when it read the file' }),
  repeats: z
    .object({ batch: z.string(), rows: whole().optional(), lines: z.array(whole()).optional() })
    .optional()
    .meta({ description: 'The batch whose payouts the file repeats, in how many rows, and the first 1,000 of these' }),
}
const planned = { local: text("The local time in the schedule's time zone"), period: z.string() }
const scheduleRun = z
  .object({
    planned_at: time(),
    ...planned,
    file: z.string(),
    at: time(),
    by: z.string().nullable(),
    missed: whole(),
    state: z.enum(['submitted', 'failed', 'cancelled']),
    batch: z.string().nullable(),
    batch_state: batchState.nullable(),
    code: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'ScheduleRun', description: 'A planned time of a schedule, and its outcome.' })

const scheduleExample = {
  id: 1,
  name: 'salaries',
  path: '/srv/payroll/salaries.csv',
  cron: '0 8 25 * *',
  tz: 'Africa/Porto-Novo',
  period_format: 'yyyy-MM',
  sandbox: false,
  state: 'active',
  submitter: 'payroll',
  created_at: '2026-11-01T09:00:00.000Z',
  next: [{ at: '2026-11-25T07:00:00.000Z', local: '2026-11-25T08:00', period: '2026-11' }],
  last_run: null,
}
export const Schedule = z
  .object({
    id: whole(),
    name: z.string(),
    path: z.string(),
    cron: z.string(),
    tz: z.string(),
    period_format: z.string().nullable(),
    sandbox: z.boolean(),
    state: z.enum(['active', 'paused']),
    submitter: z.string().nullable(),
    created_at: time(),
    next: z.array(z.object({ at: time(), ...planned })).meta({ description: 'The next five planned times' }),
    last_run: scheduleRun.nullable(),
  })
  .meta({ id: 'Schedule', description: 'A file that is paid at planned times.', examples: [scheduleExample] })

export const Schedules = z
  .object({ schedules: z.array(Schedule), next })
  .meta({ id: 'Schedules', description: 'Schedules.', examples: [{ schedules: [scheduleExample], next: null }] })

export const RemovedSchedule = z
  .object({ id: whole(), state: z.literal('removed') })
  .meta({ id: 'RemovedSchedule', description: 'A schedule that was removed.', examples: [{ id: 1, state: 'removed' }] })

const fieldProblem = z
  .object({
    field: text('The field, parameter or header'),
    message: text('What is wrong, and how to fix it'),
    line: whole().optional(),
    value: z.string().optional(),
    code: z.enum(rowProblemCodes).optional(),
    suggestion: z.string().optional(),
  })
  .meta({ id: 'FieldProblem', description: 'A problem with a field of a request.' })

const codes = Object.keys(statusOf) as [ProblemCode, ...ProblemCode[]]
const { problems: _, warnings: __, ...foundInRefused } = foundInFile

export const Problem = z
  .object({
    type: text('`urn:payrun:problem:` followed by the code'),
    title: text('The code in words'),
    status: whole().meta({ description: 'The HTTP status of the answer' }),
    code: z.enum(codes).meta({ description: 'The code for your program to branch on' }),
    detail: text('What is wrong and what to do, in the language of Accept-Language (en or fr)'),
    problems: z.array(z.union([fieldProblem, rowProblem])).optional(),
    warnings: z
      .array(z.union([rowWarning, payoutWarning]))
      .optional()
      .meta({ description: 'The warnings about a refused file, retry or payout: the first 1,000 of each code' }),
    details: z.array(z.string()).optional().meta({ description: 'More details, a sentence each' }),
    batch: text('The batch that the problem is about').optional(),
    line: whole().optional().meta({ description: 'The line of the row in that batch' }),
    charge: text('The payment or collection that the problem is about').optional(),
    row_status: rowState.optional().meta({ description: 'The state of that row' }),
    ...z.object(foundInRefused).partial().shape,
  })
  .meta({ id: 'Problem', description: 'What went wrong, as an RFC 9457 problem.' })
