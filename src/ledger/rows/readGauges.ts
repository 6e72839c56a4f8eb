import { readStored, say, type Words } from '../../words/sentence.ts'
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

/** The provider is out of reach: rows came back unsent, and none has had an answer since. */
export interface Unreachable {
  since: Date
  why: Words
}

/**
 * Whether the provider is out of reach at this moment, by the rows that are tried: those of the first open chunks of the batches that run.
 * It reads at most some thousand rows, whatever the ledger's size.
 *
 * @param batchNo of this batch alone; undefined: of all
 */
export async function readUnreachable(
  { pool }: Ledger,
  sandbox: boolean,
  batchNo?: number,
): Promise<Unreachable | null> {
  const { rows } = await pool.query<{ since: Date; why: unknown }>(unreachableSql, [sandbox, batchNo ?? null])
  const [found] = rows
  if (!found) return null
  // While the only row that was tried is tried again, the ledger doesn't have its message.
  const why = found.why === null ? unknownCause : readStored(found.why)
  return { since: found.since, why }
}

const unknownCause = say('provider.nothing_sent', { cause: say('provider.no_connection_provider_could') })

/**
 * Tried again after a minute at most (docs/design.md, rule 8), and given up after its deadline: what is older is of nobody who
 * tries now. Of what is held nothing is tried, and what a process that stops holds back says nothing of the provider.
 */
const unreachableSql = `
with running as (
  select b.batch_no,
         (
           select max(v.at)
             from payrun.batch_events v
            where v.batch_no = b.batch_no
              and v.to_state = 'running'
         ) as since
    from payrun.batches b
   where b.state = 'running'
     and b.sandbox = $1
     and ($2::int is null or b.batch_no = $2)
   order by b.batch_no
   limit 5
), tried as (
  select payrun.chunk_key(r.batch_no, c.chunk_no) as key
    from running r
   cross join lateral (
     select c.chunk_no
       from payrun.chunks c
      where c.batch_no = r.batch_no
        and c.open
        and not exists (
          select from payrun.operator_holds h where h.operator = c.operator and h.sandbox = $1
        )
      order by c.chunk_no
      limit 8
   ) c
), seen as materialized (
  select p.batch_no, p.line, p.state, p.attempts, p.settled_at, p.error_code, p.error_message
    from payrun.payouts p
   where p.chunk_no is not null
     and payrun.chunk_key(p.batch_no, p.chunk_no) = any (array(select key from tried))
), unsent as (
  select e.at, s.error_message
    from seen s
    join running r using (batch_no)
    join payrun.events e using (batch_no, line)
   where (
           s.state = 'pending' and s.error_code = 'not_sent'
           or s.state = 'sending' and s.attempts > 1
         )
     and strpos(coalesce(s.error_message::text, ''), 'provider.request_held_back_last_moment') = 0
     and e.code = 'not_sent'
     and e.at > greatest(r.since, (select max(settled_at) from seen))
)
select min(at) as since,
       (
         array_agg(error_message order by at desc) filter (where error_message is not null)
       )[1] as why
  from unsent
having max(at) > now() - interval '3 minutes'`
