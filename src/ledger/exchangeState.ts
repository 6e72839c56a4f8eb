import type { PayoutState } from '../payout/state.ts'
import type { ExchangeConnection } from './exchangeConnection.ts'
import type { Attempt, ClaimWish, Settlement } from './exchangeStatement.ts'

/** When a claim was asked for, by both clocks. The claim's commit can't be older, so the 5 s guard counts from here. */
export interface ClaimTime {
  monotonicMs: number
  wallMs: number
}

export type Claim = { ok: true; attempt: Attempt; claimedAt: ClaimTime } | { ok: false }

/** What a settle came to: where the row stands now. `own: false`: another attempt or a person had the last word. */
export interface Settled {
  state: PayoutState
  own: boolean
}

export interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
}
export type WaitingSettle = Waiting<Settlement, Settled>
export interface WaitingClaim extends Waiting<ClaimWish, Claim> {
  /** Set once a connection broke under it: the claim may have been made then, and its time counts from there. */
  brokenAt?: ClaimTime
}

/** An exchange at work. Its parts are in exchange.ts (what is asked) and exchangeAnswers.ts (what came of it). */
export interface ExchangeState {
  connection: ExchangeConnection
  onTrouble(error: unknown): void
  /** Told how many rows each commit claimed and settled, for metrics: it may only count. */
  onCommitted: ((claims: number, settles: number) => void) | undefined
  claims: WaitingClaim[]
  settles: WaitingSettle[]
  /** Answers in the flush under way: neither queued nor recorded. */
  inHand: Set<WaitingSettle>
  /**
   * Rows that somebody in this process waits for or has been given, by key, with the attempt once it's known: until its
   * settle is recorded, nobody else here gets the row. A claim that is read back can thus only be its own.
   */
  taken: Map<string, number | undefined>
  /** A flush waits for its turn or for the server: the next one has to wait. */
  flushing: boolean
  /** Flushes that have not yet handed out all their answers. */
  running: Set<Promise<void>>
  closed: boolean
  retryMs: number
  /** How many more flushes take one row only, to find the one that the server refuses. */
  singly: number
}

const retryMinMs = 50
const retryMaxMs = 2_000

/** The pause before the next try, longer each time. */
export function grow(state: ExchangeState): number {
  state.retryMs = Math.min(retryMaxMs, Math.max(retryMinMs, state.retryMs * 2))
  return state.retryMs
}

/** Names a row among all batches. */
export const keyOf = (row: { batchNo: number; line: number }): string => `${row.batchNo}/${row.line}`
