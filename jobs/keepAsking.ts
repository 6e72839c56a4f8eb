import { setTimeout as delay } from 'node:timers/promises'
import { type Batch, readBatch } from '../src/ledger/batches.ts'
import type { StatusTiming } from '../src/ledger/statusQuestions.ts'
import type { StatusCall } from '../src/provider/statusCall.ts'
import { type Asking, type AskingPayer, askStatus, statusTiming } from './askStatus.ts'

export interface AskingOptions {
  timing?: StatusTiming
  /** How often it looks for rows that are due. */
  everyMs?: number
  /** A settled batch's report is written again at most this often while its rows move, and once at the end. */
  reportEveryMs?: number
}

/** How long a stop waits for answers that are on their way. */
const lastAnswersMs = 1_000

/**
 * Ask about accepted rows again and again, until stopped. Accepted rows stay after their batch has settled: its report is
 * written again when they move.
 *
 * Crash window: died between a row's settling and the report, the report says `accepted` still. `payrun report` writes it
 * at any time.
 */
export function keepAsking(
  payer: AskingPayer & { onBatchSettled(batch: Batch): Promise<void> },
  call: StatusCall,
  { timing = statusTiming, everyMs = 5_000, reportEveryMs = 60_000 }: AskingOptions = {},
): { stop(): Promise<void> } {
  const asking: Asking = { call, timing, staleReports: new Set(), told: new Set(), quietUntilMs: 0 }
  const writtenAtMs = new Map<number, number>()
  let under: Promise<void> | undefined

  async function writeReports(which: 'due' | 'all'): Promise<void> {
    for (const batchNo of asking.staleReports) {
      const now = performance.now()
      const isDue = now - (writtenAtMs.get(batchNo) ?? Number.NEGATIVE_INFINITY) >= reportEveryMs
      if (which === 'due' && !isDue) continue
      writtenAtMs.set(batchNo, now)
      asking.staleReports.delete(batchNo)
      await payer.onBatchSettled(await readBatch(payer.ledger, batchNo))
    }
  }
  async function round(): Promise<void> {
    try {
      await askStatus(payer, asking)
      await writeReports('due')
    } catch (error) {
      payer.log.warn('accepted rows could not be asked about', { error })
    }
  }
  const timer = setInterval(() => {
    under ??= round().finally(() => {
      under = undefined
    })
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      // A question may take as long as its time limit, and nobody waits for it here: it's asked again some other time.
      await Promise.race([under, delay(lastAnswersMs, undefined, { ref: false })])
      await writeReports('all').catch((error: unknown) => payer.log.warn('a report was not written again', { error }))
    },
  }
}
