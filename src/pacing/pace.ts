import type { OperatorCode } from '../payout/operator.ts'
import { createOperatorLane, type OperatorLane } from './operatorLane.ts'
import { createSenderPause } from './senderPause.ts'
import { createTokens, type Rates, type Tokens } from './tokens.ts'

/**
 * What a request came to, as far as the pace of the next ones goes.
 * `good`: a clear answer, whatever it says. `ambiguous`: nobody knows. `busy`: the provider asked us to wait (429).
 * `unreachable`: it never left. `unused`: the slot wasn't used to send.
 */
export type SlotUse =
  | { kind: 'good' | 'ambiguous' | 'unreachable' | 'unused' }
  | { kind: 'busy'; waitMs: number | undefined }

export interface Slot {
  /** Give the slot back, once. Call it when the row's settle is queued, before it is committed. */
  release(use: SlotUse): void
}

export type Turn = { kind: 'slot'; slot: Slot } | { kind: 'held' } | { kind: 'stopped' }

/**
 * Who may send, and when: at most `concurrency` requests in flight in this process, each operator in its own lane with
 * slow start and a hold, the whole sender paused while the provider is busy or out of reach, and the rates that hold over
 * all processes. Architecture, rule 8.
 */
export interface Pace {
  /** Wait for a turn to send to an operator. `batchNo` names whose turn it is, for `evict`. */
  acquire(operator: OperatorCode, batchNo: number): Promise<Turn>
  /** Send away everybody of a batch that waits for a turn. */
  evict(batchNo: number): void
  /**
   * Which operators the ledger has held at this moment, by whoever's doing: nothing more is sent to them. `probed`: those
   * whose hold has run out without a clear answer since: one row at a time, in this process as in all others.
   */
  holdElsewhere(operators: ReadonlySet<OperatorCode>, probed?: ReadonlySet<OperatorCode>): void
  /** Send away everybody, for good. */
  stop(): void
  inFlight(): number
  heldOperators(): OperatorCode[]
  /** Since when the provider has been out of reach, on the monotonic clock; undefined while it answers. */
  unreachableSinceMs(): number | undefined
}

export interface PaceOptions {
  concurrency: number
  rates: Rates
  onHold(operator: OperatorCode, forMs: number): void
  onRelease(operator: OperatorCode): void
  onPause(why: 'busy' | 'unreachable', forMs: number): void
}

interface Waiter {
  batchNo: number
  resolve(turn: Turn): void
}

interface State {
  options: PaceOptions
  lanes: Map<OperatorCode, { lane: OperatorLane; waiters: Waiter[] }>
  heldElsewhere: ReadonlySet<OperatorCode>
  probedElsewhere: ReadonlySet<OperatorCode>
  pause: ReturnType<typeof createSenderPause>
  tokens: Tokens
  inFlight: number
  timer: { handle: NodeJS.Timeout; dueMs: number } | undefined
  stopped: boolean
}

export function createPace(options: PaceOptions): Pace {
  const state: State = {
    options,
    lanes: new Map(),
    heldElsewhere: new Set(),
    probedElsewhere: new Set(),
    pause: createSenderPause(),
    tokens: createTokens(options.rates, {
      ready: (operators) => readyRows(state, operators),
      onChange: (inMs) => (inMs > 0 ? wakeIn(state, inMs) : admit(state)),
    }),
    inFlight: 0,
    timer: undefined,
    stopped: false,
  }
  return {
    acquire: (operator, batchNo) => acquire(state, operator, batchNo),
    evict: (batchNo) => sendAway(state, (waiter) => waiter.batchNo === batchNo),
    holdElsewhere: (operators, probed = new Set()) => {
      // A hold that the ledger had and has no more was ended by a person or by time: ours on that operator ends, too.
      for (const operator of state.heldElsewhere)
        if (!operators.has(operator)) state.lanes.get(operator)?.lane.endHold()
      // Once for each time that a hold runs out: a lane that has had its clear answer since stays open.
      for (const operator of probed)
        if (!state.probedElsewhere.has(operator)) entryOf(state, operator).lane.beginProbing()
      state.heldElsewhere = operators
      state.probedElsewhere = probed
      for (const operator of operators) sendHeldAway(state, operator)
    },
    stop: () => {
      state.stopped = true
      clearTimeout(state.timer?.handle)
      sendAway(state, () => true)
    },
    inFlight: () => state.inFlight,
    heldOperators: () =>
      [...state.lanes].filter(([, { lane }]) => lane.isHeld(performance.now())).map(([code]) => code),
    unreachableSinceMs: () => state.pause.unreachableSinceMs(),
  }
}

function acquire(state: State, operator: OperatorCode, batchNo: number): Promise<Turn> {
  if (state.stopped) return Promise.resolve({ kind: 'stopped' })
  const entry = entryOf(state, operator)
  if (state.heldElsewhere.has(operator) || entry.lane.isHeld(performance.now())) {
    return Promise.resolve({ kind: 'held' })
  }
  const { waiters } = entry
  return new Promise((resolve) => {
    waiters.push({ batchNo, resolve })
    admit(state)
  })
}

function entryOf(state: State, operator: OperatorCode): { lane: OperatorLane; waiters: Waiter[] } {
  let entry = state.lanes.get(operator)
  if (!entry) {
    entry = { lane: createOperatorLane(state.options.concurrency), waiters: [] }
    state.lanes.set(operator, entry)
  }
  return entry
}

/** Let in whoever may go, one operator after the other, so that none waits behind another's queue. */
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
    for (const [operator, { lane, waiters }] of state.lanes) {
      if (waiters.length === 0 || lane.room() === 0 || state.inFlight >= limit) continue
      const token = state.tokens.take(operator)
      if (token === 'none') return
      if (token === 'none_for_operator') continue
      const waiter = waiters.shift()!
      const term = lane.enter()
      state.inFlight += 1
      admitted = true
      waiter.resolve({ kind: 'slot', slot: slotOf(state, operator, lane, term) })
    }
  }
}

/** Rows that may be in flight in this process: one while the provider is out of reach. */
const limitOf = (state: State): number => (state.pause.isProbing() ? 1 : state.options.concurrency)

function slotOf(state: State, operator: OperatorCode, lane: OperatorLane, term: number): Slot {
  let open = true
  return {
    release: (use) => {
      if (!open) return
      open = false
      state.inFlight -= 1
      const change = lane.leave(term, use.kind, performance.now())
      if (change.kind === 'held') hold(state, operator, change.forMs)
      if (change.kind === 'released') state.options.onRelease(operator)
      notePause(state, use)
      admit(state)
    },
  }
}

function hold(state: State, operator: OperatorCode, forMs: number): void {
  state.options.onHold(operator, forMs)
  sendHeldAway(state, operator)
}

function sendHeldAway(state: State, operator: OperatorCode): void {
  for (const waiter of state.lanes.get(operator)?.waiters.splice(0) ?? []) waiter.resolve({ kind: 'held' })
}

function notePause(state: State, use: SlotUse): void {
  if (use.kind === 'unused') return
  if (use.kind === 'good' || use.kind === 'ambiguous') {
    state.pause.reached()
    return
  }
  const forMs =
    use.kind === 'busy' ? state.pause.busy(performance.now(), use.waitMs) : state.pause.unreachable(performance.now())
  if (forMs > 0) state.options.onPause(use.kind, forMs)
}

/** How many rows could go now but for a rate. */
function readyRows(state: State, operators: Parameters<Parameters<typeof createTokens>[1]['ready']>[0]): number {
  const counts = (operator: OperatorCode) =>
    'only' in operators ? operator === operators.only : operators.mayGo(operator)
  let ready = 0
  for (const [operator, { lane, waiters }] of state.lanes) {
    if (counts(operator)) ready += Math.min(waiters.length, lane.room())
  }
  return Math.min(ready, limitOf(state) - state.inFlight)
}

/** Of several reasons to wait, the one that ends first wakes: whoever must wait on says so again. */
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
  for (const entry of state.lanes.values()) {
    const leaving = entry.waiters.filter(who)
    entry.waiters = entry.waiters.filter((waiter) => !who(waiter))
    for (const waiter of leaving) waiter.resolve({ kind: 'stopped' })
  }
}
