import pg from 'pg'
import type { PayoutState } from '../../payout/state.ts'
import { isAway, isFault, type LedgerConnection, prepareSession } from '../connection/ledger.ts'
import type { Past } from '../past/keepMark.ts'
import type { Attempt, ClaimWish, Settlement } from './statement.ts'

/** When a claim was requested, by both clocks. Its commit can't be older, so the 5 s guard counts from here. */
export interface ClaimTime {
  monotonicMs: number
  wallMs: number
}

export type Claim = { ok: true; attempt: Attempt; claimedAt: ClaimTime } | { ok: false }

/** What came of a settle: the row's state now. `own: false`: another attempt or a person had the last word. */
export interface Settled {
  state: PayoutState
  own: boolean
  /**
   * What came of a late answer: it is kept as evidence or for the reference that it names, it settled a row that was unknown or pending again,
   * or it said nothing new.
   */
  late?: 'kept' | 'settled' | 'nothing_new'
}

/** Whether it came late and tells of its row what nobody has been told: the batch's report may have been written without it. */
export const isNews = ({ late }: Settled): boolean => late === 'kept' || late === 'settled'

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
}
export interface WaitingSettle extends Waiting<Settlement, Settled> {
  /** An earlier flush had it and may have been committed: its row may be settled already. */
  isRepeated?: true
  /** The server refused it even alone in its flush. */
  isRefused?: true
}
export interface WaitingClaim extends Waiting<ClaimWish, Claim> {
  /** Set when a connection broke under it: the claim may have been made, and its time counts from there. */
  brokenAt?: ClaimTime
}

/** The state of a group commit. Its parts are in groupCommit.ts (what is asked) and answers.ts (what came of it). */
export interface GroupCommitState {
  connection: GroupCommitConnection
  onTrouble(error: unknown): void
  /** Told how many rows each commit claimed and settled, for metrics: it may do nothing but count. */
  onCommitted: ((claims: number, settles: number) => void) | undefined
  /** The marks that the ledger is judged by; undefined where nothing is claimed. */
  past: Past | undefined
  claims: WaitingClaim[]
  settles: WaitingSettle[]
  /** Answers in the flush under way: neither queued nor recorded. */
  inHand: WaitingSettle[]
  /**
   * Rows that a caller in this process waits for or was given, by key, with the attempt once it's known. Until its settle is recorded,
   * nobody else here gets the row, so that a claim that is read back can only be this caller's.
   */
  taken: Map<string, number | undefined>
  /** A flush waits for its turn or for the server: the next one has to wait. */
  flushing: boolean
  /** Flushes that have not yet handed out all their answers. */
  running: Set<Promise<void>>
  closed: boolean
  /** The process stops: nothing new is claimed, and what is claimed is not sent any more. */
  stopping: boolean
  /** Of each flush that waits for its mark: ends the wait. */
  unmarked: Set<() => void>
  retryMs: number
  /** When the database was first away, as far as flushes know; undefined once one is committed. */
  awaySinceMs?: number | undefined
  /** How many more flushes take a single row, to find the one that the server refuses. */
  singly: number
  flushSize: FlushSize
  /** At the last flush there was a float, a window or a batch with hours (groupCommitSql). */
  isLimited: boolean
}

/**
 * `inHand` is an array and no set: a set now and then moves to a new table, and an old table that is collected late keeps alive what is in the
 * new one. That was half of what survived two garbage collections.
 */
export function takeOutOfHand({ inHand }: GroupCommitState, waiting: WaitingSettle): void {
  const at = inHand.indexOf(waiting)
  if (at !== -1) inHand.splice(at, 1)
}

const retryMinMs = 50
const retryMaxMs = 2_000

/** The pause before the next try, longer each time. @param error why a flush failed */
export function grow(state: GroupCommitState, error?: unknown): number {
  if (isAway(error)) state.awaySinceMs ??= performance.now()
  state.retryMs = Math.min(retryMaxMs, Math.max(retryMinMs, state.retryMs * 2))
  return state.retryMs
}

/** A flush under way or planned counts as waiting: while its claims are read back, they are in no list. */
export const awaySinceMs = ({ flushing, claims, settles, awaySinceMs }: GroupCommitState): number | undefined =>
  flushing || claims.length + settles.length > 0 ? awaySinceMs : undefined

/** Names a row among all batches. */
export const keyOf = (row: { batchNo: number; line: number }): string => `${row.batchNo}/${row.line}`

/** The one connection of a group commit, opened again whenever it is lost. Statements wait their turn. */
interface GroupCommitConnection {
  /** Use the connection. If it broke, it is given up: whatever else is under way on it fails, too, and the next caller gets a new one. */
  use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>
  /** How often it was lost. */
  losses(): number
  close(): Promise<void>
}

/** A server that says nothing for this long is taken for lost: what came of the flush is read back over a new connection. */
const silenceMs = 30_000

export function createGroupCommitConnection(
  config: LedgerConnection,
  onTrouble: (error: unknown) => void,
  past?: Past,
): GroupCommitConnection {
  let current: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let backend: Backend | undefined
  let connections = 0

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ query_timeout: silenceMs, ...config })
    client.on('error', (error) => {
      onTrouble(error)
      if (current === client) current = undefined
    })
    try {
      await client.connect()
      await prepareSession(client)
      await client.query(pointLookupsOnly)
      // Whatever the lost connection still does is over before anything is read back over this one.
      if (backend) await endBackend(client, backend)
      backend = await ownBackend(client)
      await past?.admit(client)
      await config.watch?.(client)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    current = client
    connections += 1
    return client
  }

  const open = async (): Promise<pg.Client> => {
    if (current) return current
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  const end = async (): Promise<void> => {
    const gone = current
    current = undefined
    await gone?.end().catch(() => undefined)
  }

  return {
    use: async (work) => {
      const client = await open()
      try {
        return await work(client)
      } catch (error) {
        // After another caller's failure there may be a new connection already: leave that one alone.
        if (isFault(error) && client === current) void end()
        throw error
      }
    },
    losses: () => Math.max(0, connections - 1),
    close: async () => {
      await connecting?.catch(() => undefined)
      await end()
    },
  }
}

/**
 * The server gives up before we do (`silenceMs`): a statement that we have taken for lost must not commit much later. And this session only
 * ever finds rows by key: its plans are made once, when the tables may be empty, and must not be scans that are kept as the tables grow.
 */
export const pointLookupsOnly = `
  set lock_timeout = '15s';
  set statement_timeout = '20s';
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set payrun.commits_alone = on`

/** A session of the server. Its start time tells it from a later one with the same process id. */
interface Backend {
  pid: number
  startedAt: string
}

async function ownBackend(client: pg.Client): Promise<Backend | undefined> {
  const { rows } = await client.query<Backend>(
    `select pid, backend_start::text as "startedAt"
       from pg_stat_activity
      where pid = pg_backend_pid()
        and backend_start is not null`,
  )
  return rows[0]
}

/**
 * End the session of a lost connection: the server may not have noticed, and packets of a claim that arrive half a minute late must not be
 * taken for a new one. On another server, or if the process id is another session's, there is nothing to end. Where this isn't allowed, the
 * sweep finds what such a session claims (`readSending`).
 */
async function endBackend(client: pg.Client, { pid, startedAt }: Backend): Promise<void> {
  const text = `
    select pg_terminate_backend(pid, ${endBackendMs})
      from pg_stat_activity
     where pid = $1
       and backend_start = $2::timestamptz
       and pid <> pg_backend_pid()`
  await client.query({ text, values: [pid, startedAt] }).catch((error: unknown) => {
    if (isFault(error)) throw error
  })
}

const endBackendMs = 2_000

/** How many settles, and how many claims, one flush takes: adapted to how busy the connection is. */
interface FlushSize {
  rows(): number
  /** A flush has been committed that began at this moment of the monotonic clock, in ms. */
  flushed(beganMs: number): void
}

const [fewestRows, mostRows] = [4, 200]
const [hasTime, hasNone] = [0.6, 0.85]

/**
 * The rows of one flush are sent together, so their answers come together and wait for the same flush again: fifty rows at a provider that
 * takes 50 ms lose 10 ms each time. As long as there is time between flushes, they get smaller, which spreads the rows. As soon as one
 * follows the other, they grow: a large flush costs less per row, and a busy server takes longer for each flush.
 */
export function createFlushSize(now: () => number = () => performance.now()): FlushSize {
  let rows = 64
  /** The share of the last quarter of a second or so in which a flush was under way. */
  let busy = 0.7
  let lastMs = now()
  return {
    rows: () => Math.floor(rows),
    flushed: (beganMs) => {
      const endMs = now()
      const sinceMs = Math.max(endMs - lastMs, 0.001)
      const share = Math.min(1, (endMs - beganMs) / sinceMs)
      // Never far below the threshold: a pause says nothing about the rows that come after it.
      busy = Math.max(hasTime - 0.1, busy + (share - busy) * (1 - Math.exp(-sinceMs / 250)))
      lastMs = endMs
      // By time, not by flush: many small flushes would run through all sizes before `busy` follows.
      if (busy > hasNone) rows = Math.min(mostRows, rows * 1.1 ** Math.min(10, (endMs - beganMs) / 20))
      if (busy < hasTime) rows = Math.max(fewestRows, rows / 1.1 ** Math.min(1, sinceMs / 20))
    },
  }
}
