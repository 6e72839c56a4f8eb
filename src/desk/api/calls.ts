import { z } from 'zod'
import { Batch, BatchList, Check, Payout, Reconciliation, RowHistory, RowList } from './batchDocuments.ts'
import { chargeCalls } from './chargeCalls.ts'
import { Events, Me, Operators, People, RemovedSchedule, Schedule, Schedules } from './documents.ts'
import { floatCalls } from './floatCalls.ts'
import type { ProblemCode } from './problem.ts'
import { reportFiles } from './reportFiles.ts'

/** What a call of the API says of itself in its OpenAPI document. */
export interface Call {
  tag: keyof typeof tags
  summary: string
  description: string
  /** What it answers when all is well, by status. */
  answers: Readonly<Record<number, Answered>>
  /** How it may end otherwise, besides what all calls have (see openApi.ts). */
  problems: readonly ProblemCode[]
  /** It is carried out once under an Idempotency-Key. */
  once?: true
  /** Its body is a file of this kind. */
  file?: 'payouts' | 'statement'
  /** A body that a test sends. */
  example?: unknown
}

interface Answered {
  description: string
  document: z.ZodType
  /** It says where what was made is. */
  location?: true
  /** Content types of an answer that is a file and no document. */
  files?: Readonly<Record<string, { schema: object; example?: unknown }>>
}

export const tags = {
  batches: 'Files of people to pay',
  rows: 'The rows of a batch: who is paid what, and what became of it',
  payouts: 'One payout at a time',
  charges: 'Online payments and mobile collections',
  schedules: 'Files that are paid at planned times',
  floats: 'What may be spent of each currency',
  events: 'What happened to batches and rows',
  desk: 'Who the key is, and the operators',
} as const

const ok = (description: string, document: z.ZodType) => ({ 200: { description, document } })
const theBatch = ok('The batch as it is now.', Batch)
const action = {
  tag: 'batches',
  answers: theBatch,
  problems: ['forbidden', 'not_found', 'wrong_state'],
  once: true,
  example: { note: 'As agreed with Awa on the telephone' },
} as const satisfies Partial<Call>

export const calls = {
  checkFile: {
    tag: 'batches',
    summary: 'Check a file',
    description:
      'Says all that is wrong with a file, its sums and how many of its rows can be paid. Nothing is stored. What the ledger already holds is not looked at: submitting does that. It takes no `Idempotency-Key`, and needs none: repeat it as often as you like.',
    answers: ok('The file as it was found, whether it could be submitted or not.', Check),
    problems: ['unreadable_file'],
    file: 'payouts',
  },
  submitBatch: {
    tag: 'batches',
    summary: 'Submit a file',
    description:
      'Stores the file whole or not at all, and has it paid: at once, at the time `at`, or when enough people have approved it. Safe to repeat: the same bytes in the same period are refused with `already_submitted`, which names the batch.',
    answers: { 201: { description: 'The batch that the file is now.', document: Batch, location: true } },
    problems: ['forbidden', 'already_submitted', 'refused', 'unreadable_file', 'wrong_state'],
    once: true,
    file: 'payouts',
  },
  listBatches: {
    tag: 'batches',
    summary: 'List batches',
    description: 'Newest first.',
    answers: ok('A page of them.', BatchList),
    problems: [],
  },
  getBatch: {
    tag: 'batches',
    summary: 'Look at a batch',
    description: 'Its state, and its rows counted and added up by state. Ask as often as you like.',
    answers: theBatch,
    problems: ['not_found'],
  },
  approveBatch: {
    ...action,
    summary: 'Approve a batch',
    description:
      'As one of the people it needs, who is neither its submitter nor has approved it. Give `sha256`, `expect_count` and `expect_total` to approve only what you looked at. Keys may approve where the policy lets them.',
    problems: ['forbidden', 'same_person', 'not_found', 'wrong_state', 'refused'],
  },
  rejectBatch: {
    ...action,
    summary: 'Reject a batch',
    description: 'It is cancelled with the reason `rejected`. Its submitter cancels it instead.',
    problems: ['forbidden', 'same_person', 'not_found', 'wrong_state'],
  },
  pauseBatch: {
    ...action,
    summary: 'Pause a batch',
    description: 'Nothing more of it is sent. What is on its way is waited for.',
  },
  resumeBatch: {
    ...action,
    summary: 'Resume a paused batch',
    description: 'Its pending rows are sent. Unknown rows are not sent again.',
  },
  cancelBatch: {
    ...action,
    summary: 'Cancel a batch',
    description: 'Rows that were not sent are never sent. What was sent stays as it is.',
  },
  retryBatch: {
    ...action,
    summary: 'Pay failed rows again',
    description:
      'All rows that the provider refused, or those of `lines` or `codes`. Unknown rows are never among them. `warned` says what there is to look at in them; a retry that the policy refuses for it is answered with `refused` and its `warnings`.',
    problems: ['forbidden', 'same_person', 'not_found', 'wrong_state', 'reference_held', 'nothing_to_retry', 'refused'],
    example: { codes: ['refused'] },
  },
  listRows: {
    tag: 'rows',
    summary: 'List the rows of a batch',
    description: 'In the order of the file; of one state, or with `q` in the name, the number or the reference.',
    answers: ok('A page of them.', RowList),
    problems: ['not_found'],
  },
  getRow: {
    tag: 'rows',
    summary: 'Look at a row',
    description: 'With all that happened to it.',
    answers: ok('The row and its history.', RowHistory),
    problems: ['not_found'],
  },
  resolveRow: {
    tag: 'rows',
    summary: 'Say what became of an unknown row',
    description:
      "For rows that are `unknown` or `accepted`, by a person who asked the provider: `paid` with the provider's reference, or `not_paid`.",
    answers: ok('The row and its history.', RowHistory),
    problems: ['forbidden', 'same_person', 'not_found', 'wrong_state', 'reference_held', 'refused'],
    once: true,
    example: { paid: 'TX-20261125-1', note: "On the provider's statement of 26 November" },
  },
  reconcileBatch: {
    tag: 'rows',
    summary: "Settle rows by the provider's statement",
    description:
      'For approvers. Unknown and accepted rows become what the statement says of them; what it contradicts is listed and left. `complete`: the statement covers the whole period, and what is not in it was not paid. `dry_run`: say what would be done, and do nothing.',
    answers: ok('What it settled, contradicts and leaves.', Reconciliation),
    problems: ['forbidden', 'not_found', 'wrong_state', 'refused', 'unreadable_file'],
    once: true,
    file: 'statement',
  },
  getReport: {
    tag: 'rows',
    summary: 'Fetch the report of a batch',
    description:
      'A line for each row of the file, with what became of it. Streamed: a report that ends early was cut off.',
    answers: { 200: { description: 'The report in the format asked for.', document: z.string(), files: reportFiles } },
    problems: ['not_found', 'wrong_state'],
  },
  listPeople: {
    tag: 'rows',
    summary: 'Find people over all batches',
    description:
      'By the beginnings of words of their name or reference, accents and capitals aside, or by the last digits of their number (4 at least).',
    answers: ok('A page of them, each with the last hundred payouts.', People),
    problems: [],
  },
  createPayout: {
    tag: 'payouts',
    summary: 'Pay one person',
    description:
      'A batch of one row. Safe to repeat by its `reference`: the same payout again is answered with 200 and what became of it; another payout with that reference is refused with `reference_in_use`.',
    answers: {
      200: { description: 'It was there already.', document: Payout, location: true },
      201: { description: 'It was made.', document: Payout, location: true },
    },
    problems: ['forbidden', 'reference_in_use', 'wrong_state', 'refused', 'unreadable_file', 'already_submitted'],
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
    description: 'With the next five times of each, and what became of the last.',
    answers: ok('All of them.', Schedules),
    problems: [],
  },
  createSchedule: {
    tag: 'schedules',
    summary: 'Add a schedule',
    description: 'The file or folder at `path` lies where the workers can read it. It is read when its time has come.',
    answers: { 201: { description: 'The schedule.', document: Schedule, location: true } },
    // By the time that a request is repeated whose answer was lost, somebody may have removed it.
    problems: ['forbidden', 'not_found', 'wrong_state', 'refused'],
    once: true,
    example: { name: 'salaries', path: '/srv/payroll/salaries.csv', cron: '0 8 25 * *', tz: 'Africa/Porto-Novo' },
  },
  pauseSchedule: {
    tag: 'schedules',
    summary: 'Pause a schedule',
    description: 'Times that come while it is paused are left out.',
    answers: ok('The schedule as it is now.', Schedule),
    problems: ['forbidden', 'not_found', 'wrong_state'],
    once: true,
    example: {},
  },
  resumeSchedule: {
    tag: 'schedules',
    summary: 'Resume a paused schedule',
    description: 'From its next time on.',
    answers: ok('The schedule as it is now.', Schedule),
    problems: ['forbidden', 'not_found', 'wrong_state'],
    once: true,
    example: {},
  },
  removeSchedule: {
    tag: 'schedules',
    summary: 'Remove a schedule',
    description: 'Batches that it made stay.',
    answers: ok('It is gone.', RemovedSchedule),
    problems: ['forbidden', 'not_found', 'wrong_state'],
    once: true,
  },
  ...floatCalls,
  listEvents: {
    tag: 'events',
    summary: 'Follow what happens',
    description:
      'Changes of state of batches, and settled states of rows, numbered in the order in which they were committed. Ask with the last `n` that you have seen: nothing is missed, and no number ever changes.',
    answers: ok('The events after that number, oldest first.', Events),
    problems: [],
  },
  listOperators: {
    tag: 'desk',
    summary: 'List operators',
    description: 'The operators that can be paid to, and which of them are held.',
    answers: ok('All of them.', Operators),
    problems: [],
  },
  getMe: {
    tag: 'desk',
    summary: 'Ask who the key is',
    description: 'Its name and its roles.',
    answers: ok('Whose key it is.', Me),
    problems: [],
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

const nothing = z.strictObject({})

/**
 * The schema of a route, as far as its call says it; the route adds its parameters and its body. Unless it has a query of
 * its own, any parameter is unknown.
 */
export function described(name: CallName): { querystring: typeof nothing } {
  const { tag, summary, description } = calls[name]
  return { operationId: name, tags: [tag], summary, description, querystring: nothing } as {
    querystring: typeof nothing
  }
}
