import type { ClientBase, ClientConfig, Pool, PoolClient } from 'pg'
import pg from 'pg'
import { type Sentence, say } from '../../words/sentence.ts'
import { watchSilence } from './silence.ts'

/** The open ledger: the pool that every function of this folder takes first, and how to open a connection of one's own. */
export interface Ledger {
  pool: Pool
  connection: LedgerConnection
  close(): Promise<void>
}

export interface LedgerConnection extends ClientConfig {
  /** Told of each connection that somebody has made for themselves: it is watched like those of the pool. */
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
 * Open a pool on the ledger's Postgres. No connection is made yet. `onTrouble` hears of connections that break while idle.
 * `silentMs`: an answer that is due for so long is asked after (watchSilence has the default).
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
    // A connection that breaks while it's lent out tells its borrower by the query that fails. Without a listener of its
    // own, the same error would end the process.
    client.on('error', () => undefined)
    await prepareSession(client)
    await silence.add(client)
  }
  const pool = new pg.Pool({ ...settings, max: 6, idleTimeoutMillis: 30_000, onConnect })
  pool.on('error', onTrouble)
  const close = async () => {
    // Whatever becomes of a connection that nobody needs any more is no trouble.
    pool.off('error', onTrouble).on('error', () => undefined)
    await pool.end().finally(silence.close)
  }
  return { pool, connection: { ...settings, watch: silence.add }, close }
}

/** Idle for so long, a connection is kept open by TCP's own probes: firewalls forget what they see nothing of. */
const keepAliveMs = 10_000

/**
 * What every session of the ledger sets for itself, whatever the server's defaults are: a commit that was answered is
 * on disk (docs/design.md, rule 11), a statement sees what it has waited for (read committed: a waiter never fails for it), times are UTC,
 * texts and arrays in statements mean what they say, and nothing waits for ever. Nothing is compiled (`jit`): most statements are short,
 * and a chunk's rows are always thought to be many (payrun.chunk_key).
 */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(sessionStatement)
}

const sessionStatement = {
  text: `set synchronous_commit = on; set timezone = 'UTC'; set standard_conforming_strings = on; set array_nulls = on; set jit = off; set default_transaction_isolation = 'read committed'; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = '10min'`,
  query_timeout: 10_000,
}

/** The ledger's own name: 12 hex characters, the same for as long as the ledger lives. */
export async function readInstallationId(ledger: Ledger): Promise<string> {
  const { rows } = await ledger.pool.query<{ id: string }>('select id from payrun.installation')
  return rows[0]!.id
}

/** What the work came to: kept, or taken back whole. */
export type Ending<Value> = { commit: boolean; value: Value }

const attempts = 5

/**
 * Do something in one transaction, whole or not at all. A deadlock or a serialization failure is Postgres' way of saying
 * "once more": nothing was done, so it is done again.
 *
 * Crash window: died before the commit, nothing of it has happened; after it, all of it.
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

/** Read as one snapshot. Where it breaks off, its connection may hold a cursor or a transaction, and is not used again. */
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

/** A transaction may write nothing (any more): the server has become a standby, or somebody has closed it for writing. */
export const isReadOnly = (error: unknown): boolean => sqlStateOf(error) === '25006'
export const readOnlySql = `current_setting('transaction_read_only') = 'on'`

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** Of node-postgres, its pool and ioredis, which give their errors no codes. */
const awayWords =
  /Connection terminated|Connection ended|connection error|timeout expired|timeout exceeded|read timeout|max retries per request/i

/** True when an error plainly says that a server is away: not one of our own mistakes. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqlStateOf(error) !== undefined) return isFault(error) || isReadOnly(error)
  const code = 'code' in error ? String(error.code) : ''
  const socketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return networkCodes.has(code) || socketGone || awayWords.test(error.message)
}

/** What a Postgres says of itself that the ledger's promise rests on. */
export interface ServerFacts {
  /** As in `18.4`. */
  version: string
  major: number
  fsync: string
  /** In our own sessions, which set it; and what the server would give them. */
  synchronousCommit: string
  synchronousCommitDefault: string
  fullPageWrites: string
  dataChecksums: string
  inRecovery: boolean
  /** Whether transactions write nothing, as somebody has set it, and what undoes that; '' where it isn't set for the database. */
  readOnly: string | null
}

export type Durability = { ok: true; warnings: Sentence[] } | { ok: false; message: Sentence }

/** Oldest Postgres that the ledger's SQL runs on. */
export const oldestServer = 14

/** Whoever undoes it is closed for writing, too. */
const inReadWrite = 'BEGIN READ WRITE; ALTER DATABASE %s SET default_transaction_read_only = off; COMMIT;'

/** Ask a server, through one of the ledger's own sessions. Writes nothing: a standby can be asked too. */
export async function readServer(ledger: Ledger): Promise<ServerFacts> {
  const { rows } = await ledger.pool.query<ServerFacts>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int / 10000 as major,
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as "synchronousCommit",
            (
              select reset_val
                from pg_settings
               where name = 'synchronous_commit'
            ) as "synchronousCommitDefault",
            current_setting('full_page_writes') as "fullPageWrites",
            current_setting('data_checksums') as "dataChecksums",
            pg_is_in_recovery() as "inRecovery",
            (
              -- of a role it is meant so: one that only looks (deploy/roles.sql)
              select case source
                       when 'database' then format('${inReadWrite}', quote_ident(current_database()))
                       else ''
                     end
                from pg_settings
               where name = 'default_transaction_read_only'
                 and setting = 'on'
                 and source not in ('user', 'database user')
            ) as "readOnly"`,
  )
  return rows[0]!
}

/** Refuse a server that could forget a commit that it answered, or that takes no writes (docs/design.md, rule 11). */
export async function checkDurability(ledger: Ledger): Promise<Durability> {
  const facts = await readServer(ledger)
  for (const refusal of [versionRefusal, readOnlyRefusal, fsyncRefusal, synchronousCommitRefusal]) {
    const message = refusal(facts)
    if (message !== undefined) return { ok: false, message }
  }
  const warning = fullPageWritesWarning(facts)
  return { ok: true, warnings: warning === undefined ? [] : [warning] }
}

export const versionRefusal = ({ major, version }: ServerFacts): Sentence | undefined =>
  major < oldestServer
    ? say('ledger.ledgers_postgres_version_payrun_needs_newer', { version, oldestServer })
    : undefined

/**
 * A standby, a server that replays a backup, or a database that somebody has closed for writing: whatever it holds, it can't record
 * that a row is about to be sent.
 */
export function readOnlyRefusal({ inRecovery, readOnly }: ServerFacts): Sentence | undefined {
  if (inRecovery) return say('ledger.database_url_names_standby_takes_no')
  if (readOnly === null) return undefined
  return readOnly === '' ? say('ledger.read_only_by_settings') : say('ledger.read_only', { statement: readOnly })
}

export const fsyncRefusal = ({ fsync }: ServerFacts): Sentence | undefined =>
  fsync === 'on' ? undefined : say('ledger.ledgers_postgres_runs_fsync_off_could')

/** Each session sets it on, so another value means that the setting got lost between the two of us. */
export const synchronousCommitRefusal = ({ synchronousCommit }: ServerFacts): Sentence | undefined =>
  synchronousCommit === 'on'
    ? undefined
    : say('ledger.payruns_sessions_set_synchronous_commit_server', { synchronousCommit })

/**
 * Not refused, since it's right on file systems that write a whole page or nothing (ZFS); anywhere else a crash of the
 * machine can leave a page half written, and Postgres couldn't repair it.
 */
export const fullPageWritesWarning = ({ fullPageWrites }: ServerFacts): Sentence | undefined =>
  fullPageWrites === 'on' ? undefined : say('ledger.ledgers_postgres_runs_full_page_writes')

/** How far the database's clock is ahead of this machine's, in milliseconds, give or take half the time of one query. */
export async function readClockAheadMs(ledger: Ledger): Promise<number> {
  const asked = Date.now()
  const { rows } = await ledger.pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float as ms',
  )
  return Math.round(rows[0]!.ms - (asked + Date.now()) / 2)
}

/** Whether the server answers at this moment, and takes writes. */
export const isAnswering = ({ pool }: Ledger): Promise<boolean> =>
  pool.query<{ isReadOnly: boolean }>(`select ${readOnlySql} as "isReadOnly"`).then(
    ({ rows }) => rows[0]?.isReadOnly === false,
    () => false,
  )
