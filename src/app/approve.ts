import { compareControlTotals } from '../files/payroll/fileTotals.ts'
import { auditBatch } from '../ledger/audit/auditBatch.ts'
import { type ApprovedFigures, approveBatch, readFigures } from '../ledger/batches/approveBatch.ts'
import { type Batch, readBatch } from '../ledger/batches/batches.ts'
import { maskNote } from '../payout/maskNote.ts'
import { batchStateOf, say } from '../words/sentence.ts'
import { type BatchDocument, batchDocument, totalsOf } from './batchDocument.ts'
import { type App, type Failure, failure } from './context.ts'
import { type Core, withBatch } from './open/openCore.ts'
import { enqueueBatch, openQueueStore, sharedQueue } from './open/openQueue.ts'

export interface ApproveOptions {
  /** Who approves; left out: the login name. */
  as?: string | undefined
  note?: string | undefined
  /** What the approver knows of the file from elsewhere; refused when the batch differs. */
  sha256?: string | undefined
  expectCount: number | null
  expectTotal: string | null
}

/** It runs, or waits for its time (state `paused`, `start_at`). */
export interface ApprovedBatch {
  ok: true
  kind: 'approved'
  batch: BatchDocument
  approver: string
  /** What was approved. */
  payable: ApprovedFigures
}

/** A second person lets a batch go that waits for approval: the workers pay it, or `resume` does. */
export function approve(app: App, name: string, options: ApproveOptions): Promise<ApprovedBatch | Failure> {
  return withBatch(app, name, async (core, batch) => {
    const payable = await readFigures(core.ledger, batch.batchNo)
    const against = (await whyNot(core, batch)) ?? notExpected(batch, payable, options)
    if (against) return against
    const approver = options.as?.trim() || app.config.user
    const note = options.note?.trim() ? maskNote(options.note.trim(), { name: null }) : null
    const wish = { ...payable, batchNo: batch.batchNo, approver, login: app.config.user, note }
    const approved = await approveBatch(core.ledger, wish)
    if (approved.kind !== 'approved') return refusal(app, batch, approver, approved.kind)
    // Crash window: died here, the batch runs and no worker was told. Their sweep enqueues it.
    if (approved.state === 'running') await tellWorkers(app, core, batch)
    const after = await readBatch(core.ledger, batch.batchNo)
    return { ok: true, kind: 'approved', batch: batchDocument(after, await totalsOf(core, after)), approver, payable }
  })
}

async function whyNot(core: Core, batch: Batch): Promise<Failure | undefined> {
  if (batch.state !== 'awaiting_approval') return notWaiting(batch)
  const { findings } = await auditBatch(core.ledger, batch.batchNo)
  if (findings.length === 0) return undefined
  return failure('refused', say('commands.batch_not_approved_rows_not_submitted', { id: batch.id }))
}

function notWaiting({ id, state, approver }: Batch): Failure {
  const shown = batchStateOf(state)
  return failure(
    'usage',
    approver === null
      ? say('commands.batch_doesnt_wait_approval', { id, state: shown })
      : say('commands.batch_approved_already', { id, approver, state: shown }),
  )
}

function notExpected({ id }: Batch, figures: ApprovedFigures, options: ApproveOptions): Failure | undefined {
  const { sha256 } = options
  const { fileSha256 } = figures
  if (sha256 !== undefined && sha256.toLowerCase() !== fileSha256)
    return failure('refused', say('commands.batch_not_approved_file_another_one', { id, fileSha256 }))
  const differs = compareControlTotals(options, figures.rows, figures.totals)
  return differs ? failure('refused', say('commands.batch_not_approved', { id, why: differs.message })) : undefined
}

function refusal(
  { config: { command } }: App,
  { id }: Batch,
  approver: string,
  kind: 'same_person' | 'differs' | 'not_waiting',
): Failure {
  switch (kind) {
    case 'same_person':
      return failure('usage', say('commands.batch_cant_approved_submitted_somebody_else', { id, approver, command }))
    case 'differs':
      return failure('refused', say('commands.batch_not_approved_changed_moment_look', { id }))
    case 'not_waiting':
      return failure('usage', say('commands.batch_doesnt_wait_approval_any_more', { id, command }))
  }
}

async function tellWorkers(app: App, core: Core, batch: Batch): Promise<void> {
  const store = await openQueueStore(app, core)
  if (!store.ok) return app.log.warn("the chunks could not be enqueued: the workers' sweep will enqueue them")
  try {
    await enqueueBatch(app, core, store.open(sharedQueue(batch.sandbox)), batch)
  } finally {
    await store.close()
  }
}
