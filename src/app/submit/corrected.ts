import { type HowSubmitted, readHowSubmitted, readSubmittedWith } from '../../ledger/batches/submittedWith.ts'
import type { Corrected } from '../../payout/correction.ts'
import { listed, type Sentence, say } from '../../words/sentence.ts'
import { type BatchDocument, batchDocument } from '../batches/batchDocument.ts'
import type { App, Failure } from '../context.ts'
import { fixedWhat } from '../drafts/draftOptions.ts'
import { withBatch } from '../open/openCore.ts'

/** The corrections made to a batch's file before it was submitted; null if there are none, or the batch is purged. */
export const readCorrected = (
  app: App,
  name: string,
): Promise<{ ok: true; batch: BatchDocument; by: string | null; corrected: Corrected | null } | Failure> =>
  withBatch(app, name, async ({ ledger }, batch) => {
    const { corrected } = await readSubmittedWith(ledger, batch.batchNo)
    return { ok: true, batch: batchDocument(batch), by: batch.submitter, corrected }
  })

export type { HowSubmitted }

/** Whether anything was corrected, the control totals that the submitter gave, and what else they decided. */
export const howSubmitted = (app: App, name: string): Promise<({ ok: true } & HowSubmitted) | Failure> =>
  withBatch(app, name, async ({ ledger }, { batchNo }) => ({ ok: true, ...(await readHowSubmitted(ledger, batchNo)) }))

/** Tells an approver who corrected how much. `by` is null if unknown. */
export const correctedBy = (by: string | null, { cells, rows }: Corrected): Sentence =>
  say('deskCorrected.by', { by: by ?? say('deskBatch.nobody_known'), what: listed(fixedWhat({ cells, rows })) })
