import type { OperatorCode } from '../payout/operators/operator.ts'
import {
  type CircuitBreaker,
  createCircuitBreaker,
  createProbes,
  createSenderPause,
  type ProbeLease,
} from './circuitBreaker.ts'
import { createTokens, type Rates, type Tokens } from './rateLimit.ts'

/**
 * The outcome of a request, as far as it matters to the next ones.
 *
 * - `good`: paid, or accepted.
 * - `refused`: a clear answer, but it opens the window no further.
 * - `ambiguous`: nobody knows. With `busy`, the provider asked us to wait all the same.
 * - `busy`: the provider asked us to wait (429).
 * - `unreachable`: the request never left.
 * - `unused`: nothing was sent.
 */
export type SlotUse =
  | { kind: 'good' | 'refused' | 'unreachable' | 'unused' }
  | { kind: 'ambiguous'; busy?: { waitMs?: number } }
  | { kind: 'busy'; waitMs: number | undefined }

export interface Slot {
  /** Reports the outcome of the request, as soon as it is known. Only the first call counts. */
  answered(use: SlotUse): void
  /**
   * Gives the slot back, with the outcome of the request: once the row's settle is queued, before it is committed. For an unknown row,
   * once it is counted.
   */
  release(use: SlotUse): void
}

export type Turn = { kind: 'slot'; slot: Slot } | { kind: 'held' } | { kind: 'stopped' }

/**
 * Who may send, and when: at most `concurrency` requests in flight in this process, each operator behind its own circuit breaker with slow
 * start, the whole sender paused while the provider is busy or out of reach, and rate limits over all processes (docs/design.md, rule 8).
 */
export interface Throttle {
  /** How many requests may be in flight in this process. */
  readonly slots: number
  /** Wait for a turn to send to an operator. `batchNo` says for which batch, for `evict`. */
  acquire(operator: OperatorCode, batchNo: number): Promise<Turn>
  /** Turn away all rows of a batch that wait for a turn. */
  evict(batchNo: number): void
  /**
   * Which operators are held in the ledger at this moment, by whomever: nothing more is sent to them. `probed`: those whose hold has run out
   * without a clear answer since; they get one row at a time, over all processes.
   */
  holdElsewhere(operators: ReadonlySet<OperatorCode>, probed?: ReadonlySet<OperatorCode>): void
  /** The provider has asked another process to wait that long: nothing is sent here, either. */
  waitElsewhere(waitMs: number): void
  /** Turn away everybody, for good. */
  stop(): void
  inFlight(): number
  heldOperators(): OperatorCode[]
  /** Since when the provider has been out of reach, on the monotonic clock; undefined while it answers. */
  unreachableSinceMs(): number | undefined
}

export interface ThrottleOptions {
  concurrency: number
  rates: Rates
  /** Without it this process is alone. */
  probes?: ProbeLease
  onHold(operator: OperatorCode, forMs: number): void
  onRelease(operator: OperatorCode): void
  onPause(why: 'busy' | 'unreachable', forMs: number): void
  /** Payouts have waited for a rate, or will, for some seconds. Called once for each rate. */
  onRateWait?(): void
  /** The provider has said how long to wait. */
  onAskedToWait?(waitMs: number): void
}

interface Waiter {
  batchNo: number
  resolve(turn: Turn): void
}

interface State {
  options: ThrottleOptions
  operators: Map<OperatorCode, { breaker: CircuitBreaker; waiters: Waiter[] }>
  heldElsewhere: ReadonlySet<OperatorCode>
  probedElsewhere: ReadonlySet<OperatorCode>
  pause: ReturnType<typeof createSenderPause>
  tokens: Tokens
  probes: ReturnType<typeof createProbes>
  inFlight: number
  timer: { handle: NodeJS.Timeout; dueMs: number } | undefined
  stopped: boolean
}

export function createThrottle(options: ThrottleOptions): Throttle {
  const state: State = {
    options,
    operators: new Map(),
    heldElsewhere: new Set(),
    probedElsewhere: new Set(),
    pause: createSenderPause(),
    tokens: createTokens(options.rates, {
      ready: (counts) => readyRows(state, counts),
      onChange: (inMs) => (inMs > 0 ? wakeIn(state, inMs) : admit(state)),
      onLongWait: () => options.onRateWait?.(),
    }),
    probes: createProbes(options.probes, {
      onTurn: () => admit(state),
      onHeld: (operator) => {
        state.heldElsewhere = new Set(state.heldElsewhere).add(operator)
        sendHeldAway(state, operator)
      },
    }),
    inFlight: 0,
    timer: undefined,
    stopped: false,
  }
  return {
    slots: options.concurrency,
    acquire: (operator, batchNo) => acquire(state, operator, batchNo),
    evict: (batchNo) => sendAway(state, (waiter) => waiter.batchNo === batchNo),
    holdElsewhere: (operators, probed = new Set()) => {
      // A hold that is gone from the ledger was ended by a person or by time: our own hold on that operator ends, too.
      for (const operator of state.heldElsewhere)
        if (!operators.has(operator)) state.operators.get(operator)?.breaker.endHold()
      // Once each time a hold runs out: a breaker that has had a clear answer since stays closed.
      for (const operator of probed)
        if (!state.probedElsewhere.has(operator)) entryOf(state, operator).breaker.beginProbing()
      state.heldElsewhere = operators
      state.probedElsewhere = probed
      for (const operator of operators) sendHeldAway(state, operator)
    },
    waitElsewhere: (waitMs) => pauseFor(state, 'busy', state.pause.waitFor(performance.now(), waitMs)),
    stop: () => {
      state.stopped = true
      clearTimeout(state.timer?.handle)
      sendAway(state, () => true)
    },
    inFlight: () => state.inFlight,
    heldOperators: () =>
      [...state.operators].filter(([, { breaker }]) => breaker.isHeld(performance.now())).map(([code]) => code),
    unreachableSinceMs: () => state.pause.unreachableSinceMs(),
  }
}

function acquire(state: State, operator: OperatorCode, batchNo: number): Promise<Turn> {
  if (state.stopped) return Promise.resolve({ kind: 'stopped' })
  const entry = entryOf(state, operator)
  if (state.heldElsewhere.has(operator) || entry.breaker.isHeld(performance.now())) {
    return Promise.resolve({ kind: 'held' })
  }
  const { waiters } = entry
  return new Promise((resolve) => {
    waiters.push({ batchNo, resolve })
    admit(state)
  })
}

function entryOf(state: State, operator: OperatorCode): { breaker: CircuitBreaker; waiters: Waiter[] } {
  let entry = state.operators.get(operator)
  if (!entry) {
    entry = { breaker: createCircuitBreaker(state.options.concurrency), waiters: [] }
    state.operators.set(operator, entry)
  }
  return entry
}

/** Let in the rows that may go, one operator after the other, so that none waits behind another's queue. */
function admit(state: State): void {
  if (state.stopped) return
  const waitMs = state.pause.waitMs(performance.now())
  if (waitMs > 0) {
    wakeIn(state, waitMs)
    return
  }
  const limit = limitOf(state)
  for (let admitted = true; admitted && state.inFlight < limit; ) {
    admitted = false
    for (const [operator, { breaker, waiters }] of state.operators) {
      if (waiters.length === 0 || breaker.room() === 0 || state.inFlight >= limit) continue
      const isProbe = breaker.isProbing()
      if (isProbe && !state.probes.mayGo(operator)) continue
      const token = state.tokens.take(operator)
      if (token === 'none') return
      if (token === 'none_for_operator') continue
      if (isProbe) state.probes.use(operator)
      const waiter = waiters.shift()!
      state.inFlight += 1
      admitted = true
      waiter.resolve({ kind: 'slot', slot: slotOf(state, operator, breaker, isProbe) })
    }
  }
}

/** How many rows may be in flight in this process: one while the provider is out of reach. */
const limitOf = (state: State): number => (state.pause.isProbing() ? 1 : state.options.concurrency)

function slotOf(state: State, operator: OperatorCode, breaker: CircuitBreaker, isProbe: boolean): Slot {
  const term = breaker.enter()
  let [isTold, open] = [false, true]
  const note = (use: SlotUse) => {
    if (isTold) return
    isTold = true
    const change = breaker.answered(term, use.kind, performance.now())
    if (change.kind === 'held') hold(state, operator, change.forMs)
    if (change.kind === 'released') state.options.onRelease(operator)
    if (isProbe && change.kind === 'none') state.probes.end(operator)
    notePause(state, use)
  }
  return {
    answered: (use) => {
      note(use)
      admit(state)
    },
    release: (use) => {
      if (!open) return
      open = false
      state.inFlight -= 1
      breaker.leave()
      note(use)
      admit(state)
    },
  }
}

function hold(state: State, operator: OperatorCode, forMs: number): void {
  state.options.onHold(operator, forMs)
  sendHeldAway(state, operator)
}

function sendHeldAway(state: State, operator: OperatorCode): void {
  for (const waiter of state.operators.get(operator)?.waiters.splice(0) ?? []) waiter.resolve({ kind: 'held' })
}

function notePause(state: State, use: SlotUse): void {
  switch (use.kind) {
    case 'unused':
      return
    case 'good':
    case 'refused':
      state.pause.reached()
      return
    case 'ambiguous':
      if (use.busy) pauseBusy(state, use.busy.waitMs)
      else state.pause.reached()
      return
    case 'busy':
      pauseBusy(state, use.waitMs)
      return
    case 'unreachable':
      pauseFor(state, 'unreachable', state.pause.unreachable(performance.now()))
  }
}

function pauseBusy(state: State, waitMs: number | undefined): void {
  const forMs = state.pause.busy(performance.now(), waitMs)
  pauseFor(state, 'busy', forMs)
  if (forMs > 0 && waitMs !== undefined) state.options.onAskedToWait?.(waitMs)
}

function pauseFor(state: State, why: 'busy' | 'unreachable', forMs: number): void {
  if (forMs > 0) state.options.onPause(why, forMs)
}

/** How many rows of these operators could go now but for a rate. */
function readyRows(state: State, counts: (operator: OperatorCode) => boolean): number {
  let ready = 0
  for (const [operator, { breaker, waiters }] of state.operators) {
    if (counts(operator)) ready += Math.min(waiters.length, breaker.room())
  }
  return Math.min(ready, limitOf(state) - state.inFlight)
}

/** Of several reasons to wait, the one that ends first wakes the throttle. A row that must wait longer asks again. */
function wakeIn(state: State, waitMs: number): void {
  if (state.stopped) return
  const dueMs = performance.now() + Math.max(1, waitMs)
  if (state.timer && state.timer.dueMs <= dueMs) return
  clearTimeout(state.timer?.handle)
  const handle = setTimeout(
    () => {
      state.timer = undefined
      admit(state)
    },
    Math.max(1, waitMs),
  )
  state.timer = { handle, dueMs }
}

function sendAway(state: State, who: (waiter: Waiter) => boolean): void {
  for (const entry of state.operators.values()) {
    const leaving = entry.waiters.filter(who)
    entry.waiters = entry.waiters.filter((waiter) => !who(waiter))
    for (const waiter of leaving) waiter.resolve({ kind: 'stopped' })
  }
}
