import { crashPoint } from '../../crashPoint.ts'
import { readBatch } from '../../ledger/batches/batches.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import {
  answerRequestKey,
  fingerprintToCome,
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
const renewArrivingEveryMs = 2_000
/** The longest that a key is kept for a body that nobody cuts off. */
const arrivesWithinMs = 60_000

/** A key that was taken before the body of its request had arrived, so that another request with it is not carried out meanwhile. */
export interface HeldKey {
  /** Stands for the request's fingerprint in the ledger until that is known. */
  token: Buffer
  /** Called when the request takes the key with its fingerprint, or when another request has taken it. */
  passOn(): void
  /** Called when the request ends without being carried out. */
  free(): Promise<void>
}

type KeyHeld =
  | { ok: true; kind: 'held'; held: HeldKey }
  | { ok: true; kind: 'in_progress' }
  /** A request was carried out with it. Whether it was the same one is known when the body has arrived. */
  | { ok: true; kind: 'used' }

/**
 * Take a key for a request whose body is still arriving.
 *
 * Crash window: if the desk dies before the body has arrived, the key is free at once on this machine, and elsewhere after a few seconds.
 *
 * @param isCutOff keep it for longer than a minute, for a body that is cut off when it stops arriving
 */
export const holdKey = (app: App, key: RequestKey, isCutOff: boolean): Promise<KeyHeld | Failure> =>
  withCore(app, async ({ ledger }): Promise<KeyHeld> => {
    const token = fingerprintToCome()
    const taken = await takeRequestKey(ledger, key, token)
    if (taken.kind === 'in_progress') return { ok: true, kind: 'in_progress' }
    if (taken.kind !== 'taken') return { ok: true, kind: 'used' }
    const stop = keepTaken(ledger, key, token, renewArrivingEveryMs, isCutOff ? undefined : arrivesWithinMs)
    let isHeld = true
    const passOn = () => {
      isHeld = false
      stop()
    }
    const free = async () => {
      if (!isHeld) return
      passOn()
      await freeRequestKey(ledger, key, token).catch(() => undefined)
    }
    return { ok: true, kind: 'held', held: { token, passOn, free } }
  })

/** Renew a key again and again, for so long at most. @returns what ends that */
function keepTaken(ledger: Ledger, key: RequestKey, fingerprint: Buffer, everyMs: number, mostMs = Infinity) {
  const endsAt = performance.now() + mostMs
  const renewing = setInterval(() => {
    if (performance.now() > endsAt) clearInterval(renewing)
    else void renewRequestKey(ledger, key, fingerprint).catch(() => undefined)
  }, everyMs)
  return () => clearInterval(renewing)
}

/**
 * Carry out a request once under its Idempotency-Key, however often it is sent, and to whichever desk.
 *
 * Crash window: if the desk dies before the change is stored, the key is free again after a minute. If it dies after, the same
 * transaction has stored the batch with the key or marked the key as done, and the next try gets the current state.
 *
 * @param answer carries it out and returns its answer; with `keep: false`, as after an error, the key stays unused
 * @param held the key, if it was taken before the request had arrived
 * @param earlier what an earlier version took for the request's fingerprint
 */
export function answerOnce(
  app: App,
  key: RequestKey,
  fingerprint: Buffer,
  answer: () => Promise<KeptAnswer & { keep: boolean }>,
  held?: HeldKey,
  earlier?: Buffer,
): Promise<AnsweredOnce | Failure> {
  return withCore(app, async (core): Promise<AnsweredOnce> => {
    const { ledger } = core
    const taken = await takeRequestKey(ledger, key, fingerprint, held?.token, earlier)
    held?.passOn()
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
    const stop = keepTaken(ledger, key, fingerprint, renewEveryMs)
    try {
      const { keep, ...given } = await answer()
      crashPoint('before-answer')
      if (keep) await answerRequestKey(ledger, key, given)
      else await freeRequestKey(ledger, key, fingerprint)
      return { ok: true, kind: 'answered', answer: given }
    } catch (error) {
      await freeRequestKey(ledger, key, fingerprint).catch(() => undefined)
      throw error
    } finally {
      stop()
    }
  })
}
