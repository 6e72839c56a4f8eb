import { crashPoint } from '../../crashPoint.ts'
import { readBatch } from '../../ledger/batches/batches.ts'
import {
  answerRequestKey,
  freeRequestKey,
  type KeptAnswer,
  type RequestKey,
  renewRequestKey,
  takeRequestKey,
} from '../../ledger/intake/requestKeys.ts'
import { type BatchDocument, documentNow } from '../batches/batchDocument.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'

export type { KeptAnswer, RequestKey } from '../../ledger/intake/requestKeys.ts'

type AnsweredOnce =
  | { ok: true; kind: 'answered'; answer: KeptAnswer }
  /** The batch that an earlier try stored, if its answer was lost. */
  | { ok: true; kind: 'stored'; batch: BatchDocument }
  /** An earlier try changed something other than a batch, and its answer was lost. */
  | { ok: true; kind: 'done' }
  | { ok: true; kind: 'in_progress' }
  | { ok: true; kind: 'reused' }

const renewEveryMs = 10_000

/**
 * Carry out a request once under its Idempotency-Key, however often it is sent, and to whichever desk.
 *
 * Crash window: if the desk dies before the change is stored, the key is free again after a minute. If it dies after, the same
 * transaction has stored the batch with the key or marked the key as done, and the next try gets the current state.
 *
 * @param answer carries it out and returns its answer; with `keep: false`, as after an error, the key stays unused
 */
export function answerOnce(
  app: App,
  key: RequestKey,
  fingerprint: Buffer,
  answer: () => Promise<KeptAnswer & { keep: boolean }>,
): Promise<AnsweredOnce | Failure> {
  return withCore(app, async (core): Promise<AnsweredOnce> => {
    const { ledger } = core
    const taken = await takeRequestKey(ledger, key, fingerprint)
    switch (taken.kind) {
      case 'answered':
        return { ok: true, kind: 'answered', answer: taken.answer }
      case 'stored':
        return { ok: true, kind: 'stored', batch: await documentNow(core, await readBatch(ledger, taken.batchNo)) }
      case 'done':
      case 'in_progress':
      case 'reused':
        return { ok: true, kind: taken.kind }
      case 'taken':
        break
    }
    const renewing = setInterval(() => void renewRequestKey(ledger, key).catch(() => undefined), renewEveryMs)
    try {
      const { keep, ...given } = await answer()
      crashPoint('before-answer')
      if (keep) await answerRequestKey(ledger, key, given)
      else await freeRequestKey(ledger, key)
      return { ok: true, kind: 'answered', answer: given }
    } catch (error) {
      await freeRequestKey(ledger, key).catch(() => undefined)
      throw error
    } finally {
      clearInterval(renewing)
    }
  })
}
