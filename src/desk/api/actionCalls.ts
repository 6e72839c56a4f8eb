import { Batch } from './batchDocuments.ts'

const action = {
  tag: 'batches',
  answers: { 200: { description: 'The current state of the batch.', document: Batch } },
  problems: ['not_found', 'wrong_state'],
  once: true,
  example: { note: 'Agreed with Awa on the phone' },
} as const

/** The calls for actions on a batch, for calls.ts. */
export const actionCalls = {
  approveBatch: {
    ...action,
    summary: 'Approve a batch',
    description:
      'Gives one of the approvals that the batch needs. You cannot approve a batch that you submitted, or the same batch twice. Send `sha256`, `expect_count` and `expect_total` to make sure that you approve what you checked, or for a retry `retry_request`, the number that `retry_waits` has. Keys can approve only if the policy allows it.',
    deed: 'approve',
    problems: ['same_person', 'not_found', 'wrong_state', 'refused'],
  },
  rejectBatch: {
    ...action,
    summary: 'Reject a batch',
    description:
      'Cancels the batch with the reason `rejected`, or leaves the rows of a retry that waits failed. If you submitted the batch, cancel it instead; if you asked for the retry, withdraw it.',
    deed: 'reject',
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
      "Sends pending rows, no unknown ones. A batch that was paused before its time waits for it again (`paused`, `scheduled`). One that waits for its time is paid at once, but its submitter can't resume it before an approved time.",
    deed: 'resume',
  },
  cancelBatch: {
    ...action,
    summary: 'Cancel a batch',
    description:
      'Rows that have not been sent never will be. Rows that were sent keep their state. If the batch is settled and your own retry waits for approval, the retry is withdrawn, as by `withdraw-retry`.',
    deed: 'cancel',
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
    example: { note: 'Their operator has to be asked first' },
  },
} as const
