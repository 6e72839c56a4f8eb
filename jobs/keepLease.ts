import type { Ledger } from '../src/ledger/ledger.ts'
import { endWorker, heartbeat, heartbeatSeconds, registerWorker } from '../src/ledger/workers.ts'
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
  onNewNumber: (workerNo: number) => Promise<boolean>,
): Promise<Lease | undefined> {
  let workerNo = await registerWorker(ledger)
  if (!(await onNewNumber(workerNo))) {
    await endWorker(ledger, workerNo)
    return undefined
  }
  let told = workerNo
  let beating: Promise<void> | undefined
  const beat = async () => {
    try {
      if (!(await heartbeat(ledger, workerNo))) {
        workerNo = await registerWorker(ledger)
        log.warn('this worker had been taken for dead: it goes on under a new number', { worker: workerNo })
      }
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
