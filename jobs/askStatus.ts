import { setTimeout as delay } from 'node:timers/promises'
import { type Batch, readBatch } from '../src/ledger/batches/batches.ts'
import {
  keepAnswer,
  type StatusQuestion,
  type StatusTiming,
  settleAccepted,
  takeDueQuestions,
} from '../src/ledger/evidence/statusQuestions.ts'
import { keepRounds } from '../src/process.ts'
import { readStatus, type StatusReading } from '../src/provider/answers/status.ts'
import type { StatusCall } from '../src/provider/client.ts'
import type { Words } from '../src/words/sentence.ts'
import type { Payer } from './payer.ts'

/** First after 2 minutes, then 4 minutes later, 8 minutes later, … and every 6 hours in the end, for three days. */
export const statusTiming: StatusTiming = { firstWaitMs: 120_000, longestWaitMs: 6 * 3_600_000, endMs: 72 * 3_600_000 }

/** Questions in flight at once. */
const atOnce = 4

/** What one process remembers while it asks. */
export interface Asking {
  call: StatusCall
  timing: StatusTiming
  /** Settled batches of which a row has moved since their report was written. */
  staleReports: Set<number>
  /** What was logged: an answer that thousands of rows get is logged once. */
  told: Set<string>
  /** The provider asked to wait: no question before this, by the monotonic clock. */
  quietUntilMs: number
}

type AskingPayer = Pick<Payer, 'ledger' | 'log' | 'sandbox' | 'onlyBatchNo' | 'stopping'>

/**
 * Ask the provider about every accepted row that is due, among the batches that this process pays (the sandbox's or the provider's; for
 * a foreground command, its own). `unknown` rows are never asked about: they have no reference that is known to be theirs. Any number of
 * processes may ask at once. Stops early when the provider doesn't answer, and does nothing while it asks to wait (Retry-After).
 */
export async function askStatus(payer: AskingPayer, asking: Asking): Promise<void> {
  const scope = { sandbox: payer.sandbox, batchNo: payer.onlyBatchNo }
  while (!payer.stopping && performance.now() >= asking.quietUntilMs) {
    const due = await takeDueQuestions(payer.ledger, scope, asking.timing, atOnce)
    const answered = await Promise.all(due.map((question) => ask(payer, asking, question)))
    if (due.length < atOnce || !answered.every(Boolean)) return
  }
}

/** @returns whether the provider answered */
async function ask(payer: AskingPayer, asking: Asking, question: StatusQuestion): Promise<boolean> {
  try {
    const { reference, payable } = question
    const reading = readStatus(await asking.call(reference), { reference, payable })
    // Our own stop cut it short: that says nothing about the provider.
    if (reading.kind === 'unanswered' && payer.stopping) return false
    if (reading.kind === 'unanswered' && reading.waitMs !== undefined) keepQuiet(payer, asking, reading.waitMs)
    // Crash window: an answer that is lost here is asked for again next time.
    await record(payer, asking, question, reading)
    return reading.kind !== 'unanswered'
  } catch (error) {
    payer.log.warn('the answer to a status call could not be recorded', { line: question.line, error })
    return false
  }
}

/** Questions in flight together are turned away together: the longest wait counts, and it is logged once. */
function keepQuiet(payer: AskingPayer, asking: Asking, waitMs: number): void {
  const nowMs = performance.now()
  if (asking.quietUntilMs <= nowMs) payer.log.warn('the provider asks to wait with status calls', { waitMs })
  asking.quietUntilMs = Math.max(asking.quietUntilMs, nowMs + waitMs)
}

async function record(
  payer: AskingPayer,
  asking: Asking,
  question: StatusQuestion,
  reading: StatusReading,
): Promise<void> {
  const { batchNo, batchId, line } = question
  switch (reading.kind) {
    case 'paid':
    case 'failed': {
      if (!(await settleAccepted(payer.ledger, question, reading))) return
      payer.log.info('a status call settled a row', { batch: batchId, line, state: reading.kind })
      if ((await readBatch(payer.ledger, batchNo)).state === 'settled') asking.staleReports.add(batchNo)
      return
    }
    case 'under_way':
      return keepAnswer(payer.ledger, question, reading)
    case 'unrecognised':
    case 'unreadable':
    case 'contradictory':
    case 'unanswered':
      tellOnce(payer, asking, question, reading)
      return keepAnswer(payer.ledger, question, reading)
  }
}

type Undecided = Extract<StatusReading, { shown: Words }>

/** The provider's own words may hold anything, and are not logged: `status` shows them. */
function tellOnce(payer: AskingPayer, asking: Asking, question: StatusQuestion, { kind, shown }: Undecided): void {
  const key = `${kind} ${JSON.stringify(shown)}`
  if (asking.told.has(key) || asking.told.size >= 200) return
  asking.told.add(key)
  const place = { batch: question.batchId, line: question.line }
  // The reason for no answer is in our own words.
  if (kind === 'unanswered')
    payer.log.warn('a status call got no answer: it will be repeated later', {
      ...place,
      reason: shown,
    })
  else payer.log.warn('the answer to a status call decides nothing: status shows it', { ...place, code: kind })
}

interface AskingOptions {
  timing?: StatusTiming
  /** How often it looks for rows that are due. */
  everyMs?: number
  /** How often, at most, a settled batch's report is rewritten while its rows move. It is also rewritten at the end. */
  reportEveryMs?: number
}

/** How long a stop waits for answers that are on their way. */
const lastAnswersMs = 1_000

/**
 * Keep asking about accepted rows until stopped. They may outlast their batch: once it has settled, its report is rewritten when one of
 * them moves.
 *
 * Crash window: if the process dies after a row was settled and before the report was rewritten, the report still says `accepted`. `payrun
 * report` writes it at any time.
 */
export function keepAsking(
  payer: AskingPayer & { onBatchSettled(batch: Batch): Promise<void> },
  call: StatusCall,
  { timing = statusTiming, everyMs = 5_000, reportEveryMs = 60_000 }: AskingOptions = {},
): { stop(): Promise<void> } {
  const asking: Asking = { call, timing, staleReports: new Set(), told: new Set(), quietUntilMs: 0 }
  const writtenAtMs = new Map<number, number>()

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
      payer.log.warn('the provider could not be asked about accepted rows', { error })
    }
  }
  const rounds = keepRounds(everyMs, round)
  return {
    stop: async () => {
      // A question may take until its time limit. It isn't waited for: it is asked again another time.
      await Promise.race([rounds.stop(), delay(lastAnswersMs, undefined, { ref: false })])
      await writeReports('all').catch((error: unknown) => payer.log.warn('a report was not rewritten', { error }))
    },
  }
}
