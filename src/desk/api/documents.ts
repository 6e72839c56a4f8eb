import { z } from 'zod'
import { problemCodes as rowProblemCodes } from '../../payout/problem.ts'
import { batchStates, payoutStates } from '../../payout/state.ts'
import { warningCodes } from '../../payout/warning.ts'
import { type ProblemCode, statusOf } from './problem.ts'

/**
 * The shapes of what the API answers, as they are on the wire: sentences are text in the language that was asked for. They
 * document; they do not serialise, so that no answer loses what is not in here. The tests hold each answer of theirs
 * against them (test/desk/promised.ts).
 */
export const whole = () => z.number().int().min(0).max(2_147_483_647)
export const text = (description: string) => z.string().meta({ description })
export const time = (description = 'ISO 8601, UTC') => z.string().meta({ format: 'date-time', description })
export const money = (description = 'An amount as text, in the decimals of its currency') =>
  z.string().meta({ description })
export const currency = () => text('ISO 4217')
export const perCurrency = (description: string) => z.record(z.string(), money()).meta({ description })
export const next = text('The `cursor` of the next page; null: this is the last').nullable()

/** One of each state; those that no row has are left out. */
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
    operator: text('Code of the operator that nothing is sent to'),
    by: text('Who holds it; null: payrun itself').nullable(),
    manual: z.boolean(),
    reason: text('Why, as a sentence'),
    note: z.string().nullable(),
    since: time(),
    until: time('When an automatic hold is tried out; null for one by hand').nullable(),
    probed: z.boolean().meta({ description: 'Its time is over: one row at a time tries it out' }),
  })
  .meta({ id: 'Hold', description: 'An operator that is held, and why.' })

const eventExample = { n: 42, at: '2026-11-25T08:00:02.031Z', batch: 'k7m2x9qwtd', line: 2, type: 'row' }
const eventNumber = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const Events = z
  .object({
    events: z.array(
      z.object({
        n: eventNumber().meta({ description: 'Its number, for good' }),
        at: time(),
        batch: z.string(),
        line: whole().nullable().meta({ description: 'Null: it happened to the batch' }),
        type: z.enum(['batch', 'row']),
        from: z.enum([...batchStates, ...payoutStates]).nullable(),
        to: z.enum([...batchStates, ...payoutStates]),
        code: text('An error code, or why a batch is paused or cancelled').nullable(),
      }),
    ),
    next: eventNumber().nullable().meta({ description: 'What to ask with at once; null: these are all, for now' }),
  })
  .meta({
    id: 'Events',
    description: 'What happened, without names or numbers.',
    examples: [{ events: [{ ...eventExample, from: 'sending', to: 'paid', code: null }], next: null }],
  })

const personExample = {
  name: 'Afiavi Dossou',
  phone_number: '2290197000001',
  references: ['EMP-1'],
  payouts: [
    {
      batch: 'k7m2x9qwtd',
      line: 2,
      sandbox: false,
      amount: '150000',
      currency: 'XOF',
      status: 'paid',
      at: '2026-11-25T08:00:02.000Z',
    },
  ],
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
            sandbox: z.boolean().meta({ description: 'True: a trial, nobody was paid' }),
            amount: money().nullable(),
            currency: currency().nullable(),
            status: rowState,
            at: time(),
          }),
        ),
        more: z.boolean().meta({ description: 'True: there are more than these' }),
      }),
    ),
    next,
  })
  .meta({
    id: 'People',
    description:
      'People by their numbers, each with the latest 100 payouts over all batches, and the latest 100 trials in the sandbox, latest first.',
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
        held: z.boolean().meta({ description: 'Nothing is sent to it at this moment' }),
        hold: hold.optional(),
      }),
    ),
  })
  .meta({
    id: 'Operators',
    description: 'The table of operators, and which of them are held.',
    examples: [
      {
        operators: [
          {
            code: 'mtn-benin',
            name: 'MTN Benin',
            country: 'BJ',
            currency: 'XOF',
            dialling_code: '229',
            held: false,
          },
        ],
      },
    ],
  })

export const Me = z.object({ name: z.string(), kind: z.enum(['key', 'account']), roles: z.array(z.string()) }).meta({
  id: 'Me',
  description: 'Whose key it is.',
  examples: [{ name: 'payroll', kind: 'key', roles: ['preparer'] }],
})

const rowProblem = z
  .object({
    line: whole(),
    column: text('As the file names it'),
    value: text('The cell, shortened to 80 characters'),
    code: z.enum([...rowProblemCodes, 'invalid_date']),
    message: text('What is wrong, and how to fix it'),
    suggestion: text('What could stand there, where there is a likely guess').optional(),
  })
  .meta({ id: 'RowProblem', description: 'What is wrong with a cell of a file.' })

const rowWarning = z
  .object({
    line: whole().nullable().meta({ description: 'Null: somebody who is not in the file' }),
    column: text('As the file names it'),
    value: text('The cell, shortened to 80 characters'),
    code: z.enum(warningCodes),
    message: text('What to look at'),
  })
  .meta({ id: 'RowWarning', description: 'What a person should look at before a row is paid. It bars nothing.' })

export const payoutWarning = z
  .object({ field: z.string(), value: z.string(), code: z.enum(warningCodes), message: text('What to look at') })
  .meta({ id: 'PayoutWarning', description: 'What a person should look at of a payout. It bars nothing by itself.' })

export const warningCounts = z
  .partialRecord(z.enum(warningCodes), whole())
  .meta({ description: 'Warnings by their code' })

const lookedAt = {
  warnings: z.array(rowWarning).meta({ description: 'The first 1,000 of each code' }),
  warning_counts: warningCounts,
  comparison: z.array(z.string()).optional().meta({ description: 'The file beside the one of the last period' }),
}

export const warned = z
  .object({
    ...lookedAt,
    notes: z.array(z.string()).optional().meta({ description: 'What is to be said of the limits' }),
  })
  .meta({ id: 'Warned', description: 'What there was to look at in rows that were approved or are tried again.' })

export const foundInFile = {
  rows: whole(),
  valid: whole(),
  totals: perCurrency('The sum of the valid rows, by currency'),
  problems: z.array(rowProblem).meta({ description: 'The first 20,000' }),
  problems_left_out: whole().optional().meta({ description: 'How many more there are' }),
  ...lookedAt,
  notes: z.array(z.string()).optional().meta({ description: 'What was taken for granted in reading the file' }),
}
const planned = { local: text("As the schedule's clocks show it"), period: z.string() }
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
  .meta({ id: 'ScheduleRun', description: 'A planned time, and what became of it.' })

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
    next: z.array(z.object({ at: time(), ...planned })).meta({ description: 'The next five times' }),
    last_run: scheduleRun.nullable(),
  })
  .meta({ id: 'Schedule', description: 'A file that is paid at planned times.', examples: [scheduleExample] })

export const Schedules = z
  .object({ schedules: z.array(Schedule) })
  .meta({ id: 'Schedules', description: 'All schedules.', examples: [{ schedules: [scheduleExample] }] })

export const RemovedSchedule = z
  .object({ id: whole(), state: z.literal('removed') })
  .meta({ id: 'RemovedSchedule', description: 'It was removed.', examples: [{ id: 1, state: 'removed' }] })

const fieldProblem = z
  .object({
    field: text('The field, parameter or header'),
    message: text('What is wrong, and how to fix it'),
    line: whole().optional(),
    value: z.string().optional(),
    code: z.enum(rowProblemCodes).optional(),
    suggestion: z.string().optional(),
  })
  .meta({ id: 'FieldProblem', description: 'What is wrong with a field of a request.' })

const codes = Object.keys(statusOf) as [ProblemCode, ...ProblemCode[]]
const { problems: _, warnings: __, ...foundInRefused } = foundInFile

export const Problem = z
  .object({
    type: text('`urn:payrun:problem:` and the code'),
    title: text('The code in words'),
    status: whole().meta({ description: 'The status of the answer' }),
    code: z.enum(codes).meta({ description: 'What a program goes by' }),
    detail: text('What is wrong and what to do, as a sentence in the language of Accept-Language (en or fr)'),
    problems: z.array(z.union([fieldProblem, rowProblem])).optional(),
    warnings: z
      .array(z.union([rowWarning, payoutWarning]))
      .optional()
      .meta({ description: 'Of a file or a retry that is refused, or of one payout; the first 1,000 of each code' }),
    details: z.array(z.string()).optional().meta({ description: 'What belongs to it, a sentence each' }),
    batch: text('The batch that it is about').optional(),
    line: whole().optional().meta({ description: 'The row of that batch' }),
    charge: text('The payment or collection that it is about').optional(),
    row_status: rowState.optional().meta({ description: 'The state of that row' }),
    ...z.object(foundInRefused).partial().shape,
  })
  .meta({ id: 'Problem', description: 'What went wrong: RFC 9457.' })
