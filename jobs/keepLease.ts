import type { Ledger } from '../src/ledger/connection/ledger.ts'
import type { Past } from '../src/ledger/past/keepMark.ts'
import { endWorker, heartbeat, heartbeatSeconds, registerWorker } from '../src/ledger/rows/workers.ts'
import type { Log } from '../src/log.ts'

/** This process's lease in the ledger. */
export interface Lease {
  /** The number that claims are made under at this moment. */
  workerNo(): number
  /** End the heartbeat and give the lease back. */
  end(): Promise<void>
}

/**
 * Register this process as a worker and keep its heartbeat. A process that finds itself taken for dead (it was stopped,
 * or the database was away for long) goes on under a new number: claims under the old one are refused by the ledger,
 * and answers that come late still settle their own attempts.
 *
 * @param onNewNumber told of each number; false for the first one means that this process is not wanted
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
  let beating: Promise<void> | undefined
  const beat = async () => {
    try {
      if (!(await heartbeat(ledger, workerNo))) {
        workerNo = await register()
        log.warn('this worker was taken for dead: it continues under a new number', { worker: workerNo })
      }
      await past.keepPosition(ledger.pool)
      // Told again at the next beat if the ledger goes away in between.
      if (told === workerNo) return
      if (!(await onNewNumber(workerNo)))
        log.warn('another command has taken over in the meantime', { worker: workerNo })
      told = workerNo
    } catch (error) {
      log.warn('the heartbeat did not reach the ledger', { worker: workerNo, error })
    }
  }
  const timer = setInterval(() => {
    beating ??= beat().finally(() => (beating = undefined))
  }, heartbeatSeconds * 1_000)
  return {
    workerNo: () => workerNo,
    end: async () => {
      clearInterval(timer)
      await beating
      await endWorker(ledger, workerNo)
    },
  }
}
