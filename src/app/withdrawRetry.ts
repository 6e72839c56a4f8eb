import { decideRetryAlone, waitingRetry } from '../ledger/rows/retryRequests.ts'
import { say } from '../words/sentence.ts'
import { actorOf, forbids, noteOf } from './accounts/actor.ts'
import { type App, type Failure, refused } from './context.ts'
import { withBatch } from './open/openCore.ts'

export interface Withdrawn {
  ok: true
  /** Rows that stay failed. */
  rows: number
}

/** Whoever asked for a retry takes the request back, before somebody has decided on it. */
export const withdrawRetry = async (
  app: App,
  name: string,
  words: { note?: string | undefined } = {},
): Promise<Withdrawn | Failure> =>
  forbids(app, 'retry') ??
  withBatch(app, name, async ({ ledger }, { batchNo, id }): Promise<Withdrawn | Failure> => {
    const request = await waitingRetry(ledger, batchNo)
    const decided = refused('wrong_state', say('accounts.retry_decided', { id }))
    if (!request) return decided
    const { name: by, login } = actorOf(app)
    const decision = { decision: 'withdrawn', by, login: login ?? by, note: noteOf(words) } as const
    switch (await decideRetryAlone(ledger, { ...decision, requestNo: request.requestNo })) {
      case 'decided':
        return { ok: true, rows: request.lines.length }
      case 'not_waiting':
        return decided
      case 'same_person':
      case 'no_approver':
        return refused('forbidden', say('deskRetry.withdraw_own_only', { who: request.requester }))
    }
  })
