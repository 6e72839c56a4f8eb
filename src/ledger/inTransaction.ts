import type { PoolClient } from 'pg'
import { sqlStateOf } from './faults.ts'
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
