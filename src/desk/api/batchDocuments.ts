import { z } from 'zod'
import { pauseReasons } from '../../payout/outcome.ts'
import {
  batchState,
  currency,
  foundInFile,
  hold,
  money,
  next,
  payoutWarning,
  perCurrency,
  perState,
  rowState,
  text,
  time,
  warned,
  warningCounts,
  whole,
} from './documents.ts'
import { deeds, doubt, droppedRows } from './members.ts'

export const batchExample = {
  id: 'k7m2x9qwtd',
  name: 'November salaries',
  period: '2026-11',
  state: 'running',
  reason: null,
  sandbox: false,
  file: { name: 'salaries.csv', sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', rows: 2 },
  counts: { pending: 2 },
  sums: { pending: { XOF: '245000' } },
  created_at: '2026-11-25T08:00:00.000Z',
  settled_at: null,
}

export const Batch = z
  .object({
    id: text('10 characters'),
    name: z.string(),
    period: text('The period that it pays for, such as 2026-11. References are unique within it').nullable(),
    state: batchState.meta({ description: '`settled`: nothing is left to send. `counts` says how many are paid' }),
    reason: z.enum(pauseReasons).nullable().meta({ description: 'Why it is paused or cancelled' }),
    sandbox: z.boolean().meta({ description: 'True in the sandbox: nobody is paid' }),
    reason_says: text("The provider's words that led to it").optional(),
    file: z.object({
      name: z.string(),
      sha256: text('64 hexadecimal digits. Null once the personal data is deleted').nullable(),
      rows: whole(),
    }),
    counts: perState(whole).meta({ description: 'The number of rows in each state' }),
    sums: perState(() => perCurrency('For each currency')).meta({ description: 'The sum of the rows in each state' }),
    created_at: time(),
    settled_at: time().nullable(),
    start_at: time('When paying starts at the earliest').optional(),
    between: z
      .object({ from: z.string(), to: z.string(), tz: z.string() })
      .meta({
        description: 'The hours of the day in which it is paid',
        examples: [{ from: '08:00', to: '18:00', tz: 'Africa/Porto-Novo' }],
      })
      .optional(),
    waits_until: time('When these hours next begin, if it is outside of them now').optional(),
    purged_at: time('When its personal data was deleted').optional(),
    approval: z
      .object({
        submitted_by: z.string().nullable(),
        approved_by: text('The person who approved it last').nullable(),
        approvers: z.array(z.string()),
        people_needed: whole().meta({ description: 'How many people have to agree, including the submitter' }),
      })
      .optional(),
    warnings: warningCounts.optional(),
    warned: warned.optional(),
    no_longer_requested: droppedRows,
    fenced: z
      .object({ at: time(), why: z.string() })
      .optional()
      .meta({ description: 'Set if the ledger may have lost recent changes. Nothing is sent from it' }),
    status_answers: z
      .array(z.object({ kind: z.string(), answer: z.string(), rows: whole(), over: whole() }))
      .optional()
      .meta({ description: "The provider's latest answers about the accepted rows" }),
    holds: z.array(hold).optional(),
    provider_unreachable: z
      .object({ since: time(), why: z.string() })
      .optional()
      .meta({ description: 'Set while it is running and the provider cannot be reached. payrun keeps trying' }),
    queue_unreachable: z
      .literal(true)
      .optional()
      .meta({ description: 'Set while it is running and the queue does not answer. Nothing new is sent meanwhile' }),
    ...deeds,
    retry_waits: z
      .object({ request: whole(), asked_by: z.string(), at: time(), rows: whole(), lines: z.array(whole()).max(100) })
      .optional()
      .meta({ description: 'A retry that a second person has yet to approve, and its first 100 lines' }),
    contradicted: z
      .object({
        rows: whole(),
        failed: whole().meta({ description: 'How many of these rows failed and may have been paid after all' }),
        lines: z.array(whole()).meta({ description: 'The lines of the first ten' }),
      })
      .optional()
      .meta({
        description:
          'Rows that a statement, a notification or a late answer contradicts, and that nobody has looked into yet. Ask the provider about them first.',
      }),
  })
  .meta({
    id: 'Batch',
    description: 'A file that is paid, as `payrun status --json` prints it.',
    examples: [batchExample],
  })

export const BatchList = z
  .object({ batches: z.array(Batch), next })
  .meta({ id: 'BatchList', description: 'Batches, newest first.', examples: [{ batches: [batchExample], next: null }] })

const rowFields = {
  line: whole().meta({ description: 'The line of the file where the row starts' }),
  reference: z.string().nullable(),
  name: z.string().nullable(),
  operator: z.string().nullable(),
  phone_number: text('Digits with the country code. As it was submitted, if it could not be read').nullable(),
  amount: money().nullable(),
  currency: currency().nullable(),
  status: rowState.meta({ description: '`unknown`: the money may have moved. payrun never sends it again by itself.' }),
  provider_reference: z.string().nullable(),
  error_code: text('Such as `refused`, `timeout`, `invalid_phone`').nullable(),
  error_message: z.union([z.string(), z.array(z.string())]).nullable(),
  ...doubt,
  attempts: whole(),
  sent_at: time().nullable(),
  settled_at: time().nullable(),
}
export const rowExample = {
  line: 2,
  reference: 'EMP-1',
  name: 'Afiavi Dossou',
  operator: 'mtn-benin',
  phone_number: '2290197000001',
  amount: '150000',
  currency: 'XOF',
  status: 'paid',
  provider_reference: 'TX-20261125-1',
  error_code: null,
  error_message: null,
  attempts: 1,
  sent_at: '2026-11-25T08:00:01.000Z',
  settled_at: '2026-11-25T08:00:02.000Z',
}

const Row = z
  .object(rowFields)
  .meta({ id: 'Row', description: 'A row of a batch: one payout.', examples: [rowExample] })

export const RowList = z.object({ rows: z.array(Row), next }).meta({
  id: 'RowList',
  description: 'Rows, in the order of the file.',
  examples: [{ rows: [rowExample], next: null }],
})

const rowEvent = z
  .object({
    seq: whole(),
    at: time(),
    attempt: whole(),
    from: rowState,
    to: rowState,
    code: z.string().nullable(),
    by: text('The person who did it. Null if payrun did').nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'RowEvent', description: 'A state change of a row.' })

const eventExample = { seq: 1, at: '2026-11-25T08:00:01.000Z', attempt: 1, from: 'pending', to: 'sending' }
export const RowHistory = z.object({ ...rowFields, events: z.array(rowEvent) }).meta({
  id: 'RowHistory',
  description: 'A row and its history.',
  examples: [{ ...rowExample, events: [{ ...eventExample, code: null, by: null, note: null }] }],
})

export const Payout = z
  .object({
    id: text('`batch`, a colon, and `line`'),
    batch: z.string(),
    ...rowFields,
    warnings: z.array(payoutWarning).meta({ description: 'Warnings that did not block it' }),
  })
  .meta({
    id: 'Payout',
    description: 'One payout: a row, and the batch with only that row.',
    examples: [
      {
        id: 'k7m2x9qwtd:1',
        batch: 'k7m2x9qwtd',
        ...rowExample,
        line: 1,
        ...{ status: 'pending', provider_reference: null, attempts: 0, sent_at: null, settled_at: null },
        warnings: [],
      },
    ],
  })

const problemExample = {
  line: 3,
  column: 'phone_number',
  value: '0244',
  code: 'invalid_phone',
  message: '"0244" is not a valid phone number in Ghana. Give it with the country code, such as 233241234567.',
}
export const Check = z
  .object({ file: z.string(), ...foundInFile, message: text('Why the whole file is refused').optional() })
  .meta({
    id: 'Check',
    description: 'What was found in a file, as `payrun validate --json` prints it.',
    examples: [
      {
        file: 'salaries.csv',
        rows: 2,
        valid: 1,
        totals: { XOF: '150000' },
        problems: [problemExample],
        warnings: [],
        warning_counts: {},
      },
    ],
  })

const finding = { line: whole(), state: rowState, statement_lines: z.array(whole()) }
export const Reconciliation = z
  .object({
    batch: z.string(),
    statement: z.object({
      name: z.string(),
      lines: whole(),
      columns: z.record(z.string(), z.string().nullable()).meta({ description: 'The column read for each field' }),
    }),
    complete: z.boolean(),
    dry_run: z.boolean(),
    resolved: z.array(
      z.object({
        line: whole(),
        from: rowState,
        to: z.enum(['paid', 'failed']),
        provider_reference: z.string().nullable(),
        by: z.enum(['reference', 'number', 'absence']),
        statement_line: whole().nullable(),
      }),
    ),
    left: z.array(z.object({ ...finding, reason: z.string(), message: z.string() })),
    cases: z
      .array(z.object({ ...finding, kind: z.string(), message: z.string() }))
      .meta({ description: 'Rows that the statement contradicts' }),
    undecided: z.array(
      z.object({
        statement_line: whole(),
        status: z.string().nullable(),
        reason: z.enum(['status', 'other_direction', 'other_account', 'fee']).meta({
          description:
            'Why the line decides nothing: because of its status, or because it may be incoming money, belongs to another account, or may be a fee',
        }),
      }),
    ),
    agreed: whole(),
    not_of_batch: whole(),
    unclear: whole().meta({ description: 'Lines that could be of several payouts' }),
    ignored: whole(),
    report: z.null().meta({ description: 'Null: the report is read with `GET /batches/{id}/report`' }),
  })
  .meta({
    id: 'Reconciliation',
    description: 'What a statement settled, as `payrun reconcile --json` prints it.',
    examples: [
      {
        batch: batchExample.id,
        statement: { name: 'november.csv', lines: 3, columns: { reference: 'Reference', status: 'Status' } },
        complete: false,
        dry_run: false,
        resolved: [
          {
            line: 2,
            from: 'unknown',
            to: 'paid',
            provider_reference: 'TX-20261125-1',
            by: 'reference',
            statement_line: 2,
          },
        ],
        left: [],
        cases: [],
        undecided: [{ statement_line: 4, status: 'PENDING', reason: 'status' }],
        agreed: 1,
        not_of_batch: 0,
        unclear: 0,
        ignored: 0,
        report: null,
      },
    ],
  })
