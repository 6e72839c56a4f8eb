import { whoSubmitted } from '../ledger/batches/approveBatch.ts'
import { type Batch, readBatch } from '../ledger/batches/batches.ts'
import { cancelBatch } from '../ledger/batches/cancelBatch.ts'
import { decideRetryAlone, waitingRetry } from '../ledger/rows/retryRequests.ts'
import { batchStateOf, say } from '../words/sentence.ts'
import { type Actor, noteOf } from './accounts/actor.ts'
import { whoDecides } from './approve.ts'
import { type BatchDocument, batchDocument, totalsOf } from './batchDocument.ts'
import { type App, type Failure, refused } from './context.ts'
import { type Core, withBatch } from './open/openCore.ts'

export interface Rejected {
  ok: true
  /** `retry`: its rows stay failed, and the batch is what it was. */
  kind: 'batch' | 'retry'
  batch: BatchDocument
  rows: number
}

/** Whoever was to approve a batch, or a retry, does not. The batch is cancelled, with the reason `rejected`; a retry's rows stay failed. */
export const reject = (
  app: App,
  name: string,
  options: { as?: string | undefined; note?: string | undefined },
): Promise<Rejected | Failure> =>
  withBatch(app, name, async (core, batch): Promise<Rejected | Failure> => {
    const by = await whoDecides(app, core, 'reject', options.as)
    if ('ok' in by) return by
    const note = noteOf(options)
    if (batch.state !== 'awaiting_approval') return rejectWaitingRetry(core, batch, by, note)
    if (await whoSubmitted(core.ledger, batch.batchNo, by.name, by.login ?? by.name))
      return refused('same_person', say('accounts.submitter_cancels', { id: batch.id, command: app.config.command }))
    const rows = await cancelBatch(core.ledger, batch.batchNo, by.name, { note, rejected: true })
    if (rows === null) return notWaiting(await readBatch(core.ledger, batch.batchNo))
    return { ok: true, kind: 'batch', batch: await documentNow(core, batch), rows }
  })

async function rejectWaitingRetry(
  core: Core,
  batch: Batch,
  { name, login }: Actor,
  note: string | null,
): Promise<Rejected | Failure> {
  const request = await waitingRetry(core.ledger, batch.batchNo)
  if (!request) return notWaiting(batch)
  const { requestNo, lines } = request
  const decision = { requestNo, decision: 'rejected', by: name, login: login ?? name, note } as const
  switch (await decideRetryAlone(core.ledger, decision)) {
    case 'decided':
      return { ok: true, kind: 'retry', batch: await documentNow(core, batch), rows: lines.length }
    case 'same_person':
      return refused('same_person', say('accounts.retry_same_person', { id: batch.id }))
    case 'no_approver':
      return refused('forbidden', say('accounts.no_approver', { name }))
    case 'not_waiting':
      return notWaiting(batch)
  }
}

async function documentNow(core: Core, { batchNo }: Batch): Promise<BatchDocument> {
  const now = await readBatch(core.ledger, batchNo)
  return batchDocument(now, await totalsOf(core, now))
}

const notWaiting = ({ id, state }: Batch): Failure =>
  refused('wrong_state', say('commands.batch_doesnt_wait_approval', { id, state: batchStateOf(state) }))
