import pg from 'pg'
import type { PayoutState } from '../../payout/state.ts'
import { isFault, type LedgerConnection, prepareSession } from '../connection/ledger.ts'
import type { Past } from '../past/keepMark.ts'
import type { Pace } from './pace.ts'
import type { Attempt, ClaimWish, Settlement } from './statement.ts'

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
  /** Of a late answer that had not: it is kept as evidence, it settled a row that was pending again, or it said nothing new. */
  late?: 'kept' | 'settled' | 'nothing_new'
}

export interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
}
export interface WaitingSettle extends Waiting<Settlement, Settled> {
  /** It was in a flush before, which may have been committed: it may find its row settled. */
  isRepeated?: true
  /** The server refused it though it was alone. */
  isRefused?: true
}
export interface WaitingClaim extends Waiting<ClaimWish, Claim> {
  /** Set once a connection broke under it: the claim may have been made then, and its time counts from there. */
  brokenAt?: ClaimTime
}

/** A group commit at work. Its parts are in groupCommit.ts (what is asked) and answers.ts (what came of it). */
export interface GroupCommitState {
  connection: GroupCommitConnection
  onTrouble(error: unknown): void
  /** Told how many rows each commit claimed and settled, for metrics: it may only count. */
  onCommitted: ((claims: number, settles: number) => void) | undefined
  /** The marks that the ledger is judged by; undefined for who claims nothing. */
  past: Past | undefined
  claims: WaitingClaim[]
  settles: WaitingSettle[]
  /** Answers in the flush under way: neither queued nor recorded. */
  inHand: WaitingSettle[]
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
  /** The process stops: nothing new is claimed, and what is claimed is not to be sent any more. */
  stopping: boolean
  /** Ends the waiting for a mark, of each flush that waits for one. */
  unmarked: Set<() => void>
  retryMs: number
  /** How many more flushes take one row only, to find the one that the server refuses. */
  singly: number
  pace: Pace
  /** At the last flush there was a float, a window or a batch with hours (groupCommitSql). */
  isLimited: boolean
}

/**
 * No set: from time to time a set goes over into a new table, and an old one that has been forgotten, and is collected late, keeps what
 * is in the new one, with all that waits for it, from being collected early: half of what outlived two collections.
 */
export function takeOutOfHand({ inHand }: GroupCommitState, waiting: WaitingSettle): void {
  const at = inHand.indexOf(waiting)
  if (at !== -1) inHand.splice(at, 1)
}

const retryMinMs = 50
const retryMaxMs = 2_000

/** The pause before the next try, longer each time. */
export function grow(state: GroupCommitState): number {
  state.retryMs = Math.min(retryMaxMs, Math.max(retryMinMs, state.retryMs * 2))
  return state.retryMs
}

/** Names a row among all batches. */
export const keyOf = (row: { batchNo: number; line: number }): string => `${row.batchNo}/${row.line}`

/** The one connection that a group commit works over, made anew whenever it was lost. Its callers' statements wait their turn. */
interface GroupCommitConnection {
  /**
   * Do something over the connection. One that broke is given up: whatever else is under way on it fails, too, and the next
   * caller gets a new one.
   */
  use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>
  /** How often it was lost. */
  losses(): number
  close(): Promise<void>
}

/** A server that says nothing for this long is taken for lost: what was asked is read back over a new connection. */
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
      // What the lost one is still at is over before anything is read back over this one.
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
        // By somebody else's failure there may be a new one already: that one is left alone.
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
 * The server gives up before we do (`silenceMs`): a statement that we have taken for lost must not commit much later.
 * And this session only ever finds rows by key. Its plan is made once, when the tables may be empty, and must not become a
 * scan of the whole ledger that is kept as they grow.
 */
export const pointLookupsOnly = `set lock_timeout = '15s'; set statement_timeout = '20s'; set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set payrun.commits_alone = on`

/** A session of the server's, so that its number is not taken for another's: numbers come round. */
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
 * End the session of a connection that was lost: the server may not have noticed, and packets of a claim that arrive half a minute
 * late must not be taken for a new one. On another server, or with another user of that number, there is nothing to end. Where it
 * isn't allowed, the sweep finds what such a session claims (ownLostRows).
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
