import { whoSubmitted } from '../../ledger/batches/approveBatch.ts'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import { cancelBatch } from '../../ledger/batches/moveAsked.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { decideRetryAlone, isRequester, type RetryRequest, waitingRetry } from '../../ledger/rows/retryRequests.ts'
import { say } from '../../words/sentence.ts'
import { type Actor, actorOf, forbids, loginOf, noteOf } from '../accounts/actor.ts'
import { type BatchDocument, documentNow, totalsOf } from '../batches/batchDocument.ts'
import { type Cancelled, type CancelWords, cancelAsRead } from '../batches/pause.ts'
import { type App, type Failure, refused } from '../context.ts'
import { type Core, withBatch } from '../open/openCore.ts'
import { whoDecides } from './approve.ts'
import { ownBatch, retryDecided, waitsForNoApproval } from './whoDecides.ts'

interface Rejected {
  ok: true
  /** `retry`: its rows stay failed, and the batch doesn't change. */
  kind: 'batch' | 'retry'
  batch: BatchDocument
  rows: number
}

/** Reject a batch or a retry. The batch is cancelled with the reason `rejected`; a retry's rows stay failed. */
export const reject = (
  app: App,
  name: string,
  options: { as?: string | undefined; note?: string | undefined; requestKey?: RequestKey | undefined },
): Promise<Rejected | Failure> =>
  withBatch(app, name, async (core, batch): Promise<Rejected | Failure> => {
    const by = await whoDecides(app, core, 'reject', options.as)
    const own = await takesBack(app, core, batch, 'ok' in by ? actorOf(app) : by)
    if (own) return own
    if ('ok' in by) return by
    if (batch.state !== 'awaiting_approval') return rejectWaitingRetry(app, core, batch, by, options)
    const rows = await cancelBatch(core.ledger, batch.batchNo, by.name, {
      note: noteOf(options),
      rejected: true,
      requestKey: options.requestKey,
    })
    if (rows === null) return waitsForNoApproval(core, await readBatch(core.ledger, batch.batchNo))
    return { ok: true, kind: 'batch', batch: await documentAfter(core, batch), rows }
  })

/** Nobody rejects what they asked for: they cancel or withdraw it, which needs no other role. */
async function takesBack(app: App, core: Core, batch: Batch, by: Actor): Promise<Failure | undefined> {
  const { id, batchNo, state } = batch
  if (state === 'awaiting_approval')
    return (await whoSubmitted(core.ledger, batchNo, by.name, loginOf(by)))
      ? ownBatch(app, batch, by, say('accounts.submitter_cancels', { id, command: app.config.command }))
      : undefined
  const request = await waitingRetry(core.ledger, batchNo)
  return request && (await isRequester(core.ledger, request.requestNo, by.name, loginOf(by)))
    ? ownRetry(app, batch)
    : undefined
}

const ownRetry = ({ config: { command } }: App, { id }: Batch): Failure =>
  refused('same_person', say('accounts.requester_withdraws', { id, command }))

async function rejectWaitingRetry(
  app: App,
  core: Core,
  batch: Batch,
  by: Actor,
  options: Parameters<typeof reject>[2],
): Promise<Rejected | Failure> {
  const request = await waitingRetry(core.ledger, batch.batchNo)
  if (!request) return waitsForNoApproval(core, batch)
  const { requestNo, lines } = request
  const decided = { decision: 'rejected', by: by.name, login: loginOf(by), note: noteOf(options) } as const
  const decision = { ...decided, requestNo }
  switch (await decideRetryAlone(core.ledger, decision, { ...batch, requestKey: options.requestKey })) {
    case 'decided':
      return { ok: true, kind: 'retry', batch: await documentAfter(core, batch), rows: lines.length }
    case 'same_person':
    case 'own_key':
      return ownRetry(app, batch)
    case 'no_approver':
      return refused('forbidden', say('accounts.no_approver', { name: by.name }))
    case 'not_waiting':
      return waitsForNoApproval(core, batch)
  }
}

const documentAfter = async (core: Core, { batchNo }: Batch): Promise<BatchDocument> =>
  documentNow(core, await readBatch(core.ledger, batchNo))

interface Withdrawn {
  ok: true
  kind: 'withdrawn'
  batch: Batch
  totals: BatchTotals
  /** Rows that stay failed. */
  rows: number
}

/** Withdraw one's own request for a retry before anybody has decided on it. */
export const withdrawRetry = async (app: App, name: string, words: CancelWords = {}): Promise<Withdrawn | Failure> =>
  forbids(app, 'retry') ??
  withBatch(app, name, async (core, batch): Promise<Withdrawn | Failure> => {
    const request = await waitingRetry(core.ledger, batch.batchNo)
    return request ? withdraw(core, batch, request, actorOf(app), words) : retryDecided(core, batch)
  })

async function withdraw(
  core: Core,
  batch: Batch,
  { requestNo, requester, lines }: RetryRequest,
  actor: Actor,
  words: CancelWords,
): Promise<Withdrawn | Failure> {
  const decided = { decision: 'withdrawn', by: actor.name, login: loginOf(actor), note: noteOf(words) } as const
  const decision = { ...decided, requestNo }
  switch (await decideRetryAlone(core.ledger, decision, { ...batch, requestKey: words.requestKey })) {
    case 'decided':
      return { ok: true, kind: 'withdrawn', batch, totals: await totalsOf(core, batch), rows: lines.length }
    case 'not_waiting':
      return retryDecided(core, batch)
    case 'same_person':
    case 'own_key':
    case 'no_approver':
      return refused('forbidden', say('deskRetry.withdraw_own_only', { who: requester }))
  }
}

/** For terminals and programs: cancel a batch, or withdraw one's own request for a retry if the batch itself is settled. */
export const cancelOrWithdraw = (
  app: App,
  name: string,
  words: CancelWords = {},
): Promise<Cancelled | Withdrawn | Failure> =>
  withBatch(app, name, async (core, batch): Promise<Cancelled | Withdrawn | Failure> => {
    const { ledger } = core
    const actor = actorOf(app)
    const request = batch.state === 'settled' ? await waitingRetry(ledger, batch.batchNo) : undefined
    return request && (await isRequester(ledger, request.requestNo, actor.name, loginOf(actor)))
      ? (forbids(app, 'retry') ?? withdraw(core, batch, request, actor, words))
      : (forbids(app, 'cancel') ?? cancelAsRead(core, batch, actor, words))
  })
