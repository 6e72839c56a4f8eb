import type { Ledger } from '../src/ledger/connection/ledger.ts'
import type { Past } from '../src/ledger/past/keepMark.ts'
import { endWorker, heartbeat, heartbeatSeconds, registerWorker } from '../src/ledger/rows/workers.ts'
import type { Log } from '../src/log.ts'
import { keepRounds } from '../src/process.ts'

/** This process's lease in the ledger. */
export interface Lease {
  /** The number that claims are made under at this moment. */
  workerNo(): number
  /** End the heartbeat and give the lease back. */
  end(): Promise<void>
}

/**
 * Register this process as a worker and keep its heartbeat. A process that was taken for dead (it was stopped, or the database was away
 * for long) goes on under a new number: the ledger refuses claims under the old one, and late answers still settle their own attempts.
 *
 * @param onNewNumber told of each number; if it returns false for the first one, this process is not wanted
 * @returns undefined when it isn't wanted
 */
export async function keepLease(
  ledger: Ledger,
  log: Log,
  past: Past,
  onNewNumber: (workerNo: number) => Promise<boolean>,
): Promise<Lease | undefined> {
  const register = async (): Promise<number> => {
    const registered = await registerWorker(ledger)
    past.registered(registered)
    return registered
  }
  let workerNo = await register()
  if (!(await onNewNumber(workerNo))) {
    await endWorker(ledger, workerNo)
    return undefined
  }
  let told = workerNo
  /** Marks may be in Redis: while that is away, the lease is kept all the same, and the log doesn't blame the ledger. */
  const keepPosition = () =>
    past
      .keepPosition(ledger.pool)
      .catch((error: unknown) =>
        log.warn('how far the ledger has come could not be compared with its marks', { worker: workerNo, error }),
      )
  const beat = async () => {
    try {
      if (!(await heartbeat(ledger, workerNo))) {
        workerNo = await register()
        log.warn('this worker was taken for dead: it continues under a new number', { worker: workerNo })
      }
      await keepPosition()
      // If the ledger goes away in between, the next beat tells it again.
      if (told === workerNo) return
      if (!(await onNewNumber(workerNo)))
        log.warn('another command has taken over in the meantime', { worker: workerNo })
      told = workerNo
    } catch (error) {
      log.warn('the heartbeat did not reach the ledger', { worker: workerNo, error })
    }
  }
  const beats = keepRounds(heartbeatSeconds * 1_000, beat)
  return {
    workerNo: () => workerNo,
    end: async () => {
      await beats.stop()
      await endWorker(ledger, workerNo)
    },
  }
}
