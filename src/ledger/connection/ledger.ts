import type { ClientBase, ClientConfig, Pool, PoolClient } from 'pg'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { watchSilence } from './silence.ts'

/** A connection, or a pool of them: whatever statements are sent over. */
export type Queryable = Pick<ClientBase, 'query'>

/** The open ledger: the pool that every function of this folder takes first, and how to open a connection of one's own. */
export interface Ledger {
  pool: Pool
  connection: LedgerConnection
  /** Whether the server says nothing at all for so many milliseconds. Nothing is cut. */
  isSilent(ms: number): Promise<boolean>
  close(): Promise<void>
}

export interface LedgerConnection extends ClientConfig {
  /** Watch a connection that was opened beside the pool, as those of the pool are. */
  watch?(client: ClientBase): Promise<void>
}

/** How to reach a Postgres, as node-postgres and BullMQ understand it. */
export interface PostgresAddress {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
  ssl?: false
}

/**
 * Open a pool on the ledger's Postgres. No connection is made yet.
 *
 * @param onTrouble hears of connections that break while idle
 * @param silentMs how long an answer may be due before the server is asked about it (watchSilence has the default)
 */
export function openLedger(
  connection: PostgresAddress,
  onTrouble: (error: unknown) => void,
  silentMs?: number,
): Ledger {
  const settings: ClientConfig = {
    application_name: 'payrun',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...connection,
  }
  const silence = watchSilence(settings, onTrouble, silentMs)
  // The pool waits for onConnect before it hands a new connection out.
  const onConnect = async (client: ClientBase) => {
    // If a connection breaks while it is in use, the query that fails tells the caller. Without a listener, the same error would end the
    // process.
    client.on('error', () => undefined)
    await prepareSession(client)
    await silence.add(client)
  }
  const pool = new pg.Pool({ ...settings, max: 6, idleTimeoutMillis: 30_000, onConnect })
  pool.on('error', onTrouble)
  const close = async () => {
    // What happens to connections that nobody needs any more doesn't matter.
    pool.off('error', onTrouble).on('error', () => undefined)
    await pool.end().finally(silence.close)
  }
  return { pool, connection: { ...settings, watch: silence.add }, isSilent: silence.isSilent, close }
}

/** A connection that is idle for so long is kept open by TCP's own probes: firewalls forget silent connections. */
const keepAliveMs = 10_000

/**
 * Set what every session of the ledger relies on, whatever the server's defaults are: a commit that was answered is on disk (docs/design.md,
 * rule 11), a statement that waited for a lock sees what it waited for and doesn't fail (read committed), times are UTC, texts and arrays in
 * statements are read as written, and nothing waits for ever. Nothing is compiled (`jit`): most statements are short, and Postgres always
 * overestimates the rows of a chunk (payrun.chunk_key).
 */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(sessionStatement)
}

const sessionStatement = {
  text: `
    set synchronous_commit = on;
    set timezone = 'UTC';
    set standard_conforming_strings = on;
    set array_nulls = on;
    set jit = off;
    set default_transaction_isolation = 'read committed';
    set lock_timeout = '60s';
    set idle_in_transaction_session_timeout = '10min'`,
  query_timeout: 10_000,
}

/** The ledger's own name: 12 hex characters, the same for as long as the ledger lives. */
export async function readInstallationId(ledger: Ledger): Promise<string> {
  const { rows } = await ledger.pool.query<{ id: string }>('select id from payrun.installation')
  return rows[0]!.id
}

/** How a transaction ends: committed, or rolled back as a whole. */
export type Ending<Value> = { commit: boolean; value: Value }

const attempts = 5

/**
 * Do something in one transaction. After a deadlock or a serialization failure nothing was done, so it is tried again, five times in all.
 *
 * Crash window: if the process dies before the commit, none of it has happened; after it, all of it has.
 */
export async function inTransaction<Value>(
  ledger: Ledger,
  work: (client: PoolClient) => Promise<Ending<Value>>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(ledger, work)
    } catch (error) {
      const state = sqlStateOf(error)
      if (attempt === attempts || (state !== '40P01' && state !== '40001')) throw error
    }
  }
}

async function once<Value>(ledger: Ledger, work: (client: PoolClient) => Promise<Ending<Value>>): Promise<Value> {
  const client = await ledger.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { commit, value } = await work(client)
    await client.query(commit ? 'commit' : 'rollback')
    return value
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Read as one snapshot. If that fails, the connection may still have a cursor or a transaction, and is not used again. */
export async function inSnapshot<Value>(ledger: Ledger, read: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await ledger.pool.connect()
  let isOver = false
  try {
    await client.query('begin isolation level repeatable read read only')
    const value = await read(client)
    await client.query('commit')
    isOver = true
    return value
  } finally {
    client.release(!isOver)
  }
}

/**
 * The rows of a query in groups of `size`: no more of them are in memory. While they are read, the client can do nothing else, and
 * whoever stops early leaves a cursor open on it.
 */
export async function* readGroups<Row>(
  client: PoolClient,
  sql: string,
  values: unknown[],
  size: number,
): AsyncGenerator<Row[], void> {
  const cursor = client.query(new Cursor<Row>(sql, values))
  for (let rows = await cursor.read(size); rows.length > 0; rows = await cursor.read(size)) yield rows
}

/** The SQLSTATE of an error that the server raised; undefined for a broken connection or an error of our own. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error
    ? error.code
    : undefined
}

/**
 * True when the connection is gone or going, so that nobody can know whether a statement under way was committed:
 * network errors, and the server's classes 08 (connection), 57P (shutdown, crash, terminated).
 */
export function isFault(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined || state.startsWith('08') || state.startsWith('57P')
}

/** Postgres raises this when a unique index refuses a row. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === '23505'

/** The server takes no writes (any more): it has become a standby, or somebody has made it read-only. */
export const isReadOnly = (error: unknown): boolean => sqlStateOf(error) === '25006'
export const readOnlySql = `current_setting('transaction_read_only') = 'on'`

type Shortage = 'disk' | 'memory' | 'connections'
const shortages = new Map<string | undefined, Shortage>([
  ['53100', 'disk'],
  ['53200', 'memory'],
  ['53300', 'connections'],
])

/** What the server has run out of, if that is why it refused something. It did none of that statement, and may take it later. */
export const shortageOf = (error: unknown): Shortage | undefined => shortages.get(sqlStateOf(error))

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** Messages of node-postgres, its pool and ioredis, whose errors have no codes. */
const awayWords =
  /Connection terminated|Connection ended|connection error|timeout expired|timeout exceeded|read timeout|max retries per request/i

/** True when an error plainly says that a server is away, or has no room, and is no bug of ours. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqlStateOf(error) !== undefined) return isFault(error) || isReadOnly(error) || shortageOf(error) !== undefined
  const code = 'code' in error ? String(error.code) : ''
  const socketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return networkCodes.has(code) || socketGone || awayWords.test(error.message)
}

/** Whether the server takes writes. @throws if it doesn't answer */
export const takesWrites = async ({ pool }: Ledger): Promise<boolean> => {
  const { rows } = await pool.query<{ isReadOnly: boolean }>(`select ${readOnlySql} as "isReadOnly"`)
  return rows[0]?.isReadOnly === false
}

/** Whether the server answers at this moment, and takes writes. */
export const isAnswering = (ledger: Ledger): Promise<boolean> => takesWrites(ledger).catch(() => false)
