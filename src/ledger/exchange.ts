import type { ClientConfig } from 'pg'
import type { PayoutState } from '../payout/state.ts'
import { createExchangeConnection, type ExchangeConnection } from './exchangeConnection.ts'
import {
  type Attempt,
  type ClaimWish,
  type ExchangeRow,
  exchangeParameters,
  exchangeSql,
  type Settlement,
} from './exchangeStatement.ts'
import { isFault } from './faults.ts'
import { settleLate } from './settleLate.ts'

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

export interface Exchange {
  /** Claim a pending row for this worker. `ok: false`: it isn't ours to send. Waits while the database is away. */
  claim(wish: ClaimWish): Promise<Claim>
  /** Record an answer. Retried until the database has it; an answer in hand is never thrown away. */
  settle(settlement: Settlement): Promise<Settled>
  /** Answers that the database has not taken yet. */
  unsettled(): Settlement[]
  /** Refuse new claims; end once the flush under way has ended. Open settles stay in `unsettled`. */
  close(): Promise<void>
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
}
type WaitingSettle = Waiting<Settlement, Settled>
interface WaitingClaim extends Waiting<ClaimWish, Claim> {
  /** Set once a connection broke under it: the claim may have been made then, and its time counts from there. */
  brokenAt?: ClaimTime
}

interface State {
  connection: ExchangeConnection
  onTrouble(error: unknown): void
  claims: WaitingClaim[]
  settles: WaitingSettle[]
  /** Answers in the flush under way: neither queued nor recorded. */
  inHand: Set<WaitingSettle>
  /**
   * Rows that somebody in this process waits for or has been given, by key, with the attempt once it's known: until its
   * settle is recorded, nobody else here gets the row. A claim that is read back can thus only be its own.
   */
  taken: Map<string, number | undefined>
  flushing: Promise<void> | undefined
  closed: boolean
  retryMs: number
  /** How many more flushes take one row only, to find the one that the server refuses. */
  singly: number
}

const maxPerFlush = 200
const retryMinMs = 50
const retryMaxMs = 2_000

/**
 * Group commit. Rows that want to be claimed or settled at the same moment share one statement and one commit.
 *
 * One flush is under way at a time, and a flush takes every settle that waits before any claim. So a slot may be handed
 * on as soon as its settle is queued: in each commit, the rows that this process holds in `sending` are never more than
 * its slots.
 *
 * Crash windows: died before the commit, the rows are pending and nothing was sent. Died after it, they are `sending`
 * under a worker that is gone, and the sweep makes them `unknown`.
 */
export function createExchange(connection: ClientConfig, onTrouble: (error: unknown) => void): Exchange {
  const state: State = {
    connection: createExchangeConnection(connection, onTrouble),
    onTrouble,
    claims: [],
    settles: [],
    inHand: new Set(),
    taken: new Map(),
    flushing: undefined,
    closed: false,
    retryMs: 0,
    singly: 0,
  }
  return {
    claim: (item) =>
      new Promise((resolve) => {
        if (state.closed || state.taken.has(keyOf(item))) return resolve({ ok: false })
        state.taken.set(keyOf(item), undefined)
        state.claims.push({ item, resolve })
        schedule(state)
      }),
    settle: (item) =>
      new Promise((resolve) => {
        state.settles.push({ item, resolve })
        schedule(state)
      }),
    unsettled: () => [...state.settles, ...state.inHand].map(({ item }) => item),
    close: async () => {
      state.closed = true
      for (const waiting of state.claims.splice(0)) refuse(state, waiting)
      while (state.flushing) await state.flushing
      await state.connection.close()
    },
  }
}

/** Flush once this turn's answers have all been read, so that they share it. */
function schedule(state: State): void {
  if (state.flushing || state.closed || (state.claims.length === 0 && state.settles.length === 0)) return
  if (state.retryMs > 0) begin(state, (start) => setTimeout(start, state.retryMs))
  else begin(state, (start) => setImmediate(start))
}

function begin(state: State, when: (start: () => void) => void): void {
  const flushing = new Promise<void>((done) => {
    when(() => {
      flush(state)
        .catch(state.onTrouble)
        .finally(() => {
          if (state.flushing === flushing) state.flushing = undefined
          done()
          schedule(state)
        })
    })
  })
  state.flushing = flushing
}

async function flush(state: State): Promise<void> {
  const room = state.singly > 0 ? 1 : maxPerFlush
  state.singly = Math.max(0, state.singly - 1)
  const settles = state.settles.splice(0, room)
  // Claims only when no settle is left behind: see the invariant above.
  const claimRoom = state.settles.length > 0 ? 0 : room === 1 ? 1 - settles.length : room
  const claims = state.claims.splice(0, claimRoom)
  for (const waiting of settles) state.inHand.add(waiting)
  const claimedAt = { monotonicMs: performance.now(), wallMs: Date.now() }
  try {
    const client = await state.connection.open()
    const values = exchangeParameters(
      settles.map(({ item }) => item),
      claims.map(({ item }) => item),
    )
    const { rows } = await client.query<ExchangeRow>({ name: 'payrun-exchange', text: exchangeSql, values })
    state.retryMs = 0
    const late = answerSettles(state, rows, settles)
    const left = answerClaims(state, rows, claims, claimedAt)
    for (const waiting of left) if (!waiting.brokenAt) refuse(state, waiting)
    for (const waiting of late) await answerLate(state, waiting)
    // One that broke before, and is refused now: perhaps the first try got through in the end.
    await readBackClaims(
      state,
      left.filter(({ brokenAt }) => brokenAt),
      refuse,
    )
  } catch (error) {
    state.onTrouble(error)
    grow(state)
    for (const waiting of settles) state.inHand.delete(waiting)
    state.settles.unshift(...settles)
    if (isFault(error)) {
      state.connection.drop()
      for (const waiting of claims) waiting.brokenAt ??= claimedAt
      await readBackClaims(state, claims, (_, waiting) => state.claims.unshift(waiting))
    } else await refused(state, settles, claims)
  }
}

/** The server said no, so nothing of the flush was kept. All of it goes again, row by row: one bad row blocks no other. */
async function refused(state: State, settles: WaitingSettle[], claims: WaitingClaim[]): Promise<void> {
  const size = settles.length + claims.length
  if (size > 1) {
    state.claims.unshift(...claims)
    state.singly = size
    return
  }
  // Alone and refused: the claim is not made; the answer is kept and goes to the back of the queue.
  if (claims[0]?.brokenAt) await readBackClaims(state, claims, refuse)
  else for (const waiting of claims) refuse(state, waiting)
  if (settles.length > 0) state.settles.push(...state.settles.splice(0, 1))
}

/**
 * A connection broke under these claims, so their commit may have happened. They are read back before anything is sent:
 * what is found `sending` under our number is ours, with the clock running since the first try (the 5 s guard decides);
 * `otherwise` says what becomes of the rest. Settles need none of this: they may simply be repeated.
 *
 * Crash window: the server may still be at work on the commit of a connection that is gone, so what isn't found now may
 * be there a moment later. The claim made anew then waits for that commit, is refused, and is read back once more.
 */
async function readBackClaims(
  state: State,
  claims: WaitingClaim[],
  otherwise: (state: State, waiting: WaitingClaim) => void,
): Promise<void> {
  while (claims.length > 0 && !state.closed) {
    try {
      const client = await state.connection.open()
      const { rows } = await client.query<ExchangeRow>(readBackSql, [
        claims.map(({ item }) => item.batchNo),
        claims.map(({ item }) => item.line),
        claims.map(({ item }) => item.workerNo),
      ])
      for (const waiting of answerClaims(state, rows, claims)) otherwise(state, waiting)
      return
    } catch (error) {
      state.onTrouble(error)
      state.connection.drop()
      await new Promise((wake) => setTimeout(wake, grow(state)))
    }
  }
  for (const waiting of claims) refuse(state, waiting)
}

/** Hand out what the server says is claimed, read back as of when it was first tried. @returns the claims that it doesn't name */
function answerClaims(
  state: State,
  rows: ExchangeRow[],
  claims: WaitingClaim[],
  claimedAt?: ClaimTime,
): WaitingClaim[] {
  const found = numbered(rows, 'claimed')
  return claims.filter((waiting, index) => {
    const row = found.get(index + 1)
    const since = claimedAt ?? waiting.brokenAt
    if (row === undefined || since === undefined) return true
    state.taken.set(keyOf(waiting.item), row.attempts)
    waiting.resolve({ ok: true, attempt: { ...waiting.item, attempt: row.attempts }, claimedAt: since })
    return false
  })
}

function refuse(state: State, waiting: WaitingClaim): void {
  state.taken.delete(keyOf(waiting.item))
  waiting.resolve({ ok: false })
}

/** @returns the settles that the server doesn't name: their rows are no longer `sending` under their attempt */
function answerSettles(state: State, rows: ExchangeRow[], settles: WaitingSettle[]): WaitingSettle[] {
  const found = numbered(rows, 'settled')
  return settles.filter((waiting, index) => {
    const row = found.get(index + 1)
    if (row) answerSettle(state, waiting, { state: row.state, own: true })
    return row === undefined
  })
}

function answerSettle(state: State, waiting: WaitingSettle, settled: Settled): void {
  const { attempt } = waiting.item
  state.inHand.delete(waiting)
  if (state.taken.get(keyOf(attempt)) === attempt.attempt) state.taken.delete(keyOf(attempt))
  waiting.resolve(settled)
}

/** The row was settled before (a repeated flush), or swept to unknown, or is another attempt's by now. */
async function answerLate(state: State, waiting: WaitingSettle): Promise<void> {
  try {
    answerSettle(state, waiting, await settleLate(await state.connection.open(), waiting.item))
  } catch (error) {
    state.onTrouble(error)
    if (isFault(error)) state.connection.drop()
    grow(state)
    state.inHand.delete(waiting)
    state.settles.push(waiting)
  }
}

function grow(state: State): number {
  state.retryMs = Math.min(retryMaxMs, Math.max(retryMinMs, state.retryMs * 2))
  return state.retryMs
}

const keyOf = (row: { batchNo: number; line: number }): string => `${row.batchNo}/${row.line}`

const numbered = (rows: ExchangeRow[], what: ExchangeRow['what']): Map<number, ExchangeRow> =>
  new Map(rows.filter((row) => row.what === what).map((row) => [row.n, row]))

const readBackSql = `
select 'claimed' as what, c.n::int, p.attempts, p.state
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality as c(batch_no, line, worker_no, n)
  join payrun.payouts p on p.batch_no = c.batch_no and p.line = c.line
 where p.state = 'sending' and p.worker_no = c.worker_no`
