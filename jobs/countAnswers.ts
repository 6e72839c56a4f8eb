import type { Ledger } from '../src/ledger/connection/ledger.ts'
import { type AnswersCounted, answerSteps, stepOf, writeOperatorAnswers } from '../src/ledger/rows/operatorAnswers.ts'
import type { Log } from '../src/log.ts'
import type { OperatorCode } from '../src/payout/operators/operator.ts'
import type { Outcome } from '../src/payout/outcome.ts'
import type { Lease } from './payer.ts'

const everyMs = 5_000

/** What a worker counts of operators' answers, for those who look at the last hour: written every few seconds, never in a commit of money. */
export interface AnswerCount {
  /** Thousands of times a second. */
  answered(operator: OperatorCode, outcome: Outcome, tookMs: number): void
  /** Write down what is counted. A ledger that is away is told later. */
  write(): Promise<void>
  stop(): Promise<void>
}

export function countAnswers(ledger: Ledger, log: Log, lease: Lease, sandbox: boolean): AnswerCount {
  let counted = new Map<string, Counted>()
  let writing: Promise<void> | undefined
  const write = async () => {
    if (counted.size === 0) return
    const now = counted
    counted = new Map()
    try {
      await writeOperatorAnswers(ledger, { workerNo: lease.workerNo(), sandbox, counted: [...now.values()] })
    } catch (error) {
      for (const each of now.values()) addTo(counted, each)
      log.warn('the counts of answers did not reach the ledger', { error })
    }
  }
  const once = () => (writing ??= write().finally(() => (writing = undefined)))
  const timer = setInterval(once, everyMs)
  return {
    answered: (operator, outcome, tookMs) => {
      const kind = kindOf(outcome)
      if (kind === undefined) return
      const of = countedOf(counted, operator)
      of[kind] += 1
      const step = stepOf(tookMs)
      of.took[step] = (of.took[step] ?? 0) + 1
    },
    write: once,
    stop: async () => {
      clearInterval(timer)
      await writing
      await once()
    },
  }
}

type Counted = AnswersCounted & { took: number[] }

function countedOf(counted: Map<string, Counted>, operator: string): Counted {
  const found = counted.get(operator)
  if (found) return found
  const fresh = { operator, good: 0, refused: 0, unclear: 0, took: answerSteps.map(() => 0) }
  counted.set(operator, fresh)
  return fresh
}

function addTo(counted: Map<string, Counted>, { operator, good, refused, unclear, took }: Counted): void {
  const of = countedOf(counted, operator)
  of.good += good
  of.refused += refused
  of.unclear += unclear
  of.took = of.took.map((each, step) => each + (took[step] ?? 0))
}

/** What was not taken is no answer about a payout. */
function kindOf({ kind }: Outcome): 'good' | 'refused' | 'unclear' | undefined {
  switch (kind) {
    case 'paid':
    case 'accepted':
      return 'good'
    case 'failed':
      return 'refused'
    case 'unknown':
      return 'unclear'
    case 'not_taken':
      return undefined
  }
}
