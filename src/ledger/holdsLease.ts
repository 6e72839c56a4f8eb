import type { Ledger } from './ledger.ts'
import { deadAfterSeconds } from './workers.ts'

/** Whether a worker's lease lasts: it has neither ended nor fallen silent, by the database's clock. Ends within 3 s. */
export async function holdsLease(ledger: Ledger, workerNo: number): Promise<boolean> {
  const statement = {
    text: `select ended_at is null and heartbeat_at >= now() - make_interval(secs => $2) as holds
             from payrun.workers where worker_no = $1`,
    values: [workerNo, deadAfterSeconds],
    query_timeout: 3_000,
  }
  const { rows } = await ledger.pool.query<{ holds: boolean }>(statement)
  return rows[0]?.holds === true
}
