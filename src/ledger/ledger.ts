import pg, { type ClientConfig, type Pool } from 'pg'
import { prepareSession } from './session.ts'

/** The open ledger: the pool that every function of this folder takes first, and how to open a connection of one's own. */
export interface Ledger {
  pool: Pool
  connection: ClientConfig
  close(): Promise<void>
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
    ...connection,
  }
  // The pool waits for onConnect before it hands a new connection out.
  const onConnect = (client: pg.ClientBase) => {
    // A connection that breaks while it's lent out tells its borrower by the query that fails. Without a listener of its
    // own, the same error would end the process.
    client.on('error', () => undefined)
    return prepareSession(client)
  }
  const pool = new pg.Pool({ ...settings, max: 6, idleTimeoutMillis: 30_000, onConnect })
  pool.on('error', onTrouble)
  return { pool, connection: settings, close: () => pool.end() }
}
