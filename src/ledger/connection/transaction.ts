import type { PoolClient } from 'pg'
import type { Ledger } from './ledger.ts'

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

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** True when an error plainly says that a server is away: not one of our own mistakes. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqlStateOf(error) !== undefined) return isFault(error)
  const code = 'code' in error ? String(error.code) : ''
  const socketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    networkCodes.has(code) ||
    socketGone ||
    /Connection terminated|Connection ended|timeout expired|read timeout|max retries per request/i.test(error.message)
  )
}
