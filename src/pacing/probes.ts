import type { OperatorCode } from '../payout/operators/operator.ts'

/**
 * What the ledger says to a process that wants to probe a half-open operator: it may (`mine`), another process's row is on its
 * way, the operator is held again, or its hold is gone.
 */
export type ProbeTurn = 'mine' | 'anothers' | 'held' | 'no_hold'

/** The one row that all processes together send to a half-open operator. */
export interface ProbeLease {
  take(operator: OperatorCode): Promise<ProbeTurn>
  /** The row's answer neither closed the circuit breaker nor opened it, or no row was sent. */
  giveBack(operator: OperatorCode): Promise<void>
}

/** Another process's row is asked after so often. */
const askAgainMs = 500

/** This process's part in it. The ledger is asked for each row, since another process may take its turn in between. */
export function createProbes(
  lease: ProbeLease | undefined,
  { onTurn, onHeld }: { onTurn(): void; onHeld(operator: OperatorCode): void },
) {
  const turns = new Map<OperatorCode, 'asking' | 'mine' | 'giving_back'>()
  const again = (operator: OperatorCode) => {
    turns.delete(operator)
    onTurn()
  }
  const ask = async (operator: OperatorCode, from: ProbeLease): Promise<void> => {
    turns.set(operator, 'asking')
    // A ledger that is away lets nobody claim, either.
    const turn = await from.take(operator).catch(() => 'anothers' as const)
    if (turn === 'anothers') return void setTimeout(again, askAgainMs, operator)
    if (turn === 'held') {
      turns.delete(operator)
      return onHeld(operator)
    }
    turns.set(operator, 'mine')
    onTurn()
    // Nobody goes after all: they were sent away meanwhile, or wait for something else (a rate).
    if (turns.get(operator) === 'mine') await giveBack(operator, from, askAgainMs)
  }
  const giveBack = async (operator: OperatorCode, to: ProbeLease, waitMs = 0): Promise<void> => {
    turns.set(operator, 'giving_back')
    await to.giveBack(operator).catch(() => undefined)
    if (waitMs > 0) setTimeout(again, waitMs, operator)
    else again(operator)
  }
  return {
    /** Whether a row may go now. If not, `onTurn` is called when it is worth asking again. */
    mayGo: (operator: OperatorCode): boolean => {
      if (!lease || turns.get(operator) === 'mine') return true
      if (!turns.has(operator)) void ask(operator, lease)
      return false
    },
    /** The row goes. */
    use: (operator: OperatorCode): void => void turns.delete(operator),
    /** Its answer leaves the operator half-open. */
    end: (operator: OperatorCode): void => {
      if (lease) void giveBack(operator, lease)
    },
  }
}
