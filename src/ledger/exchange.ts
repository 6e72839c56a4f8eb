import pg, { type ClientConfig } from 'pg'
import type { PayoutState } from '../payout/state.ts'
import {
  type Attempt,
  type ClaimWish,
  type ExchangeRow,
  exchangeParameters,
  exchangeSql,
  type Settlement,
} from './exchangeStatement.ts'
import { isFault } from './faults.ts'
import { prepareSession } from './session.ts'
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
type WaitingClaim = Waiting<ClaimWish, Claim>

interface State {
  connection: ClientConfig
  onTrouble(error: unknown): void
  claims: WaitingClaim[]
  settles: WaitingSettle[]
  /** Answers that are neither queued nor recorded at this moment: in a flush, or on the late path. */
  inHand: Set<WaitingSettle>
  client: pg.Client | undefined
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
    connection,
    onTrouble,
    claims: [],
    settles: [],
    inHand: new Set(),
    client: undefined,
    flushing: undefined,
    closed: false,
    retryMs: 0,
    singly: 0,
  }
  return {
    claim: (item) =>
      new Promise((resolve) => {
        if (state.closed) return resolve({ ok: false })
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
      for (const waiting of state.claims.splice(0)) waiting.resolve({ ok: false })
      await state.flushing
      await state.client?.end().catch(() => undefined)
    },
  }
}

function schedule(state: State): void {
  if (state.flushing || state.closed || (state.claims.length === 0 && state.settles.length === 0)) return
  state.flushing = new Promise((done) => {
    const start = () =>
      flush(state)
        .catch(state.onTrouble)
        .finally(() => {
          state.flushing = undefined
          done()
          schedule(state)
        })
    // After this turn's answers have all been read, so that they share the flush.
    if (state.retryMs > 0) setTimeout(start, state.retryMs)
    else setImmediate(start)
  })
}

async function flush(state: State): Promise<void> {
  const room = state.singly > 0 ? 1 : maxPerFlush
  state.singly = Math.max(0, state.singly - 1)
  const settles = state.settles.splice(0, room)
  const claims = state.claims.splice(0, room === 1 ? 1 - settles.length : room)
  for (const waiting of settles) state.inHand.add(waiting)
  const claimedAt = { monotonicMs: performance.now(), wallMs: Date.now() }
  try {
    const client = await connected(state)
    const values = exchangeParameters(
      settles.map(({ item }) => item),
      claims.map(({ item }) => item),
    )
    const { rows } = await client.query<ExchangeRow>({ name: 'payrun-exchange', text: exchangeSql, values })
    state.retryMs = 0
    answerClaims(rows, claims, claimedAt)
    answerSettles(state, rows, settles)
  } catch (error) {
    state.onTrouble(error)
    grow(state)
    for (const waiting of settles) state.inHand.delete(waiting)
    state.settles.unshift(...settles)
    if (isFault(error)) await readBackClaims(state, claims, claimedAt)
    else refused(state, settles, claims)
  }
}

/** The server said no, so nothing of the flush was kept. All of it goes again, row by row: one bad row blocks no other. */
function refused(state: State, settles: WaitingSettle[], claims: WaitingClaim[]): void {
  const size = settles.length + claims.length
  if (size > 1) {
    state.claims.unshift(...claims)
    state.singly = size
    return
  }
  // Alone and refused: the claim is not made; the answer is kept and goes to the back of the queue.
  for (const waiting of claims) waiting.resolve({ ok: false })
  if (settles.length > 0) state.settles.push(...state.settles.splice(0, 1))
}

/**
 * The connection broke under the flush, so its commit may have happened. Settles may simply be repeated. Claims are read
 * back before anything is sent: what is found `sending` under our number is ours, with the clock running since the first
 * try (the 5 s guard decides); what is not found is claimed anew.
 */
async function readBackClaims(state: State, claims: WaitingClaim[], claimedAt: ClaimTime): Promise<void> {
  dropClient(state)
  while (claims.length > 0 && !state.closed) {
    try {
      const client = await connected(state)
      const { rows } = await client.query<ExchangeRow>(readBackSql, [
        claims.map(({ item }) => item.batchNo),
        claims.map(({ item }) => item.line),
        claims.map(({ item }) => item.workerNo),
      ])
      const found = keyed(rows, 'claimed')
      const there = claims.filter(({ item }) => found.has(keyOf(item)))
      answerClaims(rows, there, claimedAt)
      state.claims.unshift(...claims.filter((waiting) => !there.includes(waiting)))
      return
    } catch (error) {
      state.onTrouble(error)
      dropClient(state)
      await new Promise((wake) => setTimeout(wake, grow(state)))
    }
  }
  for (const waiting of claims) waiting.resolve({ ok: false })
}

function answerClaims(rows: ExchangeRow[], claims: WaitingClaim[], claimedAt: ClaimTime): void {
  const found = keyed(rows, 'claimed')
  for (const { item, resolve } of claims) {
    const row = found.get(keyOf(item))
    if (row === undefined) resolve({ ok: false })
    else resolve({ ok: true, attempt: { ...item, attempt: row.attempts }, claimedAt })
  }
}

function answerSettles(state: State, rows: ExchangeRow[], settles: WaitingSettle[]): void {
  const found = keyed(rows, 'settled')
  for (const waiting of settles) {
    const row = found.get(keyOf(waiting.item.attempt))
    if (row === undefined) void answerLate(state, waiting)
    else {
      state.inHand.delete(waiting)
      waiting.resolve({ state: row.state, own: true })
    }
  }
}

/** The row is no longer `sending` under this attempt: settled before (a repeated flush), or swept to unknown. */
async function answerLate(state: State, waiting: WaitingSettle): Promise<void> {
  try {
    const settled = await settleLate(await connected(state), waiting.item)
    state.inHand.delete(waiting)
    waiting.resolve(settled)
  } catch (error) {
    state.onTrouble(error)
    if (isFault(error)) dropClient(state)
    grow(state)
    state.inHand.delete(waiting)
    state.settles.push(waiting)
    schedule(state)
  }
}

async function connected(state: State): Promise<pg.Client> {
  if (state.client) return state.client
  const client = new pg.Client(state.connection)
  client.on('error', (error) => {
    state.onTrouble(error)
    if (state.client === client) state.client = undefined
  })
  await client.connect()
  await prepareSession(client)
  await client.query(pointLookupsOnly)
  state.client = client
  return client
}

function dropClient(state: State): void {
  const gone = state.client
  state.client = undefined
  gone?.end().catch(() => undefined)
}

function grow(state: State): number {
  state.retryMs = Math.min(retryMaxMs, Math.max(retryMinMs, state.retryMs * 2))
  return state.retryMs
}

const keyOf = (row: { batchNo: number; line: number }): string => `${row.batchNo}/${row.line}`

const keyed = (rows: ExchangeRow[], what: ExchangeRow['what']): Map<string, ExchangeRow> =>
  new Map(rows.filter((row) => row.what === what).map((row) => [`${row.batch_no}/${row.line}`, row]))

/**
 * This session only ever finds rows by key. Its plan is made once, when the tables may be empty, and must not become a
 * scan of the whole ledger that is kept as they grow.
 */
const pointLookupsOnly = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off`

const readBackSql = `
select 'claimed' as what, p.batch_no, p.line, p.attempts, p.state
  from unnest($1::int[], $2::int[], $3::int[]) as c(batch_no, line, worker_no)
  join payrun.payouts p on p.batch_no = c.batch_no and p.line = c.line
 where p.state = 'sending' and p.worker_no = c.worker_no`
