import { z } from 'zod'
import { Batch, batchExample } from './batchDocuments.ts'
import { currency, money, perCurrency, text, time, warned, whole } from './documents.ts'
import { onlyTrue } from './members.ts'

const sentences = (description: string) => z.array(z.string()).optional().meta({ description })
const rowsAt = { operator: z.string(), amount: money(), currency: currency() }

const Approval = z
  .object({
    kind: z.enum(['batch', 'retry']).meta({ description: 'What waits: the batch, or a retry of some of its rows' }),
    batch: Batch,
    retry_request: whole().optional().meta({ description: 'The number of the retry, for `approve`' }),
    asked_by: text('Who submitted the batch or asked for the retry').nullable(),
    key: z
      .object({ made_by: z.string(), made_at: time() })
      .optional()
      .meta({ description: 'If they are an API key: who made it. That person can only reject' }),
    since: time(),
    note: text('The note of whoever asked for the retry').nullable(),
    you: z
      .object({ may: z.enum(['approve', 'reject', 'nothing']), why: text('Why not more').nullable() })
      .meta({ description: 'What your key may do with it. `approve`: also reject' }),
    people_missing: whole().meta({ description: 'How many more people have to approve it' }),
    enough_approvals: onlyTrue(
      'It has enough approvals since the policy was made laxer: one of those people lets it go',
    ),
    nobody_may: text('Why there are not enough people who may approve it, and what to do').optional(),
    rows: whole().meta({ description: 'How many rows would be paid: what to send as `expect_count`' }),
    people: whole().meta({ description: 'How many different numbers' }),
    totals: perCurrency('For each currency: with one, what to send as `expect_total`'),
    operators: z.array(
      z.object({ ...rowsAt, rows: whole(), held_by: text('Who holds it by hand, so that its rows wait').optional() }),
    ),
    largest: z
      .array(z.object({ line: whole(), name: z.string().nullable(), phone_number: z.string(), ...rowsAt }))
      .meta({ description: 'The three largest payouts; of several currencies, the largest of each' }),
    left_out: whole().meta({ description: 'How many rows of the file are not paid' }),
    new_people: z
      .object({ people: whole(), lines: z.array(whole()).meta({ description: 'The lines of the first ten' }) })
      .optional()
      .meta({ description: 'People never paid before. Absent for a retry, or if there are too many to look up' }),
    warned: warned.optional(),
    expected: z
      .object({ count: whole().optional(), total: z.string().optional() })
      .optional()
      .meta({ description: 'The control totals that the submitter gave. Empty if they gave none' }),
    corrected: z.object({ cells: whole(), rows: whole() }).optional().meta({
      description: 'How many cells the submitter corrected and how many rows they left out, before submitting',
    }),
    decisions: sentences('What the submitter decided about the file, such as duplicates that are paid all the same'),
    notes: sentences('What payrun assumed when it read the file'),
    called_not_paid: z
      .array(
        z.object({
          line: whole(),
          by: z.string(),
          at: time(),
          note: text('How they know').nullable(),
          by_statement: z.boolean().meta({ description: 'True if a statement that they gave in says so' }),
        }),
      )
      .optional()
      .meta({ description: 'Rows of a retry that somebody called not paid: the first 1,000' }),
    rejected_before: sentences('Who rejected a retry of these rows before, and why'),
    despite: sentences('Why rows may already have been paid, which whoever asked wants retried all the same'),
    against: sentences('Why nobody can approve the retry any more'),
  })
  .meta({
    id: 'Approval',
    description: 'What waits for approval, as the approval page of the desk shows it.',
    examples: [
      {
        kind: 'batch',
        batch: {
          ...batchExample,
          state: 'awaiting_approval',
          approval: { submitted_by: 'payroll', approved_by: null, approvers: [], people_needed: 2 },
        },
        asked_by: 'payroll',
        key: { made_by: 'Ada', made_at: '2026-11-01T09:00:00.000Z' },
        since: batchExample.created_at,
        note: null,
        you: { may: 'approve', why: null },
        people_missing: 1,
        rows: 2,
        people: 2,
        totals: { XOF: '245000' },
        operators: [
          { operator: 'mtn-benin', currency: 'XOF', rows: 1, amount: '150000' },
          { operator: 'wave-senegal', currency: 'XOF', rows: 1, amount: '95000' },
        ],
        largest: [
          {
            line: 2,
            name: 'Afiavi Dossou',
            operator: 'mtn-benin',
            phone_number: '2290197000001',
            amount: '150000',
            currency: 'XOF',
          },
        ],
        left_out: 0,
        new_people: { people: 0, lines: [] },
      },
    ],
  })

const action = {
  tag: 'batches',
  answers: { 200: { description: 'The current state of the batch.', document: Batch } },
  problems: ['not_found', 'wrong_state'],
  once: true,
  example: { note: 'Agreed with Awa on the phone' },
} as const

const keysMayNot = 'or the policy does not let keys approve'

/** The calls for actions on a batch, for calls.ts. */
export const actionCalls = {
  getApproval: {
    tag: 'batches',
    summary: 'Look at what waits for approval',
    description:
      'What somebody has to know before they approve or reject the batch, or the retry of its rows: what would be paid, the warnings, what the submitter decided, who called rows not paid, how many people are missing, and what your key may do. If nothing waits, the answer is `wrong_state` and says who decided.',
    answers: { 200: { description: 'What waits for approval.', document: Approval } },
    problems: ['not_found', 'wrong_state'],
  },
  approveBatch: {
    ...action,
    summary: 'Approve a batch',
    description:
      'Gives one of the approvals that the batch needs, or approves the retry that waits. Look at it first: `GET /batches/{id}/approval`. You cannot approve a batch that you submitted, or the same batch twice. Send `sha256`, `expect_count` and `expect_total` to make sure that you approve what you checked, or for a retry `retry_request`, the number that `retry_waits` has. Keys can approve only if the policy allows it.',
    deed: 'approve',
    forbidden: keysMayNot,
    problems: ['same_person', 'not_found', 'wrong_state', 'refused'],
  },
  rejectBatch: {
    ...action,
    summary: 'Reject a batch',
    description:
      'Cancels the batch with the reason `rejected`, or leaves the rows of a retry that waits failed. If you submitted the batch, cancel it instead; if you asked for the retry, withdraw it.',
    deed: 'reject',
    forbidden: keysMayNot,
    problems: ['same_person', 'not_found', 'wrong_state'],
  },
  pauseBatch: {
    ...action,
    summary: 'Pause a batch',
    description: 'No more rows are sent until it is resumed. Rows that were already sent still get their outcome.',
    deed: 'pause',
  },
  resumeBatch: {
    ...action,
    summary: 'Resume a paused batch',
    description:
      "Sends pending rows, no unknown ones. A batch that waits for its time is paid at once, but its submitter can't resume it before an approved time. One that was paused before its time waits for it again (`paused`, `scheduled`). Without an `Idempotency-Key`, a second call leaves it waiting: to have it paid before its time, send another key.",
    deed: 'resume',
    problems: ['same_person', 'not_found', 'wrong_state'],
  },
  cancelBatch: {
    ...action,
    summary: 'Cancel a batch',
    description:
      'Rows that have not been sent never will be. Rows that were sent keep their state. If the batch is settled and your own retry waits for approval, the retry is withdrawn, as by `withdraw-retry`.',
    deed: 'cancel',
    forbidden: 'or only an approver can cancel it, since somebody else submitted it or it is already approved',
  },
  retryBatch: {
    ...action,
    summary: 'Pay failed rows again',
    description:
      'Retries all rows that the provider refused, or only those in `lines` or with one of `codes`. Unknown rows are never retried. While a retry that somebody else asked for waits for approval (`retry_waits`), one that needs approval is answered with `wrong_state`. Your own is replaced, and `no_longer_requested` lists the rows that only it asked for. `warned` lists the warnings about these rows. If the policy refuses the retry because of them, the answer is `refused` with the `warnings`.',
    deed: 'retry',
    problems: ['same_person', 'not_found', 'wrong_state', 'reference_held', 'nothing_to_retry', 'refused'],
    example: { codes: ['refused'] },
  },
  withdrawRetry: {
    ...action,
    summary: 'Withdraw a retry that waits for approval',
    description:
      'Only whoever asked for the retry can withdraw it; others reject it. Its rows stay failed. The batch itself goes on as it is, also while it is running.',
    deed: 'retry',
    forbidden: 'or somebody else asked for the retry',
    example: { note: 'Their operator has to be asked first' },
  },
} as const
