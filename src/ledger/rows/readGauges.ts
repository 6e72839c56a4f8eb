import { readStored, type Words } from '../../words/sentence.ts'
import { type Ledger, readOnlySql } from '../connection/ledger.ts'
import { deadAfterSeconds } from './workers.ts'

/** How the ledger stands at this moment, in numbers for a dashboard. No name, number, reference or amount. */
export interface LedgerGauges {
  unknown: { operator: string; rows: number }[]
  accepted: { operator: string; rows: number }[]
  /** Chunks in which a row is pending or sending, and all rows of those chunks; those of batches that wait for their time by themselves. */
  open: OpenChunks[]
  /** Batches that may still pay something; the age is that of the oldest with an open chunk, null when none has one. */
  batches: { state: string; batches: number; oldestPendingSeconds: number | null }[]
  holds: { operator: string; manual: boolean; reason: Words }[]
  /** Leases that have not ended. */
  workers: number
  /** The server takes no writes: nobody can pay. */
  isReadOnly: boolean
}

interface OpenChunks {
  operator: string
  batchState: string
  /** Paused, until the time at which it is to be paid. */
  isScheduled: boolean
  chunks: number
  rows: number
  /** Of the batch that waits longest. */
  oldestSeconds: number
}

/**
 * Read the gauges in one statement. What it looks at is small whatever the ledger's size: batches, leases, the index of open
 * chunks, and the rows that are unknown or accepted, which have tables of their own.
 *
 * @param sandbox the sandbox's batches and holds, or the provider's
 */
export async function readGauges(ledger: Ledger, sandbox: boolean): Promise<LedgerGauges> {
  const statement = { name: 'payrun-gauges', text: gaugesSql, values: [sandbox], query_timeout: 5_000 }
  const { rows } = await ledger.pool.query<LedgerGauges>(statement)
  const gauges = rows[0]!
  return { ...gauges, holds: gauges.holds.map((hold) => ({ ...hold, reason: readStored(hold.reason) })) }
}

const list = (select: string): string => `
  coalesce((
    select jsonb_agg(each)
      from (${select}) each
  ), '[]')`

const rowsOf = (table: string): string => `
  select p.operator, count(*) as rows
    from payrun.${table} q
    join payrun.batches b using (batch_no)
    join payrun.payouts p on p.batch_no = q.batch_no and p.line = q.line
   where b.sandbox = $1
   group by p.operator`

const gaugesSql = `
with open as (
  select c.operator, b.batch_no, b.state,
         b.state = 'paused' and b.reason = 'scheduled' as scheduled, b.created_at, c.rows
    from payrun.chunks c
    join payrun.batches b using (batch_no)
   where c.open
     and b.sandbox = $1
)
select
  ${list(rowsOf('unknown_rows'))} as unknown,
  ${list(rowsOf('status_questions'))} as accepted,
  ${list(`
    select operator, state as "batchState", coalesce(scheduled, false) as "isScheduled",
           count(*) as chunks, sum(rows) as rows,
           extract(epoch from now() - min(created_at))::float as "oldestSeconds"
      from open
     group by 1, 2, 3`)} as open,
  ${list(`
    select b.state, count(*) as batches,
           (
             select extract(epoch from now() - min(o.created_at))::float
               from open o
              where o.state = b.state
           ) as "oldestPendingSeconds"
      from payrun.batches b
     where b.sandbox = $1
       and b.state in ('awaiting_approval', 'running', 'paused')
     group by b.state`)} as batches,
  ${list(`
    select operator, manual, reason
      from payrun.operator_holds
     where sandbox = $1
       and (until is null or until > now())`)} as holds,
  (select count(*)::int from payrun.workers where swept_at is null and ended_at is null) as workers,
  ${readOnlySql} as "isReadOnly"`

/**
 * Whether a worker's lease lasts: it has neither ended nor fallen silent, by the database's clock. Ends within 3 s; a ledger that takes
 * no writes counts as one that is away.
 */
export async function holdsLease(ledger: Ledger, workerNo: number): Promise<boolean> {
  const statement = {
    text: `
      select ended_at is null and heartbeat_at >= now() - make_interval(secs => $2) as holds,
             ${readOnlySql} as "isReadOnly"
        from payrun.workers
       where worker_no = $1`,
    values: [workerNo, deadAfterSeconds],
    query_timeout: 3_000,
  }
  const { rows } = await ledger.pool.query<{ holds: boolean; isReadOnly: boolean }>(statement)
  if (rows[0]?.isReadOnly) throw new Error('the ledger takes no writes')
  return rows[0]?.holds === true
}
