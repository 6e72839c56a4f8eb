import { setTimeout as delay } from 'node:timers/promises'

/** What `/readyz` says: ready, and each thing that it hangs on. */
export interface Readiness {
  ready: boolean
  checks: { started: boolean; ledger: boolean; lease: boolean; queue: boolean; stopping: boolean }
}

export interface ReadinessSources {
  stopping(): boolean
  /** Undefined until the worker has begun to pay. */
  running():
    | {
        /** Whether the lease lasts, by the ledger; rejects while the ledger is away. */
        holdsLease(): Promise<boolean>
        queueJobs(): Promise<number>
      }
    | undefined
}

/** No answer by then counts as none: a probe waits for seconds, not for a database. */
const answerMs = 3_000
/** Probes and scrapes that come together share an answer. */
const freshMs = 1_000

/** Whether a worker can pay at this moment: ledger and queue answer, its lease is held, and nobody has asked it to stop. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  return shared(freshMs, async () => {
    const running = sources.running()
    const [lease, jobs] = await Promise.all([answerOf(running?.holdsLease()), answerOf(running?.queueJobs())])
    const checks = {
      started: running !== undefined,
      ledger: lease !== undefined,
      lease: lease === true,
      queue: jobs !== undefined,
      stopping: sources.stopping(),
    }
    const { stopping, ...needed } = checks
    return { ready: !stopping && Object.values(needed).every(Boolean), checks }
  })
}

/** Undefined when there is no answer in time, or none at all. */
export async function answerOf<T>(asked: Promise<T> | undefined): Promise<T | undefined> {
  if (!asked) return undefined
  return Promise.race([asked.catch(() => undefined), delay(answerMs, undefined, { ref: false })])
}

/** One answer for all who ask within `ms` of each other; whoever asks while one is under way gets that one. */
export function shared<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let askedMs = 0
  return () => {
    if (last && performance.now() - askedMs < ms) return last
    askedMs = performance.now()
    last = ask()
    return last
  }
}
