import type { Ledger } from '../src/ledger/connection/ledger.ts'
import { type AnswersCounted, answerSteps, stepOf, writeOperatorAnswers } from '../src/ledger/policy/sharedByPayers.ts'
import type { Log } from '../src/log.ts'
import type { Outcome } from '../src/payout/outcome.ts'
import { keepRounds } from '../src/process.ts'
import type { Lease } from './lease.ts'
import type { PayerWatch } from './payer.ts'

const countsEveryMs = 5_000

/** A worker's counts of operators' answers, for whoever looks at the last hour. Written every few seconds, apart from claims and settles. */
interface AnswerCount extends Pick<PayerWatch, 'answered'> {
  /** Write the counts. If the ledger is away, they are kept for the next time. */
  write(): Promise<void>
  stop(): Promise<void>
}

export function countAnswers(ledger: Ledger, log: Log, lease: Lease, sandbox: boolean): AnswerCount {
  let counted = new Map<string, Counted>()
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
  const rounds = keepRounds(countsEveryMs, write)
  return {
    answered: (operator, outcome, tookMs) => {
      const kind = kindOf(outcome)
      if (kind === undefined) return
      const of = countedOf(counted, operator)
      of[kind] += 1
      const step = stepOf(tookMs)
      of.took[step] = (of.took[step] ?? 0) + 1
    },
    write: rounds.once,
    stop: async () => {
      await rounds.stop()
      await rounds.once()
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

/** A request that the provider did not take in is no answer about a payout. */
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
