import type { OperatorCode } from '../payout/operators/operator.ts'

/** Rows in flight that an operator starts with; each good answer allows one more. */
const slowStartRows = 5
/** So many ambiguous answers in a row hold the operator. */
const ambiguousToHold = 5
/** A hold's cool-down: doubles each time the probe fails. */
const firstHoldMs = 30_000
const longestHoldMs = 10 * 60_000

type BreakerChange = { kind: 'none' } | { kind: 'held'; forMs: number } | { kind: 'released' }

/**
 * One operator's circuit breaker in this process.
 *
 * - closed: `window` rows in flight, beginning with 5 and one more after each good answer.
 * - open (the operator is held): 5 ambiguous answers in a row; nobody enters until the cool-down is over.
 * - half-open (probing): one row at a time, over all processes; a good answer closes the breaker (slow start again), an ambiguous one opens it
 *   for twice as long.
 */
export interface CircuitBreaker {
  /** How many more rows may enter now. */
  room(): number
  isHeld(nowMs: number): boolean
  isProbing(): boolean
  /** @returns the term in which the row entered: its answer counts only while that term lasts */
  enter(): number
  answered(term: number, use: Use, nowMs: number): BreakerChange
  leave(): void
  /** The hold was ended elsewhere, by a person or by time: probe at once. */
  endHold(): void
  /** Another process held the operator, and that hold has run out: this breaker probes as well, though it was never open. */
  beginProbing(): void
}

type Use = 'good' | 'refused' | 'ambiguous' | 'busy' | 'unreachable' | 'unused'

interface State {
  concurrency: number
  window: number
  inFlight: number
  ambiguousInARow: number
  holdMs: number
  heldUntilMs: number | undefined
  probing: boolean
  /** Grows whenever the breaker opens, closes or begins to probe: rows in flight from before say nothing new. */
  term: number
}

export function createCircuitBreaker(concurrency: number): CircuitBreaker {
  const state: State = {
    concurrency,
    window: firstWindow(concurrency),
    inFlight: 0,
    ambiguousInARow: 0,
    holdMs: 0,
    heldUntilMs: undefined,
    probing: false,
    term: 0,
  }
  return {
    room: () => (state.heldUntilMs === undefined ? Math.max(0, state.window - state.inFlight) : 0),
    isHeld: (nowMs) => {
      if (state.heldUntilMs !== undefined && nowMs >= state.heldUntilMs) probe(state)
      return state.heldUntilMs !== undefined
    },
    isProbing: () => state.probing,
    endHold: () => {
      if (state.heldUntilMs !== undefined) probe(state)
    },
    beginProbing: () => {
      if (!state.probing) probe(state)
    },
    enter: () => {
      state.inFlight += 1
      return state.term
    },
    answered: (term, use, nowMs) => {
      if (term !== state.term) return { kind: 'none' }
      if (use === 'ambiguous') return noteAmbiguous(state, nowMs)
      // A clear answer, but not a good one: the window stays, and probing goes on.
      if (use === 'refused') state.ambiguousInARow = 0
      return use === 'good' ? noteGood(state) : { kind: 'none' }
    },
    leave: () => {
      state.inFlight -= 1
    },
  }
}

const firstWindow = (concurrency: number): number => Math.min(slowStartRows, concurrency)

function probe(state: State): void {
  state.heldUntilMs = undefined
  state.probing = true
  state.window = 1
  state.term += 1
}

function noteAmbiguous(state: State, nowMs: number): BreakerChange {
  state.ambiguousInARow += 1
  if (!state.probing && state.ambiguousInARow < ambiguousToHold) return { kind: 'none' }
  state.holdMs = Math.min(longestHoldMs, state.holdMs === 0 ? firstHoldMs : state.holdMs * 2)
  state.heldUntilMs = nowMs + state.holdMs
  state.probing = false
  state.ambiguousInARow = 0
  state.term += 1
  return { kind: 'held', forMs: state.holdMs }
}

function noteGood(state: State): BreakerChange {
  state.ambiguousInARow = 0
  if (state.probing) {
    state.probing = false
    state.holdMs = 0
    state.window = firstWindow(state.concurrency)
    state.term += 1
    return { kind: 'released' }
  }
  state.window = Math.min(state.concurrency, state.window + 1)
  return { kind: 'none' }
}

/** A provider that is out of reach, or busy without saying for how long, is waited for with growing pauses. */
export const firstPauseMs = 1_000
export const longestPauseMs = 60_000
/** Rows refused at the same moment, and two readings of one wait in the ledger, may differ by that much. */
const sameWaitMs = 1_000

/**
 * The pause of the whole sender. While the provider is out of reach, it lets one row at a time try (probing) until an answer arrives, so
 * that a long outage costs one refused connection per pause.
 */
export function createSenderPause() {
  let untilMs = 0
  let toldUntilMs = 0
  let growingMs = 0
  let unreachableSinceMs: number | undefined

  /** Many rows fail at the same moment: only the first of them makes the pause grow. */
  const grow = (nowMs: number): number => {
    if (nowMs < untilMs) return 0
    growingMs = Math.min(longestPauseMs, growingMs === 0 ? firstPauseMs : growingMs * 2)
    untilMs = nowMs + growingMs
    return growingMs
  }

  const waitFor = (nowMs: number, waitMs: number): number => {
    const until = nowMs + waitMs
    if (until <= untilMs) return 0
    untilMs = until
    if (until <= toldUntilMs + sameWaitMs) return 0
    toldUntilMs = until
    return waitMs
  }

  return {
    waitMs: (nowMs: number): number => untilMs - nowMs,
    isProbing: (): boolean => unreachableSinceMs !== undefined,
    unreachableSinceMs: (): number | undefined => unreachableSinceMs,
    /** The provider asked another process to wait that long. @returns as `busy` */
    waitFor,
    /** An answer arrived, whatever it was. */
    reached: (): void => {
      growingMs = 0
      unreachableSinceMs = undefined
    },
    /** 429. @returns the new pause, 0 when one is already running about that long */
    busy: (nowMs: number, waitMs: number | undefined): number => {
      unreachableSinceMs = undefined
      if (waitMs === undefined) return grow(nowMs)
      return waitFor(nowMs, waitMs)
    },
    /** A request that never left. @returns the new pause, 0 when one is already running */
    unreachable: (nowMs: number): number => {
      unreachableSinceMs ??= nowMs
      return grow(nowMs)
    },
  }
}

/**
 * What the ledger says to a process that wants to probe a half-open operator: it may (`mine`), another process's row is in flight, the
 * operator is held again, or its hold is gone.
 */
type ProbeTurn = 'mine' | 'anothers' | 'held' | 'no_hold'

/** The one row that all processes together send to a half-open operator. */
export interface ProbeLease {
  take(operator: OperatorCode): Promise<ProbeTurn>
  /** The row's answer neither closed the circuit breaker nor opened it, or no row was sent. */
  giveBack(operator: OperatorCode): Promise<void>
}

/** How often to ask again while another process's row is in flight. */
const askAgainMs = 500

/** This process's part in probing. The ledger is asked for each row, since another process may take its turn in between. */
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
    // While the ledger is away, nobody can claim anyway.
    const turn = await from.take(operator).catch(() => 'anothers' as const)
    if (turn === 'anothers') return void setTimeout(again, askAgainMs, operator)
    if (turn === 'held') {
      turns.delete(operator)
      return onHeld(operator)
    }
    turns.set(operator, 'mine')
    onTurn()
    // Nobody goes after all: they were evicted meanwhile, or wait for something else (a rate limit).
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
