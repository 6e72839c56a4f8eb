import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deed } from '../../app/accounts/actor.ts'
import { actionCalls } from './actionCalls.ts'
import {
  Batch,
  BatchList,
  batchExample,
  Check,
  Payout,
  Reconciliation,
  RowHistory,
  RowList,
  rowExample,
} from './batchDocuments.ts'
import { chargeCalls } from './chargeCalls.ts'
import { Events, Me, Operators, People, RemovedSchedule, Schedule, Schedules } from './documents.ts'
import { floatCalls } from './floatCalls.ts'
import type { ProblemCode } from './problem.ts'

/** How the OpenAPI document describes a call. */
export interface Call {
  tag: keyof typeof tags
  summary: string
  description: string
  /** The answers to a successful call, by status. */
  answers: Readonly<Record<number, Answered>>
  /** The action that the key's roles must allow. Calls without one are open to every role. */
  deed?: Deed
  /** Why else it may be forbidden, as `or …`. */
  forbidden?: string
  /** The problems that it can answer with, besides `forbidden` and those of every call (see openApi.ts). */
  problems: readonly Exclude<ProblemCode, 'forbidden'>[]
  /** Set if it accepts an Idempotency-Key. */
  once?: true
  /** The kind of file in its body. */
  file?: 'payouts' | 'statement'
  /** An example of its body. A test sends this example. */
  example?: unknown
}

interface Answered {
  description: string
  document: z.ZodType
  /** Set if it has a Location header. */
  location?: true
  /** The content types, if the answer is a file. */
  files?: Readonly<Record<string, { schema: object; example?: unknown }>>
}

export const tags = {
  batches: 'Files of people to pay',
  rows: 'The rows of a batch: who is paid what, and with what outcome',
  payouts: 'One payout at a time',
  charges: 'Online payments and mobile collections',
  schedules: 'Files that are paid at planned times',
  floats: 'Spending limits for each currency',
  events: 'What happened to batches and rows',
  desk: 'Your key, and the operators',
} as const

const ok = (description: string, document: z.ZodType) => ({ 200: { description, document } })

const { counts, sums } = { counts: { paid: 1 }, sums: { paid: { XOF: '150000' } } }
const { line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at, ...cells } =
  rowExample
const found = { line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at }
const reportExample = {
  batch: { ...batchExample, state: 'settled', counts, sums, settled_at },
  totals: { counts, sums },
  // The file's own columns come first, under their own names.
  rows: [{ ...cells, ...found, payrun_id: `${batchExample.id}:${line}` }],
}

const binary = { type: 'string', contentEncoding: 'binary' }

/** The schema of a report in each format, by content type. */
const reportFiles = {
  'text/csv': { schema: { type: 'string' } },
  'application/json': {
    schema: {
      type: 'object',
      required: ['batch', 'totals', 'rows'],
      properties: {
        batch: { type: 'object' },
        totals: { type: 'object' },
        rows: { type: 'array', items: { type: 'object' } },
      },
    },
    example: reportExample,
  },
  'application/x-ndjson': { schema: { type: 'string' } },
  'application/xml': { schema: { type: 'string' } },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: binary },
  'text/html': { schema: { type: 'string' } },
}

export const calls = {
  checkFile: {
    tag: 'batches',
    summary: 'Check a file',
    description:
      'Lists everything that is wrong with a file, adds up its amounts, and counts the rows that can be paid. The file is also compared with earlier payouts, as when you submit it. Nothing is stored. You can repeat this call as often as you like, so an `Idempotency-Key` is ignored.',
    answers: ok('What was found in the file, whether or not it can be submitted.', Check),
    problems: ['unreadable_file'],
    file: 'payouts',
  },
  submitBatch: {
    tag: 'batches',
    summary: 'Submit a file',
    description:
      'Stores the whole file or nothing, and has it paid: at once, at the time `at`, or when enough people have approved it. Safe to repeat: the same bytes in the same period are refused with `already_submitted`, which names the batch.',
    answers: { 201: { description: 'The batch made from the file.', document: Batch, location: true } },
    deed: 'submit',
    problems: ['already_submitted', 'refused', 'unreadable_file', 'wrong_state'],
    once: true,
    file: 'payouts',
  },
  listBatches: {
    tag: 'batches',
    summary: 'List batches',
    description: 'Newest first.',
    answers: ok('A page of batches.', BatchList),
    problems: [],
  },
  getBatch: {
    tag: 'batches',
    summary: 'Get a batch',
    description: 'Its state, and the number and sum of its rows in each state. You can poll this as often as you like.',
    answers: ok('The current state of the batch.', Batch),
    problems: ['not_found', 'wrong_state'],
  },
  ...actionCalls,
  listRows: {
    tag: 'rows',
    summary: 'List the rows of a batch',
    description: 'In the order of the file. You can filter by state, or search the names, numbers and references.',
    answers: ok('A page of rows.', RowList),
    problems: ['not_found', 'wrong_state'],
  },
  getRow: {
    tag: 'rows',
    summary: 'Get a row',
    description: 'With its history.',
    answers: ok('The row and its history.', RowHistory),
    problems: ['not_found', 'wrong_state'],
  },
  resolveRow: {
    tag: 'rows',
    summary: 'Resolve an unknown row',
    description:
      "Records the outcome of an `unknown` or `accepted` row after you have asked the provider: `paid` with the provider's reference, or `not_paid`.",
    answers: ok('The row and its history.', RowHistory),
    deed: 'resolve',
    problems: ['same_person', 'not_found', 'wrong_state', 'reference_held', 'refused'],
    once: true,
    example: { paid: 'TX-20261125-1', note: "On the provider's statement of 26 November" },
  },
  reconcileBatch: {
    tag: 'rows',
    summary: "Reconcile a batch with the provider's statement",
    description:
      'For approvers. Settles unknown and accepted rows as the statement says. Rows that it contradicts are listed and not changed. With `complete`, you say that the statement covers the whole period, so that rows missing from it were not paid, if its other payments show that it covers their operator. With `dry_run`, you see what would be done, and nothing changes.',
    answers: ok('What the statement settled, what it contradicts, and what it left open.', Reconciliation),
    deed: 'reconcile',
    problems: ['not_found', 'wrong_state', 'refused', 'unreadable_file'],
    once: true,
    file: 'statement',
  },
  getReport: {
    tag: 'rows',
    summary: 'Get the report of a batch',
    description:
      'A line for each row of the file, with its outcome. The report is streamed: if the connection breaks, the report is incomplete.',
    answers: { 200: { description: 'The report in the requested format.', document: z.string(), files: reportFiles } },
    problems: ['not_found', 'wrong_state'],
  },
  listPeople: {
    tag: 'rows',
    summary: 'Find people in all batches',
    description:
      'By the beginnings of words in their name or reference, ignoring accents and case, or by the last digits of their number (at least 4).',
    answers: ok('A page of people, each with the latest 100 payouts.', People),
    problems: [],
  },
  createPayout: {
    tag: 'payouts',
    summary: 'Pay one person',
    description:
      'Makes a batch of one row. Its `reference` makes it safe to repeat within its `period`: the same payout again, however it is written, is answered with 200 and its current state, also after it failed or was cancelled. To pay a cancelled payout after all, use another reference. A different payout with that reference is refused with `reference_in_use`, unless all payouts with it failed or were cancelled.',
    answers: {
      200: { description: 'The payout already existed.', document: Payout, location: true },
      201: { description: 'The payout was created.', document: Payout, location: true },
    },
    deed: 'submit',
    problems: ['reference_in_use', 'wrong_state', 'refused', 'unreadable_file', 'already_submitted'],
    once: true,
    example: {
      reference: 'P-1',
      operator: 'mtn-benin',
      phone_number: '+229 01 97 00 00 01',
      amount: '150000',
      name: 'Afiavi Dossou',
    },
  },
  ...chargeCalls,
  listSchedules: {
    tag: 'schedules',
    summary: 'List schedules',
    description: 'With the next five times of each, and the outcome of its last run.',
    answers: ok('A page of schedules.', Schedules),
    problems: [],
  },
  createSchedule: {
    tag: 'schedules',
    summary: 'Add a schedule',
    description: 'The workers must be able to read the file or folder at `path`. They read it at each planned time.',
    answers: { 201: { description: 'The schedule.', document: Schedule } },
    // not_found: the answer was lost, and somebody removed the schedule before the request was repeated.
    deed: 'change_schedules',
    problems: ['not_found', 'wrong_state', 'refused'],
    once: true,
    example: { name: 'salaries', path: '/srv/payroll/salaries.csv', cron: '0 8 25 * *', tz: 'Africa/Porto-Novo' },
  },
  pauseSchedule: {
    tag: 'schedules',
    summary: 'Pause a schedule',
    description: 'Planned times that pass while it is paused are skipped.',
    answers: ok('The schedule as it is now.', Schedule),
    deed: 'change_schedules',
    problems: ['not_found', 'wrong_state'],
    once: true,
    example: {},
  },
  resumeSchedule: {
    tag: 'schedules',
    summary: 'Resume a paused schedule',
    description: 'It continues with the next planned time.',
    answers: ok('The schedule as it is now.', Schedule),
    deed: 'change_schedules',
    problems: ['not_found', 'wrong_state'],
    once: true,
    example: {},
  },
  removeSchedule: {
    tag: 'schedules',
    summary: 'Remove a schedule',
    description: 'The batches that it submitted stay.',
    answers: ok('The schedule was removed.', RemovedSchedule),
    deed: 'change_schedules',
    problems: ['not_found', 'wrong_state'],
    once: true,
    example: {},
  },
  ...floatCalls,
  listEvents: {
    tag: 'events',
    summary: 'Follow what happens',
    description:
      'State changes of batches and settled states of rows, numbered in commit order. Pass the last `n` that you have seen as `after`: you miss nothing, and numbers never change.',
    answers: ok('The events after that number, oldest first.', Events),
    problems: [],
  },
  listOperators: {
    tag: 'desk',
    summary: 'List operators',
    description: 'The operators that payrun can pay through, and which of them are on hold.',
    answers: ok('A page of operators.', Operators),
    problems: [],
  },
  getMe: {
    tag: 'desk',
    summary: 'Get your key',
    description: 'Its name and its roles.',
    answers: ok('The name and roles of the key.', Me),
    problems: [],
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** The call that a request makes, or undefined if its path is none of the API's. */
export const callOf = ({ routeOptions }: FastifyRequest): Call | undefined =>
  calls[routeOptions.schema?.operationId as CallName]

const nothing = z.strictObject({})

/**
 * The part of a route's schema that comes from its call. The route adds its parameters and body. A route without a query
 * of its own refuses any query parameter.
 */
export function described(name: CallName): { querystring: typeof nothing } {
  const { tag, summary, description } = calls[name]
  return { operationId: name, tags: [tag], summary, description, querystring: nothing } as {
    querystring: typeof nothing
  }
}
