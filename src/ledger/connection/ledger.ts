import type { ClientBase, ClientConfig, Pool } from 'pg'
import pg from 'pg'
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

/** Open a pool on the ledger's Postgres. No connection is made yet. `onTrouble` hears of connections that break while idle. */
export function openLedger(connection: PostgresAddress, onTrouble: (error: unknown) => void): Ledger {
  const settings: ClientConfig = {
    application_name: 'payrun',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...connection,
  }
  const silence = watchSilence(settings, onTrouble)
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
    await pool.end().finally(silence.close)
  }
  return { pool, connection: { ...settings, watch: silence.add }, close }
}

/** Idle for so long, a connection is kept open by TCP's own probes: firewalls forget what they see nothing of. */
const keepAliveMs = 10_000

/**
 * What every session of the ledger sets for itself, whatever the server's defaults are: a commit that was answered is
 * on disk (architecture, rule 11), a statement sees what it has waited for (read committed: a waiter never fails for it), times are UTC, texts in statements mean what they say, and nothing waits for ever. Nothing is
 * compiled (`jit`): most statements are short, and a chunk's rows are always thought to be many (payrun.chunk_key).
 */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(sessionStatement)
}

const sessionStatement = {
  text: `set synchronous_commit = on; set timezone = 'UTC'; set standard_conforming_strings = on; set jit = off; set default_transaction_isolation = 'read committed'; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = '10min'`,
  query_timeout: 10_000,
}

/** The ledger's own name: 12 hex characters, the same for as long as the ledger lives. */
export async function readInstallationId(ledger: Ledger): Promise<string> {
  const { rows } = await ledger.pool.query<{ id: string }>('select id from payrun.installation')
  return rows[0]!.id
}
