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
    period: text('The scope of its references, such as 2026-11').nullable(),
    state: batchState.meta({ description: '`settled`: nothing is left to send. `counts` says how many are paid.' }),
    reason: z.enum(pauseReasons).nullable().meta({ description: 'Why it is paused or cancelled' }),
    sandbox: z.boolean().meta({ description: 'True: nobody is paid' }),
    reason_says: text('What the provider said that led to it').optional(),
    file: z.object({
      name: z.string(),
      sha256: text('64 hexadecimal digits; null when it was deleted with the personal data').nullable(),
      rows: whole(),
    }),
    counts: perState(whole).meta({ description: 'Rows by state' }),
    sums: perState(() => perCurrency('By currency')).meta({ description: 'Amounts by state' }),
    created_at: time(),
    settled_at: time().nullable(),
    start_at: time('It is not paid before').optional(),
    between: z
      .object({ from: z.string(), to: z.string(), tz: z.string() })
      .meta({
        description: 'It pays only in these hours of each day',
        examples: [{ from: '08:00', to: '18:00', tz: 'Africa/Porto-Novo' }],
      })
      .optional(),
    waits_until: time('When these hours begin, while it is outside of them').optional(),
    purged_at: time('Its personal data was deleted').optional(),
    approval: z
      .object({
        submitted_by: z.string().nullable(),
        approved_by: text('Whoever approved it last').nullable(),
        approvers: z.array(z.string()),
        people_needed: whole().meta({ description: 'Its submitter among them' }),
      })
      .optional(),
    warnings: warningCounts.optional(),
    warned: warned.optional(),
    fenced: z
      .object({ at: time(), why: z.string() })
      .optional()
      .meta({ description: 'The ledger may have gone back in time: nothing is sent from it' }),
    status_answers: z
      .array(z.object({ kind: z.string(), answer: z.string(), rows: whole(), over: whole() }))
      .optional()
      .meta({ description: 'What the provider last said of its accepted rows' }),
    holds: z.array(hold).optional(),
    provider_unreachable: z
      .object({ since: time(), why: z.string() })
      .optional()
      .meta({ description: 'It runs, and the provider is out of reach: it is tried again until it answers' }),
    retry_waits: z
      .object({ asked_by: z.string(), at: time(), rows: whole() })
      .optional()
      .meta({ description: 'A retry of so many rows, which stay failed until a second person approves or rejects it' }),
    contradicted: z
      .object({
        rows: whole(),
        failed: whole().meta({ description: 'Of these: they failed, and may have been paid after all' }),
        lines: z.array(whole()).meta({ description: 'The first ten' }),
      })
      .optional()
      .meta({
        description:
          'Rows that a statement, a notification or a late answer contradicts, and nobody has looked into. Ask the provider about them first.',
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
  line: whole().meta({ description: 'Line of the file on which it starts' }),
  reference: z.string().nullable(),
  name: z.string().nullable(),
  operator: z.string().nullable(),
  phone_number: text('Digits with the country code; as it was given, where that could not be read').nullable(),
  amount: money().nullable(),
  currency: currency().nullable(),
  status: rowState.meta({ description: '`unknown`: the money may have moved. Never sent again by itself.' }),
  provider_reference: z.string().nullable(),
  error_code: text('Such as `refused`, `timeout`, `invalid_phone`').nullable(),
  error_message: z.union([z.string(), z.array(z.string())]).nullable(),
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
    by: text('The person who did it; null: payrun itself').nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'RowEvent', description: 'A change of state of a row.' })

const eventExample = { seq: 1, at: '2026-11-25T08:00:01.000Z', attempt: 1, from: 'pending', to: 'sending' }
export const RowHistory = z.object({ ...rowFields, events: z.array(rowEvent) }).meta({
  id: 'RowHistory',
  description: 'A row and all that happened to it.',
  examples: [{ ...rowExample, events: [{ ...eventExample, code: null, by: null, note: null }] }],
})

export const Payout = z
  .object({
    id: text('`batch`, a colon and `line`'),
    batch: z.string(),
    ...rowFields,
    warnings: z.array(payoutWarning).meta({ description: 'What it was let through with' }),
  })
  .meta({
    id: 'Payout',
    description: 'One payout: the row, and the batch of that one row.',
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
  .object({ file: z.string(), ...foundInFile, message: text('Why the file as a whole is refused').optional() })
  .meta({
    id: 'Check',
    description: 'A file as it was found, as `payrun validate --json` prints it.',
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
      columns: z.record(z.string(), z.string().nullable()).meta({ description: 'Which column was taken for what' }),
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
      .meta({ description: 'Where the statement contradicts the ledger' }),
    undecided: z.array(
      z.object({
        statement_line: whole(),
        status: z.string().nullable(),
        reason: z.enum(['status', 'other_direction', 'other_account', 'fee']).meta({
          description:
            'Why it decides nothing: its status, or, whatever that is, that it may be money coming in, is of another account, or may be a fee',
        }),
      }),
    ),
    agreed: whole(),
    not_of_batch: whole(),
    ignored: whole(),
    report: z.string().nullable(),
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
        ignored: 0,
        report: null,
      },
    ],
  })
