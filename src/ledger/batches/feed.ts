import type { BatchState, PayoutState } from '../../payout/state.ts'
import type { Ledger } from '../connection/ledger.ts'

/** Something that happened to a batch, or a settled state of one of its rows. Nobody's name or number is in it. */
export interface FeedEvent {
  /** Its number in the feed, for good. */
  n: number
  at: Date
  batchId: string
  /** Null: it happened to the batch. */
  line: number | null
  /** Null: the batch was stored. */
  from: BatchState | PayoutState | null
  to: BatchState | PayoutState
  /** Of a row an error code, of a batch why it is paused or cancelled: never anybody's words. */
  code: string | null
}

/** An event of the feed, as the API and webhooks send it. */
export interface EventDocument {
  n: number
  /** ISO 8601, UTC. */
  at: string
  batch: string
  line: number | null
  type: 'batch' | 'row'
  from: string | null
  to: string
  code: string | null
}

export const eventDocument = ({ n, at, batchId, line, from, to, code }: FeedEvent): EventDocument => ({
  n,
  at: at.toISOString(),
  batch: batchId,
  line,
  type: line === null ? 'batch' : 'row',
  from,
  to,
  code,
})

/** Whether there are events without a number. */
export async function hasUnnumbered(ledger: Ledger): Promise<boolean> {
  const { rows } = await ledger.pool.query('select from payrun.feed_waiting limit 1')
  return rows.length > 0
}

/** Number the events that are committed by now, for good: see 0014_feed.sql. If another process is numbering some, those are done, too, when this returns. */
export async function numberFeed(ledger: Ledger): Promise<void> {
  await ledger.pool.query('select payrun.number_feed()')
}

/** The next `most` numbered events after number `after`. */
export async function readFeed(ledger: Ledger, after: number, most: number): Promise<FeedEvent[]> {
  const { rows } = await ledger.pool.query<Omit<FeedEvent, 'n'> & { n: string }>(feedSql, [after, most])
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}

/** Entries are read until they have enough events; each event is then found by its key. */
const feedSql = `
with entries as (
  select f.*, sum(f.last_n - greatest(f.first_n - 1, $1)) over (order by f.last_n) as so_far
    from (
      select *
        from payrun.feed
       where last_n > $1
       order by last_n
       limit $2
    ) f
), numbered as (
  select f.first_n + u.index - 1 as n, f.batch_no, u.line, u.seq, f.event_no
    from entries f
   cross join unnest(
           coalesce(f.lines, array[null::int]), coalesce(f.seqs, array[null::int])
         ) with ordinality u(line, seq, index)
   where f.so_far - (f.last_n - greatest(f.first_n - 1, $1)) < $2
     and f.first_n + u.index - 1 > $1
   order by 1
   limit $2
)
select n.n, coalesce(r.at, e.at) as at, b.id as "batchId", n.line,
       coalesce(r.from_state::text, e.from_state::text) as from,
       coalesce(r.to_state::text, e.to_state::text) as to,
       coalesce(
         r.code,
         substring(e.reason from '^([a-z_]+)(?:: |$)'),
         case when e.from_state = 'awaiting_approval' and e.to_state = 'paused' then 'scheduled' end
       ) as code
  from numbered n
  join payrun.batches b on b.batch_no = n.batch_no
  left join payrun.events r on r.batch_no = n.batch_no and r.line = n.line and r.seq = n.seq
  left join payrun.batch_events e on e.event_no = n.event_no
 order by n.n`

/**
 * A text that changes when something has happened to a batch, a statement has brought payments, or the policy or a hold of an operator was changed. An
 * event that is committed after a later one may be overlooked, and what becomes of single rows doesn't count.
 */
export async function readHappened({ pool }: Ledger): Promise<string> {
  const { rows } = await pool.query<{ happened: string }>(
    `select concat_ws(' ',
              (select max(event_no) from payrun.batch_events),
              (select max(change_no) from payrun.changes),
              (select max(payment_no) from payrun.payments_without_row),
              (select coalesce(max(event_no), 0) from payrun.operator_events),
              (select concat(fenced_at, awaiting_statement_since) from payrun.server)) as happened`,
  )
  return rows[0]!.happened
}
