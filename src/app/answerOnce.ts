import { crashPoint } from '../crashPoint.ts'
import { readBatch } from '../ledger/batches/batches.ts'
import {
  answerRequestKey,
  freeRequestKey,
  type KeptAnswer,
  type RequestKey,
  renewRequestKey,
  takeRequestKey,
} from '../ledger/batches/requestKeys.ts'
import { type BatchDocument, documentNow } from './batchDocument.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'

export type { KeptAnswer, RequestKey } from '../ledger/batches/requestKeys.ts'

type AnsweredOnce =
  | { ok: true; kind: 'answered'; answer: KeptAnswer }
  /** The batch that an earlier try stored, whose answer is not known any more. */
  | { ok: true; kind: 'stored'; batch: BatchDocument }
  /** An earlier try has changed something that is no batch's, and its answer is not known any more. */
  | { ok: true; kind: 'done' }
  | { ok: true; kind: 'in_progress' }
  | { ok: true; kind: 'reused' }

const renewEveryMs = 10_000

/**
 * Answer a request under its Idempotency-Key once, however often it comes, at whatever desk.
 *
 * Crash window: died before what it asks for is stored, the key is free again after a minute; died after it, the key names
 * the batch or is marked as done, by the very transaction of the deed, and the next try is answered with what there is now.
 *
 * @param answer what was stored, as its answer; one that isn't kept (`keep: false`) leaves the key unused, as an error does
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
